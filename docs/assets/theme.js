/* What the theme does in scripts of its own within each page, as a file: the site's Content-Security-Policy runs nothing
   that stands in a page. It blocks, in the head, so that the first paint has the right palette. */
(() => {
  const base = new URL("..", document.currentScript.src); // this file lies in assets/
  const root = document.documentElement;
  root.classList.replace("no-js", "js"); // the search has its place in the header from the first paint
  root.classList.add("js-focus-visible"); // the theme adds it later, which styles the whole page once more

  /* What the theme's bundle calls, as far as this site has it do so: what a reader chose, under the address of the site. */
  window.__md_get = (key) => JSON.parse(localStorage.getItem(`${base.pathname}.${key}`));
  window.__md_set = (key, value) => {
    try {
      localStorage.setItem(`${base.pathname}.${key}`, JSON.stringify(value));
    } catch {} // storage is full or forbidden: the choice holds for this page
  };

  /* The switch of colours. The theme's own sets attributes and tags while a page loads that have all of it styled four
     times: a third of the work of a long page on a phone. It looks for a `data-md-component`, which our switch has not. */
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const options = document.getElementsByName("__palette");
  const schemeOf = (option) => option.dataset.mdColorScheme;
  let chosen;
  try {
    chosen = window.__md_get("__palette")?.color?.scheme;
  } catch {} // storage is forbidden, or holds something else

  /** What was chosen; until then what the system asks for. */
  const paint = () => {
    const scheme = chosen ?? (dark.matches ? "slate" : "default");
    document.body.dataset.mdColorScheme = scheme;
    root.style.colorScheme = scheme === "slate" ? "dark" : "light"; // of scrollbars, and of what shows beyond the page
    for (const option of options) option.checked = schemeOf(option) === scheme;
  };

  /** The bar of a phone's browser takes the colour of the header. */
  const bar = document.head.appendChild(Object.assign(document.createElement("meta"), { name: "theme-color" }));
  const tint = () => (bar.content = getComputedStyle(document.body).getPropertyValue("--md-primary-fg-color"));

  /** Change at once, with no transition. */
  const repaint = () => {
    document.body.dataset.mdColorSwitching = "";
    paint();
    tint();
    requestAnimationFrame(() => delete document.body.dataset.mdColorSwitching);
  };

  /** The picture looks like a button: Enter goes to the other one. */
  const flip = ({ key }) => {
    if (key !== "Enter") return;
    const other = [...options].find(({ checked }) => !checked);
    other.click();
    other.focus();
  };

  const choose = ({ target }) => {
    chosen = schemeOf(target);
    window.__md_set("__palette", { index: [...options].indexOf(target), color: { scheme: chosen } });
    repaint();
  };

  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    paint();
  }).observe(root, { childList: true });
  addEventListener("DOMContentLoaded", () => {
    for (const option of options) {
      option.addEventListener("change", choose);
      option.addEventListener("keydown", flip);
    }
    paint();
  });
  addEventListener("load", tint);
  dark.addEventListener("change", repaint);
})();
