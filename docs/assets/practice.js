/* What a challenge and a review share. Questions stay where they are on the page: one at a time is shown, the others are
   put away with a class that print ignores. What a reader typed or a file holds is only ever set as text. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.practice) return; // Material's instant navigation runs scripts again

  const { make } = Lockstep;
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

  /** Bring what makes questions answerable. */
  const awaken = async () => {
    if (customElements.get("ls-question")) return;
    const kinds = ["question-order", "question-explain", "question-line"];
    const names = ["schedule", "numbers", "formula", "fresh", ...kinds, "question"];
    await Lockstep.load(...names.map((name) => `${name}.js`));
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

  /** To a new issue in the repository of the site, if it names one. Nothing is sent before the reader does it there. */
  const reportLink = (question) => {
    const repository = document.querySelector("data.ls-repository")?.value.replace(/\/$/, "");
    if (!repository) return "";
    const title = `Question ${question.name} is wrong`;
    const place = question.querySelector(".ls-q-head a").href;
    const body = `${title}, version ${question.dataset.key}.\n${place}\n\nWhat is wrong, and what shows it?\n`;
    const query = new URLSearchParams({ title, body });
    const href = `${repository}/issues/new?${query}`;
    return make("a", { className: "ls-report", href, target: "_blank", rel: "noreferrer" }, "This question is wrong");
  };

  /** Enter does what comes next, a letter what a button names, and 1 to 4 grade a card wherever the focus is, unless a control there uses the key. */
  const press = (event, question, foot) => {
    const { key, target } = event;
    const enter = key === "Enter";
    const used = `select, textarea, input:not([type=radio], [type=checkbox])${enter ? ", a, button, summary" : ""}`;
    const isMeant = !event.defaultPrevented && !event.repeat && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (!isMeant || target.matches(used)) return;
    const grades = question.querySelectorAll(".ls-q-grades:not([hidden]) button");
    const shortcut = [...foot.children].find((node) => node.getAttribute("aria-keyshortcuts") === key.toLowerCase());
    const next = foot.querySelector(".ls-main") ?? question.querySelector(".ls-q-main:not([hidden])");
    const wanted = enter ? next : shortcut ?? grades[key - 1];
    if (!wanted) return;
    event.preventDefault(); // or Enter would also press what gets the focus
    wanted.click();
  };

  const small = { count, box, row, title, quiet, button, main, choice, download };
  Lockstep.practice = { ...small, awaken, NOT_THERE, away, arrive, stage, press, reportLink };
  Lockstep.say("");
})();
