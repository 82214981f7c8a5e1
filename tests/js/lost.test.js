const assert = require("node:assert/strict");
const test = require("node:test");
const { nearest, wordsOf } = require("../../docs/assets/lost.js");

const KNOWN = ["", "ddp/", "ddp/deep/", "ddp/why/", "batch-size/deep/", "errors/unused-parameters/", "errors/no-unused-parameters-found/"];

for (const [asked, first] of [
  ["ddp/deeep/", "ddp/deep/"],
  ["ddp/deep.html", "ddp/deep/"],
  ["docs/ddp/why", "ddp/why/"],
  ["error/unused_parameters", "errors/unused-parameters/"],
  ["batchsize/deep/", "batch-size/deep/"],
]) test(asked, () => assert.equal(nearest(asked, KNOWN)[0], first));

test("nothing is near to noise", () => assert.deepEqual(nearest("wp-login.php", KNOWN), []));
test("three at most", () => assert.equal(nearest("ddp/deep/", [...KNOWN, "ddp/deep2/", "ddp/deep3/", "ddp/deep4/"]).length, 3));
test("words of an address", () => assert.deepEqual(wordsOf("errors/unused_parameters-2/index.html"), ["errors", "unused", "parameters", "2"]));
test("none of the root", () => assert.deepEqual(wordsOf(""), []));
