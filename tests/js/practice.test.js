const assert = require("node:assert/strict");
const test = require("node:test");
require("../../docs/assets/state.js");
const { progressOf } = require("../../docs/assets/progress.js");
const { outlook, interleave, portion, studied } = require("../../docs/assets/review.js");

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

const ids = (letter, number) => Array.from({ length: number }, (_, index) => `${letter}${index}`);
const overdue = (names) => Object.fromEntries(names.map((id, index) => [id, due(TODAY - names.length + index)]));

test("topics are mixed evenly and each keeps its order", () => {
  assert.deepEqual(interleave([...ids("a", 4), ...ids("b", 2)], (id) => id[0]), ["a0", "b0", "a1", "a2", "b1", "a3"]);
  assert.deepEqual(interleave(ids("a", 3), () => 0), ids("a", 3));
  assert.deepEqual(interleave([], () => 0), []);
});

test("a day's portion is the longest overdue within the limit", () => {
  const all = [...ids("a", 30), ...ids("b", 3)];
  const some = { questions: overdue(all), settings: {} };
  assert.equal(portion(some, TODAY, all, (id) => id[0]).length, 20);
  assert.ok(portion(some, TODAY, all, (id) => id[0]).every((id) => id[0] === "a"), "of b none is among the first twenty");
  assert.equal(portion({ ...some, settings: { limit: 32 } }, TODAY, all, () => 0).length, 32);
  assert.equal(portion({ ...some, settings: { limit: 0 } }, TODAY, all, () => 0).length, 33);
});

test("what was reviewed today counts to the limit; a first answer does not", () => {
  const all = ids("a", 5);
  const questions = overdue(all);
  questions.a0 = { key: "k", card: { due: TODAY + 4, last: TODAY, n: 2 } };
  questions.a1 = { key: "k", card: { due: TODAY + 8, last: TODAY, n: 1 } };
  assert.deepEqual(portion({ questions, settings: { limit: 3 } }, TODAY, all, () => 0), ["a2", "a3"]);
  assert.deepEqual(portion({ questions, settings: { limit: 1 } }, TODAY, all, () => 0), []);
  assert.equal(outlook({ questions, settings: { limit: 3 } }, TODAY, all)[0], "2 due today");
  assert.match(outlook({ questions, settings: { limit: 3 } }, TODAY, all)[1], /1 more waits: the limit is 3 a day/);
  assert.equal(outlook({ questions, settings: { limit: 1 } }, TODAY, all)[0], "Done for today");
});

test("what shall not come again is not due, in no forecast and in no portion", () => {
  const all = state({ a: { ...due(TODAY - 1), off: true }, b: due(TODAY) });
  assert.deepEqual(portion(all, TODAY, ["a", "b"], () => 0), ["b"]);
  assert.equal(outlook(all, TODAY, ["a", "b"])[0], "1 due today");
  assert.equal(outlook(all, TODAY, ["a"])[0], "Nothing waits for you");
});

test("to study: what is due, then from beginner to expert, those of a level in their order", () => {
  const levels = { a: "advanced", b: "beginner", c: "expert", d: "beginner", e: "intermediate", f: "advanced", g: "beginner" };
  const kept = state({ c: due(TODAY), f: due(TODAY - 2), g: due(TODAY + 3) });
  const order = (all) => studied(all, TODAY, Object.keys(levels), (id) => levels[id]);
  assert.deepEqual(order(state({})), ["b", "d", "g", "e", "a", "f", "c"]);
  assert.deepEqual(order(kept), ["f", "c", "b", "d", "g", "e", "a"]);
});
