/* <ls-question>: makes the static question answerable in place. What Python wrote stays where it is: the script adds
   controls to it and opens its <details>, so that without the script and on paper the same question reads as before. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.readNumber) return; // Material's instant navigation runs scripts again

  /* Numbers as people write them */

  const FAMILIES = [
    { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 },
    { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 },
    { "%": 0.01, k: 1e3, M: 1e6, G: 1e9, thousand: 1e3, million: 1e6 },
  ];
  const ONE = String.raw`([-+]?(?:(?:\d{1,3}(?:[ ,_]\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)`;
  const NUMBER = new RegExp(`^[~≈= ]*${ONE}(?: ?/ ?${ONE})? ?([^\\d\\s.,/+-][^\\d]*)?$`, "i");

  /**
   * Read a number: a fraction, groups of thousands, an exponent, a unit after it.
   * @param {string} text
   * @returns {{value?: number, unit?: string, problem?: string}} problem: what to tell who wrote no number
   */
  const readNumber = (text) => {
    const plain = text.replace(/[−–]/g, "-").replace(/\s+/g, " ").trim();
    if (!plain) return { problem: "Write an answer first." };
    const [, above, below = "1", unit = ""] = NUMBER.exec(plain) ?? [];
    if (!above && /^\D*\d+,\d+\D*$/.test(plain)) return { problem: "Write decimals with a point, such as 1.5." };
    const number = (digits) => Number(digits?.replace(/[ ,_]/g, ""));
    if (number(below) === 0) return { problem: "Nothing can be divided by zero." };
    const value = number(above) / number(below);
    return Number.isFinite(value) ? { value, unit } : { problem: "Write a number, such as 1.75, 7/4 or 1e6." };
  };

  /** The family of a unit and its size there. Capitals matter in one letter only: M is a million, m is not. */
  const findUnit = (name) => {
    const isIt = (known) => known === name || (name.length > 1 && known.toLowerCase() === name.toLowerCase());
    for (const family of FAMILIES) {
      const known = Object.keys(family).find(isIt);
      if (known) return [family, family[known]];
    }
    return [];
  };

  const near = (value, answer, tolerance) => Math.abs(value - answer) <= tolerance + 1e-12 * Math.abs(answer);

  /**
   * Judge what was typed.
   * @param {string} text
   * @param {{answer: number, tolerance: number, unit?: string}} asked
   * @returns {{problem?: string, right?: boolean, value?: number, share?: boolean}} value: in the unit asked for;
   *   share: 0.83 was taken for 83 %
   */
  const judgeNumber = (text, { answer, tolerance, unit = "" }) => {
    const { value, unit: given, problem } = readNumber(text);
    if (problem) return { problem };
    const wanted = unit ? `Answer in ${unit}.` : "Answer with a plain number.";
    const [family, size] = findUnit(given);
    const [asked = FAMILIES[2], unitSize = 1] = findUnit(unit); // of any other unit, such as steps, there are k and M
    const isSame = !given || given.toLowerCase() === unit.toLowerCase();
    if (!isSame && !family) return { problem: `No unit “${given}” is known here. ${wanted}` };
    if (!isSame && family !== asked) return { problem: `${given} measures something else. ${wanted}` };
    const converted = isSame ? value : (value * size) / unitSize;
    const right = near(converted, answer, tolerance);
    const share = !right && unit === "%" && !given && near(100 * value, answer, tolerance);
    return { right: right || share, value: converted, share };
  };

  /* Small things */

  const shuffled = (items) => {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
    }
    return mixed;
  };

  const daysText = (days) => {
    if (days < 60) return `${days} d`;
    return days < 730 ? `${Math.round(days / 30)} mo` : `${Math.round(days / 365)} y`;
  };

  const back = ({ due }) => (due > Lockstep.today() ? `comes back on ${Lockstep.dayText(due)}` : "is due for review");

  /** What a question says of an earlier visit. */
  const pastText = ({ result, key: answered, at, ticked, of, card } = {}, key) => {
    if (!result) return "";
    if (answered !== key) return "Changed since you answered.";
    const how = of ? `${ticked?.length} of ${of} named` : result === "right" ? "Answered right" : "Missed";
    const past = `${how} on ${Lockstep.dayText(Lockstep.today(new Date(at)))}`;
    return card ? `${past}, ${back(card)}` : past; // rjsmin spoils a template in a template
  };

  Object.assign(Lockstep, { readNumber, judgeNumber, shuffled, pastText, daysText });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const { make } = Lockstep;
  const button = (text, onclick, className = "") => make("button", { type: "button", className, onclick }, text);
  const group = (className, ariaLabel, ...buttons) => make("div", { className, role: "group", ariaLabel }, ...buttons);
  /** Make all that a row holds the label of a new input. */
  const label = (row, type) => {
    const input = make("input", { type });
    row.append(make("label", {}, input, make("span", {}, ...row.childNodes)));
    return input;
  };

  /* The kinds. Each may have: build its controls; given: what is answered now as text, empty where nothing is;
     judge: is it right, and what to say of a miss; mark: what a first miss shows; end: what the answer brings;
     clear: all of it back for a new try; main: what its button says, and act: what that does; reveal: what an answer
     asked for is; above: its controls stand above the answer. */

  const pick = {
    type: "radio",
    above: true,
    build(q) {
      q.inputs = q.rows.map((row) => Object.assign(label(row, q.kind.type), { name: `${q.id}_pick` }));
      q.rights = q.whys.map((why) => why.hasAttribute("data-right"));
    },
    given: (q) => q.inputs.flatMap((input, index) => (input.checked ? index : [])).join(" "),
    judge(q) {
      const isAmiss = (checked) => (_, index) => q.inputs[index].checked === checked && q.rights[index] !== checked;
      q.wrong = q.rows.filter(isAmiss(true));
      const missing = q.rows.filter(isAmiss(false)).length;
      return { right: !q.wrong.length && !missing, text: q.kind.missed(q.wrong.length, missing) };
    },
    missed: () => "Not this one.",
    mark: (q) => q.wrong.forEach((row) => q.annotate(row)),
    end(q) {
      q.fields.disabled = true;
      q.rows.forEach((row) => q.annotate(row));
    },
    clear(q) {
      q.fields.disabled = false;
      for (const input of q.inputs) input.checked = false;
      q.shuffle();
    },
  };

  const tick = {
    ...pick,
    type: "checkbox",
    missed(wrong, missing) {
      const parts = [wrong && `${wrong} chosen wrongly`, missing && `${missing} still missing`];
      return `Not yet: ${parts.filter(Boolean).join(", ")}.`;
    },
  };

  const order = {
    build(q) {
      for (const row of q.rows) {
        const step = row.textContent.trim();
        const mover = (word, sign) =>
          Object.assign(button(sign, () => order.move(q, row, word, step), "ls-q-move"), { ariaLabel: `Move ${word}: ${step}` });
        row.append(make("span", { className: "ls-q-step" }, ...row.childNodes), mover("up", "↑"), mover("down", "↓"));
      }
    },
    /** Not the step is moved but its neighbour: a node that is taken out and put back loses the focus. */
    move(q, row, word, step) {
      const { previousElementSibling: above, nextElementSibling: below } = row;
      if (word === "up" && above) row.after(above);
      if (word === "down" && below) row.before(below);
      Lockstep.say(`${step}: ${[...q.list.children].indexOf(row) + 1} of ${q.rows.length}`);
    },
    given: (q) => [...q.list.children].map((row) => q.rows.indexOf(row)).join(" "),
    judge(q) {
      const now = order.given(q).split(" ");
      const wrong = q.whys.findIndex((why, index) => why.dataset.place !== now[index]);
      const text = ["The first step is another one.", "Only the first stands right."][wrong];
      return { right: wrong < 0, text: text ?? `The first ${wrong} stand right.` };
    },
    end: (q) => (q.fields.hidden = true), // the answer holds the steps in their order, with reasons
    clear(q) {
      q.fields.hidden = false;
      q.shuffle();
      if (order.judge(q).right) q.list.append(q.list.firstElementChild); // there must be something to do
    },
  };

  const numeric = {
    above: true,
    build(q) {
      const id = `${q.id}_input`;
      const field = q.querySelector(".ls-q-field");
      q.input = make("input", { id, autocomplete: "off" });
      q.input.setAttribute("aria-describedby", q.ask.id);
      q.input.onkeydown = (event) => {
        if (event.key !== "Enter" || q.state === "done") return;
        event.preventDefault();
        q.check();
      };
      field.append(make("label", { htmlFor: id }, ...field.childNodes), q.input);
      const { answer, tolerance, unit } = q.dataset;
      q.asked = { answer: Number(answer), tolerance: Number(tolerance), unit };
    },
    given: (q) => q.input.value.trim() || " ", // nothing is judged too, as one more text that is no number
    judge(q) {
      const typed = q.input.value.trim();
      const { problem, right, value, share } = judgeNumber(typed, q.asked);
      if (problem || right) return { problem, right, note: share ? ` ${typed} was taken as a share.` : "" };
      const traps = [...q.querySelectorAll(".ls-q-traps > li")];
      const trap = traps.find(({ dataset }) => near(value, Number(dataset.value), q.asked.tolerance));
      const hint = `${typed}. The answer is ${value < q.asked.answer ? "larger" : "smaller"}.`;
      return { right, text: `Not ${trap ? trap.textContent : hint}` };
    },
    end: (q) => (q.input.readOnly = true), // not disabled: it may have the focus
    clear(q) {
      q.input.readOnly = false;
      q.input.value = "";
    },
  };

  const explain = {
    main: "Show a model answer",
    act: (q) => q.reveal(),
    /** Nobody judges an explanation, so that it is no miss. */
    reveal(q) {
      explain.end(q);
      q.to("done");
      q.send(null, false, true);
    },
    build(q) {
      const keep = () => q.save(() => ({ text: q.area.value }));
      q.area = make("textarea", { className: "ls-q-text", rows: 4, placeholder: "In your own words. They stay in this browser." });
      q.area.setAttribute("aria-labelledby", q.ask.id);
      q.area.onchange = keep; // who leaves the box does not wait
      q.area.oninput = () => {
        clearTimeout(q.typing);
        q.typing = setTimeout(keep, 400);
      };
      q.ask.after(q.area);
      const list = q.querySelector(".ls-q-concepts");
      q.ticks = [...list.children].map((row) => label(row, "checkbox"));
      const fields = make("fieldset", { onchange: () => explain.count(q) }, make("legend", {}, "Tick what you named"));
      list.before(fields);
      fields.append(list);
    },
    end(q) {
      const { key, ticked = [] } = Lockstep.read().questions[q.name] ?? {};
      q.ticks.forEach((tick, index) => (tick.checked = key === q.dataset.key && ticked.includes(index)));
      explain.count(q);
    },
    count(q) {
      const ticked = q.ticks.flatMap((tick, index) => (tick.checked ? index : []));
      const of = q.ticks.length;
      q.save(() => ({ text: q.area.value, ticked, of, result: ticked.length === of ? "right" : "wrong" }));
      q.tell(`${ticked.length} of ${of} named.`, "note");
    },
  };

  const card = {
    main: "Reveal",
    build(q) {
      q.grades = group("ls-q-grades", "How well did you know it?");
      q.grades.tabIndex = -1; // takes the focus of Reveal: on a grade a second Enter would be a verdict
      q.bar.prepend(q.grades);
      q.onkeydown = (event) => {
        const grade = "1234".includes(event.key) && q.grades.children[event.key - 1];
        if (!grade || q.state !== "shown" || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        grade.click();
      };
    },
    /** Each grade with its days, from the card as it was before this visit: a second grade replaces the first. */
    act(q) {
      if (q.earlier === undefined) q.earlier = Lockstep.read().questions[q.name]?.card ?? null;
      const today = Lockstep.today();
      const grades = ["Again", "Hard", "Good", "Easy"].map((word, index) => {
        const next = Lockstep.schedule(q.earlier, index + 1, today);
        return button(`${word} · ${daysText(next.due - today)}`, () => card.grade(q, word, index > 0, next));
      });
      q.grades.replaceChildren(...grades);
      q.to("shown");
      Lockstep.say("The answer is shown.");
    },
    grade(q, word, right, next) {
      q.record(right, right, () => next);
      q.tell(`${word}: ${back(next)}.`, "note");
      q.to("done");
      q.send(right, right, false);
    },
  };

  const KINDS = { choice: pick, multi: tick, predict: pick, debug: pick, order, numeric, explain, card };

  /* The element */

  class Question extends HTMLElement {
    connectedCallback() {
      if (!this.bar) this.build();
      afterAll();
    }

    build() {
      const all = (selector) => [...this.querySelectorAll(selector)];
      const [head, ask] = this.children;
      this.name = this.id.slice(2);
      this.kind = KINDS[this.dataset.kind];
      this.ask = ask;
      this.ask.id = `${this.id}_ask`; // no question has "_" in its id
      this.list = this.querySelector(".ls-q-options");
      this.rows = all(".ls-q-options > li"); // in the order of print
      this.whys = all(".ls-q-whys > li");
      this.hints = this.querySelector(".ls-q-hints");
      this.tips = all(".ls-q-hints li");
      this.answer = this.querySelector(".ls-q-answer");
      this.past = make("span", { className: "ls-q-past" });
      head.append(this.past);
      if (this.list) this.wrapList();
      this.buildBar();
      this.kind.build(this);
      this.oninput = () => {
        if (this.verdict.dataset.tone === "ask") this.tell(""); // what was asked for is being given
      };
      this.classList.add("ls-live");
      this.restart();
    }

    /** The options as a group that has the name of what is asked. */
    wrapList() {
      this.fields = make("fieldset");
      this.fields.setAttribute("aria-labelledby", this.ask.id);
      this.list.before(this.fields);
      this.fields.append(this.list);
    }

    buildBar() {
      const toggle = (text, sure) => button(text, () => this.setSure(this.sure === sure ? null : sure));
      this.surely = group("ls-q-sure", "How sure are you?", toggle("Sure", true), toggle("Unsure", false));
      this.main = button("", (event) => event.detail < 2 && this.act(), "ls-q-main");
      this.showMe = button("Show me", () => this.reveal());
      this.hint = button("", () => this.nextHint());
      this.forget = button("Reset", () => this.reset(), "ls-q-forget");
      this.bar = make("div", { className: "ls-q-bar" }, this.surely, this.main, this.showMe, this.hint, this.forget);
      // A key held down may not undo what its first press did; nor may a double click, above.
      this.bar.onkeydown = (event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      };
      this.verdict = make("p", { className: "ls-q-verdict", tabIndex: -1 });
      if (this.kind.above) {
        (this.hints ?? this.answer).before(this.verdict);
        this.answer.before(this.bar);
      } else this.answer.after(this.verdict, this.bar); // there the answer is read before what is below
    }

    /* What is seen */

    /** Go to "start", "missed", "shown" (a card without its grade) or "done". */
    to(state) {
      const focused = document.activeElement;
      const done = state === "done";
      this.state = this.dataset.state = state;
      this.answer.open = done || state === "shown";
      this.main.textContent = done ? "Try again" : this.kind.main ?? "Check";
      this.main.hidden = state === "shown" || (done && this.exam);
      this.showMe.hidden = state !== "missed";
      this.surely.hidden = done || this.exam || !this.kind.judge;
      this.past.hidden = state !== "start" || this.exam;
      if (this.exam) this.forget.hidden = true;
      if (this.grades) this.grades.hidden = state !== "shown";
      this.tips.forEach((tip, index) => (tip.hidden = index >= this.hinted));
      if (this.hints) this.hints.open = this.hinted > 0;
      this.hint.textContent = this.hinted ? "Next hint" : "Hint";
      this.hint.hidden = done || this.hinted >= this.tips.length;
      if (!this.bar.contains(focused) || !focused.closest("[hidden]")) return;
      // The focused control is gone: go to what is at its place now.
      [this.main, this.grades, this.verdict].find((node) => node && !node.hidden).focus({ preventScroll: true });
    }

    tell(text, tone = "", more = "") {
      this.verdict.textContent = text;
      this.verdict.dataset.tone = tone;
      this.verdict.hidden = !text;
      if (text) Lockstep.say(`${text} ${more}`.trim());
    }

    /** Put the reason under its option. */
    annotate(row) {
      const why = this.whys[this.rows.indexOf(row)];
      const note = make("div", { className: "ls-q-note" }, ...why.cloneNode(true).childNodes);
      for (const node of note.querySelectorAll("[id]")) node.removeAttribute("id");
      row.dataset.verdict = why.hasAttribute("data-right") ? "right" : "wrong";
      row.append(note);
    }

    clearNotes() {
      for (const note of this.querySelectorAll(".ls-q-note")) {
        delete note.parentNode.dataset.verdict;
        note.remove();
      }
    }

    nextHint() {
      this.hinted += 1;
      this.to(this.state);
      Lockstep.say(this.tips[this.hinted - 1].textContent);
    }

    setSure(sure) {
      this.sure = sure;
      const [yes, no] = this.surely.children;
      yes.ariaPressed = sure === true;
      no.ariaPressed = sure === false;
    }

    shuffle() {
      if (!("fixed" in this.dataset)) this.list.append(...shuffled(this.rows));
    }

    /** On paper the options stand in the order of their letters. */
    paper(printing) {
      if (!this.list || printing === Boolean(this.seen)) return;
      const rows = printing ? this.rows : this.seen;
      this.seen = printing && [...this.list.children];
      this.list.append(...rows);
    }

    /** Show what is kept of earlier answers. */
    refresh({ questions: { [this.name]: record } }) {
      this.past.textContent = pastText(record, this.dataset.key);
      this.forget.hidden = !record || this.exam;
      if (record) showReset();
      if (this.area && document.activeElement !== this.area) this.area.value = record?.text ?? "";
    }

    /* What the reader does */

    act() {
      if (this.state === "done") this.restart();
      else if (this.kind.act) this.kind.act(this);
      else this.check();
    }

    /** Begin a new try; what is kept stays kept. */
    restart() {
      this.checks = this.hinted = 0;
      this.missed = null;
      this.clearNotes();
      this.kind.clear?.(this);
      this.setSure(null);
      this.tell("");
      this.to("start");
    }

    check() {
      const given = this.kind.given(this);
      if (!given) return this.tell("Choose an answer first.", "ask");
      if (given === this.missed) return this.tell("You tried that. Change it, or have the answer shown.", "ask");
      const { problem, right, text, note = "" } = this.kind.judge(this);
      if (problem) return this.tell(problem, "ask");
      this.missed = given;
      this.checks += 1;
      const verdict = this.checks > 1 ? `Right, at try ${this.checks}.` : "Right.";
      if (right) this.finish(true, false, verdict + note);
      else if (this.checks < (this.exam?.attempts ?? 2)) this.miss(text);
      else this.finish(false, false, `Missed.${this.doubt()}`);
    }

    miss(text) {
      this.clearNotes();
      this.kind.mark?.(this);
      const tip = this.exam ? null : this.tips[this.hinted];
      if (tip) this.hinted += 1;
      const notes = [...this.querySelectorAll(".ls-q-note"), tip].map((node) => node?.textContent);
      this.tell(text + this.doubt(), "wrong", notes.join(" "));
      this.to("missed");
    }

    doubt() {
      return this.sure ? " You were sure. That makes it worth a second look." : "";
    }

    /** Show the answer: a miss, unless the kind says otherwise. */
    reveal() {
      if (this.state === "done") return;
      if (this.kind.reveal) this.kind.reveal(this);
      else this.finish(false, true, "Here is the answer.");
    }

    finish(right, shown, text) {
      const first = right && this.checks === 1;
      this.clearNotes();
      this.kind.end?.(this);
      const next = this.record(right, first, (old) => this.nextCard(old, first));
      const again = next && !this.exam && (!first || this.sure === false) ? ` It ${back(next)}.` : "";
      this.tell(text + again, right ? "right" : shown ? "note" : "wrong");
      this.to("done");
      this.send(right, first, shown);
    }

    /** Its place in the review queue: a challenge leaves it alone, and a second try on a day says nothing new. */
    nextCard(old, first) {
      const today = Lockstep.today();
      const grade = Lockstep.gradeOf({ first, sure: this.sure });
      if (this.exam || old?.last >= today || (!old && grade === 3)) return old;
      return Lockstep.schedule(old ?? null, grade, today);
    }

    /** Keep how a try ended; returns the card. */
    record(right, first, nextCard) {
      let card;
      this.save((old) => {
        card = nextCard(old.card);
        const known = old.key === this.dataset.key && "first" in old;
        return { result: right ? "right" : "wrong", first: known ? old.first : first, sure: this.sure, card };
      });
      return card;
    }

    save(fieldsAfter) {
      clearTimeout(this.typing);
      Lockstep.update((state) => {
        const old = state.questions[this.name] ?? {};
        const at = new Date().toISOString();
        state.questions[this.name] = { ...old, key: this.dataset.key, at, ...fieldsAfter(old) };
        this.refresh(state);
      });
    }

    send(right, first, shown) {
      const detail = { id: this.name, right, first, sure: this.sure, checks: this.checks, shown };
      this.dispatchEvent(new CustomEvent("ls-answered", { bubbles: true, detail }));
    }

    /** Forget the question. */
    reset() {
      Lockstep.update(({ questions }) => delete questions[this.name]);
      this.forgotten();
      this.main.focus({ preventScroll: true });
      Lockstep.say("Forgotten.");
    }

    forgotten() {
      this.earlier = undefined;
      this.restart();
      this.refresh({ questions: {} });
    }
  }

  /* The page */

  const allQuestions = () => [...document.querySelectorAll("ls-question")];
  const pageReset = make("p", { className: "ls-q-page" });
  const FORGOTTEN = "Forgotten. Undo";
  let waiting = false;

  /** Once, when all questions of this turn are built: they read the state together. */
  const afterAll = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      const all = allQuestions();
      const state = Lockstep.read();
      pageReset.remove();
      all.forEach((question) => question.refresh(state));
    });
  };

  /** Below the last question, once there is an answer: what comes into a page has all of it styled again. A review and a
      challenge have an end of their own. */
  const showReset = () => {
    const offers = pageReset.isConnected && pageReset.textContent !== FORGOTTEN; // it may say that all is forgotten
    if (offers || document.querySelector("ls-review, ls-challenge")) return;
    allQuestions().at(-1).after(pageReset);
    offerReset();
  };

  const offerReset = () => {
    pageReset.classList.remove("ls-open");
    pageReset.replaceChildren(button("Reset this page", askReset));
  };

  const askReset = () => {
    const yes = button("Forget them", resetPage);
    const no = button("Keep them", () => {
      offerReset();
      pageReset.firstChild.focus();
    });
    pageReset.classList.add("ls-open");
    pageReset.replaceChildren("Forget all your answers on this page? ", yes, no);
    no.focus();
  };

  const resetPage = () => {
    const all = allQuestions();
    const { questions } = Lockstep.read();
    Lockstep.update((state) => all.forEach(({ name }) => delete state.questions[name]));
    all.forEach((question) => question.forgotten());
    const undo = button("Undo", () => {
      Lockstep.update((state) => Object.assign(state.questions, questions));
      all.forEach((question) => question.refresh({ questions }));
      offerReset();
      pageReset.firstChild.focus();
    });
    pageReset.replaceChildren("Forgotten. ", undo);
    pageReset.tabIndex = -1;
    pageReset.focus();
  };

  const paper = (printing) => {
    const focused = document.activeElement;
    allQuestions().forEach((question) => question.paper(printing));
    if (focused !== document.activeElement) focused.focus({ preventScroll: true });
  };

  Lockstep.say("");
  Lockstep.subscribe((state, elsewhere) => {
    if (elsewhere) allQuestions().forEach((question) => question.refresh(state));
  });
  addEventListener("beforeprint", () => paper(true));
  addEventListener("afterprint", () => paper(false));
  matchMedia("print").addEventListener("change", ({ matches }) => paper(matches));
  customElements.define("ls-question", Question);
})();
