const assert = require("node:assert/strict");
const test = require("node:test");
const { setUp, search } = require("../../docs/assets/search-worker.js");

const page = (location, title, text) => ({ location, title, text });
setUp({
  config: { same: [["hang", "stuck", "deadlock"]], words: { "ddp/": "Horovod; train on many GPUs" }, teaches: { "glossary/#straggler": "scaling/" } },
  docs: [
    page("ddp/", "DistributedDataParallel", "<p>It averages gradients. <code>no_sync</code> waits.</p>"),
    page("ddp/#buckets", "Buckets", "<p>A bucket of 25 MB. 1 &lt; 2 &amp; 3</p>"),
    page("ddp/recall/", "Recall: DistributedDataParallel", "<p>What is a bucket? It averages gradients.</p>"),
    page("errors/hangs/", "It hangs", "<p>A rank waits for an all_reduce.</p>"),
    page("errors/ports/", "It is taken", "<p>torchrun has a port.</p>"),
    page("launch/", "Launching", "<p>torchrun has a port.</p>"),
    page("glossary/", "Glossary", "<p>Terms.</p>"),
    page("glossary/#all-reduce", "All-reduce", "<p>Sums over ranks.</p>"),
    page("scaling/", "Scaling", "<p>A straggler is late.</p>"),
    page("glossary/#straggler", "Straggler", "<p>A straggler is late.</p>"),
  ],
});
const first = (query) => search(query).items[0]?.[0].location;

for (const [query, expected] of [
  ["stuck", "errors/hangs/"], // a synonym
  ["deadlocks", "errors/hangs/"], // in another form
  ["horovod", "ddp/"], // a word that the page lacks
  ["distributed data parallel", "ddp/"], // the words of a name
  ["DistributedDataParalel", "ddp/"], // a letter is missing
  ["gradeints", "ddp/"], // two are swapped
  ["distrib", "ddp/"], // it is being typed
  ["all reduce", "glossary/#all-reduce"],
  ["allreduce", "glossary/#all-reduce"],
  ["model.no_sync():", "ddp/"],
  ["bucket", "ddp/#buckets"], // the section, and above the page that only asks
  ["port of torchrun", "launch/"], // what names no trouble is asked of a page that teaches
  ["port of torchrun taken: error", "errors/ports/"],
  ["port of torchrun and six words that it has", "errors/ports/"], // a long text may be a message
  ["straggler", "scaling/"], // a term: the page that teaches it, and then its entry
  ["--", undefined],
  ["the of", undefined],
  ["zzqx", undefined],
]) test(query, () => assert.equal(first(query), expected));

test("what was found is marked, and text stays text", () => {
  const [section] = search("bucket").items[0];
  assert.equal(section.text, "<p>A <mark>bucket</mark> of 25 MB. 1 &lt; 2 &amp; 3</p>");
  assert.deepEqual(section.terms, { buckets: true, bucket: true });
});
test("an entry of the glossary carries its text in the title", () =>
  assert.match(search("allreduce").items[0][0].title, /^<mark>All-reduce<\/mark><small>Sums/));
test("the entry of a term follows the page that teaches it", () =>
  assert.deepEqual(search("straggler").items.map(([top]) => top.location), ["scaling/", "glossary/#straggler"]));
test("of a long text the end is asked for", () => assert.equal(first(`${"word ".repeat(99)}${Array.from({ length: 99 }, (_, n) => `w${n}x`).join(" ")} stuck`), "errors/hangs/"));
