"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { calculate, fromAddress, toAddress, shownNumber } = require("../../docs/assets/calculator.js");

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
