"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { rankSpan, stateAt, namesAt, nextMeeting } = require("../../docs/assets/player.js");

const steps = [{ at: 1, line: 4, set: { x: { text: "1" } } }, { at: 2, line: 5, set: { x: null, y: { text: "2" } } }, { at: 7, line: 6 }];
const lane = { steps, end: "has ended", at: 8 };
const op = { name: "all_reduce", ranks: [0, 1], parts: [{ rank: 0, step: 1, enter: 3, leave: 6, on: [1] }, { rank: 1, step: 1, enter: 5, leave: 6, on: [0] }] };
const met = { lanes: [lane, lane], ops: [op], end: "finished" };
const said = (trace, rank, now) => stateAt(trace, rank, now).said;

test("a rank that comes first waits for the last", () => {
  assert.equal(said(met, 0, 2), "runs line 5");
  assert.equal(said(met, 0, 4), "waits in all_reduce for rank 1");
  assert.equal(said(met, 1, 4), "runs line 5");
  assert.equal(said(met, 0, 5), "is in all_reduce: all have come");
  assert.deepEqual([stateAt(met, 0, 4).isWaiting, stateAt(met, 0, 5).isWaiting], [true, false]);
  assert.equal(said(met, 0, 8), "has ended");
});
test("a rank that hangs waits for ever", () => {
  const stuck = { ...met, end: "hang", ops: [{ ...op, parts: [{ rank: 0, step: 1, enter: 3, on: [1] }] }], lanes: [{ ...lane, steps: steps.slice(0, 2), at: 4 }, lane] };
  assert.equal(said(stuck, 0, 8), "waits for ever in all_reduce for rank 1");
  assert.equal(stateAt(stuck, 0, 8).isWaiting, true);
});
test("another call in the same place does not count as having come", () => {
  const parts = [{ rank: 0, step: 1, enter: 3, on: [1], name: "broadcast" }, { rank: 1, step: 1, enter: 3, on: [0], name: "barrier" }];
  assert.equal(said({ ...met, ops: [{ ...op, parts }] }, 0, 3), "waits in broadcast for rank 1");
});
test("a rank waits for a call in the background at the line that waits", () => {
  const parts = [{ rank: 0, step: 0, enter: 2, leave: 3, on: [1], done: 7 }, { rank: 1, step: 1, enter: 6, leave: 7, on: [0] }];
  const background = { ...met, ops: [{ ...op, parts }], lanes: [{ ...lane, steps: [{ at: 1, line: 4 }, { at: 4, line: 5 }, { at: 8, line: 6 }] }, lane] };
  assert.equal(said(background, 0, 5), "waits in all_reduce for rank 1");
  assert.equal(said(background, 0, 3), "runs line 4");
});
test("a call in the background does not wait for who comes later", () => {
  const parts = [{ rank: 0, step: 1, enter: 3, leave: 4, on: [1], name: "isend" }, { rank: 1, step: 1, enter: 5, leave: 6, on: [0], name: "irecv" }];
  const sent = { ...met, ops: [{ ...op, name: "message", parts }] };
  assert.equal(said(sent, 0, 3), "calls isend and goes on");
  assert.equal(stateAt(sent, 0, 3).isWaiting, false);
});
test("a rank waits for one that has failed, and fails", () => {
  const lanes = [{ steps: steps.slice(0, 2), at: 5, end: "RuntimeError: Connection closed" }, { ...lane, steps: steps.slice(0, 1), at: 2, end: "KeyError: 'image'" }];
  const failed = { ...met, lanes, ops: [{ ...op, parts: [{ rank: 0, step: 1, enter: 3, leave: 4, on: [1] }] }] };
  assert.equal(said(failed, 0, 3), "waits in all_reduce for rank 1");
  assert.equal(said(failed, 1, 3), "has failed: KeyError: 'image'");
  assert.equal(said(failed, 0, 5), "has failed: RuntimeError: Connection closed");
});
test("a line has changed its names when the next one begins", () => {
  assert.deepEqual([...namesAt(met, 0, 1).values], []);
  assert.deepEqual([...namesAt(met, 0, 2).values], [["x", { text: "1" }]]);
  assert.deepEqual([...namesAt(met, 0, 7).values], [["y", { text: "2" }]]);
  assert.deepEqual([...namesAt(met, 0, 7).fresh], ["x", "y"]);
});
test("the next meeting is the next moment at which a rank enters", () => {
  assert.deepEqual([1, 3, 5].map((now) => nextMeeting(met, now)), [3, 5, 8]);
});
test("ranks are named as on the page", () => {
  assert.deepEqual([[2], [0, 1], [0, 1, 2], [0, 2, 3]].map(rankSpan), ["rank 2", "ranks 0, 1", "ranks 0–2", "ranks 0, 2, 3"]);
});
