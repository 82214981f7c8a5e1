/* The keys of questions and the help that "?" opens. It comes with the first key that could be meant. The theme has keys of
   its own (f, s, /, p, n, comma, point), which stay its own: so letters end at E. */
(() => {
  const Lockstep = globalThis.Lockstep;
  if (Lockstep.pressKey) return;

  const { make } = Lockstep;
  const HELP = [
    ["1–9, A–E", "choose the option at that place, or go to that step"],
    ["Enter", "check; in a review and a challenge also go on"],
    ["Alt+↑, Alt+↓", "move the step that has the focus"],
    ["1–4", "grade a card once its answer is shown"],
    ["U", "in a review: undo the last answer"],
    ["?", "this help"],
    ["F, S, /", "search the site"],
    ["P, N", "previous page, next page"],
  ];
  const ANSWERS = "input:is([type=radio], [type=checkbox]):enabled, .ls-q-step + .ls-q-move";
  const address = new URL("keys.css", document.currentScript.src);

  const isTyped = (target) => target.matches("input:not([type=radio], [type=checkbox]), textarea, select");

  /* The help */

  const bringStyle = () =>
    new Promise((done) => {
      const style = make("link", { rel: "stylesheet", href: address, onload: done, onerror: done });
      document.head.append(style);
    });
  let style;

  const openHelp = async () => {
    await (style ??= bringStyle());
    const title = make("h2", { id: "ls-keys-title" }, "Keys");
    const rows = HELP.map(([keys, text]) => make("div", {}, make("dt", {}, make("kbd", {}, keys)), make("dd", {}, text)));
    const close = make("button", { type: "button", className: "md-button", onclick: () => dialog.close() }, "Close");
    const dialog = make("dialog", { className: "ls-keys" }, title, make("dl", {}, ...rows), close);
    dialog.setAttribute("aria-labelledby", title.id);
    dialog.onclose = () => dialog.remove();
    dialog.onkeydown = (event) => {
      event.stopPropagation(); // no key of the page behind
      if (event.key === "Tab") event.preventDefault(); // there is one control
    };
    document.querySelector("article").append(dialog);
    dialog.showModal();
  };

  /* What is done with a question */

  const choose = (question, key) => {
    const place = /^[a-e]$/i.test(key) ? "abcde".indexOf(key.toLowerCase()) : Number(key) - 1;
    const answer = [...question.querySelectorAll(ANSWERS)].filter((node) => node.checkVisibility())[place];
    answer?.focus();
    if (answer?.matches("input")) answer.click();
    return Boolean(answer);
  };

  /** A verdict takes the focus: what had it can no longer be chosen. */
  const check = async (question) => {
    await question.check();
    if (question.state === "done") question.verdict.focus({ preventScroll: true });
  };

  const moveStep = (row, key) => {
    const at = ["ArrowUp", "ArrowDown"].indexOf(key);
    row?.querySelectorAll(".ls-q-move")[at]?.click();
    return at >= 0 && Boolean(row);
  };

  const act = ({ key, target, altKey }, question) => {
    if (altKey) return moveStep(target.closest(".ls-q-options > li"), key);
    if (key === "?") return openHelp();
    if (/^[1-9a-e]$/i.test(key)) return question && choose(question, key);
    const isMeant = key === "Enter" && question?.contains(target) && target.matches("input") && question.state !== "done";
    return isMeant && check(question);
  };

  /**
   * Do what a key means, unless something did already or the reader is writing.
   * @param {KeyboardEvent} event
   * @param {HTMLElement|null} question the one with the focus, or the one on stage
   */
  Lockstep.pressKey = (event, question) => {
    const isFree = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !isTyped(event.target);
    const isHeld = event.repeat && !event.altKey;
    if (isFree && !isHeld && act(event, question)) event.preventDefault();
  };
})();
