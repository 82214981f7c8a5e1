/* The search behind the theme's box, in the place of the theme's worker, and speaking as that does: a message of type 0
   brings the index of the site and is answered by 1, one of type 2 brings a query and is answered by 3. MiniSearch ranks pages, and
   entries of the glossary (minisearch.js is version 7.2.0 as it is published). Here stands what a word is, what counts more, and what is shown of a page. */
(() => {
  if (typeof importScripts === "function") importScripts("minisearch.js");
  const MiniSearch = globalThis.MiniSearch ?? require("./minisearch.js");

  const SHOWN = 12; // pages
  const LONGEST = 60; // words of a query; of a longer one the end, where a traceback has its message
  const TEASER = 160; // characters of a section, about the first word that was found
  const BETWEEN = /[^\p{L}\p{N}_-]+/u;
  const STOP = new Set(
    ("a about always an and any are as at be but by can case could did do does doing during each every example for from get gets give has " +
      "have how i if in into is issue it its just my of on or problem question should so some than that the their them then there these " +
      "this to torch pytorch nn use used uses using was we what when which while why will with would you your").split(" "),
  );
  const FIELDS = { title: 6, words: 6, headings: 2, text: 1 };
  const EXACT = 8; // for a page that is called as was asked
  const WEIGHTS = [ // what asks, collects or names counts less than the page that teaches
    [/^glossary\/#/, 0.8],
    [/^(contributing|evidence|review|glossary)\//, 0.3],
    [/(recall|challenge)\/$/, 0.4],
    [/(project|try|visual)\/$/, 0.6],
    [/(why|perf|deep)\/$/, 0.8],
    [/^/, 1],
  ];

  // Words of a query that names a trouble. A short one without any asks for a page that teaches, and an error counts less; a
  // long one may be a message.
  const TROUBLE =
    /error|exception|fail|\bdisk|hang|stuck|fr[eo]+z|deadlock|crash|kill|dies?\b|stop|cannot|mismatch|wrong|differs?\b|invalid|expect|timed? ?out|oom|out of memory|nan\b|missing|unable|refus|closed|warning|lost|unused|broken|grow|leak|never|n.t\b|not\b|no\b/i;
  const [CALM, BRIEF] = [0.6, 8];

  let same; // word: the word that stands for it and those that mean the same
  let known; // word of the index: how often it is there
  let cache; // word as it is written: its terms
  let entries; // address: page, or entry of the glossary
  let teaches; // address of an entry of the glossary: the page that teaches its term
  let engine;

  /** @param {string} word in lower case @returns {string} the word without its ending: hangs, hanging, hanged are one word */
  const stem = (word) =>
    word.length < 5 || /\d/.test(word) ? word : word.replace(/(?:ings?|ed|e?s|er|ers|e|ly)$/, "").replace(/([^aeiou])\1$/, "$1");

  /** @param {string} word @returns {string[]} the words of a name: `no_sync`, `DistributedDataParallel`, `all-reduce`, `FSDP2` */
  const split = (word) =>
    word.replace(/([a-z])([A-Z])/g, "$1_$2").replace(/([A-Za-z]{2})(\d)/g, "$1_$2").split(/[_-]+/).filter(Boolean);

  const normal = (word) => {
    const small = word.toLowerCase();
    return STOP.has(small) ? "" : (same.get(stem(small)) ?? stem(small));
  };
  /** @param {string} word as it is written @returns {string[]} the terms of the index for it: the whole, and its parts */
  const termsOf = (word) => {
    if (!cache.has(word)) {
      const parts = split(word);
      cache.set(word, [...new Set([parts.join(""), ...parts].map(normal))].filter(Boolean));
    }
    return cache.get(word);
  };
  const written = (text) => text.split(BETWEEN).map((word) => word.replace(/^[-_]+|[-_]+$/g, "")).filter(Boolean);
  const terms = (text) => written(text).flatMap(termsOf);
  const partsOf = (text) => new Set(written(text).flatMap(split).map(normal).filter(Boolean));

  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const plain = (html) =>
    html.replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&").replace(/\s+/g, " ").trim();

  /** Reads the index: one document for a page with all its sections, and one for each entry of the glossary. */
  function setUp({ config, docs }) {
    same = new Map((config.same ?? []).flatMap((group) => group.map((word) => [stem(word), stem(group[0])])));
    [known, cache, entries] = [new Map(), new Map(), new Map()];
    teaches = config.teaches ?? {};
    for (const { location, title, text } of docs) {
      const [path, anchor] = location.replace(/index\.html(?=#|$)/, "").split("#"); // in the zip links name files
      const id = anchor && path === "glossary/" ? `${path}#${anchor}` : path;
      const section = { location, title: plain(title), text: plain(text) };
      const entry = entries.get(id);
      if (!entry) entries.set(id, { id, ...section, words: config.words?.[id] ?? "", headings: "", sections: [section] });
      else {
        entry.headings += ` ${section.title}`;
        entry.text += ` ${section.text}`;
        entry.sections.push(section);
      }
    }
    const count = (term) => known.set(term, (known.get(term) ?? 0) + 1) && term;
    engine = new MiniSearch({ fields: Object.keys(FIELDS), tokenize: terms, processTerm: count });
    engine.addAll([...entries.values()]);
    for (const entry of entries.values())
      entry.names = [...entry.title.split(/[,:]/), ...entry.words.split(";")].map(partsOf).filter((name) => name.size);
  }

  /** @returns {number} how many letters are missing, added, wrong, or swapped with the next */
  const distance = (one, other) => {
    let [before, row] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
    for (let y = 1; y <= one.length; y++) {
      const next = [y];
      for (let x = 1; x <= other.length; x++) {
        next[x] = Math.min(row[x] + 1, next[x - 1] + 1, row[x - 1] + (one[y - 1] !== other[x - 1]));
        if (one[y - 1] === other[x - 2] && one[y - 2] === other[x - 1]) next[x] = Math.min(next[x], before[x - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[other.length];
  };
  /** @param {string} term that no page has @returns {string} the nearest that some page has; the term itself if none is near */
  const nearest = (term) => {
    let [best, least] = [term, term.length < 6 ? 1.5 : 2.5];
    for (const [word, times] of known) {
      if (word[0] !== term[0] || Math.abs(word.length - term.length) > 2) continue;
      const cost = distance(term, word) - times / (times + 1e4); // of two that are as near, the one that is used more
      if (cost < least) [best, least] = [word, cost];
    }
    return best;
  };
  /** The words of a query and, to look for, these with names that they make together: "all reduce" is `all_reduce` too. */
  const asked = (query) => {
    const parts = [...partsOf(query)].slice(-LONGEST);
    const isTyped = (term) => term === parts.at(-1) && [...known.keys()].some((word) => word.startsWith(term));
    const right = parts.map((term) => (known.has(term) || term.length < 4 || isTyped(term) ? term : nearest(term)));
    const joined = parts.slice(1).map((term, at) => parts[at] + term);
    const names = [...joined, ...terms(query)].filter((term) => known.has(term));
    return { parts: new Set(right), list: [...new Set([...names, ...right])].slice(-LONGEST) };
  };
  const isCalled = (entry, parts) =>
    entry.names.some(
      (name) => (name.size === parts.size && [...parts].every((term) => name.has(term))) || [...name].join("") === [...parts].join(""),
    );

  /** @param {string} query @returns {{id: string, score: number, terms: string[]}[]} pages and entries, the best first */
  function find(query) {
    const { list, parts } = asked(query);
    const calm = written(query).length <= BRIEF && !TROUBLE.test(query);
    const found = engine.search(list.join(" "), {
      tokenize: () => list,
      processTerm: (term) => term,
      boost: FIELDS,
      boostDocument: (id) => WEIGHTS.find(([pattern]) => pattern.test(id))[1] * (calm && id.startsWith("errors/") ? CALM : 1),
      prefix: (term, at) => at === list.length - 1 && term.length > 1 && !known.has(term), // it is being typed
    });
    for (const result of found) {
      result.score *= (result.queryTerms.length / list.length) * (isCalled(entries.get(result.id), parts) ? EXACT : 1);
    }
    const results = new Map(found.map((result) => [result.id, result]));
    for (const { id, score } of found) { // the page that teaches a term stands just above the entry that says what it is
      const page = results.get(teaches[id]);
      if (page) page.score = Math.max(page.score, score * 1.001);
    }
    return found.sort((one, other) => other.score - one.score).slice(0, SHOWN);
  }

  /** @returns {string} a piece of text as HTML, in which the words that were found are marked */
  const marked = (text, terms) =>
    text.split(/([\p{L}\p{N}_-]+)/u)
      .map((piece, at) => (at % 2 && termsOf(piece).some((term) => terms.has(term)) ? `<mark>${escape(piece)}</mark>` : escape(piece)))
      .join("");
  const teaser = (text, terms) => {
    const at = Math.max(0, [...text.matchAll(/[\p{L}\p{N}_-]+/gu)].find(([word]) => termsOf(word).some((term) => terms.has(term)))?.index ?? 0);
    const start = at < TEASER / 2 ? 0 : text.indexOf(" ", at - TEASER / 3) + 1;
    const piece = text.slice(start, start + TEASER);
    const end = piece.length < TEASER ? piece : `${piece.slice(0, piece.lastIndexOf(" "))} …`;
    return marked(`${start ? "… " : ""}${end}`, terms);
  };
  /** @returns {number} how much a section has of what was found: a rare word counts more, one of its title three times */
  const weigh = (section, found, words = "") => {
    section.written ??= [...new Set(written(`${section.title} ${section.text}`))];
    section.inTitle ??= new Set(terms(`${section.title} ${words}`));
    section.inText ??= new Set(section.written.flatMap(termsOf));
    const part = (term) => (section.inTitle.has(term) ? 3 : +section.inText.has(term)) / Math.log(2 + known.get(term));
    return [...found].reduce((sum, term) => sum + part(term), 0);
  };

  /** @returns {object[]} what the theme shows of a page: the page, and sections that have more of the query than its top */
  function shown({ id, score, terms: found }) {
    const terms = new Set(found);
    const { sections, words } = entries.get(id);
    const weights = new Map(sections.map((section, at) => [section, weigh(section, terms, at ? "" : words)]));
    const item = (section, score) => {
      const all = section.written.filter((word) => termsOf(word).some((term) => terms.has(term)));
      const marks = [...new Set(all.map((word) => word.toLowerCase()))].slice(0, 8).map((word) => [word, true]); // on the page
      const title = marked(section.title, terms);
      const text = `<p>${teaser(section.text, terms)}</p>`;
      // The theme shows no text of a section that stands alone, as an entry of the glossary does.
      const whole = id.includes("#") ? title + text.replaceAll("p>", "small>") : title;
      return { location: section.location, title: whole, text, score, terms: Object.fromEntries(marks) };
    };
    const [top, ...others] = sections;
    const best = others.filter((section) => weights.get(section) > weights.get(top));
    best.sort((one, other) => weights.get(other) - weights.get(one));
    const [first, second] = best;
    return [...(first ? [item(first, score)] : []), item(top, first ? score * 0.9 : score), ...(second ? [item(second, score * 0.8)] : [])];
  }
  const search = (query) => ({ items: /[\p{L}\p{N}]/u.test(query) ? find(query).map(shown) : [] });

  if (typeof module === "object") module.exports = { setUp, search };
  else
    addEventListener("message", ({ data: { type, data } }) => {
      if (type === 0) setUp(data);
      postMessage(type === 0 ? { type: 1 } : { type: 3, data: search(data) });
    });
})();
