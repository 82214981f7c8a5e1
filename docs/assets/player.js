/* The player of a trace: each rank has a lane over the code, in the order that collectives and messages force. It loads when a
   reader first opens "Step through it"; see access.js. The table that stands there without a script stays below it. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.play) return;

  const span = (ranks) =>
    ranks.length === 1 ? "rank " + ranks[0]
    : ranks.length > 2 && ranks.every((rank, n) => rank === ranks[0] + n) ? "ranks " + ranks[0] + "–" + ranks.at(-1)
    : "ranks " + ranks.join(", ");

  /** Where a lane stands at a moment: the number of its last step that has begun, -1 before the first. */
  const stepAt = (lane, now) => lane.steps.findLastIndex(({ at }) => at <= now);

  /** Whether a lane ended in an error, and `end` is what it says. */
  const hasFailed = (lane) => !/^(has ended|exits with|ended by|waits for ever)/.test(lane.end);

  /** Whether a call raised: the last line of a lane that failed, where some rank never came. */
  const hasRaised = (trace, op, part) => {
    const lane = trace.lanes[part.rank];
    return hasFailed(lane) && part.step === lane.steps.length - 1 && (part.on ?? []).some((rank) => !op.parts.some((one) => one.rank === rank));
  };

  /** The operation that a rank is in: its own part, what it is, and the ranks that it still waits for. A call in the background
      is left at once, and waited for at a later line. */
  const operationAt = (trace, rank, now) => {
    for (const op of trace.ops ?? []) {
      const part = op.parts.find((one) => one.rank === rank);
      if (!part || part.enter > now) continue;
      const step = stepAt(trace.lanes[rank], now);
      const isBack = part.done && part.leave <= now && now < part.done && trace.lanes[rank].steps.findLastIndex(({ at }) => at < part.done) === step;
      if (!isBack && part.leave !== undefined && part.leave <= now) continue;
      const name = part.name || op.name;
      const missing = (part.on ?? []).filter((other) => {
        const twin = op.parts.find((one) => one.rank === other && one.enter <= now);
        return !twin || (op.name !== "message" && (twin.name || op.name) !== name);
      });
      const goesOn = !isBack && part.leave === part.enter + 1 && missing.length > 0 && !hasRaised(trace, op, part);
      return { op, part, name, missing: goesOn ? [] : missing, isBack, goesOn };
    }
  };

  /** All of a rank at a moment, in words and as flags. */
  const stateAt = (trace, rank, now) => {
    const lane = trace.lanes[rank];
    const number = stepAt(lane, now);
    const step = lane.steps[number];
    const inside = operationAt(trace, rank, now);
    if (inside) {
      const { name, missing, part, isBack, goesOn } = inside;
      const forEver = part.leave === undefined && now >= lane.at - 1;
      const said =
        goesOn ? "calls " + name + " and goes on"
        : missing.length ? "waits" + (forEver ? " for ever" : "") + " in " + name + " for " + span(missing)
        : isBack ? "has waited for " + name
        : (forEver ? "waits for ever in " : "is in ") + name + (forEver || !part.on ? "" : ": all have come");
      return { step, inside, isWaiting: missing.length > 0 || forEver, said };
    }
    if (now >= lane.at) return { step, isOver: true, isWaiting: lane.end.startsWith("waits"), said: (lane.cut ? lane.cut + " more lines, not shown; " : "") + (hasFailed(lane) ? "has failed: " : "") + lane.end };
    return { step, said: step ? "runs line " + step.line : "has not begun" };
  };

  /** The names of a rank at a moment with their values, and those that its last step has changed. */
  const namesAt = (trace, rank, now) => {
    const { steps, at } = trace.lanes[rank];
    const values = new Map();
    let fresh = [];
    steps.forEach((step, n) => {
      const end = steps[n + 1]?.at ?? at; // a line has changed its names when the next begins
      if (end > now) return;
      fresh = end === now ? Object.keys(step.set ?? {}) : [];
      for (const [name, value] of Object.entries(step.set ?? {})) value ? values.set(name, value) : values.delete(name);
    });
    return { values, fresh: new Set(fresh) };
  };

  const lengthOf = (trace) => Math.max(...trace.lanes.map(({ at }) => at));

  /** The next moment at which a rank enters a collective or sends a message; the end if there is none. */
  const nextMeeting = (trace, now) =>
    Math.min(lengthOf(trace), ...(trace.ops ?? []).flatMap(({ parts }) => parts.map(({ enter }) => enter)).filter((at) => at > now));

  Object.assign(Lockstep, { rankSpan: span, stateAt, namesAt, nextMeeting });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof document === "undefined") return;

  const { make } = Lockstep; // element.js
  const ofRank = (node, rank) => (node.dataset.rank = rank, node);
  const draw = (tag, attributes, text = "") => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.textContent = text;
    return node;
  };
  /** A value: a tensor as cells. `isMarked` says of a cell, by its place, whether it is marked. */
  const cells = (value, isMarked = () => false) => value.cells
    ? make("span", { className: "ls-cells" }, ...value.cells.map((cell, place) => make("span", { className: isMarked(place) ? "ls-off" : "" }, cell)))
    : make("code", {}, value.text);

  /** The lanes as lines over all moments: dashed where a rank waits, tied where an operation joins ranks. */
  const overview = (trace, length, wide) => {
    const left = 52, high = 20, right = trace.end === "hang" ? 96 : 8; // a lane that stands has room for whom it waits for
    const x = (at) => left + ((at - 1) / Math.max(1, length - 1)) * (wide - left - right);
    const y = (rank) => rank * high + 12;
    const svg = draw("svg", { viewBox: "0 0 " + wide + " " + (trace.lanes.length * high + 4), "aria-hidden": "true" });
    for (const { ranks, parts } of trace.ops ?? []) {
      const of = parts.map(({ rank }) => rank);
      if (of.length > 1) svg.append(draw("path", { class: "ls-tie", d: "M" + parts.map(({ rank, enter }) => x(enter) + " " + y(rank)).join("L"), fill: "none" }));
    }
    trace.lanes.forEach((lane, rank) => {
      const group = ofRank(draw("g", {}), rank);
      group.append(draw("text", { x: 0, y: y(rank) + 4 }, "rank " + rank));
      let run = "", stay = "";
      for (let at = 1; at < lane.at; at++) {
        const bar = "M" + x(at) + " " + y(rank) + "H" + x(at + 1);
        if (stateAt(trace, rank, at).isWaiting) stay += bar;
        else run += bar;
      }
      const { isWaiting, inside } = stateAt(trace, rank, length);
      if (isWaiting && right > 8) {
        stay += "M" + x(lane.at) + " " + y(rank) + "H" + (wide - 78);
        group.append(draw("text", { x: wide - 74, y: y(rank) + 4 }, inside?.missing.length ? "for " + span(inside.missing) : "for ever"));
      }
      group.append(draw("path", { class: "ls-go", d: run }), draw("path", { class: "ls-stay", d: stay }));
      for (const { parts } of trace.ops ?? [])
        for (const part of parts) if (part.rank === rank) group.append(draw("circle", { class: "ls-in", cx: x(part.enter), cy: y(rank), r: 4 }));
      svg.append(group);
    });
    const now = draw("path", { class: "ls-now", d: "" });
    svg.append(now);
    return { svg, at: (px) => Math.round(1 + ((px - left) / (wide - left - right)) * (length - 1)), wide,
      move: (at) => now.setAttribute("d", "M" + x(at) + " 0V" + trace.lanes.length * high) };
  };

  const code = (trace) => {
    const boxes = trace.files.map((file, number) => {
      const [first, lines] = trace.code[number];
      if (!lines.length) return null;
      const rows = lines.map((html, n) => {
        const row = make("span", { innerHTML: html || " " });
        row.dataset.line = first + n;
        return row;
      });
      const pre = make("pre", {}, make("code", {}, ...rows));
      const box = make("div", { className: "highlight" }, ...(number || trace.code.length > 1 ? [make("h4", {}, file)] : []), pre);
      return { box, pre, rows, first };
    });
    const node = make("div", { className: "ls-lanes", tabIndex: 0, role: "group", ariaLabel: "The program; each rank marks its line" }, ...boxes.filter(Boolean).map(({ box }) => box));
    node.style.setProperty("--lanes", trace.lanes.length);
    const marks = trace.lanes.map((_, rank) => ofRank(make("i", { hidden: true, ariaHidden: "true" }, String(rank)), rank));
    marks.forEach((mark, rank) => mark.style.setProperty("--rank", rank));
    const show = (states) => {
      for (const box of boxes) for (const row of box?.rows ?? []) row.classList.remove("ls-here");
      states.forEach(({ step, isWaiting }, rank) => {
        const mark = marks[rank];
        mark.hidden = !step;
        if (!step) return;
        const { pre, rows, first } = boxes[step.file ?? 0];
        const place = step.line - first;
        if (mark.parentNode !== pre) pre.append(mark);
        rows[place].classList.add("ls-here");
        mark.classList.toggle("ls-waits", Boolean(isWaiting));
        mark.style.setProperty("--line", place);
      });
      const shown = marks.filter((mark) => !mark.hidden).map((mark) => mark.parentNode.offsetTop + 22 * mark.style.getPropertyValue("--line"));
      const top = Math.min(...shown), bottom = Math.max(...shown) + 22;
      if (shown.length && (top < node.scrollTop || bottom > node.scrollTop + node.clientHeight)) node.scrollTop = Math.max(0, top - 44);
    };
    return { node, show };
  };

  /** What came out of an operation at a rank: of the only all-reduce that DDP makes in a line, the gradients it leaves. */
  const resultOf = (trace, op, part) => {
    if (hasRaised(trace, op, part)) return [];
    if (!op.inside || op.name !== "all_reduce") return part.after ? [["", part.after]] : [];
    const isOther = (one) => one !== op && one.parts.some(({ rank, step }) => rank === part.rank && step === part.step);
    if (trace.ops.some(isOther)) return [];
    const set = Object.entries(trace.lanes[part.rank].steps[part.step]?.set ?? {});
    return set.filter(([name, value]) => name.endsWith(".grad") && value?.cells).slice(0, 3);
  };

  /** What an operation looks like: a row for each rank, its numbers on the way in, and changed on the way out. */
  const meeting = (trace, op, now, before) => {
    const names = [...new Set(op.parts.filter(({ enter }) => enter <= now).map(({ name }) => name || op.name))];
    const facts = [op.name === "message" ? "message from rank " + op.ranks[0] + " to rank " + op.ranks[1] : names.length > 1 ? "Different calls: " + names.join(" and ") : names[0], op.how, op.size ? op.size.toLocaleString("en-US") + " bytes" : "", op.inside ? "called by torch inside of the line" : ""];
    const rows = op.ranks.flatMap((rank, row) => {
      const part = op.parts.find((one) => one.rank === rank && one.enter <= now);
      const seat = ofRank(make("div", { className: "ls-seat" }, make("b", {}, "rank " + rank)), rank);
      const isOut = part && part.leave !== undefined && part.leave <= now;
      const called = part && (part.name || op.name);
      if (!part) {
        seat.classList.add("ls-empty");
        seat.append("not here: it " + stateAt(trace, rank, now).said);
      } else {
        if (part.before?.cells) seat.append(cells(part.before));
        if (names.length > 1) seat.append((part.before?.cells ? "in " : "is in ") + called);
        else if (isOut && hasRaised(trace, op, part)) seat.append("has failed here");
        else if (!part.before?.cells) seat.append(isOut ? "has left" : "is here");
        seat.classList.toggle("ls-gone-in", Boolean(isOut));
      }
      if (part?.enter === now && before < now) seat.classList.add("ls-into");
      seat.style.gridRow = row + 1;
      const results = isOut ? resultOf(trace, op, part).filter(([, value]) => value.cells) : [];
      if (!results.length) return [seat];
      const out = ofRank(make("div", { className: "ls-seat ls-result" }), rank);
      for (const [name, value] of results) out.append(name && make("code", {}, name), cells(value, (place) => value.cells[place] !== part.before?.cells?.[place]));
      if (part.leave === now && before < now) out.classList.add("ls-out-of");
      out.style.gridRow = row + 1;
      return [seat, out];
    });
    const box = make("div", { className: "ls-op", ariaHidden: "true" }, op.how || "→");
    box.style.gridRow = "1 / span " + op.ranks.length;
    const head = make("p", {}, make("b", {}, facts.filter(Boolean).join(", ")));
    const isOneWay = rows.length === op.ranks.length && !op.parts.some(({ before }) => before?.cells);
    return [head, make("div", { className: isOneWay ? "ls-seats" : "ls-seats ls-through" }, ...rows, ...(isOneWay ? [] : [box]))];
  };

  /** Where a program hangs: who waits for whom, by the rank that most of them wait for; else each wait. */
  const verdict = (states) => {
    const waiting = states.flatMap(({ isWaiting, inside }, rank) => (isWaiting ? [{ rank, name: inside?.name, on: inside?.missing ?? [] }] : []));
    const counts = states.map((_, rank) => waiting.filter(({ on }) => on.includes(rank)).length);
    const most = Math.max(...counts);
    const missing = counts.flatMap((count, rank) => (most && count === most ? [rank] : []));
    const who = waiting.filter(({ on }) => missing.every((rank) => on.includes(rank))).map(({ rank }) => rank);
    const wait = (ranks, on) => span(ranks) + (ranks.length > 1 ? " wait for " : " waits for ") + span(on);
    const each = waiting.filter(({ on }) => on.length).map(({ rank, name, on }) => wait([rank], on) + " in " + name);
    const said = missing.length && who.length ? wait(who, missing) : each.join(", ");
    return "It hangs: nobody goes on." + (said ? " " + said[0].toUpperCase() + said.slice(1) + "." : "");
  };

  const namesTable = (trace, now) => {
    const all = trace.lanes.map((_, rank) => namesAt(trace, rank, now));
    const names = [...new Set(all.flatMap(({ values }) => [...values.keys()]))];
    const head = make("tr", {}, make("th", { scope: "col" }, "Name"), ...all.map((_, rank) => ofRank(make("th", { scope: "col" }, "rank " + rank), rank)));
    const rows = names.slice(-24).map((name) => {
      const given = all.map(({ values }) => values.get(name));
      const told = given.filter(Boolean);
      const isOff = (place) => isApart && told.some((value) => value.cells?.[place] !== told[0].cells?.[place]);
      const isOwnRank = given.every((value, rank) => value?.text === String(rank));
      const isApart = !isOwnRank && new Set(told.map((value) => JSON.stringify(value))).size > 1;
      const isNew = all.some(({ fresh }) => fresh.has(name));
      const kind = told[0].cells ? [make("small", {}, told[0].text)] : [];
      const row = make("tr", { className: isApart ? "ls-apart" : "" }, make("th", { scope: "row" }, make("code", {}, name), ...kind));
      if (!isApart && !isOwnRank && told.length === given.length) row.append(make("td", { colSpan: given.length, className: isNew ? "ls-new" : "" }, cells(told[0]), make("small", {}, "on all ranks")));
      else given.forEach((value, rank) => row.append(make("td", { className: all[rank].fresh.has(name) ? "ls-new" : "" }, ...(value ? [cells(value, isOff)] : ["–"]))));
      return row;
    });
    return names.length ? [make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))] : [make("p", { className: "ls-note" }, "No name has a value yet.")];
  };

  const printed = (trace, now) =>
    trace.lanes.flatMap(({ steps, at }, rank) =>
      steps.flatMap((step, n) => ((steps[n + 1]?.at ?? at) <= now ? (step.out ?? []).map((line) => ({ at: step.at, rank, line })) : [])),
    ).sort((a, b) => a.at - b.at || a.rank - b.rank);

  const build = (host, trace) => {
    const length = lengthOf(trace);
    let now = 1, before = 0, timer = 0;
    const button = (text, action) => make("button", { type: "button", className: "ls-button", onclick: action }, text);
    const play = button("Play", () => (timer ? stop() : start()));
    const bar = make("input", { type: "range", min: 1, max: length, value: 1, ariaLabel: "Moment", oninput: () => go(Number(bar.value)) });
    const place = make("span");
    const who = make("ul", { className: "ls-who-is" });
    const view = overview(trace, length, host.clientWidth - 34);
    const lanes = code(trace);
    const meet = make("div", { className: "ls-meet" });
    const names = make("div", { className: "ls-names", tabIndex: 0, role: "group", ariaLabel: "Values of each rank" });
    const said = make("div", { className: "ls-out" });
    const status = make("p", { role: "status" });
    const root = make("div", { className: "ls-player", role: "group", ariaLabel: "Step through the program" });

    const show = () => {
      const states = trace.lanes.map((_, rank) => stateAt(trace, rank, now));
      bar.value = now;
      place.textContent = "moment " + now + " of " + length;
      bar.setAttribute("aria-valuetext", place.textContent);
      view.move(now);
      who.replaceChildren(...states.map((state, rank) => ofRank(make("li", { className: state.isWaiting ? "ls-waits" : "" }, make("b", {}, "rank " + rank), make("span", {}, state.said + (state.step && state.inside ? ", line " + state.step.line : ""))), rank)));
      lanes.show(states);
      const ops = [...new Set((trace.ops ?? []).filter(({ parts }) => parts.some(({ enter, leave }) => enter <= now && (leave === undefined || now <= leave))))];
      meet.classList.toggle("ls-stuck", states.some(({ isWaiting }) => isWaiting));
      meet.replaceChildren(...(ops.length ? ops.slice(-4).flatMap((op) => meeting(trace, op, now, before)) : [make("p", { className: "ls-note" }, "No rank is in a collective here.")]));
      if (trace.end === "hang" && now === length) meet.prepend(make("p", {}, make("b", {}, verdict(states))));
      names.replaceChildren(...namesTable(trace, now));
      const lines = printed(trace, now).slice(-8);
      said.replaceChildren(...lines.map(({ rank, line }) => ofRank(make("div", { className: "ls-rank" }, make("div", { className: "ls-who" }, make("b", {}, "rank " + rank)), make("div", { className: "ls-said" }, make("samp", {}, line))), rank)));
      said.hidden = !lines.length;
      if (!timer) status.textContent = place.textContent + ". " + states.map((state, rank) => "Rank " + rank + " " + state.said).join(". ");
    };
    const go = (at) => {
      before = now;
      now = Math.min(length, Math.max(1, at));
      show();
    };
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      play.textContent = "Play";
      show();
    };
    const start = () => {
      if (now === length) go(1);
      play.textContent = "Pause";
      timer = setInterval(() => (now < length && root.isConnected && host.open ? go(now + 1) : stop()), 900);
    };
    root.append(
      make("div", { className: "ls-bar-row" }, button("Back", () => go(now - 1)), button("Next", () => go(now + 1)), play, button("To the next collective", () => go(nextMeeting(trace, now))), place),
      bar, view.svg, who, lanes.node, meet, names, said,
      make("p", { className: "ls-note" }, "Order between ranks is shown only where a collective or a message forces it: at one moment two ranks need not have run at the same time. Moments are no seconds. Arrow keys step; with Shift, to the next collective."),
      status,
    );
    root.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      go(by > 0 && event.shiftKey ? nextMeeting(trace, now) : now + by);
    });
    const drag = (event) => {
      if (event.buttons !== 1) return;
      const box = view.svg.getBoundingClientRect();
      go(view.at(((event.clientX - box.left) / box.width) * view.wide));
    };
    view.svg.addEventListener("pointerdown", drag);
    view.svg.addEventListener("pointermove", drag);
    show();
    return root;
  };

  /** Wait until an element that loads is loaded. */
  const load = (node) =>
    new Promise((done) => {
      node.addEventListener("load", done);
      document.head.append(node);
    });

  /** While a player is open, its run has the width of both columns. What a reader opened stays where it is on the screen. */
  const widen = (host) => {
    const group = host.closest(".ls-beside, .ls-first");
    if (!group) return;
    const top = host.getBoundingClientRect().top;
    group.classList.toggle("ls-wide", Boolean(group.querySelector("[data-trace][open]")));
    scrollBy({ top: host.getBoundingClientRect().top - top, behavior: "instant" });
  };

  /** Put the player into a `details` that a reader opens. The trace is as `lockstep/record/trace.py` describes it, with `code`. */
  Lockstep.play = async ({ target: host }) => {
    const { trace, name } = host.dataset;
    if (!trace || host.isMade) return;
    host.isMade = true;
    const href = trace.replace(/traces.*/, "player.css");
    const isStyled = document.head.querySelector('link[href$="player.css"]');
    await Promise.all([isStyled || load(make("link", { rel: "stylesheet", href })), load(make("script", { src: trace }))]);
    const table = host.querySelector("summary ~ *");
    const fold = make("details", { className: "ls-file" }, make("summary", {}, "As a table"));
    table.replaceWith(build(host, Lockstep.traces[name]), fold);
    fold.append(table);
    widen(host);
    host.addEventListener("toggle", () => widen(host));
  };
  document.addEventListener("toggle", Lockstep.play, true);
  for (const target of document.querySelectorAll("details[data-trace][open]")) Lockstep.play({ target });
})();
