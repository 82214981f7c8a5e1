const assert = require("node:assert/strict");
const test = require("node:test");
const { asQuery } = require("../../docs/assets/search.js");

const words = (query) => query.split(" ").filter((term) => !term.includes("^")).join(" ");

for (const [written, expected] of [
  ["--nproc-per-node", "nproc per node"],
  ["error: unrecognized arguments: --local-rank=0", "error unrecognized arguments local rank 0"],
  ['Unexpected key(s) in state_dict: "module.weight"', "Unexpected key s in state_dict module weight"],
  ["[rank1]: a\n  b", "rank1 a b"],
  ["op.preamble.length <= op.nbytes", "op preamble length nbytes"],
  ["+all -none *any* ~x^2 C:\\x", "all none any x 2 C"],
  [" -- ", ""],
]) test(written, () => assert.equal(words(asQuery(written)), expected));

test("a word as it was written counts more than its beginnings", () => assert.equal(asQuery("all_reduce"), "all_reduce^10 all_reduce"));

test("of a long text the end is asked for", () => {
  const found = words(asQuery(Array.from({ length: 9000 }, (_, n) => `word${n}`).join(" "))).split(" ");
  assert.equal(found.length, 50);
  assert.equal(found.at(-1), "word8999");
});
