/* The chapters of Deep. On a phone each but the first is folded to its heading and a line that says what it holds, as the page
   comes in: the script blocks, above the content. Without it, on paper and on wider screens all are open. Where no sidebar
   lists the chapters, it marks the one in which a reader is, and keeps its link in view. */
(() => {
  if (customElements.get("ls-chapter")) return; // Material's instant navigation runs scripts again
  const phone = matchMedia("(max-width: 47.984375em)");
  const chapters = () => [...document.querySelectorAll("ls-chapter")];
  const key = () => `lockstep ${location.pathname}`;
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  /** The headings of the chapters that are open. They stay so when the page is loaded again, or a reader comes back to it. */
  const opened = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key())) ?? [];
    } catch {
      return []; // storage is forbidden
    }
  };

  const keep = () => {
    const ids = chapters().filter(({ isOpen }) => isOpen).map(({ heading }) => heading.id);
    try {
      sessionStorage.setItem(key(), JSON.stringify(ids));
    } catch {} // storage is full or forbidden
  };

  const targetOf = (hash) => {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {} // a stray % in the address
  };

  /** A button for all chapters, above the first one that is folded. */
  const all = make("button", { type: "button", className: "ls-button ls-all-chapters" });
  const areOpen = () => chapters().every(({ isOpen }) => isOpen);
  const say = () => (all.textContent = areOpen() ? "Close all chapters" : "Open all chapters");
  all.onclick = () => {
    const isOpen = !areOpen();
    for (const chapter of chapters()) chapter.set(isOpen);
    keep();
    say();
  };

  class Chapter extends HTMLElement {
    connectedCallback() {
      if (this.heading) return;
      this.heading = this.previousElementSibling;
      this.line = make("p", { className: "ls-holds", textContent: this.dataset.holds, id: `${this.heading.id}-holds` });
      const target = targetOf(location.hash);
      const isSearched = location.search; // the theme marks the words of a search in the whole page
      this.isOpen = !phone.matches || isSearched || opened().includes(this.heading.id) || this.has(target);
      this.addEventListener("beforematch", () => this.open()); // the browser's own search found something in it
      if (phone.matches) this.fold();
    }

    has(node) {
      return Boolean(node) && (node === this.heading || this.contains(node));
    }

    /** Put the words of the heading into a button. */
    fold() {
      const { heading, line } = this;
      const words = [...heading.childNodes].filter((node) => node.className !== "headerlink");
      this.button = make("button", { type: "button" });
      this.button.append(...words);
      this.button.onclick = () => {
        this.set(!this.isOpen);
        keep();
        say();
      };
      this.button.setAttribute("aria-describedby", line.id);
      heading.classList.add("ls-folds");
      heading.prepend(this.button);
      heading.after(line);
      if (this === document.querySelector("ls-chapter")) heading.before(all);
      this.set(this.isOpen);
      say();
    }

    unfold() {
      this.set(true);
      this.heading.classList.remove("ls-folds");
      this.button.replaceWith(...this.button.childNodes);
      this.line.remove();
      all.remove();
    }

    set(isOpen) {
      this.isOpen = isOpen;
      this.line.hidden = isOpen;
      this.hidden = isOpen ? false : "until-found";
      this.button.ariaExpanded = String(isOpen);
      if (isOpen) this.dispatchEvent(new Event("toggle")); // veil.js hides outputs once they are shown
    }

    open() {
      if (this.isOpen) return;
      this.set(true);
      keep();
      say();
    }
  }

  /** Open the chapter that a link leads into. */
  const follow = (hash) => {
    const target = targetOf(hash);
    const chapter = chapters().find((one) => one.has(target));
    if (!chapter || chapter.isOpen) return;
    chapter.open();
    target.scrollIntoView();
  };

  /**
   * What a reader sees first stays where it is when what is above it unfolds. Its place is kept before the screen turns:
   * after it the page is laid out anew already, and not every browser holds the place then.
   */
  let isPhone = phone.matches;
  let place = {};
  const keepPlace = () => {
    if (phone.matches !== isPhone) return; // the screen is turning
    const parts = [...document.querySelectorAll("article > :not(ls-chapter), ls-chapter:not([hidden]) > *")];
    const part = parts.find((part) => part.getBoundingClientRect().bottom > 99); // below the header
    place = { part, top: part?.getBoundingClientRect().top };
  };
  phone.addEventListener("change", () => {
    isPhone = phone.matches;
    for (const chapter of chapters()) isPhone ? chapter.fold() : chapter.unfold();
    if (place.part?.isConnected) scrollBy(0, place.part.getBoundingClientRect().top - place.top);
  });
  addEventListener("scroll", keepPlace, { passive: true });
  new ResizeObserver(keepPlace).observe(document.documentElement); // a page that grew or shrank
  new MutationObserver((_, comes) => { // before the first paint, unlike DOMContentLoaded
    if (document.readyState === "loading" && !targetOf(location.hash)) return;
    comes.disconnect();
    follow(location.hash);
  }).observe(document, { childList: true, subtree: true });
  addEventListener("hashchange", () => follow(location.hash));
  const isHere = ({ origin, pathname }) => origin === location.origin && pathname === location.pathname;
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href*='#']");
    if (link && isHere(link)) follow(link.hash);
  }, true);

  let marked;
  const mark = () => {
    const line = document.querySelector(".ls-chapters");
    if (!line) return; // another page has come
    const links = [...line.querySelectorAll("a")];
    const isAbove = ({ hash }) => targetOf(hash).getBoundingClientRect().top < innerHeight / 3;
    const link = links[links.findLastIndex(isAbove)];
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    line.scrollLeft = link ? link.offsetLeft - 16 : 0;
    marked = link;
  };
  addEventListener("scroll", mark, { passive: true });

  customElements.define("ls-chapter", Chapter);
})();
