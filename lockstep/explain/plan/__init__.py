"""Which layout of DP, FSDP, TP, CP, PP and EP fits a model on a cluster, what each part of it takes, and how long a step is."""
