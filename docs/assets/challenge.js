/* <ls-challenge>: a topic's problems one at a time against a clock, and the badge for all of them at the first try. */
(() => {
  const { define, make, bar, read, update, say, today, dayText, practice } = globalThis.Lockstep;
  if (!practice || customElements.get("ls-challenge")) return; // Material's instant navigation runs scripts again

  const { count, box, row, title, quiet, button, main, choice, download } = practice;
  const { awaken, NOT_THERE, away, arrive, stage, press, reportLink } = practice;
  const span = (seconds) => (seconds % 60 ? `${seconds} s` : `${seconds / 60} min`);

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

  const badgeImage = ({ name, at }, topic, asked, reader) => {
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
      words(292, 14, "#c3ced4", `${asked} of ${asked} at the first try, ${date}`),
    );
  };

  const SCALE = 3; // pixels of a PNG for each unit of the drawing

  /** @returns {Promise<Blob>} the drawing as a PNG */
  const pngOf = async (svg) => {
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map((number) => SCALE * number);
    for (const [name, value] of Object.entries({ width, height })) svg.setAttribute(name, value);
    const src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    const image = make("img", { src });
    await image.decode();
    const canvas = make("canvas", { width, height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((done) => canvas.toBlob(done));
  };

  const badgePanel = (badge, topic, asked) => {
    const picture = make("div", { className: "ls-badge" });
    const input = make("input", { maxLength: 50, autocomplete: "name" });
    // No control characters: they would make the file unreadable.
    const image = () => badgeImage(badge, topic, asked, input.value.replace(/[\p{Cc}\p{Cs}]/gu, "").trim());
    const show = () => picture.replaceChildren(image());
    const saveSvg = () => download("lockstep-badge.svg", "image/svg+xml", new XMLSerializer().serializeToString(image()));
    const savePng = async () => download("lockstep-badge.png", "image/png", await pngOf(image()));
    input.oninput = show;
    show();
    const form = make(
      "div",
      {},
      make("b", {}, `The badge ${badge.name} is yours.`),
      make("label", {}, "Name on the image", input),
      quiet("It goes into the image and nowhere else."),
      row(button("Save as PNG", savePng), button("Save as SVG", saveSvg)),
    );
    return make("div", { className: "ls-earned" }, picture, form);
  };

  /* The element */

  const TIMES = { off: 0, normal: 1, double: 2 };

  /** Whether the answer was shown today, here or anywhere: then a right answer may be read off. */
  const isShownToday = ({ id }) => {
    const { result, at } = read().questions[id.slice(2)] ?? {};
    return Boolean(result) && today(new Date(at)) === today();
  };

  /** As many problems as are asked, one of each part of the pool by level. Those not shown today are drawn from alone if they
     are enough; within a level chance decides which part a problem is in. */
  const drawn = (pool, asked) => {
    const levels = ["beginner", "intermediate", "advanced", "expert"];
    const rank = ({ dataset }) => levels.indexOf(dataset.level);
    const lots = pool.map((problem) => ({ problem, lot: isShownToday(problem) + Math.random() }));
    const enough = Math.max(asked, lots.filter(({ lot }) => lot < 1).length);
    const from = lots.sort((one, other) => one.lot - other.lot).slice(0, enough).map(({ problem }) => problem);
    from.sort((one, other) => rank(one) - rank(other)); // those of a level stay as the lots have it
    const edge = (part) => Math.floor((part * from.length) / asked);
    return Array.from({ length: asked }, (_, part) => {
      const problems = from.slice(edge(part), edge(part + 1));
      return problems[Math.floor(Math.random() * problems.length)];
    });
  };

  /** As many attempts as leave a chance to fail: one among two options. */
  const chances = (problem, attempts) => Math.min(attempts, (problem.querySelectorAll(".ls-q-options > li").length || Infinity) - 1);

  const challenge = (host) => {
    const { topic, was = topic, badge, seconds, attempts } = host.dataset; // was: the key of the badge in states of old
    const wonOf = ({ badges }) => badges[topic] ?? badges[was];
    const isLater = (node) => host.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    const pool = [...host.parentElement.querySelectorAll("ls-question")].filter(isLater);
    const asked = Number(host.dataset.ask ?? pool.length);
    const choose = () => (asked < pool.length ? drawn(pool, asked) : pool);
    const names = pool.map(({ previousElementSibling: node }) => node?.matches("h2") && node.firstChild).filter((node) => node?.data);
    let problems = choose();
    let canEarn = true;
    const panel = box();
    const head = make("div", { className: "ls-head" });
    const foot = row();
    let at = -1;
    let results = [];
    let ticking;
    let waking = false;

    const leave = (...content) => {
      clearInterval(ticking);
      at = -1;
      head.remove();
      foot.remove();
      host.className = "";
      panel.replaceChildren(...content);
      host.append(panel);
    };

    const showStart = () => {
      const state = read();
      const { timer = "normal" } = state.settings;
      const onchange = ({ target }) => update((state) => (state.settings.timer = target.value));
      const radio = (value, text) =>
        choice({ type: "radio", name: "ls-timer", value, checked: value === timer, onchange }, text);
      const won = wonOf(state);
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
      if (won) panel.append(badgePanel(won, host.dataset.title, asked));
      else panel.prepend(unearned(), ...waitNote());
      away(pool);
      host.className = "ls-ready";
    };

    /** When the badge can be had, where it cannot be today. */
    const waitNote = () => {
      const text = `Answers of these problems were shown to you today. The badge can be had from ${dayText(today() + 1)}.`;
      return choose().some(isShownToday) ? [make("p", {}, text)] : [];
    };

    const stop = () => {
      showStart();
      arrive(panel);
    };

    const begin = async () => {
      if (waking) return; // pressed twice
      waking = true;
      try {
        await awaken();
      } catch {
        return say((panel.querySelector(".ls-quiet").textContent = NOT_THERE));
      } finally {
        waking = false;
      }
      results = [];
      problems = choose();
      canEarn = !problems.some(isShownToday);
      for (const problem of pool) problem.exam = { attempts: chances(problem, attempts) };
      for (const name of names) name.data = name.data.replace(/^Problem \d+: /, ""); // a run numbers what it draws
      showNext();
    };

    const showNext = () => {
      at += 1;
      const time = seconds * TIMES[read().settings.timer ?? "normal"];
      panel.remove();
      head.replaceChildren(make("b", {}, `Problem ${at + 1} of ${problems.length}`));
      foot.replaceChildren(button("Stop", stop));
      if (attempts > 1 && problems[at].exam.attempts === 1) head.append(quiet("One attempt")); // of two options
      if (time) countDown(time);
      host.className = "ls-running";
      stage(pool, problems[at], head, foot);
      foot.append(reportLink(problems[at]));
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
      settle({ part: "", verdict: "time ran out" });
      problems[at].reveal();
      foot.prepend(make("b", {}, "Time is up."));
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
      if (perfect && canEarn) update(({ badges }) => (badges[topic] ??= badges[was] ?? { name: badge, at: day }));
      const lines = results.map(({ right, first, part, verdict }, index) => {
        const href = `#${problems[index].id}`;
        const line = make("li", { className: first ? "ls-good" : right ? "ls-late" : "ls-bad" });
        line.append(make("a", { href }, `Problem ${index + 1}`), `: ${verdict}${part}. `);
        if (!right) line.append(...(problems[index].querySelector(".ls-q-read")?.cloneNode(true).childNodes ?? []));
        return line;
      });
      leave(
        title(`${best} of ${problems.length} right at the first try`),
        make("ol", { className: "ls-results" }, ...lines),
        row(main("Start again", begin)),
      );
      const won = wonOf(read());
      if (won) panel.children[perfect ? 0 : 2].after(badgePanel(won, host.dataset.title, asked));
      else panel.firstChild.after(...waitNote());
      for (const problem of problems) problem.classList.remove("ls-away");
      const detail = results.map((result, index) => ({ ...result, id: problems[index].id }));
      host.dispatchEvent(new CustomEvent("ls-finished", { bubbles: true, detail }));
      arrive(panel);
    };

    const answered = ({ target, detail: { right, checks } }) => {
      if (target !== problems[at] || results[at]) return;
      const first = right && checks === 1;
      const { got, of } = target.parts ?? {};
      const part = !right && of ? `, ${got} of ${of} stood right` : "";
      settle({ right, first, part, verdict: first ? "right at the first try" : right ? "right at a later try" : "missed" });
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

  define("ls-challenge", challenge);
})();
