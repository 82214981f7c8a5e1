/* <ls-mixed>: problems of all topics, drawn by a seed that an address can hold. The drawn ones are run by <ls-challenge>. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.draw) return; // Material's instant navigation runs scripts again

  const LEVELS = ["beginner", "intermediate", "advanced", "expert"];
  const OPEN = new Set(["predict", "debug", "line", "numeric", "order"]); // more than a choice among texts
  const PRESETS = { 5: "Five, for a break", 10: "Ten", 15: "Fifteen: half an hour before an interview" };

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

  /** @returns {{seed?: string, count?: number, topics: string[]}} what the part of an address behind # asks for */
  const wished = (hash, known) => {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    const count = Number(given.get("count"));
    const seed = given.get("seed") ?? "";
    const topics = (given.get("topics") ?? "").split(" ").filter((topic) => known.includes(topic));
    return { topics, ...(/^[\w-]{1,40}$/.test(seed) && { seed }), ...(Number.isInteger(count) && count > 0 && count <= 50 && { count }) };
  };

  Object.assign(Lockstep, { draw, wished });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined" || !Lockstep.practice) return;

  const { define, make, practice, load } = Lockstep;
  const { box, row, title, quiet, button, main, choice, awaken, NOT_THERE } = practice;

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
    const wish = wished(location.hash, [...nameOf.keys()]);
    let { count = 10, seed } = wish;
    const panel = box();
    const note = quiet("");
    const place = make("div", {});
    const topics = [...nameOf].map(([value, link]) =>
      choice({ type: "checkbox", name: "ls-topic", value, checked: !wish.topics.length || wish.topics.includes(value) }, link.textContent),
    );
    const chosen = () => topics.map((label) => label.querySelector("input")).filter(({ checked }) => checked).map(({ value }) => value);

    const address = () => {
      const all = chosen();
      const some = all.length < topics.length ? { topics: all.join(" ") } : {};
      return `#${new URLSearchParams({ seed, count, ...some })}`;
    };

    const start = async () => {
      if (!chosen().length) return Lockstep.say((note.textContent = "Choose a topic."));
      seed ??= Math.random().toString(36).slice(2, 10);
      history.replaceState(null, "", address());
      const drawn = draw(pool, { seed, count, topics: chosen() });
      const needed = sections.filter(({ dataset }) => drawn.some((id) => pool.find((one) => one.id === id).topic === dataset.topic));
      try {
        await Promise.all([awaken(), ...needed.map(({ dataset }) => load(new URL(dataset.script, location)))]);
      } catch {
        return Lockstep.say((note.textContent = NOT_THERE));
      }
      note.textContent = `The address of this page now holds these ${drawn.length} problems: send it to a friend, or open it again.`;
      show(drawn, needed);
    };

    /** Put the problems below a challenge that runs them. */
    const show = (drawn, needed) => {
      const texts = make("template", { innerHTML: needed.map(({ dataset }) => Lockstep.bank[dataset.topic]).join("") });
      const challenge = make("ls-challenge", {});
      Object.assign(challenge.dataset, { topic: "mixed", title: "All topics", badge: "All ranks", seconds: "120", attempts: "2" });
      place.replaceChildren(challenge, ...drawn.map((id) => texts.content.getElementById(`q-${id}`)));
      seed = undefined; // the next draw is another
      challenge.scrollIntoView();
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
        const link = make("a", { href: nameOf.get(topic).href }, nameOf.get(topic).textContent);
        return make("tr", {}, make("td", {}, link), make("td", {}, `${right} of ${of}`), make("td", {}, right < of ? "read again" : ""));
      });
      const best = detail.filter(({ first }) => first).length;
      const text = `Lockstep, ${detail.length} problems of all topics: ${best} right at the first try. ${location.href}`;
      const copied = button("Copy the result", async () => {
        await navigator.clipboard?.writeText(text);
        Lockstep.say("Copied.");
      });
      const head = make("tr", {}, ...["topic", "right at the first try", ""].map((name) => make("th", {}, name)));
      const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...lines));
      target.querySelector(".ls-results").after(table, row(copied));
    };

    const radios = Object.entries(PRESETS).map(([value, text]) =>
      choice({ type: "radio", name: "ls-count", value, checked: Number(value) === count, onchange: () => (count = Number(value)) }, text),
    );
    panel.append(
      title("Problems of all topics"),
      make("fieldset", {}, make("legend", {}, "How many"), ...radios),
      make("details", {}, make("summary", {}, "Topics"), make("fieldset", { className: "ls-topics" }, make("legend", {}, "Drawn from"), ...topics)),
      row(main("Draw", start)),
      note,
    );
    host.className = "ls-ready";
    host.append(panel, place);
    host.addEventListener("ls-finished", finished);
    return () => host.removeEventListener("ls-finished", finished);
  };

  define("ls-mixed", mixed);
})();
