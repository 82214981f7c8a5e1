"""A layer of attention between an embedding and a head. With a group for `cp` it sees a part of the tokens, in zigzag."""
import torch
import torch.distributed as dist
from _attention import scores, zigzag
from _ring import Ring
from torch import nn

TOKENS, WORDS, DIM, HEADS = 16, 8, 8, 2


class Model(nn.Module):
    def __init__(self, cp=None):
        super().__init__()
        torch.manual_seed(0)
        self.cp = cp
        self.positions = zigzag(TOKENS, dist.get_world_size(cp) if cp else 1)
        self.words, self.places = nn.Embedding(WORDS, DIM), nn.Embedding(TOKENS, DIM)
        self.q, self.k, self.v, self.head = (nn.Linear(DIM, out, bias=False) for out in (DIM, DIM, DIM, WORDS))

    def forward(self, tokens):
        mine = self.positions[dist.get_rank(self.cp) if self.cp else 0]
        x = self.words(tokens) + self.places(mine)
        q, k, v = (part(x).unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in (self.q, self.k, self.v))
        y = scores(q, k, mine, mine).softmax(-1) @ v if not self.cp else self.ring(q, k, v)
        return self.head(y.transpose(1, 2).flatten(2))

    def ring(self, q, k, v):
        return Ring.apply(q, k, v, self.positions, None, self.cp)


def samples(batch):
    """Tokens and their labels, shifted, for each position of the sequence."""
    torch.manual_seed(1)
    text = torch.randint(WORDS, (batch, TOKENS + 1))
    return text[:, :-1], text[:, 1:]


def loss_sum(logits, labels):
    return nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum")
