/* What the theme does in scripts of its own within each page, as a file: the site's Content-Security-Policy runs nothing
   that stands in a page. It blocks, in the head, so that the first paint has the right palette. */
(() => {
  const base = new URL("..", document.currentScript.src); // this file lies in assets/
  document.documentElement.classList.replace("no-js", "js"); // the search has its place in the header from the first paint

  /* The names that the theme's bundle calls: what a reader chose, kept under the address of the site. */
  window.__md_scope = base;
  window.__md_hash = (text) => [...text].reduce((hash, letter) => (hash << 5) - hash + letter.charCodeAt(0), 0);
  window.__md_get = (key, storage = localStorage, scope = base) => JSON.parse(storage.getItem(`${scope.pathname}.${key}`));
  window.__md_set = (key, value, storage = localStorage, scope = base) => {
    try {
      storage.setItem(`${scope.pathname}.${key}`, JSON.stringify(value));
    } catch {} // storage is full or forbidden: the choice holds for this page
  };

  /** What was chosen; else what the system asks for, which the theme's own script leaves to its bundle, after the paint. */
  const scheme = () => {
    let chosen;
    try {
      chosen = window.__md_get("__palette")?.color?.scheme;
    } catch {} // storage is forbidden, or holds something else
    return chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "slate" : "default");
  };

  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    document.body.dataset.mdColorScheme = scheme();
  }).observe(document.documentElement, { childList: true });
})();
