"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
require("../../docs/assets/formula.js");
const { draw, freshen } = require("../../docs/assets/fresh.js");

const of = { given: { N: [4, 8], half: "N 2 div:2", b: 64 }, answer: "N b mult:2", tolerance: "0", traps: ["half"], says: ["N", "answer"] };

test("a draw computes all from what is drawn", () => {
  const { names, answer, traps, says } = draw({ ...of, where: "N 4 gt:2" });
  assert.deepEqual([names, answer, traps, says], [{ N: 8, half: 4, b: 64, answer: 512 }, 512, [4], [8, 512]]);
});

test("a question gets other numbers than it shows", () => {
  const places = [{ dataset: { n: "0" } }, { dataset: { n: "1" } }];
  const traps = [{ dataset: { value: "4.0" } }];
  const question = {
    dataset: { fresh: JSON.stringify(of) },
    asked: { answer: 512, tolerance: 0, unit: "GB" },
    querySelectorAll: (selector) => (selector === "[data-n]" ? places : traps),
  };
  let shown = 512;
  for (let times = 0; times < 5; times += 1) {
    freshen(question);
    assert.notEqual(question.asked.answer, shown);
    shown = question.asked.answer;
    assert.equal(places[1].textContent, String(shown));
    assert.equal(Number(traps[0].dataset.value), shown / 128);
    assert.equal(question.asked.unit, "GB");
  }
});
