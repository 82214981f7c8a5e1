const assert = require("node:assert/strict");
const test = require("node:test");

class Started {
  constructor(address) {
    this.address = address;
  }
}
Object.assign(globalThis, { Worker: Started, XMLHttpRequest: class {}, location: { protocol: "https:", search: "" } });
globalThis.document = { getElementById: () => ({}) };
require("../../docs/assets/lazy-search.js");

test("the worker of the search alone waits, also where the host is called research", () => {
  assert.ok(new Worker("https://research.example/assets/explain.js") instanceof Started);
  assert.ok(!(new Worker("https://research.example/assets/search-worker.js") instanceof Started));
});
