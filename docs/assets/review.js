/* <ls-review>: what is due today, topics to study, and the reader's answers as a file. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.outlook) return; // Material's instant navigation runs scripts again

  /**
   * What the review page says first: what is due, or why nothing is.
   * @returns {string[]} a title and a text
   */
  const outlook = (state, day, ids) => {
    const dues = ids.map((id) => state.questions[id]?.card?.due).filter(Boolean);
    const first = Math.min(...dues);
    if (first <= day) {
      const number = dues.filter((due) => due <= day).length;
      return [`${number} due today`, "The longest overdue comes first. Enter checks and goes on, 1 to 4 grade a card."];
    }
    if (dues.length) {
      const number = dues.filter((due) => due === first).length;
      return ["Nothing is due today", `Next: ${number} on ${Lockstep.dayText(first)}. You can study a topic now.`];
    }
    return [
      ids.some((id) => state.questions[id]) ? "Nothing waits for you" : "Nothing here yet",
      "Questions come here by themselves: those you missed, those you got right without being sure, and cards you " +
        "graded. They come back after a day or more, and later each time you know them.",
    ];
  };

  const cardOf = (state, id) => state.questions[id]?.card;

  /**
   * The questions to see today, the longest overdue first; equal ones stay in the order given.
   * @param {object} state
   * @param {number} day
   * @param {string[]} [ids] the questions there are; all of the state without it
   * @returns {string[]}
   */
  const due = (state, day, ids = Object.keys(state.questions)) =>
    ids
      .filter((id) => cardOf(state, id)?.due <= day)
      .sort((one, other) => cardOf(state, one).due - cardOf(state, other).due);

  /**
   * How many come back on each of the next days. What is overdue counts today.
   * @param {object} state
   * @param {number} day
   * @param {number} days
   * @param {string[]} [ids]
   * @returns {number[]}
   */
  const forecast = (state, day, days, ids = Object.keys(state.questions)) => {
    const counts = Array(days).fill(0);
    for (const id of ids) {
      const at = Math.max(0, cardOf(state, id)?.due - day);
      if (at < days) counts[at] += 1;
    }
    return counts;
  };

  /**
   * What an import would bring or leave alone.
   * @returns {{added: number, newer: number, older: number, same: number, badges: number}}
   */
  const differences = (mine, theirs) => {
    const { isNewer } = Lockstep;
    const counts = { added: 0, newer: 0, older: 0, same: 0 };
    for (const [id, record] of Object.entries(theirs.questions)) {
      const own = mine.questions[id];
      if (!own) counts.added += 1;
      else if (isNewer(record, own)) counts.newer += 1;
      else counts[isNewer(own, record) ? "older" : "same"] += 1;
    }
    return { ...counts, badges: Object.keys(theirs.badges).filter((topic) => !mine.badges[topic]).length };
  };

  /* Change of much, and the way back */

  const BEFORE = "lockstep-before"; // the state before the last import or reset
  const ASIDE = "lockstep-unreadable"; // what `stored` in state.js could not read
  const LIMIT = 2e6; // characters that `validate` reads

  /** Keep the state as it is now: an import or a reset comes. @returns {boolean} whether there was room */
  const keepBefore = (why) => {
    try {
      localStorage.setItem(BEFORE, JSON.stringify({ why, at: new Date().toISOString(), text: JSON.stringify(Lockstep.read()) }));
      return true;
    } catch {
      return false;
    }
  };

  const overwrite = (mine, state) => {
    for (const name of Object.keys(mine)) delete mine[name];
    Object.assign(mine, state);
  };

  /**
   * Change much at once, as an import or a reset does. The state before it is kept first, and `restore` brings it back.
   * Where both don't fit, nothing is changed.
   * @param {string} why what is done: "import" or "reset"
   * @param {(state: object) => void} change
   * @returns {string} why it was not done; empty when it was
   */
  const replace = (why, change) => {
    const state = Lockstep.read();
    change(state);
    if (JSON.stringify(state).length > LIMIT) return "With your own answers this would be more than 2 MB.";
    if (!keepBefore(why)) return "This browser has no room to keep the state before it. Export your answers first.";
    return Lockstep.update((mine) => overwrite(mine, state)) ? "" : "This browser did not keep it.";
  };

  /** @returns {{why: string, at: string, state: object}|null} the state before the last import or reset */
  const earlier = () => {
    try {
      const { why, at, text } = JSON.parse(localStorage.getItem(BEFORE));
      const { state } = Lockstep.validate(text);
      return state && typeof why === "string" && !Number.isNaN(Date.parse(at)) ? { why, at, state } : null;
    } catch {
      return null; // there was none
    }
  };

  /** Bring the state before the last import or reset back; what is given up for it is kept in its place. */
  const restore = () => {
    const { why, state } = earlier() ?? {};
    return state ? replace(`undone ${why.replace(/^undone /, "")}`, (mine) => overwrite(mine, state)) : "There is none.";
  };

  /** @returns {string|null} what was put aside because it could not be read */
  const unreadable = () => {
    try {
      return localStorage.getItem(ASIDE);
    } catch {
      return null;
    }
  };

  Object.assign(Lockstep, { due, forecast, outlook, differences, replace, earlier, restore, unreadable });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const { define, make, bar, read, say, today, isKnown, keysOf, practice } = Lockstep;
  if (!practice) return;
  const { count, box, row, title, quiet, button, main, choice, download } = practice;
  const { load, awaken, NOT_THERE, away, arrive, stage, press } = practice;

  /* The element */

  const DAYS = 14;

  const chart = (counts) => {
    const most = Math.max(...counts);
    const days = counts.map((number, index) => {
      const part = make("i");
      part.style.setProperty("--part", number / most);
      const name = index ? Lockstep.dayText(today() + index) : "today";
      return make("li", {}, make("span", {}, name), make("b", {}, number), part);
    });
    const caption = make("figcaption", {}, `How many come back on each of the next ${DAYS} days`);
    return make("figure", { className: "ls-forecast" }, caption, make("ol", {}, ...days));
  };

  /** Bring the questions of a section: a packed site keeps them in a script of their own until they are wanted. */
  const coming = new Map();
  const bring = (section) => {
    const { script, topic } = section.dataset;
    if (!script) return;
    if (!coming.has(section)) {
      const put = () => {
        section.insertAdjacentHTML("beforeend", Lockstep.bank[topic]);
        away(section.querySelectorAll("ls-question"));
      };
      const loaded = load(script);
      coming.set(section, loaded.then(put));
      loaded.catch(() => coming.delete(section)); // the next try asks again
    }
    return coming.get(section);
  };

  const review = (host) => {
    const sections = [...host.querySelectorAll("section")];
    const homes = new Map(sections.flatMap((section) => keysOf(section).map(([id]) => [id, section])));
    const ids = [...homes.keys()];
    const status = box();
    const desk = make("div", {}, status, studyPanel(host, (chosen) => begin(chosen)), answersPanel());
    const head = make("div", { className: "ls-head" });
    const foot = row();
    let queue = [];
    let at = -1;
    const done = new Set();
    const missed = new Set();

    const showStatus = (...before) => {
      const state = read();
      const [heading, text] = outlook(state, today(), ids);
      const waiting = due(state, today(), ids);
      const counts = forecast(state, today(), DAYS, ids);
      status.replaceChildren(...before, title(heading), quiet(text));
      if (waiting.length) status.append(row(main("Start review", () => begin(waiting))));
      if (counts.some(Boolean)) status.append(chart(counts));
    };

    const begin = async (chosen) => {
      try {
        await Promise.all([awaken(), ...[...new Set(chosen.map((id) => homes.get(id)))].map(bring)]);
      } catch {
        return showStatus(make("p", {}, NOT_THERE));
      }
      queue = chosen.map((id) => document.getElementById(`q-${id}`));
      at = -1;
      done.clear();
      missed.clear();
      host.className = "ls-ready ls-running";
      desk.remove();
      showNext();
    };

    const showNext = () => {
      at += 1;
      if (at === queue.length) return finish();
      const place = make("b", {}, `Question ${at + 1} of ${queue.length}`);
      head.replaceChildren(place, bar("Done", ["", at / queue.length]));
      foot.replaceChildren(button("Stop", finish));
      queue[at].earlier = undefined; // shown again, a card has a further review, which does not undo the first
      stage(host.querySelectorAll("ls-question"), queue[at], head, foot);
    };

    const finish = () => {
      at = -1;
      head.remove();
      foot.remove();
      away(host.querySelectorAll("ls-question"));
      host.className = "ls-ready";
      host.append(desk);
      showStatus(make("p", {}, `Done: ${count(done.size, "question")}, ${missed.size} missed at first.`));
      arrive(status);
    };

    const answered = ({ target, detail }) => {
      if (target !== queue[at] || foot.querySelector(".ls-main")) return;
      done.add(target);
      if (detail.right === false) {
        missed.add(target);
        queue.push(target); // once more before the end
      }
      if (target.grades) queueMicrotask(showNext); // a card has been read and graded; it still does its own work
      else foot.prepend(main("Next", showNext));
    };
    const key = (event) => at >= 0 && press(event, queue[at], foot);

    away(host.querySelectorAll("ls-question"));
    host.className = "ls-ready";
    host.append(desk);
    showStatus();
    host.addEventListener("ls-answered", answered);
    document.addEventListener("keydown", key);
    const unsubscribe = Lockstep.subscribe(() => at < 0 && showStatus());
    return () => {
      document.removeEventListener("keydown", key);
      unsubscribe();
    };
  };

  const studyPanel = (host, begin) => {
    const sections = [...host.querySelectorAll("section")];
    const names = sections.map((section) => section.querySelector("h2").firstChild.textContent);
    const select = make("select", {}, ...names.map((name) => make("option", {}, name)));
    const only = choice({ type: "checkbox" }, "Only what is not right yet");
    const note = quiet("");
    const study = () => {
      const { questions } = read();
      const isAsked = ([id, key]) => !only.control.checked || !isKnown(questions[id], key);
      const chosen = keysOf(sections[select.selectedIndex]).filter(isAsked).map(([id]) => id);
      note.textContent = "";
      if (chosen.length) begin(chosen);
      else say((note.textContent = "You have all of these right."));
    };
    const topic = make("label", {}, "Topic", select);
    return box(title("Study a topic now"), row(topic, only, button("Study", study)), note);
  };

  /* Your answers: out, in, gone */

  const answersPanel = () => {
    const note = make("div");
    const tell = (text, ...buttons) => {
      note.replaceChildren(make("p", {}, text), row(...buttons));
      say(text);
    };
    /** Ask in place. The buttons of the question vanish, so the focus goes back to the one that asked. */
    const ask = (from, why, text, yes, change) => {
      const act = () => {
        done(replace(why, change));
        from.focus();
      };
      const cancel = () => {
        note.replaceChildren();
        from.focus();
      };
      tell(text, button(yes, act), button("Cancel", cancel));
    };

    /** After a change of much: how it went, and the way back. */
    const done = (problem) => {
      for (const question of document.querySelectorAll("ls-question")) question.refresh?.(read());
      offerUndo();
      tell(problem ? `Nothing was changed. ${problem}` : "Done.");
    };

    const undo = button("", () => {
      done(restore());
      (undo.isConnected ? undo : opener).focus();
    });
    const offerUndo = () => {
      const before = earlier();
      if (!before) return undo.remove();
      const day = Lockstep.dayText(today(new Date(before.at)));
      undo.textContent = `Go back to before the ${before.why} of ${day}`;
      buttons.append(undo);
    };

    // Without line breaks: a state that may be kept may also be imported.
    const save = () => download("lockstep-answers.json", "application/json", JSON.stringify(read()));

    const load = async () => {
      const [file] = input.files;
      // No more of a huge file than lets it be refused, and nothing of one that cannot be read.
      const text = await file.slice(0, 8e6).text().catch(() => "");
      const { state, problems } = Lockstep.validate(text);
      input.value = ""; // the same file can be chosen again
      if (!state) return tell(`Not imported. ${problems.slice(0, 3).join(" ")}`);
      const { added, newer, older, same, badges } = differences(read(), state);
      ask(
        opener,
        "import",
        `This file brings ${count(added, "new answer")}, ${newer} newer than yours and ${count(badges, "badge")}. ` +
          `Nothing changes for ${older} older and ${same} equal.`,
        "Import them",
        (mine) => Object.assign(mine, Lockstep.merge(mine, state)),
      );
    };

    const forget = () => {
      const { questions, badges } = read();
      ask(
        eraser,
        "reset",
        `Forget ${count(Object.keys(questions).length, "answer")} and ${count(Object.keys(badges).length, "badge")}? ` +
          "You can go back to them until the next import or reset.",
        "Forget them",
        (state) => Object.assign(state, { questions: {}, badges: {}, settings: {} }),
      );
    };

    const input = make("input", { type: "file", accept: ".json", hidden: true, onchange: load });
    const opener = button("Import", () => input.click());
    const eraser = button("Forget everything", forget);
    const about = quiet("They are kept in this browser only. A file brings them to another one, or keeps them safe.");
    const buttons = row(button("Export", save), opener, eraser, input);
    const aside = unreadable();
    if (aside) buttons.append(button("Save what could not be read", () => download("lockstep-unreadable.txt", "text/plain", aside)));
    offerUndo();
    return box(title("Your answers"), about, buttons, note);
  };

  define("ls-review", review);
})();
