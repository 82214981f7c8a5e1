/* What if: each line of a program that has a variant gets a mark in its margin. Choosing one strikes the line through, and
   the output becomes what the ranks then did. access.js brings this script at the first sign of a reader; what the variants
   printed comes with the first choice. All that comes from a run is set as text. */
(() => {
  const beside = document.currentScript.src;
  const { make } = globalThis.Lockstep; // element.js
  const bring = (path) => new Promise((onload, onerror) =>
    document.head.append(make("script", { src: new URL(path, beside), onload, onerror })));

  /** Put each line of a block of code into an element of its own. */
  const linesOf = (code) => {
    const lines = [[]];
    const add = (node) => {
      const parts = node.nodeType === Node.TEXT_NODE ? node.data.split(/(?<=\n)/) : [node];
      for (const part of parts) {
        lines.at(-1).push(part);
        if ((part.textContent ?? part).endsWith("\n")) lines.push([]);
      }
    };
    [...code.childNodes].forEach(add);
    const spans = lines.filter((line) => line.length).map((line) => make("span", { className: "ls-line" }, ...line));
    code.replaceChildren(...spans);
    return spans;
  };

  const NOTES = {
    same: "the program does the same", finished: "every rank finishes",
    error: "the run fails", hang: "the run never ends",
  };
  const note = ({ end, ranks = [] }) => ranks.some((rank) => rank.end?.startsWith("its proof fails"))
    ? "the claim no longer holds" : NOTES[end];

  /** What was changed and what came of it, as the parts of a sentence. */
  const sentence = (variant) => {
    const { label, line, text, code, count, why } = variant;
    const what = make("code", {}, text || code || "");
    const head = label ? [`${label}, `, what] : text ? ["With ", what, " in its place"]
      : line ? ["Without ", what] : [`On ${count} rank${count > 1 ? "s" : ""}`];
    return [...head, `, ${note(variant)}.`, why ? ` ${why}` : ""];
  };

  /** What the ranks of a variant did, as the page shows what is on record. */
  const output = (variant, whole) => {
    const rows = (variant.ranks ?? []).map(({ ranks, who, lines, end, same }) => {
      const chips = ranks.map((rank) => make("i", { className: `ls-r${rank % 8}` }));
      const mark = make("b", { className: "ls-differs" }, same ? "as before" : ranks[0] < whole ? "≠ changed" : "+ new");
      const said = make("div", { className: "ls-said" }, lines.length
        ? make("pre", {}, make("samp", {}, lines.join("\n"))) : end ? "" : make("p", { className: "ls-quiet" }, "printed nothing"));
      if (end) said.append(make("p", { className: "ls-end" }, end));
      const chipsOf = make("span", { className: "ls-chips", ariaHidden: "true" }, ...chips);
      return make("div", { className: same ? "ls-rank ls-same" : "ls-rank ls-new" },
        make("div", { className: "ls-who" }, chipsOf, make("span", {}, who), mark), said);
    });
    const block = make("div", { className: "ls-out ls-then", role: "group", ariaLabel: "Output of the changed program" }, ...rows);
    return rows.length ? block : "";
  };

  const INVITES = "Take out a line by the mark in its margin, and see what the ranks do without it. Each change was run.";

  /** A slider over numbers of ranks, with the program's own among them; `choose` takes the place of one. */
  const slider = (counts, own, choose) => {
    const ticks = counts.map((count, place) => make("span", { className: count === own ? "ls-own" : "", onclick: () => choose(place) }, `${count}`));
    const bar = make("input", { type: "range", max: counts.length - 1, oninput: () => choose(Number(bar.value)) });
    const scale = make("span", { className: "ls-scale" }, bar, make("span", { className: "ls-ticks", ariaHidden: "true" }, ...ticks));
    const point = (count) => {
      bar.value = counts.indexOf(count);
      bar.ariaValueText = `${count} rank${count > 1 ? "s" : ""}${count === own ? ", as it is" : ""}`;
      ticks.forEach((tick, place) => tick.classList.toggle("ls-at", counts[place] === count));
    };
    point(own);
    return { node: make("label", { className: "ls-ranks" }, "Ranks", scale), point };
  };

  /** What a variant replaces: the output of the CPU, in its tab where there are several. */
  const recordedOf = (figure) => {
    const tabs = figure.querySelector(":scope > .tabbed-set");
    const labels = [...(tabs?.querySelectorAll(".tabbed-labels > label") ?? [])];
    const place = labels.findIndex((label) => label.textContent.trim() === "CPU");
    const home = tabs?.querySelectorAll(".tabbed-block")[place] ?? figure;
    const parts = [...home.children].filter((part) => part.matches(".ls-round, .ls-out, .ls-out + .ls-where"));
    return { parts, tab: tabs?.querySelectorAll(":scope > input")[place] };
  };

  const setUp = (fold) => {
    const name = fold.dataset.whatIf, figure = fold.closest(".ls-run");
    const lines = linesOf(figure.querySelector(".highlight code"));
    const { parts: recorded, tab } = recordedOf(figure);
    const status = make("p", { className: "ls-status", role: "status" });
    const back = make("button", { type: "button", className: "ls-back", disabled: true, onclick: () => show(null) }, "As it is");
    const then = make("div", { className: "ls-changed" }), marks = new Map(), places = new Map(), choices = make("div", { className: "ls-choices" });
    const whole = Number(fold.dataset.count);
    let variants, scale, now = null, last = null;

    /** Show a variant, or with null the program as it is. */
    const show = (variant) => {
      now = variant;
      for (const [line, mark] of marks) {
        const isGone = line === variant?.line && !variant.label;
        mark.ariaPressed = String(isGone);
        delete places.get(line).at(-1).dataset.instead;
      }
      lines.forEach((part) => part.classList.remove("ls-gone"));
      const span = places.get(variant?.line) ?? [];
      span.forEach((part) => part.classList.add("ls-gone"));
      if (variant?.text && span.length) span.at(-1).dataset.instead = variant.text;
      for (const button of choices.querySelectorAll("button[aria-pressed]")) button.ariaPressed = String(button.of === variant);
      scale?.point(variant?.count ?? whole);
      if (variant && tab && !tab.checked) tab.click();
      recorded.forEach((part) => (part.hidden = !!variant));
      if (!variant && document.activeElement === back) (last ?? fold.firstChild).focus();
      back.disabled = !variant;
      status.replaceChildren(...(variant ? sentence(variant) : [INVITES]));
      then.replaceChildren(variant ? output(variant, whole) : "");
      if (variant) fold.open = true;
    };

    const fetched = async () => {
      if (variants) return;
      await bring(`what-if/${name}.js`);
      variants = globalThis.Lockstep.whatIf[name];
      const counts = variants.filter(({ line }) => !line);
      if (counts.length) {
        const all = [...counts.map(({ count }) => count), whole].sort((a, b) => a - b);
        scale = slider(all, whole, (place) => show(counts.find(({ count }) => count === all[place]) ?? null));
        choices.append(scale.node);
      }
      for (const variant of variants.filter(({ label }) => label)) {
        const button = make("button", { type: "button", ariaPressed: "false", onclick: () => show(now === variant ? null : variant) }, variant.label);
        button.of = variant;
        choices.append(button);
      }
      choices.append(back);
    };
    /** What the variants printed did not come: all is as without a script. */
    const failed = () => {
      for (const node of [...marks.values(), asks, choices.parentNode, then]) node.remove();
      still.className = "";
      fold.open = true;
    };

    for (const item of fold.dataset.lines.split(" ").filter(Boolean)) {
      const [first, end, line] = item.split(/[-:]/).map(Number);
      const mark = make("button", { type: "button", className: "ls-mark", ariaLabel: `Without this line: ${lines[first].textContent.trim()}`, ariaPressed: "false", title: "What if this line were missing?", tabIndex: -1 });
      mark.onclick = async () => {
        last = mark;
        await fetched().catch(failed);
        const variant = variants?.find((one) => one.line === line && !one.label);
        if (variants) show(now === variant ? null : variant);
      };
      marks.set(line, mark);
      places.set(line, lines.slice(first, end + 1));
      lines[first].prepend(mark);
    }
    figure.addEventListener("keydown", ({ key }) => key === "Escape" && now && show(null));
    const summary = fold.firstChild, { asks: ask, offers } = summary.dataset;
    const still = make("span", { className: "ls-still" }, ...summary.childNodes);
    const asks = make("span", { className: "ls-asks" }, `${ask} `, make("small", {}, offers));
    summary.append(still, asks);
    fold.append(make("div", { className: "ls-bend" }, choices, status));
    recorded[0]?.before(then);
    status.textContent = INVITES;
    fold.addEventListener("toggle", () => {
      for (const mark of marks.values()) mark.tabIndex = fold.open ? 0 : -1;
      if (fold.open) fetched().catch(failed);
      else if (now) show(null);
    });
  };

  // Without their style the marks would push the code about.
  const onload = () => document.querySelectorAll("[data-what-if]").forEach(setUp);
  document.head.append(make("link", { rel: "stylesheet", href: new URL("whatif.css", beside), onload }));
})();
