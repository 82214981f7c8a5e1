/* What our other scripts build their parts of a page with. Each page loads it before them. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});

  /** An element with properties (not attributes) and children. */
  Lockstep.make = (tag, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  /** Copy a text, and say so in an element; `otherwise` is said where there is no clipboard, as on file:// in some browsers. */
  Lockstep.copyText = async (text, said, otherwise) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = "Copied.";
    } catch {
      said.textContent = otherwise;
    }
  };
})();
