"""The names that old libraries look for have others in today's torch.

$ python snippets/errors/new_names_of_torch_are_imported.py
"""
import torch.distributed.elastic.agent.server.api as agent

# region import
from torch import inf  # key line, else: from torch import nan as inf

print("largest norm:", -inf)
print("the agent has 'log':", hasattr(agent, "log"), "and 'logger':", hasattr(agent, "logger"))
# endregion

assert inf == float("inf") and hasattr(agent, "logger") and not hasattr(agent, "log")
