/* <ls-review>: what is due today, within a limit and with topics mixed, and topics to study. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.outlook) return; // Material's instant navigation runs scripts again

  const LIMIT = 20; // questions a day, about a quarter of an hour, until the reader sets another
  const LEECH = 4; // so often forgotten, a question needs its page rather than one more try

  /** The place of a question in the review; none where the reader does not want it again. */
  const cardOf = ({ questions }, id) => (questions[id]?.off ? undefined : questions[id]?.card);

  /**
   * The questions that are due, the longest overdue first; equal ones stay in the order given.
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
   * Spread each topic evenly over a queue; within a topic the order stays.
   * @param {string[]} ids
   * @param {(id: string) => unknown} topicOf
   * @returns {string[]}
   */
  const interleave = (ids, topicOf) => {
    const topics = new Map();
    for (const id of ids) topics.set(topicOf(id), [...(topics.get(topicOf(id)) ?? []), id]);
    const placed = [...topics.values()].flatMap((of) => of.map((id, index) => [(index + 0.5) / of.length, id]));
    return placed.sort(([one], [other]) => one - other).map(([, id]) => id);
  };

  /**
   * What is left of a day's review: due, within the limit, topics mixed.
   * @param {object} state
   * @param {number} day
   * @param {string[]} ids the questions there are
   * @param {(id: string) => unknown} topicOf
   * @returns {string[]}
   */
  const portion = (state, day, ids, topicOf) => {
    const limit = state.settings?.limit ?? LIMIT;
    const isReviewed = (id) => cardOf(state, id)?.last === day && cardOf(state, id).n > 1;
    const left = limit ? Math.max(0, limit - ids.filter(isReviewed).length) : Infinity;
    return interleave(due(state, day, ids).slice(0, left), topicOf);
  };

  const LEVELS = ["beginner", "intermediate", "advanced", "expert"];

  /**
   * The questions of a topic to study: what is due, then all others from beginner to expert, those of a level in their order.
   * @param {object} state
   * @param {number} day
   * @param {string[]} ids
   * @param {(id: string) => string} levelOf
   * @returns {string[]}
   */
  const studied = (state, day, ids, levelOf) => {
    const first = due(state, day, ids);
    const others = ids.filter((id) => !first.includes(id));
    return [...first, ...LEVELS.flatMap((level) => others.filter((id) => levelOf(id) === level))];
  };

  /**
   * What the review page says first: what is due, or why nothing is.
   * @returns {string[]} a title and a text
   */
  const outlook = (state, day, ids) => {
    const now = portion(state, day, ids, () => 0).length;
    const later = due(state, day, ids).length - now;
    const limit = state.settings?.limit ?? LIMIT;
    const more = later ? ` ${later} more wait${later === 1 ? "s" : ""}: the limit is ${limit} a day.` : "";
    if (now) return [`${now} due today`, `The longest overdue are here, topics mixed. Press ? for the keys.${more}`];
    if (later) return ["Done for today", more.trim()];
    const dues = ids.map((id) => cardOf(state, id)?.due).filter(Boolean);
    const first = Math.min(...dues);
    if (dues.length) {
      const number = dues.filter((at) => at === first).length;
      return ["Nothing is due today", `Next: ${number} on ${Lockstep.dayText(first)}. You can study a topic now.`];
    }
    return [
      ids.some((id) => state.questions[id]) ? "Nothing waits for you" : "Nothing here yet",
      "Every question you answer comes here by itself: after a day where you missed it or were unsure, after eight where " +
        "you knew it, and later each time you know it again.",
    ];
  };

  Object.assign(Lockstep, { due, forecast, interleave, portion, studied, outlook });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const { define, make, bar, read, update, say, today, isKnown, keysOf, practice } = Lockstep;
  if (!practice) return;
  const { count, box, row, title, quiet, button, main, choice, download } = practice;
  const { awaken, NOT_THERE, away, arrive, stage, press, reportLink } = practice;

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
      const loaded = Lockstep.load(new URL(script, location));
      coming.set(section, loaded.then(put));
      loaded.catch(() => coming.delete(section)); // the next try asks again
    }
    return coming.get(section);
  };

  const plainTitle = () => document.title.replace(/^\(\d+\) /, "");
  const isOff = ({ id }) => read().questions[id.slice(2)]?.off;

  /** Of a question that is forgotten again and again: how often, and where to read; empty of any other. */
  const leechNote = (question) => {
    const { lapses = 0 } = cardOf(read(), question.name) ?? {};
    if (lapses < LEECH) return "";
    const [there] = question.querySelectorAll(".ls-q-read a");
    const sheet = there ?? question.closest("section").querySelector("h2 a");
    const link = make("a", { href: sheet.href }, sheet.textContent);
    return make("p", { className: "ls-leech" }, `Forgotten ${lapses} times. Reading helps more than another try: `, link);
  };

  const review = (host) => {
    const sections = [...host.querySelectorAll("section")];
    const homes = new Map(sections.flatMap((section) => keysOf(section).map(([id]) => [id, section])));
    const ids = [...homes.keys()];
    const topicOf = (id) => homes.get(id);
    const placed = (id) => document.getElementById(`q-${id}`);
    const levelOf = (id) => placed(id).dataset.level; // known once the questions have come
    const pageTitle = plainTitle();
    const status = box();
    const study = studyPanel(host, (chosen) => begin(chosen, (ids) => studied(read(), today(), ids, levelOf)));
    const desk = make("div", {}, status, study, dayPanel(ids), answersPanel());
    const head = make("div", { className: "ls-head" });
    const foot = row();
    let queue = [];
    let at = -1;
    let past = []; // what was done with each question, for the way back
    let before; // what was kept of the question on stage
    let shownDay;

    const showStatus = (...news) => {
      const state = read();
      const waiting = portion(state, today(), ids, topicOf);
      const all = due(state, today(), ids);
      const [heading, text] = outlook(state, today(), ids);
      const counts = forecast(state, today(), DAYS, ids);
      status.replaceChildren(...news, title(heading), quiet(text));
      if (waiting.length) status.append(row(main("Start review", () => begin(waiting))));
      else if (all.length) status.append(row(button("Review them now", () => begin(interleave(all, topicOf)))));
      if (counts.some(Boolean)) status.append(chart(counts));
      status.append(...offOffer(state));
    };

    /** The way back for what should not come again. */
    const offOffer = ({ questions }) => {
      const off = ids.filter((id) => questions[id]?.off);
      const takeBack = () => update((state) => off.forEach((id) => delete state.questions[id].off));
      return off.length ? [row(button(`Bring back ${count(off.length, "question")} you put away`, takeBack))] : [];
    };

    const showCount = () => {
      const { length } = portion(read(), today(), ids, topicOf);
      document.title = length ? `(${length}) ${pageTitle}` : pageTitle;
    };

    const begin = async (chosen, inOrder = (ids) => ids) => {
      try {
        await Promise.all([awaken(), ...[...new Set(chosen.map(topicOf))].map(bring)]);
      } catch {
        return showStatus(make("p", {}, NOT_THERE));
      }
      queue = inOrder(chosen).map(placed);
      at = -1;
      past = [];
      showNext();
    };

    const showNext = () => {
      do at += 1;
      while (at < queue.length && isOff(queue[at]));
      if (at < queue.length) show();
      else finish();
    };

    const show = () => {
      const question = queue[at];
      const place = make("b", {}, `Question ${at + 1} of ${queue.length}`);
      head.replaceChildren(place, bar("Done", ["", at / queue.length]));
      before = read().questions[question.name];
      showFoot();
      question.earlier = undefined; // shown again, a card has a further review, which does not undo the first
      host.className = "ls-ready ls-running";
      desk.remove();
      stage(host.querySelectorAll("ls-question"), question, head, foot);
    };

    const showFoot = (...first) => {
      const never = button("Never ask this again", suspend);
      never.title = "It leaves the review, unless you bring it back on the Review page.";
      const others = [never, button("Stop", finish), reportLink(queue[at])];
      foot.replaceChildren(...first, ...undoButton(), ...others);
    };

    const finish = () => {
      const done = new Set(past.filter((step) => step.missed !== null).map(({ question }) => question));
      const missed = new Set(past.filter((step) => step.missed).map(({ question }) => question));
      at = -1;
      head.remove();
      foot.remove();
      away(host.querySelectorAll("ls-question"));
      host.className = "ls-ready";
      host.append(desk);
      const text = make("p", {}, `Done: ${count(done.size, "question")}, ${missed.size} missed at first.`);
      showStatus(text, row(...undoButton()));
      arrive(status);
    };

    /* What can be undone: an answer, or that a question shall not come again */

    /** @param {boolean|null} missed null: it was not answered */
    const keep = (missed) => {
      const question = queue[at];
      past.push({ question, at, missed, record: before });
      if (missed) queue.push(question); // once more before the end
    };

    const undo = () => {
      const { question, missed, record, at: place } = past.pop();
      update(({ questions }) => {
        if (record) questions[question.name] = record;
        else delete questions[question.name];
      });
      if (missed) queue.splice(queue.lastIndexOf(question), 1);
      at = place;
      show();
    };

    const undoButton = () => {
      const back = button("Undo the last answer", undo);
      back.setAttribute("aria-keyshortcuts", "u");
      return past.length ? [back] : [];
    };

    const suspend = () => {
      const { name, dataset } = queue[at];
      keep(null);
      update(({ questions }) => {
        questions[name] = { key: dataset.key, ...questions[name], off: true, at: new Date().toISOString() };
      });
      say("It will not come again, unless you bring it back on the Review page.");
      showNext();
    };

    const answered = ({ target, detail }) => {
      if (target !== queue[at] || foot.querySelector(".ls-main")) return;
      const missed = detail.right === false;
      const note = missed ? leechNote(target) : "";
      keep(missed);
      if (target.grades && !note) queueMicrotask(showNext); // a card has been read and graded; it still does its own work
      else showFoot(note, main("Next", showNext));
    };
    const key = (event) => at >= 0 && press(event, queue[at], foot);
    const seen = () => {
      shownDay = today();
      showCount();
      if (at < 0) showStatus();
    };

    const comeBack = () => today() !== shownDay && seen(); // a tab may be open for days

    away(host.querySelectorAll("ls-question"));
    host.className = "ls-ready";
    host.append(desk);
    seen();
    host.addEventListener("ls-answered", answered);
    document.addEventListener("keydown", key);
    document.addEventListener("visibilitychange", comeBack);
    const unsubscribe = Lockstep.subscribe(seen);
    return () => {
      document.removeEventListener("keydown", key);
      document.removeEventListener("visibilitychange", comeBack);
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
      const isAsked = ([id, key]) => !questions[id]?.off && !(only.control.checked && isKnown(questions[id], key));
      const chosen = keysOf(sections[select.selectedIndex]).filter(isAsked).map(([id]) => id);
      note.textContent = "";
      if (chosen.length) begin(chosen);
      else say((note.textContent = "You have all of these right."));
    };
    const topic = make("label", {}, "Topic", select);
    return box(title("Study a topic now"), row(topic, only, button("Study", study)), note);
  };

  /* How much a day brings, and a reminder */

  const LIMITS = [10, LIMIT, 40, 80, 0];
  const AHEAD = 60; // days in the calendar file

  const saveCalendar = async (ids) => {
    await Lockstep.load("calendar.js");
    const days = forecast(read(), today(), AHEAD, ids).map((number, index) => [today() + index, number]);
    const coming = days.slice(1).filter(([, number]) => number);
    const address = location.href.replace(/#.*/, "");
    if (coming.length) download("lockstep-review.ics", "text/calendar", Lockstep.calendar(coming, { address, now: new Date() }));
    return coming.length;
  };

  const dayPanel = (ids) => {
    const { limit = LIMIT } = read().settings;
    const note = quiet("");
    const sizes = [...new Set([...LIMITS, limit])];
    const options = sizes.map((size) => make("option", { value: size, selected: size === limit }, size || "all"));
    const onchange = ({ target }) => update(({ settings }) => (settings.limit = Number(target.value)));
    const select = make("label", {}, "Questions a day", make("select", { onchange }, ...options));
    const remind = async () => {
      const days = await saveCalendar(ids);
      const text = days ? `It holds ${count(days, "day")} on which something comes back, as it stands now.` : "Nothing comes back after today.";
      say((note.textContent = text));
    };
    return box(title("Your days"), row(select, button("Save reminders for a calendar", remind)), note);
  };

  /* The reader's answers as a file. The script that makes and reads it comes when it is wanted. */

  const isKept = () => {
    try {
      return "lockstep-before" in localStorage || "lockstep-unreadable" in localStorage;
    } catch {
      return false;
    }
  };

  const answersPanel = () => {
    const note = make("div");
    let actions;
    const act = (name) => async () => {
      try {
        actions ??= Lockstep.load("answers.js").then(() => Lockstep.answersAs({ note, buttons, opener, eraser }));
        (await actions)[name]?.();
      } catch {
        actions = undefined; // the next press asks again
        say((note.textContent = "The script for it did not come. Is the network there?"));
      }
    };
    const about = quiet("They are kept in this browser only. A file brings them to another one, or keeps them safe.");
    const opener = button("Import", act("open"));
    const eraser = button("Forget everything", act("forget"));
    const buttons = row(button("Export", act("save")), opener, eraser);
    if (isKept()) act()(); // there is something to go back to
    return box(title("Your answers"), about, buttons, note);
  };

  define("ls-review", review);
})();
