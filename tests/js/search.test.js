const assert = require("node:assert/strict");
const test = require("node:test");
const { asWords } = require("../../docs/assets/search.js");

for (const [pasted, words] of [
  ["error: unrecognized arguments: --local-rank=0", "error unrecognized arguments local rank 0"],
  ['Unexpected key(s) in state_dict: "module.weight"', "Unexpected key s in state_dict module weight"],
  ["[rank1]: a\n  b", "rank1 a b"],
  ["op.preamble.length <= op.nbytes", "op preamble length op nbytes"],
  ["--nproc-per-node", "nproc per node"],
  ["+all -none *any* ~x^2", "all none any x 2"],
]) test(pasted, () => assert.equal(asWords(pasted), words));
