/* <ls-challenge> and <ls-review>. Questions stay where they are on the page: one at a time is shown, the
   others are put away with a class that print ignores. What a reader typed or a file holds is only ever set as text. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.outlook) return; // Material's instant navigation runs scripts again

  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const span = (seconds) => (seconds % 60 ? `${seconds} s` : `${seconds / 60} min`);

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

  Object.assign(Lockstep, { due, forecast, outlook });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  let read, update, say, today, make, bar, isKnown, keysOf; // of Lockstep, when it is there

  const box = (...children) => make("div", { className: "ls-box" }, ...children);
  const row = (...children) => make("div", { className: "ls-row" }, ...children);
  const title = (text) => make("h2", {}, text);
  const quiet = (text) => make("p", { className: "ls-quiet" }, text);
  const button = (text, onclick) => make("button", { type: "button", className: "ls-button", onclick }, text);
  const main = (text, onclick) => Object.assign(button(text, onclick), { className: "ls-button ls-main" });
  const choice = (input, text) => make("label", { className: "ls-choice" }, make("input", input), text);
  const download = (name, type, text) => {
    const href = URL.createObjectURL(new Blob([text], { type }));
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1e4); // not at once: the browser may still be reading
  };

  /* The badge: four ranks in a ring, each hands its part on to the next; the mark in the middle */

  const draw = (tag, attributes, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };
  const words = (y, size, fill, text) => draw("text", { y, fill, "font-size": size, "text-anchor": "middle" }, text);

  const emblem = () => [
    draw("circle", { r: 82, fill: "none", stroke: "#48616e", "stroke-width": 8, "stroke-dasharray": "13.1 3" }),
    ...["#58a9e6", "#e5a43c", "#35bd94", "#df86bb"].flatMap((fill, rank) => [
      draw("rect", { x: 24 * rank - 45, y: -6 - 12 * rank, width: 18, height: 12 * rank + 12, rx: 3, fill }),
      draw("rect", { x: 24 * rank - 45, y: 12, width: 18, height: 30, rx: 3, fill }),
      draw(
        "g",
        { fill, transform: `rotate(${90 * rank})` },
        draw("circle", { cy: -110, r: 16 }),
        draw("path", { d: "M27-107A110 110 0 0 1 102-41", fill: "none", stroke: fill, "stroke-width": 9 }),
        draw("path", { d: "M108-19 117-52 88-39Z" }),
      ),
    ]),
  ];

  const unearned = () =>
    draw("svg", { viewBox: "-130 -130 260 260", class: "ls-unearned", "aria-hidden": true }, ...emblem());

  const badgeImage = ({ name, at }, topic, reader) => {
    const date = new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
    const looks = { viewBox: "-200 -160 400 480", "font-family": "system-ui, sans-serif" };
    return draw(
      "svg",
      { ...looks, role: "img", "aria-label": `Badge: ${name}` },
      draw("rect", { x: -200, y: -160, width: 400, height: 480, rx: 16, fill: "#14242e", stroke: "#33505f" }),
      ...emblem(),
      draw("g", { "font-weight": 700 }, words(188, Math.min(32, 600 / name.length), "#fff", name)),
      words(214, 16, "#c3ced4", topic),
      words(262, Math.min(26, 640 / reader.length), "#fff", reader),
      words(292, 14, "#c3ced4", `Five of five at the first try, ${date}`),
    );
  };

  const badgePanel = (badge, topic) => {
    const picture = make("div", { className: "ls-badge" });
    const input = make("input", { maxLength: 50, autocomplete: "name" });
    // No control characters: they would make the file unreadable.
    const image = () => badgeImage(badge, topic, input.value.replace(/[\p{Cc}\p{Cs}]/gu, "").trim());
    const show = () => picture.replaceChildren(image());
    const save = () => download("lockstep-badge.svg", "image/svg+xml", new XMLSerializer().serializeToString(image()));
    input.oninput = show;
    show();
    const form = make(
      "div",
      {},
      make("b", {}, `The badge ${badge.name} is yours.`),
      make("label", {}, "Name on the image", input),
      quiet("It goes into the image and nowhere else."),
      button("Save as image", save),
    );
    return make("div", { className: "ls-earned" }, picture, form);
  };

  /* One question at a time */

  const away = (questions, shown) => questions.forEach((each) => each.classList.toggle("ls-away", each !== shown));

  const arrive = (node) => {
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
    node.scrollIntoView();
  };

  /** Show one question as new between a head and a foot, and bring the reader to the head. */
  const stage = (questions, question, head, foot) => {
    away(questions, question);
    question.before(head);
    question.after(foot);
    question.restart();
    arrive(head);
  };

  /** Enter does what comes next and 1 to 4 grade a card wherever the focus is, unless a control there uses the key. */
  const press = (event, question, foot) => {
    const { key, target } = event;
    const enter = key === "Enter";
    const used = `select, textarea, input:not([type=radio], [type=checkbox])${enter ? ", a, button, summary" : ""}`;
    const isMeant = !event.defaultPrevented && !event.repeat && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (!isMeant || target.matches(used)) return;
    const grades = question.querySelectorAll(".ls-q-grades:not([hidden]) button");
    const next = foot.querySelector(".ls-main") ?? question.querySelector(".ls-q-main:not([hidden])");
    const wanted = enter ? next : grades[key - 1];
    if (!wanted) return;
    event.preventDefault(); // or Enter would also press what gets the focus
    wanted.click();
  };

  /* Challenge */

  const TIMES = { off: 0, normal: 1, double: 2 };

  const challenge = (host) => {
    const { topic, badge, seconds, attempts } = host.dataset;
    const isLater = (node) => host.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    const problems = [...host.parentElement.querySelectorAll("ls-question")].filter(isLater);
    const panel = box();
    const head = make("div", { className: "ls-head" });
    const foot = row();
    let at = -1;
    let results = [];
    let ticking;

    const leave = (...content) => {
      clearInterval(ticking);
      at = -1;
      head.remove();
      foot.remove();
      host.className = "";
      for (const problem of problems) delete problem.exam;
      panel.replaceChildren(...content);
      host.append(panel);
    };

    const showStart = () => {
      const { settings, badges } = read();
      const { timer = "normal" } = settings;
      const onchange = ({ target }) => update((state) => (state.settings.timer = target.value));
      const radio = (value, text) =>
        choice({ type: "radio", name: "ls-timer", value, checked: value === timer, onchange }, text);
      const won = badges[topic];
      leave(
        title(`${count(problems.length, "problem")}, one at a time`),
        make("ol", { className: "ls-levels" }, ...problems.map((problem) => make("li", {}, problem.dataset.level))),
        make(
          "fieldset",
          {},
          make("legend", {}, "Time for each problem"),
          radio("off", "No timer"),
          radio("normal", span(seconds)),
          radio("double", `Double, ${span(2 * seconds)}`),
        ),
        quiet("The clock stands still while this page is hidden."),
        row(main("Start", begin)),
      );
      if (won) panel.append(badgePanel(won, host.dataset.title));
      else panel.prepend(unearned());
      away(problems);
      host.className = "ls-ready";
    };

    const stop = () => {
      showStart();
      arrive(panel);
    };

    const begin = () => {
      results = [];
      showNext();
    };

    const showNext = () => {
      at += 1;
      const time = seconds * TIMES[read().settings.timer ?? "normal"];
      panel.remove();
      head.replaceChildren(make("b", {}, `Problem ${at + 1} of ${problems.length}`));
      foot.replaceChildren(button("Stop", stop));
      if (time) countDown(time);
      host.className = "ls-running";
      problems[at].exam = { attempts: Number(attempts) };
      stage(problems, problems[at], head, foot);
    };

    /** Ticks, not a deadline: time in which the page is hidden or the machine sleeps is not taken from the reader. */
    const countDown = (time) => {
      const clock = make("b", { className: "ls-time", role: "timer" }); // a timer is not announced by itself
      const note = quiet("");
      let left = time;
      let hidden = false;
      const show = () => {
        clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
        head.querySelector(".ls-bar i").style.width = `${(100 * left) / time}%`;
      };
      const tick = () => {
        if (hidden && !document.hidden) say((note.textContent = "The clock stood still while this page was hidden."));
        hidden = document.hidden;
        if (hidden) return;
        left -= 1;
        show();
        if (left === 0) timeUp();
        else if (left === 10 || left === Math.round(time / 2)) say(`${span(left)} left`);
      };
      head.append(clock, bar("Time left", ["", 1]), note);
      show();
      ticking = setInterval(tick, 1000);
    };

    const timeUp = () => {
      settle({ verdict: "time ran out" });
      problems[at].reveal();
      say("Time is up. The answer is shown.");
    };

    const settle = (result) => {
      clearInterval(ticking);
      results[at] = result;
      const isLast = results.length === problems.length;
      foot.prepend(isLast ? main("See the result", showResult) : main("Next problem", showNext));
    };

    const showResult = () => {
      const best = results.filter(({ first }) => first).length;
      const day = new Date(today() * 864e5).toISOString().slice(0, 10);
      const perfect = best === problems.length;
      if (perfect) update(({ badges }) => (badges[topic] ??= { name: badge, at: day }));
      const lines = results.map(({ right, first, verdict }, index) => {
        const href = `#${problems[index].id}`;
        const line = make("li", { className: first ? "ls-good" : right ? "ls-late" : "ls-bad" });
        line.append(make("a", { href }, `Problem ${index + 1}`), `: ${verdict}. `);
        if (!right) line.append(...(problems[index].querySelector(".ls-q-read")?.cloneNode(true).childNodes ?? []));
        return line;
      });
      leave(
        title(`${best} of ${problems.length} right at the first try`),
        make("ol", { className: "ls-results" }, ...lines),
        row(main("Start again", begin)),
      );
      const won = read().badges[topic];
      if (won) panel.children[perfect ? 0 : 2].after(badgePanel(won, host.dataset.title));
      for (const problem of problems) problem.classList.remove("ls-away");
      arrive(panel);
    };

    const answered = ({ target, detail: { right, checks } }) => {
      if (target !== problems[at] || results[at]) return;
      const first = right && checks === 1;
      settle({ right, first, verdict: first ? "right at the first try" : right ? "right at a later try" : "missed" });
    };
    const key = (event) => at >= 0 && press(event, problems[at], foot);
    document.addEventListener("ls-answered", answered);
    document.addEventListener("keydown", key);
    showStart();
    return () => {
      clearInterval(ticking);
      document.removeEventListener("ls-answered", answered);
      document.removeEventListener("keydown", key);
    };
  };

  /* Review */

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
      const loaded = new Promise((done, fail) => {
        document.head.append(make("script", { src: script, onload: done, onerror: fail }));
      });
      const put = () => {
        section.insertAdjacentHTML("beforeend", Lockstep.bank[topic]);
        away(section.querySelectorAll("ls-question"));
      };
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
        await Promise.all([...new Set(chosen.map((id) => homes.get(id)))].map(bring));
      } catch {
        return showStatus(make("p", {}, "The questions did not come. Is the network there?"));
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
      if (target.dataset.kind === "card") queueMicrotask(showNext); // when the card has done its own work
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
    const ask = (from, text, yes, change) => {
      const act = () => {
        tell(update(change) ? "Done." : "This browser did not keep it.");
        for (const question of document.querySelectorAll("ls-question")) question.refresh(read());
        from.focus();
      };
      const cancel = () => {
        note.replaceChildren();
        from.focus();
      };
      tell(text, button(yes, act), button("Cancel", cancel));
    };

    const save = () => download("lockstep-answers.json", "application/json", JSON.stringify(read(), null, 1));

    const load = async () => {
      const [file] = input.files;
      // No more of a huge file than lets it be refused, and nothing of one that cannot be read.
      const text = await file.slice(0, 3e6).text().catch(() => "");
      const { state, problems } = Lockstep.validate(text);
      input.value = ""; // the same file can be chosen again
      if (!state) return tell(`Not imported. ${problems.slice(0, 3).join(" ")}`);
      const { added, newer, older, same, badges } = Lockstep.differences(read(), state);
      ask(
        opener,
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
        `Forget ${count(Object.keys(questions).length, "answer")} and ${count(Object.keys(badges).length, "badge")}? ` +
          "Nothing brings them back but a file you exported.",
        "Forget them",
        (state) => Object.assign(state, { questions: {}, badges: {}, settings: {} }),
      );
    };

    const input = make("input", { type: "file", accept: ".json", hidden: true, onchange: load });
    const opener = button("Import", () => input.click());
    const eraser = button("Forget everything", forget);
    const about = quiet("They are kept in this browser only. A file brings them to another one, or keeps them safe.");
    return box(title("Your answers"), about, row(button("Export", save), opener, eraser, input), note);
  };

  /** Instant navigation loads scripts in any order: wait for those this one builds on. */
  const start = () => {
    if (!Lockstep.make || !Lockstep.read || !customElements.get("ls-question")) return setTimeout(start, 20);
    ({ read, update, say, today, make, bar, isKnown, keysOf } = Lockstep);
    Lockstep.define("ls-challenge", challenge);
    Lockstep.define("ls-review", review);
  };
  start();
})();
