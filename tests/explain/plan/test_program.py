"""The torch program of a layout: each kind of split runs on a few processes, and trains as one process does."""

from __future__ import annotations

import re
import statistics

import pytest
from due import due

from lockstep.engine.engine import Engine
from lockstep.explain.plan import presets, program, rules
from lockstep.explain.plan.estimate import run as run_formulas
from lockstep.record import markdown_program, markdown_run

SMALL = {
    "layers": 4, "hidden": 64, "heads": 4, "kv_heads": 2, "head_dim": 16, "ffn": 128, "vocabulary": 96, "experts": 0, "top_k": 0,
    "expert_ffn": 0, "dense": 1, **presets.PLAIN, "sequence": 16, "batch": 8, "per_host": 8, "flops": 989e12, "fp8": 1,
    "pp": 1, "stages": 1, "dp": 1, "fsdp": 1, "cp": 1, "tp": 1, "ep": 1, "micro_batch": 1, "recompute": 0,
}  # fmt: skip
MOE = {"experts": 4, "top_k": 2, "expert_ffn": 32, "dense": 0, "ffn": 0}
SHARED = {**MOE, "dense": 1, "ffn": 128}
LATENT = {"kv_heads": 4, "kv_rank": 24, "rope_dim": 8}  # as in DeepSeek-V2-Lite
LATENTS = {**LATENT, "q_rank": 40}  # as in DeepSeek-V3
FIRST = {**SHARED, "ffn": 32, "first_layers": 1, "first_ffn": 96}  # as DeepSeek's
LAYOUTS = {
    "fsdp 4": {"fsdp": 4},
    "dp 2, fsdp 2, recompute": {"dp": 2, "fsdp": 2, "recompute": 1},
    "fsdp 2, tp 2": {"fsdp": 2, "tp": 2},
    "pp 2, fsdp 2": {"pp": 2, "fsdp": 2},
    "pp 2 of 2 stages, dp 2": {"pp": 2, "stages": 2, "dp": 2},
    "fsdp 2, cp 2": {"fsdp": 2, "cp": 2},
    "cp 2, tp 2": {"cp": 2, "tp": 2},
    "pp 2, tp 2, recompute": {"pp": 2, "tp": 2, "recompute": 1},
    "pp 2, cp 2, tp 2": {"pp": 2, "cp": 2, "tp": 2},
    "tied, dp 2, fsdp 2": {"tied": 1, "dp": 2, "fsdp": 2},
    "tied, fsdp 2, tp 2, recompute": {"tied": 1, "fsdp": 2, "tp": 2, "recompute": 1},
    "tied, pp 2, fsdp 2": {"tied": 1, "pp": 2, "fsdp": 2},
    "tied, pp 2 of 2 stages, tp 2": {"tied": 1, "pp": 2, "stages": 2, "tp": 2},
    "tied, pp 4": {"tied": 1, "pp": 4},
    "norm of each head, fsdp 2, tp 2": {"norms": 1, "fsdp": 2, "tp": 2},
    "norm of each head, cp 2, tp 2, recompute": {"norms": 1, "cp": 2, "tp": 2, "recompute": 1},
    "norm of all heads, dp 2, fsdp 2": {"norms": 2, "dp": 2, "fsdp": 2},
    "norm of all heads, pp 2, cp 2": {"norms": 2, "pp": 2, "cp": 2},
    "experts, fsdp 4, ep 2": {**MOE, "fsdp": 4, "ep": 2},
    "experts, fsdp 2, cp 2, ep 4": {**MOE, "fsdp": 2, "cp": 2, "ep": 4},
    "experts, pp 2, fsdp 2, ep 2": {**MOE, "pp": 2, "fsdp": 2, "ep": 2},
    "shared expert, dp 2, fsdp 2, ep 2": {**SHARED, "dp": 2, "fsdp": 2, "ep": 2},
    "first layer, fsdp 4, ep 2, recompute": {**FIRST, "fsdp": 4, "ep": 2, "recompute": 1},
    "first layers, pp 2, fsdp 2, ep 2": {**FIRST, "first_layers": 3, "pp": 2, "fsdp": 2, "ep": 2},
    "first layers, pp 2 of 2 stages, fsdp 2": {**FIRST, "first_layers": 3, "pp": 2, "stages": 2, "fsdp": 2},
    "latent keys, dp 2, fsdp 2, recompute": {**LATENT, "dp": 2, "fsdp": 2, "recompute": 1},
    "latent keys and queries, fsdp 2, cp 2": {**LATENTS, "fsdp": 2, "cp": 2},
    "latent keys and queries, first layer, pp 2, fsdp 2, ep 2": {**FIRST, **LATENTS, "pp": 2, "fsdp": 2, "ep": 2},
}
# The same numbers in each layout, whatever a rank holds of them.
INITIALIZE = """
def initialize(part, seed):
    from torch.distributed.tensor import distribute_tensor
    first = LAYERS * part.at // (PP * STAGES)
    for name, parameter in part.named_parameters():
        words = name.split(".")
        words[1] = str(int(words[1]) + first) if words[0] == "blocks" else words[-1]
        if TIED and words[0] == "head":
            words[0] = "embedding"
        generator = torch.Generator().manual_seed(sum(ord(letter) * at for at, letter in enumerate(".".join(words), 1)))
        whole = torch.ones(parameter.shape) if "norm" in name else torch.randn(parameter.shape, generator=generator) / 20
        with torch.no_grad():
            parameter.copy_(distribute_tensor(whole, parameter.device_mesh, parameter.placements))


"""


@pytest.fixture(scope="module")
def engine():
    with Engine() as engine:
        yield engine


def comparable(given):
    """The program of a layout in fp32, with the same weights in each layout."""
    text = program.program(given)
    for old, new in (
        ("DTYPE = torch.bfloat16", "DTYPE = torch.float32"),
        ("self.mesh = mesh\n", "self.mesh, self.at = mesh, at\n"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    text = text.replace("\nSEQUENCE,", f"\nTIED = {given['tied']}\nSEQUENCE,")
    text, count = re.subn(
        r"AdamW\((.*), lr=1e-4\)", r"SGD(\1, lr=0.5)", text
    )  # Adam's step is the same for a gradient twice as large
    assert count == 1
    return re.sub(r"\ndef initialize.*?\n\n\n", INITIALIZE, text, count=1, flags=re.DOTALL)


def run(engine, tmp_path, text, ranks):
    page = tmp_path / "page.md"
    page.write_text(f"<!-- lockstep: ranks={ranks} timeout=300 -->\n```python\n{text}```\n", "utf-8")
    (one,), problems = markdown_program.programs(tmp_path, page)
    assert not problems
    return markdown_run.run(engine, one)


def losses(engine, tmp_path, given):
    """The mean loss of each step over the ranks that tell one."""
    ranks = given["pp"] * given["dp"] * given["fsdp"] * given["cp"] * given["tp"]
    done = run(engine, tmp_path, comparable(given), ranks)
    assert not done.problems, "\n".join(done.said)
    told = re.findall(
        r"step (\d): rank \d+: loss of its tokens ([\d.]+)",
        "\n".join(line for rank in done.ranks for line in rank.stdout),
    )
    return [statistics.fmean(float(loss) for at, loss in told if at == step) for step in "01"]


@pytest.mark.timeout(700)
@pytest.mark.parametrize("name", due(LAYOUTS, 3))
def test_a_layout_trains_as_one_process_does(engine, tmp_path, name):
    given = {**SMALL, **LAYOUTS[name]}
    gpus = given["pp"] * given["dp"] * given["fsdp"] * given["cp"] * given["tp"]
    assert not rules.faults({**given, "gpus": gpus})
    alone = {**given, **{part: SMALL[part] for part in ("pp", "stages", "dp", "fsdp", "cp", "tp", "ep", "recompute")}}
    first, second = losses(engine, tmp_path, given)
    assert [first, second] == pytest.approx(losses(engine, tmp_path, alone), abs=2e-5)
    assert second < first  # the optimizer moved the weights


def test_replicas_begin_and_stay_alike(engine, tmp_path):
    """As the reader gets it, on two replicas of two shards: the weights of `dp` 0 are those of `dp` 1."""
    told = "print('weights', mesh.shards['dp'].get_local_rank(), [float(one.to_local().sum()) for one in parts[0].parameters()])"
    text = program.program({**SMALL, "dp": 2, "fsdp": 2}).replace(
        "    dist.destroy_process_group()\n", f"    {told}\n    dist.destroy_process_group()\n"
    )
    done = run(engine, tmp_path, text, 4)
    weights = [line for rank in done.ranks for line in rank.stdout if line.startswith("weights")]
    first, second = ([line[10:] for line in weights if line[8] == replica] for replica in "01")
    assert sorted(first) == sorted(second)
    assert len(set(first)) == 2  # the shards differ


def test_positions_stay_in_fp32(engine, tmp_path):
    """In bf16 the angles of 2,048 positions are 641 different numbers."""
    line = "    a, b = x.chunk(2, -1)\n"
    text = program.program({**SMALL, "sequence": 2048, "batch": 1}).replace(
        line, f"    print('angles', x.dtype, angles.dtype)\n{line}"
    )
    done = run(engine, tmp_path, text, 1)
    assert not done.problems, "\n".join(done.said)
    said = {line for line in done.ranks[0].stdout if line.startswith("angles")}
    assert said == {"angles torch.bfloat16 torch.float32"}


@pytest.mark.parametrize("stages", [1, 2])
def test_a_pipeline_keeps_no_logits_after_their_backward(engine, tmp_path, stages):
    told = "print('outputs', [len(stage.output_chunks) for stage in stages])"
    text = program.program({**SMALL, "pp": 2, "stages": stages}).replace(
        "    dist.destroy_process_group()\n", f"    {told}\n    dist.destroy_process_group()\n"
    )
    done = run(engine, tmp_path, text, 2)
    assert not done.problems, "\n".join(done.said)
    assert f"outputs {[0] * stages}" in done.ranks[1].stdout


@pytest.mark.parametrize("split", [{}, {"stages": 2, "micro_batch": 2}, {"tp": 2}], ids=str)
def test_a_stage_has_a_receive_buffer_for_each_micro_batch_of_a_step(engine, tmp_path, split):
    """Real stages on real processes: as many bytes as the formula says, the same ones in both steps."""
    told = """
        kinds = [kind for stage in stages for kind in (stage.args_recv_info, stage.grad_recv_info)]
        buffers = [info.buffer for kind in kinds for infos in kind.values() for info in infos if info.buffer is not None]
        print("buffers", mesh.pp, sum(buffer.untyped_storage().nbytes() for buffer in buffers), id(buffers[0]))
"""
    given = {**SMALL, "pp": 2, **split}
    text = program.program(given).replace("        optimizer.step()\n", f"        optimizer.step(){told}")
    done = run(engine, tmp_path, text, 2 * given["tp"])
    assert not done.problems, "\n".join(done.said)
    lines = [line.split()[1:] for rank in done.ranks for line in rank.stdout if line.startswith("buffers")]
    names = run_formulas("layout", run_formulas("model", given))
    for place in (0, 1):
        own = {"here": 2, "first_here": 0, "flying": 1, "first": float(place == 0), "last": float(place == 1)}
        received = run_formulas("stage", {**names, **own})["received"]
        assert received > 0
        assert [float(held) for at, held, _ in lines if int(at) == place] == [received] * 2 * given["tp"]
    assert len({(at, which) for at, _, which in lines}) <= 2 * given["tp"]  # the second step has those of the first


def test_too_many_processes_are_told_so(engine, tmp_path):
    done = run(engine, tmp_path, program.program(SMALL), 2)
    assert done.problems
    assert "This layout takes 1 processes, not 2." in "\n".join(line for rank in done.ranks for line in rank.stderr)


def test_scores_know_the_distance_of_two_tokens_alone():
    names: dict = {}
    exec(compile(program.program(SMALL), "program", "exec"), names)
    torch = names["torch"]
    steps = torch.arange(0, 16, 2) / 16
    query, key = torch.randn(2, 16, generator=torch.Generator().manual_seed(0))

    def score(at, other):
        places = torch.tensor([at, other])[:, None] / 500000.0**steps
        turned = names["rotated"](torch.stack([query, key])[None, None], places)[0, 0]
        return float(turned[0] @ turned[1])

    assert score(3, 1) == pytest.approx(score(12, 10), abs=1e-4)
    assert abs(score(3, 1) - score(4, 1)) > 1e-3
    assert "angles = positions(self.mesh)[:, None] / 500000.0**steps\n" in program.program(SMALL)


def test_a_program_holds_only_what_its_layout_needs():
    model = {**presets.models()["llama-3-8b"].values, **presets.clusters()["h100"].values}
    given = {**SMALL, **model, "sequence": 8192, "batch": 64, "fsdp": 8}
    plain = program.program(given)
    assert "--nproc-per-node 8" in plain
    assert "--nnodes 1" in plain
    assert not re.search(
        r"@[A-Z]|# (with|without|end)\b|parallelize_module|PipelineStage|all_gather|checkpoint\(|Experts", plain
    )
    assert "Schedule1F1B(stages[0]," in program.program({**given, "pp": 2})
    assert "ScheduleInterleaved1F1B(stages," in program.program({**given, "pp": 2, "stages": 2})
    assert "--nnodes 4 --nproc-per-node 8" in program.program({**given, "fsdp": 32})


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_program_can_be_read(name):
    """It is Python without a name that nothing gives, in lines that a screen shows."""
    text = program.program({**SMALL, **LAYOUTS[name]})
    compile(text, name, "exec")
    assert max(map(len, text.splitlines())) <= 120
