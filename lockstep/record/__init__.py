"""Records of what snippets print: run, judge, write and compare them, split them over machines, test the proofs."""
