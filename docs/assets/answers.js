/* The reader's answers as a file: out, in, gone, and back. It comes with the first press of a button of "Your answers". */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.differences) return; // Material's instant navigation runs scripts again

  /**
   * What an import would bring or leave alone.
   * @returns {{added: number, newer: number, older: number, same: number, badges: number}}
   */
  const differences = (mine, theirs) => {
    const { isNewer } = Lockstep;
    const counts = { added: 0, newer: 0, older: 0, same: 0 };
    for (const [id, record] of Object.entries(theirs.questions)) {
      const own = Object.hasOwn(mine.questions, id) && mine.questions[id];
      if (!own) counts.added += 1;
      else if (isNewer(record, own)) counts.newer += 1;
      else counts[isNewer(own, record) ? "older" : "same"] += 1;
    }
    return { ...counts, badges: Object.keys(theirs.badges).filter((topic) => !Object.hasOwn(mine.badges, topic)).length };
  };

  /* Change of much, and the way back */

  const BEFORE = "lockstep-before"; // the state before the last import or reset
  const ASIDE = "lockstep-unreadable"; // what `stored` in state.js could not read; further ones end in -2, -3 …
  const LIMIT = 2e6; // characters that `validate` reads

  /** @returns {string|null} what is kept under a name; null also where the browser keeps nothing */
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  /** @returns {boolean} whether there was room */
  const keepBefore = (text) => {
    try {
      if (text === null) localStorage.removeItem(BEFORE);
      else localStorage.setItem(BEFORE, text);
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
    const [mine, state] = [Lockstep.read(), Lockstep.read()];
    change(state);
    const text = JSON.stringify(mine);
    if (text.length > LIMIT) return "Your answers are more than 2 MB, and could not come back. Load the page again first.";
    if (JSON.stringify(state).length > LIMIT) return "With your own answers this would be more than 2 MB.";
    const earlier = kept(BEFORE);
    if (!keepBefore(JSON.stringify({ why, at: new Date().toISOString(), text }))) {
      return "This browser has no room to keep the state before it. Export your answers first.";
    }
    if (Lockstep.update((now) => overwrite(now, state))) return "";
    Lockstep.update((now) => overwrite(now, mine));
    keepBefore(earlier);
    return "This browser did not keep it.";
  };

  /** @returns {{why: string, at: string, state: object}|null} the state before the last import or reset */
  const earlier = () => {
    try {
      const { why, at, text } = JSON.parse(kept(BEFORE));
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

  /** @returns {string[]} what was put aside because it could not be read */
  const unreadable = () => {
    const texts = [];
    for (let name = ASIDE; kept(name) !== null; name = `${ASIDE}-${texts.length + 1}`) texts.push(kept(name));
    return texts;
  };

  Object.assign(Lockstep, { differences, replace, earlier, restore, unreadable });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (!Lockstep.practice) return;

  const { make, read, say, today } = Lockstep;
  const { count, row, button, download } = Lockstep.practice;

  /**
   * What the buttons of "Your answers" on the review page do.
   * @param {{note: HTMLElement, buttons: HTMLElement, opener: HTMLElement, eraser: HTMLElement}} where
   * @returns {{save: () => void, open: () => void, forget: () => void}}
   */
  const answersAs = ({ note, buttons, opener, eraser }) => {
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
      if (!file) return;
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
    buttons.append(input);
    const aside = unreadable().join("\n");
    if (aside) buttons.append(button("Save what could not be read", () => download("lockstep-unreadable.txt", "text/plain", aside)));
    offerUndo();
    return { save, open: () => input.click(), forget };
  };

  Lockstep.answersAs = answersAs;
})();
