"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
require("../../docs/assets/formula.js");
const { planCommand, planLayout, planShort, planTimes } = require("../../docs/assets/planner.js");

const names = ["pp", "stages", "dp", "fsdp", "cp", "tp", "ep", "micro_batch", "recompute"];
const data = { names, models: { small: { values: { layers: 2 } } }, clusters: { h100: { values: { memory: 85e9 } } } };
const job = { layers: 2, memory: 85e9, gpus: 8, sequence: 4096, batch: 64 };

for (const text of ["pp=2 tp=8 micro-batch=2 recompute=1", "pp2,tp8;micro_batch:2  RECOMPUTE=1"]) {
  test(`${text} is a layout`, () => {
    const { layout, wrong } = planLayout(data, text);
    assert.deepEqual(wrong, []);
    assert.equal(planShort(layout), "pp=2 tp=8 micro_batch=2 recompute=1");
    assert.deepEqual(Object.keys(layout), names);
  });
}
for (const text of ["x=2", "pp=", "pp=1.5", "pp=-1", "tp=0", "recompute=2", "pp=99999999", "constructor=1", "<b>=2", "8"]) {
  test(`${text} is told`, () => assert.equal(planLayout(data, text).wrong.length, 1));
}
test("a layout of ones is short too", () => assert.equal(planShort(planLayout(data, "").layout), "pp=1"));

test("a command names presets, and numbers that differ from them", () => {
  const head = "python -m lockstep plan --model small --cluster h100 --gpus 8 --sequence 4096 --batch 64";
  assert.equal(planCommand(data, { model: "small", cluster: "h100", job }), head);
  const layout = planLayout(data, "fsdp=8").layout;
  assert.equal(planCommand(data, { model: "small", cluster: "h100", job, layout }), `${head} --layout fsdp=8`);
  const own = planCommand(data, { model: "own", cluster: "own", job });
  assert.equal(own, "python -m lockstep plan --gpus 8 --sequence 4096 --batch 64 --set layers=2 memory=85000000000");
});

test("the parts of a step are the step", () => {
  const time = { compute: 1, tp_time: 0.5, cp_time: 0.25, ep_time: 0, one: 1.75, bubble: 0.1, computed: 4, exposed: 0.3, step: 4 * 1.75 * 1.1 + 0.3 };
  const parts = planTimes({ time });
  assert.ok(Math.abs(Object.values(parts).reduce((a, b) => a + b) - time.step) < 1e-12);
});
