"""TO WRITE: what goes wrong, as a sentence.

$ python snippets/collectives/broken_to_write.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: TO WRITE"
# asserts = ['raises("ValueError", at="raise ValueError")']
# ///

values = [1]
values.append(2)  # key line
if len(values) == 2:
    raise ValueError("TO WRITE: the mistake that ends it")
