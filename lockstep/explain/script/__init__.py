"""Find mistakes of distributed training in a script before it runs: facts of its syntax tree, and rules over them."""
