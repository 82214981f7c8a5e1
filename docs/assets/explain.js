/* <ls-explain>: a field to paste a log into, and what the log says. The log stays in the browser: nothing is sent.

   The functions above `analyse` do what lockstep/explain/{log,clues,verdict}.py do, step by step; a test compares the
   two on the same logs: change both. What they search for stands in Python alone, as SHARED, and comes with the page. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.explainer) return; // Material's instant navigation runs scripts again

  const WARNED = "No entry knows the error of this rank, but before it the same rank gave this warning.";

  /** The error that the rank died of that torchrun names; null where its last words follow from another's failure. */
  const namedCause = (causes, consequences, summary) => {
    if (!summary) return null;
    const of = (events, end) => events.filter(({ found, place }) => found.rank === summary.rank && place < end);
    const mine = [...of(causes, summary.end), ...of(consequences, summary.start)];
    const last = mine.reduce((best, one) => (best && best.place >= one.place ? best : one), null);
    return last?.role === "cause" ? last : null;
  };

  const rest = (events) => {
    const once = new Map();
    for (const { found } of events) if (!once.has(found.slug || found.text)) once.set(found.slug || found.text, found);
    return [...once.values()];
  };

  const verdict = (sure, root, reason, others = [], consequences = [], named = null, where = null) => ({ sure, root, reason, others, consequences, named, where });

  const choose = (causes, warnings, consequences, summary) => {
    const own = namedCause(causes, consequences, summary);
    const named = own && { slug: "", line: summary.place + 1, rank: summary.rank, text: summary.text };
    const elsewhere = causes.filter(({ found }) => !(summary && found.rank === summary.rank));
    const left = elsewhere.length ? elsewhere : causes;
    let chosen, reason;
    if (own) {
      chosen = own;
      reason = `torchrun names rank ${summary.rank} as the first to fail, and this is its error.`;
    } else if (new Set(left.map(({ found }) => found.slug || found.text)).size === 1) {
      chosen = left[0];
      reason = "It is the only error in this log that does not follow from another.";
    } else {
      return verdict("unsure", null, "This log holds several errors, and nothing in it proves which came first. Start with the one at the top.", rest(causes), rest(consequences));
    }
    const others = causes.filter((one) => one.found.slug !== chosen.found.slug || (!one.entry && one !== chosen));
    if (!chosen.entry) {
      const { warned } = chosen;
      if (warned) return verdict("likely", warned.found, WARNED, rest([chosen, ...others]), rest(consequences), named);
      return verdict("no match", chosen.found, `No entry knows this error. ${reason}`, rest([...others, ...warnings]), rest(consequences), named);
    }
    if (!chosen.entry.certain) reason += " The message alone fits several causes.";
    return verdict(chosen.entry.certain ? "sure" : "likely", chosen.found, reason, rest([...others, ...warnings]), rest(consequences), named, chosen.where);
  };

  /** What the clues of a log come to; `summary` is torchrun's, if there is exactly one. */
  const judge = (events, summary) => {
    const of = (...roles) => events.filter(({ role }) => roles.includes(role));
    const [causes, consequences, warnings] = [of("cause"), of("consequence"), of("warning", "aside")];
    if (causes.length) return choose(causes, warnings, consequences, summary);
    if (consequences.length) {
      const mine = consequences.find((one) => summary && one.found.rank === summary.rank);
      const chosen = consequences.find(({ entry }) => entry?.waits) ?? mine ?? consequences[0];
      const others = consequences.filter((one) => one.found.slug !== chosen.found.slug);
      return verdict("likely", chosen.found, "This follows from what another rank did, or did not do; what that rank said is not in this log.", rest(warnings), rest(others), null, chosen.where);
    }
    if (warnings.length) {
      const one = new Set(warnings.map(({ found }) => found.slug)).size === 1;
      return verdict(one ? "sure" : "unsure", warnings[0].found,
        one ? "The log holds no error, only this warning." : "The log holds warnings only.",
        rest(warnings.filter(({ found }) => found.slug !== warnings[0].found.slug)), [], null, warnings[0].where);
    }
    const reason = summary
      ? `Rank ${summary.rank} failed first, with exit code ${summary.exit}, and said nothing that is known here.`
      : "No entry knows a line of this log.";
    return verdict("no match", null, reason);
  };

  const PART = 1 << 20; // bytes of a file that are read at once
  const OFTEN = 250; // milliseconds from one word on progress to the next

  /** Reads a log: `read` takes its text block by block, `end` gives the verdict. `known`: the entries and what is searched for. */
  const reader = (known) => {
    const { entries, traceback: TRACEBACK, heads: HEADS, before: BEFORE, after: AFTER, summary: SUMMARY, limit: LIMIT } = known;
    const { longest: LONGEST, message: MESSAGE, above: ABOVE, timeout: TIMEOUT, closed: CLOSED, most: MOST, texts: TEXTS } = known;
    const { explicit: EXPLICIT, implicit: IMPLICIT, root: ROOT, others: OTHERS } = known;
    const LAUNCHERS = new Set(known.launchers), ESCAPE = new RegExp(known.ansi, "g");
    const PREFIX = new RegExp(known.prefix, "y"), RAISED = new RegExp(`^(?:${known.raised})`);
    const ROOT_RANK = new RegExp(known.rootRank), ROOT_EXIT = new RegExp(known.rootExit);
    const split = (pattern) => pattern.split("*");
    const longest = (pieces) => pieces.reduce((best, piece) => ([...piece].length > [...best].length ? piece : best));

    const isBlank = (letter) => letter === " " || letter === "\t";
    const bare = (text) => { // an expression would take time as the square of the number of blanks
      let start = 0, end = text.length;
      while (start < end && isBlank(text[start])) start++;
      while (end > start && isBlank(text[end - 1])) end--;
      return text.slice(start, end);
    };
    const lastShown = (text) => { // of a progress bar
      let end = text.length;
      while (end && text[end - 1] === "\r") end--;
      return text.slice(end && text.lastIndexOf("\r", end - 1) + 1, end);
    };
    const cut = (text) => text.length <= LIMIT ? text
      : [...lastShown(text).slice(0, 2 * LIMIT)].slice(0, LIMIT).join("") + (text.endsWith("\r") ? "\r" : "");
    const plain = (list) => list.map(cut).join("\n").replace(ESCAPE, "").replaceAll("\0", "");
    const words = (line) => {
      const text = line.includes("\r") ? lastShown(line) : line;
      let rank = null, start = 0;
      for (;;) {
        PREFIX.lastIndex = start;
        const match = PREFIX.exec(text);
        if (!match) return [rank, text.slice(start)];
        const found = match.groups.rank ?? match.groups.task;
        if (found) rank = Number(found);
        start = PREFIX.lastIndex;
      }
    };
    const says = (text, pieces) => {
      let start = 0;
      for (const piece of pieces) {
        const at = text.indexOf(piece, start);
        if (at < 0) return false;
        start = at + piece.length;
      }
      return true;
    };
    const summaryOf = (texts, start) => {
      const at = texts.findIndex((text) => ROOT_RANK.test(text)), code = texts.find((text) => ROOT_EXIT.test(text));
      if (at < 0 || code === undefined) return null;
      const rank = Number(ROOT_RANK.exec(texts[at])[1]), exit = Number(ROOT_EXIT.exec(code)[1]);
      return { rank, exit, start, end: start + texts.length, place: start + at, text: bare(texts[at]) };
    };

    const timeouts = TIMEOUT.map(split), marks = new Set([...HEADS, EXPLICIT, IMPLICIT, ROOT, OTHERS, ...timeouts.map(longest)]);
    const byWord = new Map([...marks].map((mark) => [mark, []]));
    for (const entry of entries) {
      const closed = entry.where.length && entry.waits ? CLOSED : [];
      for (const [part, patterns] of [["says", entry.patterns], ["closed", closed], ["where", entry.where]]) {
        for (const pattern of patterns) {
          const pieces = split(pattern), word = longest(pieces);
          if (!byWord.has(word)) byWord.set(word, []);
          byWord.get(word).push({ entry, pieces, part });
        }
      }
    }
    const order = new Map(entries.map((entry, index) => [entry, index]));

    const ranks = new Map(), open = new Set(), lastWarned = new Map(), kept = new Map(), listed = new Map();
    let rest = "", held = [], place = 0, waited = false, waitsUntil = 0, differing = 0;
    let first = null, isMixed = false, current = null, listing = null, dropped = [0, 0];

    const put = (into, event) => { // the first and the last of each kind
      const { found, role, closed } = event;
      const when = first ? (event.place >= first.start) + (event.place >= first.end) : 0;
      const kind = [found.rank, role, closed, when];
      let key = JSON.stringify([found.slug || found.text, ...kind]);
      if (!found.slug && !into.has(key) && ++differing > TEXTS) key = JSON.stringify(["", ...kind]);
      const pair = into.get(key);
      if (pair) {
        const head = pair[0], tail = pair.at(-1);
        into.set(key, [head.place < event.place ? head : event, tail.place > event.place ? tail : event]);
      } else if (into.size < MOST) into.set(key, [event]);
    };
    const assign = (last, event) => {
      if (last && last.start <= event.place && event.place < last.end + MESSAGE) {
        if (last.within && event.role === "cause") event.role = last.within;
        last.role ||= event.closed ? "" : event.role;
      }
      if (event.place >= dropped[0] && event.place < dropped[1]) return;
      put(listing !== null && event.place >= listing ? listed : kept, event);
    };
    const settle = (last, isWrapped) => {
      if (!last?.unknown || last.role || isWrapped) return;
      last.role = last.unknown.role = last.within || "cause";
      put(kept, last.unknown);
    };
    const release = (state, last) => {
      const all = state.open ? [...new Set(state.open.events.values())].sort((a, b) => a.place - b.place) : [];
      state.open = null;
      for (const event of all) assign(last, event);
    };
    const mergeListed = () => {
      for (const pair of listed.values()) for (const event of pair) put(kept, event);
      listed.clear();
    };
    const finding = (slug, place, rank, text) => {
      if (current && current.start <= place && place < current.end) rank = current.rank;
      return { slug, line: place + 1, rank, text: [...bare(text).slice(0, 2 * LONGEST)].slice(0, LONGEST).join("") };
    };
    const collect = (state, { entry, closed, place, rank, text }, where = null) => {
      const found = finding(entry.slug, place, rank, text);
      const event = { place, found, entry, role: entry.role, closed, warned: null, where: where?.line === found.line ? null : where };
      if (entry.role === "warning") lastWarned.set(event.found.rank, event);
      if (state.open && place >= state.open.start) {
        const key = `${entry.slug} ${closed}`;
        if (!state.open.events.has(key)) state.open.events.set(key, event);
        state.open.events.set(`${key} last`, event);
      } else assign(state.last, event);
    };
    const close = (state, rank, text) => {
      const { open: opened, last } = state, match = RAISED.exec(text);
      open.delete(rank);
      if (match) {
        let within = "";
        if (last) {
          const above = Math.max(last.end, opened.start - ABOVE);
          settle(last, opened.explicit >= above);
          if (opened.implicit >= above && last.role && last.role !== "warning") within = last.role === "consequence" ? "consequence" : "aside";
        }
        const found = finding("", place, rank, text);
        const warned = [null, found.rank].map((one) => lastWarned.get(one)).reduce((best, one) => (best && !(one?.place > best.place) ? best : one), null);
        const unknown = { place, found, entry: null, role: "cause", closed: false, warned: warned ?? null, where: null };
        state.last = { start: opened.start, end: place, unknown: LAUNCHERS.has(match.groups.type.split(".").at(-1)) ? null : unknown, within, role: "" };
      }
      release(state, state.last);
    };
    const readMarks = (state, lines, at, text) => {
      const bared = bare(text);
      if (HEADS.some((mark) => text.includes(mark))) Object.assign(state, { head: place, seen: new Map(), waiting: [] });
      else if (bared === OTHERS) { mergeListed(); listing = place; }
      else if (bared === ROOT) {
        if (listing !== null) { dropped = [listing, place]; listing = null; listed.clear(); }
        const one = summaryOf(lines.slice(at, at + SUMMARY).map((line) => words(line)[1]), place);
        if (one) {
          isMixed = first !== null;
          first ??= one;
          if (!current || place >= current.end) current = one;
        }
      }
      if (text.includes(EXPLICIT)) state.explicit = place;
      if (text.includes(IMPLICIT)) state.implicit = place;
      waited ||= timeouts.some((pieces) => says(text, pieces));
    };
    const match = (state, rank, text, said) => {
      const patterns = said.flatMap((word) => byWord.get(word)).filter(({ pieces }) => says(text, pieces));
      const entriesOf = (are) => [...new Set(patterns.filter(are).map(({ entry }) => entry))].sort((a, b) => order.get(a) - order.get(b));
      const located = entriesOf(({ part }) => part === "where"), here = located.length ? finding("", place, rank, text) : null;
      for (const entry of located) {
        state.seen.set(entry, here);
        const mine = state.waiting.filter((one) => one.entry === entry);
        if (mine.length) state.waiting = state.waiting.filter((one) => one.entry !== entry);
        for (const one of mine) if (place < one.place + AFTER) collect(state, one, here);
      }
      if (!patterns.length || bare(text).startsWith("raise ")) return; // source of a traceback: the message stands below it
      const sure = new Set(patterns.filter(({ part }) => part === "says").map(({ entry }) => entry));
      const start = state.head >= place - BEFORE ? state.head : place;
      for (const entry of entriesOf(({ part }) => part !== "where")) {
        if (entry.unless.some((pattern) => says(text, split(pattern)))) continue;
        const one = { entry, closed: !sure.has(entry), place, rank, text };
        const where = entry.where.length ? state.seen.get(entry) : null;
        if (!entry.where.length || where?.line > start) { collect(state, one, where); continue; }
        if (state.waiting[0]?.place + AFTER <= place) state.waiting = state.waiting.filter((old) => old.place + AFTER > place);
        state.waiting.push(one);
        waitsUntil = place + AFTER;
      }
    };
    const readLine = (lines, at, said) => {
      const [rank, text] = words(lines[at]);
      let state = ranks.get(rank);
      if (!state) ranks.set(rank, (state = { head: -BEFORE - 1, seen: new Map(), waiting: [], explicit: -1, implicit: -1, open: null, last: null }));
      const isTraceback = said.length > 0 && text.includes(TRACEBACK);
      if (isTraceback) {
        release(state, state.last);
        state.open = { start: place, explicit: state.explicit, implicit: state.implicit, events: new Map() };
        open.add(rank);
      }
      if (said.length) {
        if (said.some((word) => marks.has(word))) readMarks(state, lines, at, text);
        match(state, rank, text, said);
      } else if (state.waiting.length && !bare(text)) state.waiting = [];
      if (state.open && !isTraceback && text && !" \t|+".includes(text[0])) close(state, rank, text);
    };
    /** The words that each line holds, by its index. */
    const hitsOf = (text, lines, said) => {
      const hits = new Map();
      if (!said.length) return hits;
      const starts = new Float64Array(lines.length + 1);
      lines.forEach((line, index) => { starts[index + 1] = starts[index] + line.length + 1; });
      for (const word of said) {
        let line = 0;
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, starts[line])) {
          let low = line, high = lines.length;
          while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (starts[middle] <= at) low = middle; else high = middle;
          }
          if (!hits.has(low)) hits.set(low, []);
          hits.get(low).push(word);
          line = low + 1;
        }
      }
      return hits;
    };
    const readLines = (text, isLast) => {
      const said = [...byWord.keys()].filter((word) => text.includes(word)), lines = text.split("\n");
      const end = isLast ? lines.length : Math.max(lines.length - SUMMARY, 0), from = place;
      held = lines.slice(end);
      if (said.length || open.size || place < waitsUntil) {
        const hits = hitsOf(text, lines, said);
        for (let at = 0; at < end; at++) {
          place = from + at;
          const here = hits.get(at);
          if (here || open.size || place < waitsUntil) readLine(lines, at, here ?? []);
        }
      }
      place = from + end;
    };
    return {
      read(block) {
        const lines = (rest + block).split("\n");
        rest = cut(lines.pop());
        if (lines.length) readLines([...held, plain(lines)].join("\n"), false);
      },
      end() {
        readLines([...held, plain([rest])].join("\n"), true);
        for (const state of ranks.values()) { release(state, state.last); settle(state.last, false); }
        mergeListed();
        const events = [...kept.values()].flat().filter(({ closed }) => waited || !closed);
        const rankOf = ({ entry }) => (entry ? order.get(entry) : entries.length);
        events.sort((a, b) => a.place - b.place || rankOf(a) - rankOf(b));
        return judge(events, isMixed ? null : first);
      },
    };
  };

  /**
   * A function that says what a log holds: {sure, root, reason, others, consequences, named}.
   * It takes the log of any number of ranks, or the blocks of one.
   */
  const explainer = (known) => (log) => {
    const { read, end } = reader(known);
    for (const block of [log].flat()) read(block);
    return end();
  };

  /** What a Blob holds. `tell(read)` hears how many bytes are read; `pause()` lets others work, and stops by throwing. */
  const analyse = async (known, blob, tell, pause) => {
    const { read, end } = reader(known), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let told = Date.now();
    for (let at = 0; at < blob.size; at += PART) {
      read(decoder.decode(await blob.slice(at, at + PART).arrayBuffer(), { stream: true }));
      if (Date.now() - told > OFTEN) { tell(at); told = Date.now(); }
      await pause();
    }
    read(decoder.decode());
    return end();
  };

  Object.assign(Lockstep, { explainer });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof WorkerGlobalScope !== "undefined") { // this file is the worker's script too
    onmessage = async ({ data: { known, blob } }) => {
      try {
        postMessage({ verdict: await analyse(known, blob, (read) => postMessage({ read }), () => {}) });
      } catch (error) { postMessage({ failed: String(error) }); }
    };
    return;
  }
  if (typeof customElements === "undefined") return;

  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };
  const SCRIPT = document.currentScript?.src;
  const SHOWN = 1 << 20; // bytes of a file that the field shows; a larger one would take long to lay out
  const megabytes = (bytes) => Math.ceil(bytes / 1e6);

  /** Analyse a Blob in a worker, or in the page with pauses where none starts. Gives a function that stops it. */
  const start = (known, blob, tell, done) => {
    let worker = null, isStopped = false;
    const inPage = () => {
      worker?.terminate();
      worker = null;
      const pause = () => new Promise((resolve, reject) => setTimeout(() => (isStopped ? reject(new Error("stopped")) : resolve())));
      analyse(known, blob, tell, pause).then(done, (error) => { if (!isStopped) done(null, error); });
    };
    const inWorker = () => {
      worker = new Worker(SCRIPT);
      worker.addEventListener("error", (event) => { event.preventDefault(); inPage(); });
      worker.addEventListener("message", ({ data: { read, verdict: said, failed } }) => {
        if (read !== undefined) return tell(read);
        worker.terminate();
        done(said ?? null, failed);
      });
      worker.postMessage({ known, blob });
    };
    if (location.protocol === "file:") inPage(); // a copy in a folder replaces Worker by one for the search alone
    else try { inWorker(); } catch { inPage(); }
    return () => { isStopped = true; worker?.terminate(); };
  };

  const TITLES = { sure: "Found", likely: "Likely", unsure: "Several causes", "no match": "No match" };

  customElements.define("ls-explain", class extends HTMLElement {
    connectedCallback() {
      const data = this.querySelector("script");
      if (!data || this.entries) return;
      const known = JSON.parse(data.textContent);
      this.entries = known.entries;
      this.known = known;
      this.field = this.querySelector("textarea");
      this.result = this.querySelector(".ls-verdict");
      const [find, open, clear] = this.querySelectorAll("button");
      const file = this.querySelector("input");
      find.onclick = () => this.findPasted();
      open.onclick = () => file.click();
      clear.onclick = () => { this.stop?.(); this.field.value = ""; this.result.hidden = true; this.field.focus(); };
      file.onchange = async () => {
        const [chosen] = file.files;
        if (!chosen) return;
        file.value = ""; // the same file can be opened again
        this.field.value = chosen.size <= SHOWN ? await chosen.text() : "";
        this.find(chosen);
      };
      this.field.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.findPasted(); };
    }

    link(slug) {
      const listed = document.querySelector(`[data-error="${slug}"]`);
      const { title } = this.entries.find((one) => one.slug === slug);
      return make("a", { href: listed?.getAttribute("href") ?? `${slug}/` }, title);
    }

    found(one) {
      const place = `line ${one.line}${one.rank === null ? "" : `, rank ${one.rank}`}`;
      return make("li", {}, one.slug ? this.link(one.slug) : make("samp", {}, one.text), ` (${place})`);
    }

    findPasted() {
      if (!this.field.value.trim()) return this.field.focus();
      this.find(new Blob([this.field.value]));
    }

    find(blob) {
      this.stop?.();
      this.result.hidden = true;
      const cancel = make("button", { type: "button", className: "ls-button" }, "Cancel"), words = make("span", {});
      cancel.onclick = () => { this.stop(); this.result.hidden = true; this.field.focus(); };
      this.stop = start(this.known, blob, (read) => {
        words.textContent = `Read ${megabytes(read)} of ${megabytes(blob.size)} MB. `;
        if (words.isConnected && !this.result.hidden) return;
        this.result.replaceChildren(make("p", {}, words, cancel));
        this.result.hidden = false;
      }, (said, failed) => (said ? this.show(said) : this.fail(failed)));
    }

    fail(error) {
      this.result.replaceChildren(make("p", {}, `The log cannot be read: ${error}.`));
      this.result.hidden = false;
      this.result.focus();
    }

    show({ sure, root, reason, others, consequences, named, where }) {
      const entry = root?.slug && this.entries.find((one) => one.slug === root.slug);
      const head = make("p", { className: "ls-verdict-head" }, make("b", {}, `${TITLES[sure]}${entry ? ": " : "."}`));
      if (entry) head.append(this.link(entry.slug));
      const parts = [head];
      if (root) {
        const who = root.rank === null ? "" : `, rank ${root.rank}`;
        parts.push(make("pre", {}, make("samp", {}, root.text)), make("p", { className: "ls-quiet" }, `Line ${root.line} of the log${who}.`));
        for (const [one, tells] of [[where, "tells it from others"], [named, "names the rank"]]) {
          if (one) parts.push(make("p", { className: "ls-quiet" }, `Line ${one.line} ${tells}: `, make("samp", {}, one.text)));
        }
      }
      if (entry) {
        parts.push(make("dl", {}, make("dt", {}, "Cause"), make("dd", { innerHTML: entry.cause }),
          make("dt", {}, "Cure"), make("dd", { innerHTML: entry.fix })));
      }
      const how = sure === "no match" ? "" : `${sure[0].toUpperCase()}${sure.slice(1)}. `;
      parts.push(make("p", {}, make("b", {}, how), reason));
      for (const [title, ones] of [[root ? "Also in this log" : "From the top of the log", others], ["Follows from it", consequences]]) {
        if (ones.length) parts.push(make("p", {}, `${title}:`), make("ul", {}, ...ones.map((one) => this.found(one))));
      }
      this.result.dataset.sure = sure;
      this.result.replaceChildren(...parts);
      this.result.hidden = false;
      this.result.focus();
    }
  });
})();
