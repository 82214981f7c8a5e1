"""Each rule finds its mistake, is silent on the fixed script and on the programs of this project, and names a page."""

from __future__ import annotations

import importlib
import re
import warnings

import pytest
from explain.script.cases import CASES, FORMS, GROUP, HEAD
from sandbox import ROOT

from lockstep.explain.script import reader, source
from lockstep.explain.script.check import check_source
from lockstep.explain.script.rule import LEVELS, Pattern, rules

RULES = {rule.name: rule for rule in rules()}
# Programs of this project that make a mistake on purpose, or show a name on purpose, beside those that prove a rule.
ON_PURPOSE = {
    "data-parallel": "checkpoints/each_wrapper_has_its_own_prefix data-parallel/ errors/model_on_the_ gpu/data_parallel_",
    "collective-on-some-ranks": (
        "ddp/barrier_names_the_missing_rank ddp/skipped_collective_hangs errors/four_ranks_job_7 "
        "errors/watchdog_ends_the_rank_that_waits debug/roll_call_names_every_missing_rank checkpoints/barrier_lets_every_rank_find_the_file "
        "fault-tolerance/closed_connection_is_noticed fault-tolerance/connections_close_once fault-tolerance/silent_rank_is_noticed"
    ),
    "forward-past-the-wrapper": "ddp/module_call_skips_the_average errors/block_without_a_cache",
    "gradients-summed": (
        "errors/four_ranks_job_ errors/summary_ debug/anomaly_mode_names_the_forward_line "
        "experts/a_sum_over_all_tokens_needs_no_factor"
    ),
    "loss-times-world-size": "ddp/world_size_restores_a_summed_loss",
    "load-onto-gpu-0": "checkpoints/map_location_keeps_ranks_on_their_gpu",
    "local-rank-argument": "errors/both_spellings_are_known errors/dashed_local_rank_is_not_known",
    "mean-of-means": "batch-size/averaged_accuracies_miss_the_accuracy",
    "module-prefix": "checkpoints/inner_module_saves_plain_keys data-parallel/wrapped_keys_do_not_fit_the_plain_model",
    "fixed-port": "errors/free_port_from_the_system launch/srun_tells_ launch/usr1_saves_",
    "no-destroy": "launch/spawn_raises_the_error_of_the_rank",
    "no-sampler": "ddp/without_sampler_every_rank_reads_everything",
    "optimizer-before-sharding": "large-models/optimizer_before_fully_shard_never_updates",
    "same-order-every-epoch": (
        "batch-size/warm_up_counted_in_steps_outlasts_the_training errors/sampler_and_shuffle_exclude_each_other"
    ),
    "sampler-and-shuffle": "ddp/sampler_needs_set_epoch",
    "save-on-every-rank": "checkpoints/inner_module_saves_plain_keys",
    "skipped-iteration": "errors/skipping_on_one_rank_mixes_the_iterations",
    "state-on-some-ranks": "checkpoints/gathering_on_rank_0_alone_hangs",
    "unequal-seeds": "fsdp/unequal_seeds_shard_unequal_models errors/replicas_of_hsdp_start_unequal",
    "wrapper-on-some-ranks": "fsdp/evaluation_on_rank_0_hangs",
}


def found(text: str) -> set[str]:
    return {report.rule.name for report in check_source(source.parse("train.py", text.encode()))}


def test_each_rule_has_a_case():
    assert set(CASES) == set(RULES)
    assert len(RULES) >= 30


@pytest.mark.parametrize("name", CASES)
def test_a_rule_finds_the_broken_script_and_not_the_fixed_one(name):
    broken, fixed = CASES[name]
    assert name in found(HEAD + broken)
    assert name not in found(HEAD + fixed)


LOOP = (
    "model = DDP(net)\noptimizer = torch.optim.SGD(net.parameters())\nfor x in loader:\n    loss = model(x)\n    {}\n"
)

BY_RANK = ["loss.backward()", "if dist.get_rank() == 0:", "    stop = evaluate(x) < 0.01"]
SENT = ["loss.backward()", "dist.broadcast(end, 0)"]
REDUCED = ["loss.backward()", "dist.all_reduce(correct)"]


@pytest.mark.parametrize(
    ("name", "lines", "is_found"),
    [
        ("early-stop-on-one-rank", ["loss.backward()", "stopping(loss)", "if stopping.early_stop:", "    break"], True),
        ("early-stop-on-one-rank", ["loss.backward()", "dist.broadcast(end, 0)", "if early_stop:", "    break"], True),
        ("early-stop-on-one-rank", [*SENT, "early_stop = end.item() > 0", "if early_stop:", "    break"], False),
        ("early-stop-on-one-rank", [*REDUCED, "if loss.item() < 0.01:", "    break"], True),
        ("early-stop-on-one-rank", [*REDUCED, "if correct.item() / total > best:", "    break"], False),
        ("early-stop-on-one-rank", ["loss.backward()", "dist.barrier()", "if loss < best:", "    break"], True),
        ("early-stop-on-one-rank", [*REDUCED, "stopper.update(correct)", "if stopper.early_stop:", "    break"], False),
        ("early-stop-on-one-rank", [*BY_RANK, "if stop:", "    break"], True),
        ("early-stop-on-one-rank", ["stop = False", *BY_RANK, "dist.all_reduce(loss)", "if stop:", "    break"], True),
        ("early-stop-on-one-rank", [*BY_RANK, "stop = tell(stop)", "if stop:", "    break"], False),
        ("early-stop-on-one-rank", [*BY_RANK, "dist.broadcast_object_list([stop])", "if stop:", "    break"], False),
        ("early-stop-on-one-rank", [*BY_RANK, "self.tell(stop)", "if stop:", "    break"], False),
        ("early-stop-on-one-rank", ["stop = x.sum() > 9", "loss.backward()", "if stop:", "    break"], False),
        ("early-stop-on-one-rank", [*BY_RANK, "if done:", "    break"], False),
        (
            "early-stop-on-one-rank",
            [
                "loss.backward()",
                "for value in [loss, top]:",
                "    dist.all_reduce(value)",
                "if loss < best:",
                "    break",
            ],
            False,
        ),
        ("no-zero-grad", ["loss.backward()", "if step % 4 == 0:", "    optimizer.step()"], False),
        (
            "no-zero-grad",
            ["loss.backward()", "optimizer.step()", "for p in net.parameters():", "    p.grad = None"],
            False,
        ),
        ("no-zero-grad", ["opt = torch.optim.SGD(net.parameters())", "loss.backward()", "opt.step()"], False),
        ("no-zero-grad", ["engine.backward(loss)", "optimizer.step()"], False),
    ],
)
def test_a_rule_in_forms_that_people_write(name, lines, is_found):
    assert (name in found(HEAD + LOOP.format("\n    ".join(lines)))) == is_found


@pytest.mark.parametrize(("name", "text", "is_found"), FORMS)
def test_a_rule_is_silent_where_the_script_is_right_in_another_form(name, text, is_found):
    assert (name in found(HEAD + text)) == is_found


@pytest.mark.parametrize(
    ("lines", "is_found"),
    [
        ("rank = dist.get_rank()\ntorch.cuda.set_device(rank)", True),
        ("rank = dist.get_rank() % torch.cuda.device_count()\ntorch.cuda.set_device(rank)", False),
        ("rank = dist.get_rank()\nrank %= 8\ntorch.cuda.set_device(rank % 8)", False),
        ("def main(rank):\n    torch.cuda.set_device(rank)", False),
    ],
)
def test_the_device_of_the_global_rank_is_told_from_that_of_the_local_one(lines, is_found):
    assert ("device-of-the-global-rank" in found(f"{HEAD}{lines}\n")) == is_found


@pytest.mark.parametrize("call", ["validate(model)", "self.sync(model)", "mean_of(loss)", "synchronize()"])
def test_a_function_that_holds_a_collective_may_decide_for_all_ranks(call):
    head = "".join(
        f"def {name}(*given):\n    dist.all_reduce(x)\n" for name in ("validate", "sync", "mean_of", "synchronize")
    )
    loop = "def train(self):\n    for x in loader:\n        loss.backward()\n        {}\n        if {} < self.best:\n            break\n"
    assert "early-stop-on-one-rank" not in found(f"{HEAD}{head}{loop.format(f'loss, acc = {call}', 'acc')}train(DDP)\n")
    assert "early-stop-on-one-rank" in found(f"{HEAD}{head}{loop.format('print(loss)', 'acc')}train(DDP)\n")


@pytest.mark.parametrize(
    ("lines", "is_found"),
    [
        ("if dist.get_rank() < 2:\n    pair = dist.new_group([0, 1])", True),
        ("if rank <= 1:\n    pair = dist.new_group([0, 1])", True),
        ("if rank < 2:\n    first = dist.new_group([0, 1])\nelse:\n    second = dist.new_group([2, 3])", False),
        ("if rank < 2:\n    pair = dist.new_group([0, 1], use_local_synchronization=True)", False),
        ("if rank == 0:\n    pair = dist.new_group([0, 1], use_local_synchronization=True)", False),
        ("if rank < size:\n    pair = dist.new_group([0, 1])", False),
        ("if rank < 2:\n    dist.all_reduce(total, op, pair)", False),
    ],
)
def test_a_group_must_be_made_by_all_ranks_also_where_a_few_take_part(lines, is_found):
    assert ("collective-on-some-ranks" in found(f"{HEAD}{GROUP}{lines}\n")) == is_found


SCALED = (
    "def train(model, optimizer, scaler):\n    scaler.scale(model(x)).backward()\n    {}\n    scaler.step(optimizer)\n"
)


def test_a_scaler_may_be_a_parameter():
    clip = "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)"
    assert "clip-before-unscale" in found(HEAD + SCALED.format(clip))
    assert "clip-before-unscale" not in found(HEAD + SCALED.format(f"scaler.unscale_(optimizer)\n    {clip}"))
    assert "clip-before-unscale" not in found(
        HEAD + SCALED.format(clip).replace("scaler.step(optimizer)", "optimizer.step()")
    )
    assert not {"scaler-without-update", "step-past-the-scaler"} & found(HEAD + SCALED.format(clip))


@pytest.mark.parametrize("backend", ["nccl", "gloo"])
def test_a_script_without_a_function_or_a_guard_ends_without_destroying_its_group(backend):
    assert ("no-destroy" in found(f'{HEAD}dist.init_process_group("{backend}")\n')) == (backend == "nccl")


# Of main_swav.py and main_deepclusterv2.py in facebookresearch/swav: each rank has a file of its own.
SWAV = """
def main():
    model = DDP(net)
    queue_path = os.path.join(args.dump_path, "queue" + str(args.rank) + ".pth")
    for epoch in range(args.epochs):
        if queue is not None:
            torch.save({"queue": queue}, queue_path)
main()
"""
DEEPCLUSTER = """
def main():
    model = DDP(net)
    mb_path = os.path.join(args.dump_path, "mb" + str(args.rank) + ".pth")
    for epoch in range(args.epochs):
        torch.save({"local_memory_embeddings": embeddings,
                    "local_memory_index": index}, mb_path)
main()
"""


@pytest.mark.parametrize("text", [SWAV, DEEPCLUSTER])
def test_a_path_that_was_made_of_the_rank_is_a_file_of_its_own(text):
    assert "save-on-every-rank" not in found(HEAD + text)
    assert "save-on-every-rank" in found(HEAD + text.replace("str(args.rank)", "str(args.epoch)"))


def test_a_path_of_the_rank_may_belong_to_the_whole_file_or_to_the_object():
    whole = 'path = f"{rank}.pt"\ndef main():\n    model = DDP(net)\n    torch.save(model, path)\nmain()\n'
    own = (
        'class Trainer:\n    def __init__(self):\n        self.path = f"{self.rank}.pt"\n        self.model = DDP(net)\n'
        "    def save(self):\n        torch.save(self.model, self.path)\nTrainer().save()\n"
    )
    for text in (whole, own):
        assert "save-on-every-rank" not in found(HEAD + text)
        assert "save-on-every-rank" in found(HEAD + text.replace("rank}", "step}"))


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if rule.broken])
def test_a_rule_finds_the_broken_program_of_its_entry_and_not_the_fixed_one(name):
    rule = RULES[name]
    texts = [(ROOT / "snippets" / path).read_text("utf-8") for path in (rule.broken, rule.fixed)]
    entry = (ROOT / "docs" / rule.page).read_text("utf-8")
    assert rule.broken in entry
    assert rule.fixed in entry
    assert name in found(texts[0])
    assert name not in found(texts[1])


def test_no_rule_finds_anything_else_in_the_programs_of_this_project():
    for path in sorted((ROOT / "snippets").rglob("*.py")):
        snippet = path.relative_to(ROOT / "snippets").as_posix()
        for name in found(path.read_text("utf-8")):
            meant = [*ON_PURPOSE.get(name, "").split(), *(rule.broken for rule in rules() if rule.name == name)]
            assert any(prefix and snippet.startswith(prefix) for prefix in meant), (
                f"{name} in {snippet}: right or wrong?"
            )


@pytest.mark.parametrize(
    "text",
    [
        "noise = torch.Generator().manual_seed(rank)\nmodel = Net()\nfully_shard(model)",
        "if rank < 2:\n    dist.send(mine, rank + 2)\nelse:\n    dist.recv(mine, rank - 2)",
    ],
    ids=["a generator of its own seeds no model", "who receives in the else sends nothing"],
)
def test_what_looks_like_a_mistake_and_is_none_is_let_be(text):
    assert found(HEAD + GROUP + text) == {"no-destroy"}


def test_a_rule_looks_at_the_events_that_its_names_may_match_alone(monkeypatch):
    text = f"{HEAD}{GROUP}" + "x = 1\n" * 1_000 + "if rank == 0:\n    dist.barrier()\n"
    facts = reader.facts(source.parse("train.py", text.encode()).tree)
    asked = []
    matches = Pattern.matches
    monkeypatch.setattr(Pattern, "matches", lambda self, event: asked.append(event) or matches(self, event))
    assert [rule.name for rule in rules() for _ in rule.search(facts) if rule.level == "error"]
    assert len(asked) < 5_000  # one for each event and each pattern are 60,000


@pytest.mark.parametrize("name", RULES)
def test_a_rule_says_what_and_what_to_do_and_links_to_a_section_that_exists(name):
    rule = RULES[name]
    assert rule.level in LEVELS
    assert rule.what.endswith(".")
    assert rule.todo.endswith(".")
    page, _, section = rule.page.partition("#")
    headings = re.findall(r"^#+ (.+)$", (ROOT / "docs" / page).read_text("utf-8"), re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
    assert not section or section in slugs


def test_torch_deprecates_each_name_that_the_rule_calls_so():
    for rule in rules():
        if rule.name != "old-name":
            continue
        module, _, name = rule.find[0].call[0].rpartition(".")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            thing = getattr(importlib.import_module(module), name)
        assert getattr(thing, "__deprecated__", None) or thing.__init__.__deprecated__, name
