"""Which layouts of DP, FSDP, TP, CP, PP and EP fit a model on a cluster, with memory by part and a step time."""
