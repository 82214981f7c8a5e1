/* Marks the chapter of Deep in which a reader is, and keeps its link in view. */
(() => {
  const line = document.querySelector(".ls-chapters");
  const links = [...line.querySelectorAll("a")];
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  let marked;

  const mark = () => {
    if (!line.isConnected) return removeEventListener("scroll", mark); // another page has come
    const isAbove = (heading) => heading.getBoundingClientRect().top < innerHeight / 3;
    const link = links[headings.findLastIndex(isAbove)];
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    line.scrollLeft = link ? link.offsetLeft - 16 : 0;
    marked = link;
  };
  addEventListener("scroll", mark, { passive: true });
  mark(); // access.js brings this script at the first scroll, or another sign of a reader
})();
