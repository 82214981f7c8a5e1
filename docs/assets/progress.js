/* <ls-progress>, <ls-modes>: how far a reader is in a topic, and on each of its pages. What the challenge and the review
   share with them stands here too. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.progressOf) return; // Material's instant navigation runs scripts again

  const isKnown = (answer, key) => answer?.result === "right" && answer.key === key;

  /**
   * @param {object} state
   * @param {string[][]} keys id and key of each question; an answer to another wording is met but not known
   * @returns {{met: number, known: number, again: number}} again: to see again
   */
  const progressOf = ({ questions }, keys) => {
    const met = keys.filter(([id]) => questions[id]?.result).length;
    const known = keys.filter(([id, key]) => isKnown(questions[id], key)).length;
    return { met, known, again: met - known };
  };

  const { make } = Lockstep;
  const bar = (label, ...parts) => {
    const whole = make("span", { className: "ls-bar", role: "img", ariaLabel: label });
    for (const [className, share] of parts) {
      const part = make("i", { className });
      part.style.width = `${100 * share}%`;
      whole.append(part);
    }
    return whole;
  };

  /** Define an element by a function that gets the element and returns what ends its listeners. */
  const define = (name, build) => {
    class Element extends HTMLElement {
      connectedCallback() {
        this.end ??= build(this);
      }
      disconnectedCallback() {
        this.end();
      }
    }
    customElements.define(name, Element);
  };

  const keysOf = (node) => node.dataset.questions.split(" ").map((pair) => pair.split(":"));
  const parts = ({ known, again }, all) => [["ls-known", known / all], ["ls-again", again / all]];

  const progress = (host) => {
    const keys = keysOf(host);
    const text = host.textContent;
    const show = () => {
      const state = Lockstep.read();
      const found = progressOf(state, keys);
      const { met, known, again } = found;
      const badge = state.badges[host.dataset.topic];
      const all = keys.length;
      const label = `${met} of ${all} met, ${known} known, ${again} to see again`;
      host.replaceChildren(met ? `${known} of ${all} right` : text);
      if (met) host.append(bar(label, ...parts(found, all)));
      if (again) host.append(`${again} to see again`);
      if (badge) host.append(make("span", { className: "ls-mark", title: "Badge" }, badge.name));
    };
    show();
    return Lockstep.subscribe(show);
  };

  const modes = (host) => {
    const links = [...host.querySelectorAll("[data-questions]")].map((link) => [link, keysOf(link)]);
    const here = host.querySelector("[aria-current]").getBoundingClientRect();
    const strip = host.querySelector(".ls-strip");
    strip.scrollLeft += here.left + here.width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2; // a phone shows five of nine
    const show = () => {
      for (const [link, keys] of links) {
        const found = progressOf(Lockstep.read(), keys);
        const label = `${found.known} of ${keys.length} right`;
        link.querySelector(".ls-bar")?.remove();
        if (found.met) link.append(" ", bar(label, ...parts(found, keys.length)));
      }
    };
    show();
    return Lockstep.subscribe(show);
  };

  Object.assign(Lockstep, { progressOf, isKnown, bar, define, keysOf });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  define("ls-progress", progress);
  define("ls-modes", modes);
})();
