/* <ls-decide>: shows one question of its lists at a time. An answer is a button; the path shows what was answered, and each
   of its steps leads back to its question. The lists stay in the page for paper and for who wants them whole. */
(() => {
  if (customElements.get("ls-decide")) return; // Material's instant navigation runs scripts again

  const { make } = globalThis.Lockstep; // element.js
  const button = (className, text, press) => {
    const node = make("button", { className }, ...[text].flat());
    node.type = "button";
    node.addEventListener("click", press);
    return node;
  };

  const list = (item) => item.querySelector(":scope > ul");
  const below = (item) => [...(list(item)?.children ?? [])];
  /** What stands in an item before the list below it. */
  const words = (item) => [...item.childNodes].filter((node) => node !== list(item)).map((node) => node.cloneNode(true));
  const said = (item) => words(item).map((node) => node.textContent).join("").trim();

  const build = (host, root) => {
    const answered = []; // pairs of a question and its answer
    const path = make("ol", { className: "ls-decide-path" });
    const now = make("p", { className: "ls-decide-now" });
    const answers = make("div", { className: "ls-decide-answers" });
    now.tabIndex = -1;

    const show = (focus = true) => {
      const item = answered.length ? below(answered.at(-1)[1])[0] : root;
      path.replaceChildren(...answered.map(([question, answer], step) => {
        const again = button("", said(answer), () => back(step));
        again.setAttribute("aria-label", `Back to: ${said(question)} You answered: ${said(answer)}`);
        return make("li", {}, `${said(question)} `, again);
      }));
      now.replaceChildren(...words(item));
      now.classList.toggle("ls-decide-leaf", !list(item));
      answers.replaceChildren(...below(item).map((answer) => button("ls-button", words(answer), () => {
        answered.push([item, answer]);
        show();
      })));
      for (const one of returns) one.hidden = !answered.length;
      if (focus) now.focus();
    };
    const back = (step) => {
      answered.length = step;
      show();
    };
    const returns = [
      button("ls-button", "Back", () => back(answered.length - 1)),
      button("ls-button", "Start again", () => back(0)),
    ];
    const whole = button("ls-button", "Whole tree", () => {
      const steps = host.classList.toggle("ls-decide-steps");
      whole.setAttribute("aria-pressed", String(!steps));
    });
    whole.setAttribute("aria-pressed", "false");
    const box = make("div", { className: "ls-decide-box" }, path, now, answers, make("p", { className: "ls-decide-row" }, ...returns, whole));
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Questions that lead to your case");
    host.prepend(box);
    host.classList.add("ls-decide-steps");
    show(false);
  };

  class Decide extends HTMLElement {
    connectedCallback() {
      const root = this.querySelector(":scope > ul > li");
      if (root && !this.querySelector(".ls-decide-box")) build(this, root);
    }
  }
  customElements.define("ls-decide", Decide);
})();
