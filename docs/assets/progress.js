/* <ls-progress>: how far a reader is in a topic. What the challenge and the review share with it stands here too. */
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

  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };
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

  const progress = (host) => {
    const keys = host.dataset.questions.split(" ").map((pair) => pair.split(":"));
    const text = host.textContent;
    const show = () => {
      const state = Lockstep.read();
      const { met, known, again } = progressOf(state, keys);
      const badge = state.badges[host.dataset.topic];
      const all = keys.length;
      const label = `${met} of ${all} met, ${known} known, ${again} to see again`;
      host.replaceChildren(met ? `${known} of ${all} right` : text);
      if (met) host.append(bar(label, ["ls-known", known / all], ["ls-again", again / all]));
      if (again) host.append(`${again} to see again`);
      if (badge) host.append(make("span", { className: "ls-mark", title: "Badge" }, badge.name));
    };
    show();
    return Lockstep.subscribe(show);
  };

  Object.assign(Lockstep, { progressOf, isKnown, make, bar, define });
  if (typeof module !== "undefined") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  /** Instant navigation loads scripts in any order: wait for the one that keeps the answers. */
  const start = () => (Lockstep.read ? define("ls-progress", progress) : setTimeout(start, 20));
  start();
})();
