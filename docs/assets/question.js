/* <ls-question>: makes the static question answerable in place. What Python wrote stays where it is: the script adds
   controls to it and opens its <details>, so that without the script and on paper the same question reads as before. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.pastText) return; // Material's instant navigation runs scripts again

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
  const pastText = ({ result, key: answered, at, ticked, got, of, card, off } = {}, key) => {
    if (!result) return "";
    if (answered !== key) return "Changed since you answered.";
    const missed = got ? `${got} of ${of} right` : "Missed";
    const how = ticked ? `${ticked.length} of ${of} named` : result === "right" ? "Answered right" : missed;
    const past = `${how} on ${Lockstep.dayText(Lockstep.today(new Date(at)))}`;
    if (off) return `${past}, not in the review`;
    return card ? `${past}, ${back(card)}` : past; // rjsmin spoils a template in a template
  };

  Object.assign(Lockstep, { shuffled, pastText, daysText });
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
  Lockstep.controls = { button, label }; // for kinds with a script of their own

  const coming = {};
  /** What an answer needs comes with the first touch of a question; the next touch asks again if it did not come. */
  const wake = () => (coming.answer ??= Lockstep.load("schedule.js", "numbers.js").catch(() => (coming.answer = null)));

  /** A field for one line, which Enter checks. */
  const addField = (q, field) => {
    const id = `${q.id}_input`;
    q.input = make("input", { id, autocomplete: "off", spellcheck: false });
    q.input.setAttribute("aria-describedby", q.ask.id);
    q.input.onkeydown = (event) => {
      if (event.key !== "Enter" || q.state === "done") return;
      event.preventDefault();
      q.check();
    };
    field.append(make("label", { htmlFor: id }, ...field.childNodes), q.input);
  };

  Lockstep.addField = addField; // for kinds with a script of their own

  /* The kinds. Each may have: build its controls; given: what is answered now as text, empty where nothing is;
     judge: is it right, how many parts are, and what to say of a miss; mark: what a first miss shows; end: what the answer brings;
     clear: all of it back for a new try; main: what its button says, and act: what that does; reveal: what an answer
     asked for is; above: its controls stand above the answer. One that is a name has a script of its own, question-NAME.js. */

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
    judge(q) {
      const of = q.rows.length;
      const got = q.inputs.filter(({ checked }, index) => checked === q.rights[index]).length;
      const { right, text } = pick.judge(q);
      return { right, got, of, text: `${got} of ${of} stand right: ${text}` };
    },
    missed(wrong, missing) {
      const parts = [wrong && `${wrong} chosen wrongly`, missing && `${missing} still missing`];
      return `${parts.filter(Boolean).join(", ")}.`;
    },
  };

  /** Recall before recognition: what is printed is typed, unless it is too long; the options come when they are wanted. */
  const predict = {
    ...pick,
    build(q) {
      pick.build(q);
      if (!("typed" in q.dataset)) return;
      q.lines = q.rows.map((row) => row.textContent.trim());
      addField(q, q.querySelector(".ls-q-field"));
      q.offer = button("Show options", () => predict.offer(q));
      q.main.after(q.offer);
    },
    recalls: (q) => q.input && !("open" in q.dataset),
    offer(q) {
      q.aided = true;
      predict.open(q);
      q.inputs[q.rows.indexOf(q.list.firstElementChild)].focus({ preventScroll: true });
    },
    open(q) {
      if (!q.input) return;
      q.dataset.open = "";
      q.input.readOnly = q.offer.hidden = true;
    },
    given: (q) => (predict.recalls(q) ? q.input.value.trim() || " " : pick.given(q)),
    judge(q) {
      if (!predict.recalls(q)) return pick.judge(q);
      const typed = q.input.value.trim();
      const { index, problem } = Lockstep.judgeLine(typed, q.lines, q.ask.textContent);
      q.wrong = [];
      if (problem) return { problem };
      const why = q.whys[index] ? Lockstep.text(q.whys[index]).replace(/^Wrong\. /, "") : "The record says something else.";
      return { right: q.rights[index] ?? false, text: `Not ${typed}. ${why}` };
    },
    end(q) {
      predict.open(q);
      pick.end(q);
    },
    clear(q) {
      pick.clear(q);
      q.aided = false;
      if (!q.input) return;
      delete q.dataset.open;
      q.input.readOnly = q.offer.hidden = false;
      q.input.value = "";
    },
  };

  const numeric = {
    above: true,
    build(q) {
      addField(q, q.querySelector(".ls-q-field"));
      const { answer, tolerance, unit } = q.dataset;
      q.asked = { answer: Number(answer), tolerance: Number(tolerance), unit, text: q.ask.textContent };
    },
    given: (q) => q.input.value.trim() || " ", // nothing is judged too, as one more text that is no number
    judge(q) {
      const typed = q.input.value.trim();
      const { problem, right, value, share } = Lockstep.judgeNumber(typed, q.asked);
      if (problem || right) return { problem, right, note: share ? ` ${typed} was taken as a share.` : "" };
      const traps = [...q.querySelectorAll(".ls-q-traps > li")];
      const from = (tolerance) => traps.find(({ dataset }) => Lockstep.near(value, Number(dataset.value), tolerance));
      const exact = from(0), trap = exact ?? from(q.asked.tolerance);
      const hint = `${typed}. The answer is ${value < q.asked.answer ? "larger" : "smaller"}.`;
      const near = exact ? "" : `${typed}, near `;
      return { right, text: `Not ${trap ? near + Lockstep.text(trap) : hint}` };
    },
    end(q) {
      q.input.readOnly = true; // not disabled: it may have the focus
      if (q.dataset.fresh && !Lockstep.freshen) Lockstep.load("formula.js", "fresh.js").catch(() => {}); // for the next try
    },
    /** A new try has new numbers, where they can be drawn. */
    clear(q) {
      q.input.readOnly = false;
      q.input.value = "";
      if (q.tried && q.dataset.fresh) Lockstep.freshen?.(q);
      q.tried = true;
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

  const KINDS = { choice: pick, multi: tick, predict, debug: pick, numeric, card, order: "order", explain: "explain", line: "line" };

  /* The element */

  class Question extends HTMLElement {
    async connectedCallback() {
      const kind = KINDS[this.dataset.kind];
      if (typeof kind === "string" && !Lockstep[kind]) await (coming[kind] ??= Lockstep.load(`question-${kind}.js`));
      this.kind = Lockstep[kind] ?? kind;
      if (!this.bar) this.build();
      afterAll();
    }

    build() {
      const all = (selector) => [...this.querySelectorAll(selector)];
      const [head, ask] = this.children;
      this.name = this.id.slice(2);
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
      this.surely = group("ls-q-sure", null, make("span", { id: `${this.id}_sure` }, "How sure?"), toggle("Sure", true), toggle("Unsure", false));
      this.surely.setAttribute("aria-labelledby", `${this.id}_sure`);
      this.main = button("", (event) => event.detail < 2 && this.act(), "ls-q-main");
      this.showMe = button("Show me", () => this.reveal());
      this.hint = button("", () => this.nextHint());
      this.forget = button("", () => this.reset(), "ls-q-forget");
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
      this.bar.hidden = [...this.bar.children].every(({ hidden }) => hidden); // in a challenge, once it is done
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
      Lockstep.say(Lockstep.text(this.tips[this.hinted - 1]));
    }

    setSure(sure) {
      this.sure = sure;
      const [, yes, no] = this.surely.children;
      yes.ariaPressed = sure === true;
      no.ariaPressed = sure === false;
    }

    shuffle() {
      if (!("ordered" in this.dataset)) this.list.append(...shuffled(this.rows));
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
      const isGone = this.gone && !record;
      this.forget.textContent = isGone ? "Undo" : "Reset";
      this.forget.hidden = !(record || isGone) || this.exam;
      if (record) showReset();
      if (this.area && document.activeElement !== this.area) this.area.value = record?.text ?? "";
    }

    /* What the reader does */

    act() {
      if (this.state === "done") this.restart();
      else if (this.kind.act) this.whenAwake(() => this.kind.act(this));
      else this.check();
    }

    check() {
      return this.whenAwake(() => this.judge());
    }

    async whenAwake(act) {
      const isAwake = () => Lockstep.schedule && Lockstep.judgeNumber;
      if (!isAwake()) await wake();
      if (isAwake()) act();
      else this.tell("What judges answers did not come. Is the network there?", "ask");
    }

    /** Begin a new try; what is kept stays kept. */
    restart() {
      this.checks = this.hinted = this.share = 0; // share: how much was right at the first check
      this.missed = this.parts = null; // parts: how many of how many stood right at the last check
      this.clearNotes();
      this.kind.clear?.(this);
      this.setSure(null);
      this.tell("");
      this.to("start");
    }

    judge() {
      const given = this.kind.given(this);
      if (!given) return this.tell("Choose an answer first.", "ask");
      if (given === this.missed) return this.tell("You tried that. Change it, or have the answer shown.", "ask");
      const { problem, right, text, note = "", got, of } = this.kind.judge(this);
      if (problem) return this.tell(problem, "ask");
      this.missed = given;
      this.parts = of && { got, of };
      this.checks += 1;
      if (this.checks === 1) this.share = right ? 1 : of ? got / of : 0;
      const verdict = this.checks > 1 ? `Right, at try ${this.checks}.` : "Right.";
      if (right) this.finish(true, false, verdict + note);
      else if (this.checks < (this.exam?.attempts ?? 2)) this.miss(text);
      else this.finish(false, false, (of ? `Missed: ${got} of ${of} stand right.` : "Missed.") + this.doubt());
    }

    miss(text) {
      this.clearNotes();
      this.kind.mark?.(this);
      const tip = this.exam ? null : this.tips[this.hinted];
      if (tip) this.hinted += 1;
      const notes = [...this.querySelectorAll(".ls-q-note"), tip].filter(Boolean).map(Lockstep.text);
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
      const sure = this.hinted || this.aided ? false : this.sure; // to choose is less than to recall
      this.clearNotes();
      this.kind.end?.(this);
      const card = this.record(right, first, (old) => this.nextCard(old, sure));
      this.tell(text + (first && sure !== false ? "" : this.again(card)), right ? "right" : shown ? "note" : "wrong");
      this.to("done");
      this.send(right, first, shown);
    }

    again(card) {
      const { off } = Lockstep.read().questions[this.name] ?? {};
      return card && !off && !this.exam ? ` It ${back(card)}.` : "";
    }

    /** Its place in the review queue. A second try on a day says nothing new, unless it is missed and was to stay away. */
    nextCard(old, sure) {
      const today = Lockstep.today();
      const grade = Lockstep.gradeOf({ share: this.share, sure, isNew: !old });
      return old?.last >= today && (grade > 1 || old.due <= today + 1) ? old : this.next(old, grade);
    }

    /** The card after one more review. A question that needs its page cannot come back. */
    next(card, grade) {
      return "pageOnly" in this.dataset ? card : Lockstep.schedule(card ?? null, grade, Lockstep.today());
    }

    /** Keep how a try ended; returns the card. */
    record(right, first, nextCard) {
      let card;
      this.save((old) => {
        card = nextCard(old.card);
        const known = old.key === this.dataset.key && "first" in old;
        const { got, of } = this.parts ?? {};
        return { result: right ? "right" : "wrong", first: known ? old.first : first, sure: this.sure, got, of, card };
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
      const detail = { id: this.name, right, first, sure: this.sure, checks: this.checks, shown, share: this.share };
      this.dispatchEvent(new CustomEvent("ls-answered", { bubbles: true, detail }));
    }

    /** Forget the question, or bring back what was just forgotten. */
    reset() {
      const record = Lockstep.read().questions[this.name];
      Lockstep.update(({ questions }) => {
        if (record) delete questions[this.name];
        else questions[this.name] = this.gone;
      });
      this.forgotten(record);
      this.main.focus({ preventScroll: true });
      Lockstep.say(record ? "Forgotten." : "It is back.");
    }

    forgotten(gone) {
      this.gone = gone;
      this.earlier = undefined;
      this.restart();
      this.refresh(Lockstep.read());
    }
  }

  /* The page */

  const allQuestions = () => [...document.querySelectorAll("ls-question")].filter(({ bar }) => bar); // built
  const end = () => document.querySelector(".ls-q-page"); // of the page; a review and a challenge have an end of their own
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
      end()?.replaceChildren();
      all.forEach((question) => question.refresh(state));
    });
  };

  /** Once there is an answer to forget. */
  const showReset = () => {
    const pageReset = end();
    if (!pageReset || (pageReset.firstChild && pageReset.textContent !== FORGOTTEN)) return; // it may say that all is forgotten
    offerReset();
  };

  const offerReset = () => {
    end().classList.remove("ls-open");
    end().replaceChildren(button("Reset this page", askReset));
  };

  const askReset = async () => {
    await Lockstep.load("answers.js", "forget.js");
    Lockstep.askReset(end(), allQuestions(), offerReset);
  };


  const paper = (printing) => {
    const focused = document.activeElement;
    allQuestions().forEach((question) => question.paper(printing));
    if (focused !== document.activeElement) focused.focus({ preventScroll: true });
  };

  /** What keys do comes with the first that could be meant: "?" anywhere, any in a question or beside the one on stage. */
  const onKey = async (event) => {
    const question = event.target.closest?.("ls-question") ?? document.querySelector(".ls-head + ls-question");
    if (event.key !== "?" && !question) return;
    if (!Lockstep.pressKey) await (coming.keys ??= Lockstep.load("keys.js"));
    Lockstep.pressKey(event, question);
  };

  Lockstep.say("");
  Lockstep.subscribe((state, elsewhere) => {
    if (elsewhere) allQuestions().forEach((question) => question.refresh(state));
  });
  document.addEventListener("keydown", onKey);
  for (const touch of ["pointerdown", "focusin"]) {
    document.addEventListener(touch, ({ target }) => target.closest("ls-question") && wake());
  }
  addEventListener("beforeprint", () => paper(true));
  addEventListener("afterprint", () => paper(false));
  matchMedia("print").addEventListener("change", ({ matches }) => paper(matches));
  customElements.define("ls-question", Question);
})();
