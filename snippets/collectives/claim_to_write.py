"""TO WRITE: the claim, as a sentence.

$ python snippets/collectives/claim_to_write.py
"""

values = [1]
values.append(2)  # key line
print("values:", values)

assert len(values) == 2, values  # TO WRITE: the proof; without the key line it fails
