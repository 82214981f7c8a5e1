/* The search box, where the theme leaves something out. */
(() => {
  const field = document.querySelector(".md-search__input");
  if (!field) return;

  /* The theme looks when a key goes up. A voice, the clipboard's menu and a drop press none. */
  field.addEventListener("input", () => field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })));

  /* The worker brings the best twelve pages at most, and the theme takes them for all. */
  const meta = document.querySelector(".md-search-result__meta");
  const say = () => {
    if (meta.textContent.startsWith("12 ")) meta.textContent = `The first ${meta.textContent}`;
  };
  new MutationObserver(say).observe(meta, { childList: true });
  say();

  /* The theme's arrows go through the results. Where there are none, they go through the links that stand there instead. */
  field.closest(".md-search").addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || document.querySelector(".md-search-result__item")) return;
    event.stopPropagation();
    event.preventDefault();
    const links = [...document.querySelectorAll(".ls-search-else a")];
    links[(links.indexOf(document.activeElement) + 1) % links.length].focus();
  });
})();
