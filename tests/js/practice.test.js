const assert = require("node:assert/strict");
const test = require("node:test");
require("../../docs/assets/state.js");
const { progressOf } = require("../../docs/assets/progress.js");
const { outlook } = require("../../docs/assets/review.js");

const TODAY = 20_777; // 20 November 2026

const state = (questions) => ({ questions });
const due = (day) => ({ key: "k", result: "wrong", card: { due: day } });

test("progress: met, known, to see again", () => {
  const keys = [["a", "k"], ["b", "k"], ["c", "k"], ["d", "k"]];
  const right = { key: "k", result: "right" };
  const answers = { a: right, b: { key: "k", result: "wrong" }, other: right };
  assert.deepEqual(progressOf(state(answers), keys), { met: 2, known: 1, again: 1 });
  assert.deepEqual(progressOf(state({}), keys), { met: 0, known: 0, again: 0 });
});

test("progress: an answer to another wording is met, not known", () => {
  const answers = { a: { key: "old", result: "right" } };
  assert.deepEqual(progressOf(state(answers), [["a", "k"]]), { met: 1, known: 0, again: 1 });
});

test("progress: what is only typed so far is not met", () => {
  assert.deepEqual(progressOf(state({ a: { key: "k", text: "…" } }), [["a", "k"]]), { met: 0, known: 0, again: 0 });
});

test("outlook: due today counts what is overdue, and only questions there are", () => {
  const all = state({ a: due(TODAY - 3), b: due(TODAY), c: due(TODAY + 1), gone: due(TODAY) });
  assert.equal(outlook(all, TODAY, ["a", "b", "c"])[0], "2 due today");
});

test("outlook: nothing due names the next day and how many", () => {
  const all = state({ a: due(TODAY + 2), b: due(TODAY + 2), c: due(TODAY + 9) });
  const [title, text] = outlook(all, TODAY, ["a", "b", "c"]);
  assert.equal(title, "Nothing is due today");
  assert.match(text, /^Next: 2 on 22 Nov/);
});

test("outlook: nothing met, and nothing that comes back", () => {
  assert.equal(outlook(state({}), TODAY, ["a"])[0], "Nothing here yet");
  assert.equal(outlook(state({ a: { result: "right" } }), TODAY, ["a"])[0], "Nothing waits for you");
});
