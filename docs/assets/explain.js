/* <ls-explain>: a field to paste a log into, and what the log says. The log stays in the browser: nothing is sent.

   The functions above the element do what lockstep/explain/{log,clues,verdict}.py do, step by step; a test compares the
   two on the same logs: change both. What they search for stands in Python alone, as SHARED, and comes with the page. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.explainer) return; // Material's instant navigation runs scripts again

  const WARNED = "No entry knows the error of this rank, but before it the same rank gave this warning.";

  /** A function that says what a log holds. `known`: the entries of the index and what is searched for. */
  const explainer = (known) => {
    const { entries, traceback: TRACEBACK, heads: HEADS, before: BEFORE, after: AFTER, summary: SUMMARY } = known;
    const { longest: LONGEST, message: MESSAGE, above: ABOVE, timeout: TIMEOUT, closed: CLOSED } = known;
    const { explicit: EXPLICIT, implicit: IMPLICIT, root: ROOT, others: OTHERS } = known;
    const LAUNCHERS = new Set(known.launchers), ESCAPE = new RegExp(known.ansi, "g");
    const PREFIX = new RegExp(`^(?:${known.prefix})`), RAISED = new RegExp(`^(?:${known.raised})`);
    const ROOT_RANK = new RegExp(known.rootRank), ROOT_EXIT = new RegExp(known.rootExit);

    const bare = (text) => text.replace(/^[ \t]+|[ \t]+$/g, "");
    const line = (whole, index) => {
      let text = whole.replace(/\r+$/, "");
      text = text.slice(text.lastIndexOf("\r") + 1);
      let rank = null;
      for (let match = PREFIX.exec(text); match; match = PREFIX.exec(text)) {
        const found = match.groups.rank ?? match.groups.task;
        if (found) rank = Number(found);
        text = text.slice(match[0].length);
      }
      return { number: index + 1, rank, text };
    };
    const lines = (text) => text.replace(ESCAPE, "").replaceAll("\0", "").replaceAll("\r\n", "\n").split("\n").map(line);

    /** Exceptions from top to bottom; lines of other ranks may stand between those of a traceback. */
    const raised = (found) => {
      const all = [], open = new Map();
      found.forEach(({ rank, text }, place) => {
        if (text.includes(TRACEBACK)) open.set(rank, place);
        else if (open.has(rank) && text && !" \t|+".includes(text[0])) {
          const match = RAISED.exec(text);
          if (match) all.push({ rank, type: match.groups.type.split(".").at(-1), start: open.get(rank), end: place, until: found.length });
          open.delete(rank);
        }
      });
      const starts = new Map(); // each up to the next of its rank
      for (const one of [...all].reverse()) {
        one.until = starts.get(one.rank) ?? one.until;
        starts.set(one.rank, one.start);
      }
      return all;
    };

    const summaries = (found) => {
      const all = [];
      found.forEach(({ text }, place) => {
        if (bare(text) !== ROOT) return;
        const end = Math.min(place + SUMMARY, found.length);
        const block = found.slice(place, end).map((one) => one.text).join("\n");
        const rank = ROOT_RANK.exec(block), exit = ROOT_EXIT.exec(block);
        if (rank && exit) all.push({ rank: Number(rank[1]), exit: Number(exit[1]), start: place, end });
      });
      return all;
    };

    const listedAsOthers = (found) => {
      const places = new Set();
      let start = null;
      found.forEach(({ text }, place) => {
        if (bare(text) === OTHERS) start = place;
        else if (bare(text) === ROOT && start !== null) {
          for (let at = start; at < place; at++) places.add(at);
          start = null;
        }
      });
      return places;
    };

    const isHead = ({ text }) => HEADS.some((mark) => text.includes(mark));

    /** The traceback or stack of one rank that a line stands in: from its head to the next head or to a gap. */
    const block = (found, place) => {
      const own = [];
      for (let at = Math.max(0, place - BEFORE); at < Math.min(found.length, place + AFTER); at++) {
        if (found[at].rank === found[place].rank) own.push(at);
      }
      const here = own.indexOf(place);
      let start = here, end = here + 1;
      for (let n = here; n >= 0; n--) if (isHead(found[own[n]])) { start = n; break; }
      while (end < own.length && !isHead(found[own[end]]) && bare(found[own[end]].text)) end++;
      return own.slice(start, end).map((at) => found[at].text);
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

    const finding = (found, place, slug, all) => {
      const { number, rank, text } = found[place];
      const of = all.find(({ start, end }) => start <= place && place < end);
      return { slug, line: number, rank: of ? of.rank : rank, text: [...bare(text)].slice(0, LONGEST).join("") };
    };

    const matches = (found, entries) => {
      const whole = found.map((one) => one.text).join("\n");
      const waited = TIMEOUT.some((pattern) => pattern.split("*").every((piece) => whole.includes(piece)));
      const patterns = (entry) => [...entry.patterns, ...(waited && entry.where.length && entry.waits ? CLOSED : [])];
      const known = entries.flatMap((entry) => patterns(entry).map((pattern) => [entry, pattern.split("*")]))
        .filter(([, pieces]) => pieces.every((piece) => whole.includes(piece)));
      if (!known.length) return [];
      const others = listedAsOthers(found), all = [];
      found.forEach(({ text }, place) => {
        const said = known.filter(([, pieces]) => says(text, pieces));
        if (!said.length || others.has(place) || bare(text).startsWith("raise ")) return; // source of a traceback: the message stands below it
        for (const entry of new Set(said.map(([one]) => one))) {
          const where = entry.where.map((pattern) => pattern.split("*"));
          if (!where.length || block(found, place).some((one) => where.some((pieces) => says(one, pieces)))) all.push([place, entry]);
        }
      });
      return all;
    };

    /** Place in a sorted list where a number would stand. */
    const bisect = (list, value) => {
      let low = 0, high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle] < value) low = middle + 1;
        else high = middle;
      }
      return low;
    };

    /** A function that gives the clues of an exception: a log may hold thousands of tracebacks. */
    const cluesOf = (found, events) => {
      const byRank = new Map();
      for (const event of events) {
        const rank = found[event.place].rank;
        if (!byRank.has(rank)) byRank.set(rank, { places: [], events: [] });
        byRank.get(rank).places.push(event.place);
        byRank.get(rank).events.push(event);
      }
      return (one) => {
        const of = byRank.get(one.rank);
        return of ? of.events.slice(bisect(of.places, one.start), bisect(of.places, Math.min(one.until, one.end + MESSAGE))) : [];
      };
    };

    /** Whether the words above the next traceback of the same rank say that it came from this one. */
    const leadsOn = (found, one, words) => one.until < found.length &&
      found.slice(Math.max(one.end, one.until - ABOVE), one.until).some(({ rank, text }) => rank === one.rank && text.includes(words));

    /** What was raised while an error was being handled follows from it, or at least is no cause. */
    const setAside = (found, events, exceptions) => {
      const of = cluesOf(found, events);
      const starts = new Map(exceptions.map((one) => [`${one.rank} ${one.start}`, one]));
      for (const one of exceptions) {
        const [head] = of(one), next = starts.get(`${one.rank} ${one.until}`);
        if (!head || !next || head.role === "warning" || !leadsOn(found, one, IMPLICIT)) continue;
        for (const event of of(next)) if (event.role === "cause") event.role = head.role === "consequence" ? "consequence" : "aside";
      }
    };

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

    const verdict = (sure, root, reason, others = [], consequences = []) => ({ sure, root, reason, others, consequences });

    const choose = (causes, warnings, consequences, summary) => {
      const named = namedCause(causes, consequences, summary);
      const elsewhere = causes.filter(({ found }) => !(summary && found.rank === summary.rank));
      const left = elsewhere.length ? elsewhere : causes;
      let chosen, reason;
      if (named) {
        chosen = named;
        reason = `torchrun names rank ${summary.rank} as the first to fail, and this is its error.`;
      } else if (new Set(left.map(({ found }) => found.slug || found.text)).size === 1) {
        chosen = left[0];
        reason = "It is the only error in this log that does not follow from another.";
      } else {
        return verdict("unsure", null, "This log holds several errors, and nothing in it says which came first.", rest(causes), rest(consequences));
      }
      const others = causes.filter((one) => one.found.slug !== chosen.found.slug || (!one.entry && one !== chosen));
      if (!chosen.entry) {
        const mine = ({ found, place, role }) => role === "warning" && [null, chosen.found.rank].includes(found.rank) && place < chosen.place;
        const warned = warnings.filter(mine).at(-1);
        if (warned) return verdict("likely", warned.found, WARNED, rest([chosen, ...others]), rest(consequences));
        return verdict("no match", chosen.found, `No entry knows this error. ${reason}`, rest([...others, ...warnings]), rest(consequences));
      }
      if (!chosen.entry.certain) reason += " The message alone fits several causes.";
      return verdict(chosen.entry.certain ? "sure" : "likely", chosen.found, reason, rest([...others, ...warnings]), rest(consequences));
    };

    /**
     * @param {string} text a log of any number of ranks
     * @returns {{sure: string, root: ?object, reason: string, others: object[], consequences: object[]}}
     */
    return (text) => {
      const found = lines(text), all = summaries(found), known = matches(found, entries), exceptions = raised(found);
      const events = known.map(([place, entry]) => ({ place, entry, role: entry.role, found: finding(found, place, entry.slug, all) }));
      const isKnown = cluesOf(found, events);
      for (const one of exceptions) {
        if (LAUNCHERS.has(one.type) || isKnown(one).length || leadsOn(found, one, EXPLICIT)) continue;
        events.push({ place: one.end, entry: null, role: "cause", found: finding(found, one.end, "", all) });
      }
      events.sort((a, b) => a.place - b.place);
      setAside(found, events, exceptions);
      const of = (...roles) => events.filter(({ role }) => roles.includes(role));
      const [causes, consequences, warnings] = [of("cause"), of("consequence"), of("warning", "aside")];
      const summary = all.length === 1 ? all[0] : null;
      if (causes.length) return choose(causes, warnings, consequences, summary);
      if (consequences.length) {
        const mine = consequences.find((one) => summary && one.found.rank === summary.rank);
        const chosen = consequences.find(({ entry }) => entry?.waits) ?? mine ?? consequences[0];
        const others = consequences.filter((one) => one.found.slug !== chosen.found.slug);
        return verdict("likely", chosen.found, "This follows from what another rank did, or did not do; what that rank said is not in this log.", rest(warnings), rest(others));
      }
      if (warnings.length) {
        const one = new Set(warnings.map(({ found }) => found.slug)).size === 1;
        return verdict(one ? "sure" : "unsure", warnings[0].found,
          one ? "The log holds no error, only this warning." : "The log holds warnings only.",
          rest(warnings.filter(({ found }) => found.slug !== warnings[0].found.slug)));
      }
      const reason = summary
        ? `Rank ${summary.rank} failed first, with exit code ${summary.exit}, and said nothing that is known here.`
        : "No entry knows a line of this log.";
      return verdict("no match", null, reason);
    };
  };

  Object.assign(Lockstep, { explainer });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };
  const TITLES = { sure: "Found", likely: "Likely", unsure: "Several causes", "no match": "No match" };

  customElements.define("ls-explain", class extends HTMLElement {
    connectedCallback() {
      const data = this.querySelector("script");
      if (!data || this.entries) return;
      const known = JSON.parse(data.textContent);
      this.entries = known.entries;
      this.explain = explainer(known);
      this.field = this.querySelector("textarea");
      this.result = this.querySelector(".ls-verdict");
      const [find, open, clear] = this.querySelectorAll("button");
      const file = this.querySelector("input");
      find.onclick = () => this.show();
      open.onclick = () => file.click();
      clear.onclick = () => { this.field.value = ""; this.result.hidden = true; this.field.focus(); };
      file.onchange = async () => { this.field.value = await file.files[0].text(); this.show(); };
      this.field.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.show(); };
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

    show() {
      if (!this.field.value.trim()) return this.field.focus();
      const { sure, root, reason, others, consequences } = this.explain(this.field.value);
      const entry = root?.slug && this.entries.find((one) => one.slug === root.slug);
      const head = make("p", { className: "ls-verdict-head" }, make("b", {}, `${TITLES[sure]}${entry ? ": " : "."}`));
      if (entry) head.append(this.link(entry.slug));
      const parts = [head];
      if (root) {
        const who = root.rank === null ? "" : `, rank ${root.rank}`;
        parts.push(make("pre", {}, make("samp", {}, root.text)), make("p", { className: "ls-quiet" }, `Line ${root.line} of the log${who}.`));
      }
      if (entry) {
        parts.push(make("dl", {}, make("dt", {}, "Cause"), make("dd", { innerHTML: entry.cause }),
          make("dt", {}, "Cure"), make("dd", { innerHTML: entry.fix })));
      }
      const how = sure === "no match" ? "" : `${sure[0].toUpperCase()}${sure.slice(1)}. `;
      parts.push(make("p", {}, make("b", {}, how), reason));
      for (const [title, ones] of [["Also in this log", others], ["Follows from it", consequences]]) {
        if (ones.length) parts.push(make("p", {}, `${title}:`), make("ul", {}, ...ones.map((one) => this.found(one))));
      }
      this.result.dataset.sure = sure;
      this.result.replaceChildren(...parts);
      this.result.hidden = false;
      this.result.focus();
    }
  });
})();
