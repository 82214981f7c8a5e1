/* <ls-mixed>: problems of all topics, drawn by a seed that an address can hold. The drawn ones are run by <ls-challenge>. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.draw) return; // Material's instant navigation runs scripts again

  const LEVELS = ["beginner", "intermediate", "advanced", "expert"];
  const OPEN = new Set(["predict", "debug", "line", "numeric", "order"]); // more than a choice among texts
  const PRESETS = { 5: "Five, for a break", 10: "Ten", 15: "Fifteen: half an hour before an interview" };
  const COUNTS = Object.keys(PRESETS).map(Number);

  /** @returns {() => number} numbers from 0 to 1 that a text determines: FNV-1a, then mulberry32 */
  const numbersOf = (seed) => {
    let state = 2166136261;
    for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  };

  /**
   * Problems for a challenge: one of each topic in turn, no problem twice, those of higher levels last.
   * @param {{id: string, topic: string, kind: string, level: string}[]} pool in the order of the site
   * @param {{seed: string, count: number, topics: string[]}} wish topics: none means all
   * @returns {string[]} ids
   */
  const draw = (pool, { seed, count, topics = [] }) => {
    const next = numbersOf(seed);
    const lots = pool.map((problem) => ({ ...problem, lot: next() + (OPEN.has(problem.kind) ? 0.25 : 0) }));
    const byTopic = new Map();
    for (const problem of lots.sort((one, other) => other.lot - one.lot)) {
      if (topics.length && !topics.includes(problem.topic)) continue;
      byTopic.set(problem.topic, [...(byTopic.get(problem.topic) ?? []), problem]);
    }
    const turns = [...byTopic.values()].map((of) => ({ of, lot: next() })).sort((one, other) => one.lot - other.lot);
    const drawn = [];
    for (let round = 0; turns.some(({ of }) => of[round]); round += 1) drawn.push(...turns.flatMap(({ of }) => of[round] ?? []));
    const rank = ({ level }) => LEVELS.indexOf(level);
    return drawn.slice(0, count).sort((one, other) => rank(one) - rank(other)).map(({ id }) => id);
  };

  /** @returns {{seed?: string, count?: number, topics: string[]}} what the part of an address behind # asks for; the nearest count there is */
  const wished = (hash, known) => {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    const wanted = given.get("count")?.trim() ? Number(given.get("count")) : NaN;
    const count = Number.isNaN(wanted) ? 0 : COUNTS.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
    const seed = given.get("seed") ?? "";
    const topics = (given.get("topics") ?? "").split(" ").filter((topic) => known.includes(topic));
    return { topics, ...(/^[\w-]{1,40}$/.test(seed) && { seed }), ...(count && { count }) };
  };

  /** @returns {string} how many problems of how many topics: "5 problems from all 33 topics" */
  const told = (problems, chosen, topics) => {
    const from = chosen === 1 ? "1 topic" : `${chosen === topics ? "all " : ""}${chosen} topics`;
    return `${problems} problem${problems === 1 ? "" : "s"} from ${from}`;
  };

  Object.assign(Lockstep, { draw, wished, told });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined" || !Lockstep.practice) return;

  const { define, make, practice, load } = Lockstep;
  const { arrive, box, row, title, quiet, button, main, choice, awaken, NOT_THERE } = practice;

  const poolOf = (sections) =>
    sections.flatMap(({ dataset }) =>
      dataset.problems.split(" ").map((problem) => {
        const [id, kind, level] = problem.split(":");
        return { id, kind, level, topic: dataset.topic };
      }),
    );

  const mixed = (host) => {
    const sections = [...host.querySelectorAll("section")];
    const nameOf = new Map(sections.map((section) => [section.dataset.topic, section.querySelector("a")]));
    const pool = poolOf(sections);
    const note = quiet("");
    const place = make("div", {});
    const panel = box();
    let count, seed, says;
    let turn = 0;
    const radios = Object.entries(PRESETS).map(([value, text]) =>
      choice({ type: "radio", name: "ls-count", value, onchange: () => (count = Number(value)) }, text),
    );
    const topics = [...nameOf].map(([value, link]) => choice({ type: "checkbox", name: "ls-topic", value }, link.textContent));
    const boxes = topics.map((label) => label.querySelector("input"));
    const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const isAll = () => chosen().length === boxes.length;

    const all = button("", () => {
      const checked = !isAll();
      for (const one of boxes) one.checked = checked;
      name();
    });
    const name = () => (all.textContent = isAll() ? "Uncheck all" : "Check all");

    /** Set the controls as the address has them, and draw what it names. */
    const follow = () => {
      const wish = wished(location.hash, [...nameOf.keys()]);
      if (!wish.seed && count) return; // another place of this page
      ({ count = 10, seed } = wish);
      for (const one of radios) one.firstChild.checked = Number(one.firstChild.value) === count;
      for (const one of boxes) one.checked = !wish.topics.length || wish.topics.includes(one.value);
      name();
      if (seed) start();
    };

    const address = () => {
      const some = isAll() ? {} : { topics: chosen().join(" ") };
      return `#${new URLSearchParams({ seed, count, ...some })}`;
    };

    const start = async () => {
      if (!chosen().length) return Lockstep.say((note.textContent = "Choose a topic."));
      seed ??= Math.random().toString(36).slice(2, 10);
      const mine = (turn += 1);
      history.replaceState(null, "", address());
      const drawn = draw(pool, { seed, count, topics: chosen() });
      const from = [drawn.length, chosen().length, boxes.length, count];
      seed = undefined; // the next draw is another
      const needed = sections.filter(({ dataset }) => drawn.some((id) => pool.find((one) => one.id === id).topic === dataset.topic));
      try {
        await Promise.all([awaken(), ...needed.map(({ dataset }) => load(new URL(dataset.script, location)))]);
      } catch {
        if (mine === turn) seed = new URLSearchParams(location.hash.slice(1)).get("seed") ?? undefined; // once more
        return Lockstep.say((note.textContent = NOT_THERE));
      }
      if (mine !== turn) return; // drawn again meanwhile
      note.textContent = `The address of this page now holds these ${drawn.length} problems: send it to a friend, or open it again.`;
      show(drawn, needed, from);
    };

    /** Put the problems below a challenge that runs them. */
    const show = (drawn, needed, [problems, some, of, wanted]) => {
      const texts = make("template", { innerHTML: needed.map(({ dataset }) => Lockstep.bank[dataset.topic]).join("") });
      const challenge = make("ls-challenge", {});
      says = told(problems, some, of);
      const badge = some === of ? "All ranks" : "Some ranks";
      const topic = `mixed-${problems}-${some}`; // a badge for each
      const was = wanted === 10 && some === of ? "mixed" : topic; // once one badge for all draws, and this was the first offer
      Object.assign(challenge.dataset, { topic, was, title: says, badge, seconds: "120", attempts: "2" });
      place.replaceChildren(challenge, ...drawn.map((id) => texts.content.getElementById(`q-${id}`)));
      arrive(challenge.querySelector(".ls-box"));
    };

    /** How many of each topic were right, and where to read about those that were not. */
    const finished = ({ detail, target }) => {
      const topicOf = (id) => pool.find((one) => `q-${one.id}` === id).topic;
      const scores = new Map();
      for (const { id, first } of detail) {
        const [right, of] = scores.get(topicOf(id)) ?? [0, 0];
        scores.set(topicOf(id), [right + Boolean(first), of + 1]);
      }
      const lines = [...scores].map(([topic, [right, of]]) => {
        const { href, textContent } = nameOf.get(topic);
        const again = right < of ? make("a", { href, ariaLabel: `read again: ${textContent}` }, "read again") : "";
        const cells = [make("a", { href }, textContent), `${right} of ${of}`, again];
        return make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
      });
      const best = detail.filter(({ first }) => first).length;
      const text = `Lockstep, ${says}: ${best} right at the first try. ${location.href}`;
      const copied = button("Copy the result", async () => {
        await navigator.clipboard?.writeText(text);
        Lockstep.say("Copied.");
      });
      const head = make("tr", {}, ...["topic", "right at the first try", ""].map((name) => make("th", {}, name)));
      const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...lines));
      target.querySelector(".ls-results").after(table, row(copied));
    };

    /** To a problem of the result, without the address losing the draw. */
    const stay = (event) => {
      const link = event.target.closest('a[href^="#q-"]');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      arrive(document.getElementById(link.hash.slice(1)));
    };

    panel.append(
      title("Problems of all topics"),
      make("fieldset", {}, make("legend", {}, "How many"), ...radios),
      make("details", { onchange: name }, make("summary", {}, "Topics"), row(all), make("fieldset", { className: "ls-topics" }, make("legend", {}, "Drawn from"), ...topics)),
      row(main("Draw", start)),
      note,
    );
    host.className = "ls-ready";
    host.append(panel, place);
    host.addEventListener("ls-finished", finished);
    host.addEventListener("click", stay);
    addEventListener("hashchange", follow);
    follow();
    return () => {
      host.removeEventListener("ls-finished", finished);
      host.removeEventListener("click", stay);
      removeEventListener("hashchange", follow);
    };
  };

  define("ls-mixed", mixed);
})();
