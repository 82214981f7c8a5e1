/* What the theme leaves to the mouse: its menu and its search open by labels of hidden checkboxes, nothing brings the focus
   back, its copy buttons lie in nameless landmarks and lose their name while a tooltip shows it, and code that scrolls takes
   the focus only once it has been in view. */
(() => {
  if (document.querySelector(".md-header__button > button")) return; // Material's instant navigation runs scripts again
  const beside = document.currentScript.src;
  const [menu, search] = ["__drawer", "__search"].map((id) => document.getElementById(id));

  /** Put a button into the label that a mouse clicks. A label does nothing for a click on a button in it. */
  const opener = (toggle, ariaLabel) => {
    const label = document.querySelector(`.md-header__button[for=${toggle.id}]`);
    const button = Object.assign(document.createElement("button"), { type: "button", ariaLabel, onclick: () => toggle.click() });
    const show = () => (button.ariaExpanded = String(toggle.checked));
    button.append(...label.childNodes);
    label.append(button);
    toggle.addEventListener("change", show);
    show();
    return button;
  };
  const menuButton = opener(menu, "Menu");
  opener(search, "Search");

  const isInMenu = (node) => node.closest(".md-sidebar--primary");
  menu.addEventListener("change", () => menu.checked && document.querySelector(".md-sidebar--primary li a").focus());
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (menu.checked && relatedTarget && isInMenu(target) && !isInMenu(relatedTarget)) menu.click();
  });

  const query = document.querySelector(".md-search__input"); // none where the theme brings a search of its own
  let before; // what had the focus when the search opened
  query?.addEventListener("focus", ({ relatedTarget }) => {
    if (!relatedTarget?.closest(".md-search")) before = relatedTarget;
  });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isMeant = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isTyped = target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
    if (key === "Escape" && menu.checked) {
      menu.click();
      menuButton.focus();
    } else if (key === "Escape" && search.checked) before?.focus();
    else if (query && "/fs".includes(key) && isMeant && !isTyped && !search.checked) {
      event.preventDefault();
      search.click(); // the theme only gives the focus, and what is closed takes none
      query.focus();
    }
  });

  // The player of traces loads when a reader opens the first one.
  const opened = ({ target: { dataset } }) => {
    if (!dataset.trace) return;
    document.removeEventListener("toggle", opened, true); // the player listens from now on
    document.head.append(Object.assign(document.createElement("script"), { src: dataset.trace.replace(/traces.*/, "player.js") }));
  };
  document.addEventListener("toggle", opened, true); // it does not bubble

  const scrolls = new ResizeObserver((boxes) => {
    for (const { target: box } of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });
  const seen = new WeakSet();
  const tend = () => {
    for (const nav of document.querySelectorAll(".md-code__nav:not([role])")) {
      nav.setAttribute("role", "none");
      nav.firstChild.ariaLabel = nav.closest(".ls-command") ? "Copy the command" : "Copy the code";
    }
    for (const box of document.querySelectorAll("article :is(pre > code, .ls-columns, .md-typeset__scrollwrap)")) {
      if (!seen.has(box)) scrolls.observe(box);
      seen.add(box);
    }
  };
  new MutationObserver(tend).observe(document.body, { childList: true, subtree: true });
  tend();

  /* What a first look does without comes at the first sign of a reader. */
  const later = ["search"];
  if (document.querySelector("[data-what-if]")) later.push("whatif");
  if (location.protocol.startsWith("http")) later.push("offline");
  const signs = ["scroll", "pointermove", "pointerdown", "keydown", "change"];
  const bring = () => {
    signs.forEach((sign) => removeEventListener(sign, bring));
    const script = (name) => Object.assign(document.createElement("script"), { src: new URL(`${name}.js`, beside) });
    document.head.append(...later.map(script));
  };
  signs.forEach((sign) => addEventListener(sign, bring, { passive: true }));
  if (search.checked) bring(); // by an address with a query
})();
