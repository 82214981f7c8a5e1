/* "Reset this page": comes when it is pressed. */
(() => {
  const Lockstep = globalThis.Lockstep;
  if (Lockstep.askReset) return;

  const forget = (pageReset, all, offerReset) => {
    const { questions } = Lockstep.read();
    // The review page offers the way back for as long as it is the last; this page does until the reader leaves it.
    const problem = Lockstep.replace("reset", (state) => all.forEach(({ name }) => delete state.questions[name]));
    pageReset.tabIndex = -1;
    if (problem) {
      pageReset.replaceChildren(`Nothing was changed. ${problem}`);
      return pageReset.focus();
    }
    all.forEach((question) => question.forgotten());
    /** What was answered meanwhile, here or in another tab, stays. */
    const bringBack = (state) => {
      for (const { name } of all) if (questions[name]) state.questions[name] ??= questions[name];
    };
    const undo = Lockstep.controls.button("Undo", () => {
      Lockstep.update(bringBack);
      all.forEach((question) => question.refresh(Lockstep.read()));
      offerReset();
      pageReset.firstChild.focus();
    });
    pageReset.replaceChildren("Forgotten. ", undo);
    pageReset.focus();
  };

  /**
   * Ask whether all answers of the page shall be forgotten, in place.
   * @param {HTMLElement} pageReset where to ask
   * @param {HTMLElement[]} all the questions of the page
   * @param {() => void} offerReset puts the button there that asked
   */
  Lockstep.askReset = (pageReset, all, offerReset) => {
    const { controls } = Lockstep;
    const yes = controls.button("Forget them", () => forget(pageReset, all, offerReset));
    const no = controls.button("Keep them", () => {
      offerReset();
      pageReset.firstChild.focus();
    });
    pageReset.classList.add("ls-open");
    pageReset.replaceChildren("Forget all your answers on this page? ", yes, no);
    no.focus();
  };
})();
