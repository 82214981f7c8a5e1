"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { normalLine } = require("../../docs/assets/question-line.js");

const same = [
  ["x = f(a, b)", "x=f( a ,b )", "  x = f(a, b)  # why", "x = f(a, b,)"],
  ['f("gloo")', "f('gloo')", "f(“gloo”)", "f(‘gloo’)"],
  ["if rank == 0: f(a)", "if rank==0 :f(a)", "if  rank == 0: f( a )"],
  ['x = {"a": 1, "b": [2]}', "x = {'a':1,'b':[2,],}"],
];
for (const [first, ...others] of same) {
  for (const other of others) test(`${other} is ${first}`, () => assert.equal(normalLine(other), normalLine(first)));
}
const unlike = [
  ["f(a)", "f(b)"], ["f('a b')", "f('ab')"], ["not x", "notx"], ["f('#')", "f('')"], ["f(A)", "f(a)"], ["f(1)", "f(1.0)"],
];
for (const [one, other] of unlike) test(`${one} is not ${other}`, () => assert.notEqual(normalLine(one), normalLine(other)));
