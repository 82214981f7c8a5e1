const assert = require("node:assert/strict");
const test = require("node:test");
require("../../docs/assets/state.js");
const { draw, told, wished } = require("../../docs/assets/mixed.js");

const LEVELS = ["beginner", "intermediate", "advanced", "expert"];
const KINDS = ["choice", "predict", "multi", "numeric"];
const pool = ["a", "b", "c", "d", "e"].flatMap((topic, place) =>
  Array.from({ length: 8 + place }, (_, index) => ({
    id: `${topic}${index}`, topic, kind: KINDS[index % 4], level: LEVELS[index % 3],
  })),
);
const of = (id) => pool.find((problem) => problem.id === id);
const wish = (seed, count, topics) => draw(pool, { seed, count, topics });

test("a seed gives the same problems in the same order, another seed others", () => {
  assert.deepEqual(wish("one", 10), wish("one", 10));
  assert.notDeepEqual(wish("one", 10), wish("two", 10));
});

test("no problem comes twice, and topics take turns", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const drawn = wish(String(seed), 12);
    assert.equal(new Set(drawn).size, 12);
    const counts = ["a", "b", "c", "d", "e"].map((topic) => drawn.filter((id) => of(id).topic === topic).length);
    assert.ok(Math.max(...counts) <= 3 && Math.min(...counts) >= 2, `${seed}: ${counts}`);
  }
});

test("levels rise", () => {
  const levels = wish("x", 15).map((id) => LEVELS.indexOf(of(id).level));
  assert.deepEqual(levels, [...levels].sort());
});

test("kinds that ask for more than a choice among texts come more often", () => {
  const drawn = Array.from({ length: 400 }, (_, seed) => wish(String(seed), 5)).flat().map((id) => of(id).kind);
  const open = drawn.filter((kind) => ["predict", "numeric"].includes(kind)).length / drawn.length;
  assert.ok(open > 0.6 && open < 0.95, `${open}`);
});

test("only chosen topics, and no more problems than there are", () => {
  assert.ok(wish("x", 10, ["b"]).every((id) => of(id).topic === "b"));
  assert.equal(wish("x", 50, ["a"]).length, 8);
  assert.deepEqual(draw([], { seed: "x", count: 5 }), []);
});

test("what an address asks for, and nothing that it may not", () => {
  const known = ["ddp", "fsdp"];
  assert.deepEqual(wished("#seed=ab-1&count=15&topics=ddp+gone", known), { topics: ["ddp"], seed: "ab-1", count: 15 });
  assert.deepEqual(wished("#seed=<img>&count=abc&topics=x", known), { topics: [] });
  assert.deepEqual(wished("", known), { topics: [] });
});

test("a count that there is not becomes the nearest", () => {
  const counts = { 7: 5, 8: 10, "-3": 5, 0: 5, 1000: 15, 12.4: 10, 99999: 15, 15: 15 };
  for (const [count, nearest] of Object.entries(counts)) assert.deepEqual(wished(`#count=${count}`, []), { topics: [], count: nearest });
  for (const count of ["", "x", "%20"]) assert.deepEqual(wished(`#count=${count}`, []), { topics: [] });
});

test("what was drawn is told in words", () => {
  assert.equal(told(10, 33, 33), "10 problems from all 33 topics");
  assert.equal(told(5, 2, 33), "5 problems from 2 topics");
  assert.equal(told(1, 1, 1), "1 problem from 1 topic");
});
