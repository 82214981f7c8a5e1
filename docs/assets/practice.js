/* What a challenge and a review share. Questions stay where they are on the page: one at a time is shown, the others are
   put away with a class that print ignores. What a reader typed or a file holds is only ever set as text. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.practice) return; // Material's instant navigation runs scripts again

  const { make } = Lockstep;
  const beside = document.currentScript.src;
  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
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

  /* Scripts that a page loads when they are wanted */

  /** @returns {Promise<void>} when the scripts have run, in their order; the next try asks again for one that did not come */
  const load = async (...addresses) => {
    const scripts = addresses.map((src) => make("script", { src, async: false }));
    const ran = scripts.map((script) => new Promise((done, fail) => Object.assign(script, { onload: done, onerror: fail })));
    document.head.append(...scripts);
    await Promise.all(ran);
  };

  /** Bring what makes questions answerable. */
  const awaken = async () => {
    if (customElements.get("ls-question")) return;
    await load(...["schedule.js", "question.js"].map((name) => new URL(name, beside)));
  };
  const NOT_THERE = "The questions did not come. Is the network there?";

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

  const small = { count, box, row, title, quiet, button, main, choice, download };
  Lockstep.practice = { ...small, load, awaken, NOT_THERE, away, arrive, stage, press };
  Lockstep.say("");
})();
