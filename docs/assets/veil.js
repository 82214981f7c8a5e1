/* A run whose answer is asked above it is veiled, title and output, until that question is answered; its code too where that
   is the answer. The page holds the run whole: without this script, on paper and in the search nothing is veiled. The script
   blocks, above the content, so that the style sheet knows before the first paint what is veiled. The rest waits for the
   questions. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  const { classList } = document.documentElement;
  const RUN = ".ls-run[data-asked]";
  const CODE = "[data-fix] > [id$=-code]";
  const PARTS = `:is(figcaption > span, .ls-out > :not(.ls-veil), ${CODE} > .highlight, [data-fix] > .ls-file)`;
  const all = (selector, node = document) => [...node.querySelectorAll(selector)];
  const isAnswered = (run) => run.dataset.asked.split(" ").every((id) => Lockstep.read().questions[id]?.result);

  /** The browser's own search finds what is hidden so, and no screen reader reads it. The style sheet keeps its height,
      which a browser remembers of what it has painted: so it waits for a frame in which the fold is open. */
  const hide = () => {
    const parts = all(`${RUN}:not(.ls-open) ${PARTS}`).filter((part) => part.checkVisibility());
    const veil = () => {
      if (!("onbeforematch" in document.body) || !classList.contains("ls-veiled")) return;
      for (const part of parts) if (!part.closest(".ls-open")) part.hidden = "until-found";
    };
    requestAnimationFrame(() => requestAnimationFrame(veil));
  };

  const hideSoon = () => setTimeout(hide, 200); // when the heights are known

  const show = (node) => {
    for (const part of all(PARTS, node)) part.hidden = false;
  };

  const open = (run) => {
    if (!run) return;
    run.classList.add("ls-open");
    // The question holds the code of the run, and the key line in it.
    document.getElementById(run.querySelector(".ls-twice")?.dataset.of)?.classList.add("ls-open");
    show(run);
  };

  /** Whoever does not answer has a button in the place of the output. It goes, and the focus stays there. */
  const addButton = (run, box) => {
    const skip = () => {
      open(run);
      box.tabIndex = -1;
      box.focus();
    };
    const button = { type: "button", className: "ls-veil", onclick: skip };
    box.append(Lockstep.make("button", button, `Answer the question above, or show the ${box.id ? "code" : "output"}`));
  };

  /** A link into a run opens it. */
  const follow = () => open(document.getElementById(location.hash.slice(1))?.closest(RUN));

  const build = () => {
    for (const run of all(RUN)) {
      if (isAnswered(run)) open(run);
      for (const box of all(`.ls-out, figure:not(:has(.ls-out)) > figcaption, ${CODE}`, run)) addButton(run, box);
    }
    follow();
    hideSoon();
  };

  /** What a reader said and what is so. An explanation, an order and a card have no such line. */
  const tell = (run, question) => {
    const texts = (selector) => all(selector, question).map((node) => node.value ?? Lockstep.text(node)).join("; ").trim();
    const said = texts(".ls-q-options label:has(:checked)") || texts(".ls-q-field input");
    const held = texts("[data-verdict=right] > label") || texts(".ls-q-value");
    const between = question.dataset.kind === "predict" ? ", it printed " : "; the answer is ";
    const bold = (text) => Lockstep.make("b", {}, text);
    const line = Lockstep.make("p", { className: "ls-told" }, "You said ", bold(said), between, bold(held), ".");
    if (said && held) run.querySelector(".tabbed-set, .ls-out")?.before(line);
  };

  classList.add("ls-veiling");
  let unveiled;
  try {
    ({ unveiled } = JSON.parse(localStorage.lockstep).settings);
  } catch {} // nothing is kept
  classList.toggle("ls-veiled", !unveiled);
  customElements.whenDefined("ls-question").then(build);
  if (Lockstep.veils) return; // Material's instant navigation runs scripts again
  Lockstep.veils = true;
  // Questions that did not load cannot be answered.
  addEventListener("load", () => customElements.get("ls-question") || classList.remove("ls-veiling", "ls-veiled"));
  addEventListener("hashchange", follow);
  document.addEventListener("toggle", hideSoon, true); // it does not bubble
  document.addEventListener("beforematch", ({ target }) => open(target.closest(RUN)));
  document.addEventListener("ls-answered", ({ target }) => {
    if (target.isTold) return; // a second try says nothing new
    target.isTold = true;
    for (const run of all(`${RUN}[data-asked~="${target.id.slice(2)}"]`)) {
      tell(run, target);
      if (isAnswered(run)) open(run);
    }
  });
  document.addEventListener("click", ({ target }) => {
    if (!target.closest(".ls-veil-all button")) return;
    const veiled = classList.toggle("ls-veiled");
    Lockstep.update(({ settings }) => (settings.unveiled = !veiled));
    if (veiled) hide();
    else show(document);
  });
})();
