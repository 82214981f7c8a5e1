/* "Reset this page": comes when it is pressed. */
(() => {
  const Lockstep = globalThis.Lockstep;
  if (Lockstep.askReset) return;

  const forget = (pageReset, all, offerReset) => {
    const { questions } = Lockstep.read();
    Lockstep.update((state) => all.forEach(({ name }) => delete state.questions[name]));
    all.forEach((question) => question.forgotten());
    const undo = Lockstep.controls.button("Undo", () => {
      Lockstep.update((state) => Object.assign(state.questions, questions));
      all.forEach((question) => question.refresh({ questions }));
      offerReset();
      pageReset.firstChild.focus();
    });
    pageReset.replaceChildren("Forgotten. ", undo);
    pageReset.tabIndex = -1;
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
