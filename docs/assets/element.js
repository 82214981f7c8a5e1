/* What our other scripts build their parts of a page with. Each page loads it before them. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});

  /** An element with properties (not attributes) and children. */
  Lockstep.make = (tag, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  /** The text of an element as it is said. A formula is drawn and also held as text, of which only the text is taken. */
  Lockstep.text = (node) => {
    const copy = node.cloneNode(true);
    for (const formula of copy.querySelectorAll("math")) formula.replaceWith(formula.querySelector("annotation").textContent);
    return copy.textContent;
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
