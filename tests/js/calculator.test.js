"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
require("../../docs/assets/formula.js");
const { calculate, fromAddress, toAddress, shownNumber, fault, around, outcome, told } = require("../../docs/assets/calculator.js");

const of = { id: "a-ring", inputs: [{ name: "S" }, { name: "N" }] };

test("a program runs on names and numbers", () => {
  assert.equal(calculate("2 N 1 sub:2 mult:2 N div:2 S mult:2", { N: 8, S: 28 }), 49);
});
test("a name of the language is no value", () => assert.ok(Number.isNaN(calculate("constructor", {}))));
test("what has no value is shown as a dash", () => assert.equal(shownNumber(calculate("1 N div:2", { N: 0 })), "–"));
test("an address holds the inputs", () => assert.equal(toAddress(of, { S: 1.5, N: 8 }), "#calc-a-ring?S=1.5&N=8"));
test("an address gives them back", () => assert.deepEqual(fromAddress("#calc-a-ring?S=1.5&N=8", of), { S: 1.5, N: 8 }));
for (const fragment of ["", "#calc-a-ring", "#calc-another?S=1", "#calc-a-ring?x=1", "#calc-a-ring?S=&N=ten"]) {
  test(`${fragment || "no fragment"} gives nothing`, () => assert.deepEqual(fromAddress(fragment, of), {}));
}

const gpus = { min: 1, max: 64, whole: true, choices: [] };
for (const value of [0, -1, NaN, 1e99, 2.5]) {
  test(`${value} GPUs are refused in words`, () => assert.equal(fault(value, gpus), "A whole number: 1 to 64"));
}
test("a number in its range has no fault", () => assert.equal(fault(2.5, { ...gpus, whole: false }), ""));
test("only a choice is taken", () => assert.deepEqual([2, 3].map((value) => fault(value, { choices: [[2, "bf16"]] })), ["", "Choose one."]));
test("a curve is drawn within the range, and over whole numbers where things are counted", () => {
  const values = around(4, gpus);
  assert.deepEqual([values[0], values.at(-1), new Set(values).size], [1, 32, values.length]);
  assert.ok(values.every(Number.isInteger));
  assert.equal(around(1, { min: 0.5, max: 2 }).at(-1), 2);
});

const chosen = { inputs: [{ name: "a", choices: [[0, "R"], [3, "S"]] }, { name: "n" }, { name: "b", choices: [[1, "x"], [2, "y"]] }],
  results: [{ name: "r", words: ["even", "odd"], table: [0, 1, 1, 0] }] };
test("a result of a table is that of its choices", () => {
  const words = [[0, 1], [0, 2], [3, 1], [3, 2]].map(([a, b]) => told(chosen.results[0], outcome(chosen, { a, n: 7, b }).r));
  assert.deepEqual(words, ["even", "odd", "odd", "even"]);
});
test("without an input a table has no result", () => assert.ok(Number.isNaN(outcome(chosen, { a: 0, n: NaN, b: 1 }).r)));
