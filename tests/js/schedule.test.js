const assert = require("node:assert/strict");
const test = require("node:test");
const { schedule, retrievability, gradeOf } = require("../../docs/assets/schedule.js");
const { due, forecast } = require("../../docs/assets/review.js");

const answer = (day) => (day === null ? {} : { card: { due: day } });
const state = (dues) => ({
  questions: Object.fromEntries(Object.entries(dues).map(([id, day]) => [id, answer(day)])),
});

test("a first review uses the weight of its grade", () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((grade) => schedule(null, grade, 100).due),
    [101, 101, 102, 108],
  );
  assert.equal(schedule(null, 3, 100).n, 1);
});

test("a review does not change the card it is given", () => {
  const card = Object.freeze(schedule(null, 3, 100));
  const next = schedule(card, 3, 102);
  assert.equal(next.n, 2);
  assert.equal(next.last, 102);
  assert.ok(next.due > 104);
});

test("a clock that was set back counts as the same day", () => {
  const card = schedule(null, 3, 100);
  assert.equal(schedule(card, 3, 90).s, schedule(card, 3, 100).s);
  assert.equal(retrievability(card, 90), 1);
});

test("the chance to know it is nine in ten when it is due", () => {
  const card = { s: 10, last: 100 };
  assert.ok(Math.abs(retrievability(card, 110) - 0.9) < 1e-12);
});

test("due: oldest first, equal ones in the order given, only those there are", () => {
  const all = state({ a: 10, b: 9, c: 12, d: null, e: 9, gone: 1 });
  assert.deepEqual(due(all, 10, ["a", "b", "c", "d", "e", "new"]), ["b", "e", "a"]);
  assert.deepEqual(due(all, 10), ["gone", "b", "e", "a"]);
  assert.deepEqual(due(all, 0, ["a"]), []);
});

test("forecast: overdue counts today, beyond the last day counts nowhere", () => {
  const all = state({ a: 8, b: 10, c: 12, d: 13, e: null });
  assert.deepEqual(forecast(all, 10, 3), [2, 0, 1]);
  assert.deepEqual(forecast(all, 10, 3, ["c", "unknown"]), [0, 0, 1]);
});

test("grades of answers", () => {
  assert.equal(gradeOf({ share: 0, sure: true }), 1);
  assert.equal(gradeOf({ share: 2 / 3, sure: true }), 1);
  assert.equal(gradeOf({ share: 3 / 4, sure: true, isNew: true }), 2);
  assert.equal(gradeOf({ share: 4 / 5, sure: null }), 2);
  assert.equal(gradeOf({ share: 1, sure: false, isNew: true }), 2);
  assert.equal(gradeOf({ share: 1, sure: null }), 3);
  assert.equal(gradeOf({ share: 1, sure: null, isNew: true }), 4);
  assert.equal(gradeOf({ share: 1, sure: true, isNew: true }), 4);
});

test("days on which a card was forgotten are counted, also of a card that counted none before", () => {
  const first = schedule(null, 1, 100);
  assert.equal(first.lapses, 0);
  assert.equal(schedule(first, 1, 100).lapses, 0, "the same day");
  const { lapses, ...old } = schedule(first, 3, 101);
  assert.equal(schedule(schedule(old, 1, 105), 1, 106).lapses, 2);
  assert.equal(schedule({ ...old, lapses: 4 }, 3, 105).lapses, 4);
});
