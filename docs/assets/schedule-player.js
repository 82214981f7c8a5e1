/* <ls-schedule>: the reader chooses a schedule of a pipeline, ranks and micro-batches; a timeline shows what each rank does, and
   a slot by slot what it stores. The actions are those that a program printed. lockstep/markdown/schedule_player.py places
   them in time in the same way; a test compares the two. */
"use strict";

(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.scheduleTimeline) return; // Material's instant navigation runs scripts again

  const COST = { F: 1, B: 2, I: 1, W: 1 }; // slots of a forward, a whole backward, its halves for inputs and for weights
  const WORDS = { F: "forward", B: "backward", I: "backward for inputs", W: "backward for weights" };
  const PAUSE = 250; // ms on each slot

  /** The actions of a rank, `F0f1b1B0`: a small letter is of its later stage. */
  const read = ([stages, text]) =>
    text.match(/../g).map(([letter, number]) => {
      const kind = letter.toUpperCase();
      return { kind, stage: stages[Number(kind !== letter)], number: parseInt(number, 16) };
    });

  /** When each action starts: as soon as its rank is free and its input is there. */
  const scheduleTimeline = (ranks) => {
    const each = 1 / ranks[0][0].length;
    const last = Math.max(...ranks.flatMap(([stages]) => stages));
    const todo = ranks.map(read);
    const rows = todo.map(() => []);
    const free = todo.map(() => 0);
    const done = new Map();
    const key = (kind, stage, number) => `${kind} ${stage} ${number}`;
    for (let moved = true; moved; ) {
      moved = false;
      todo.forEach((actions, rank) => {
        while (rows[rank].length < actions.length) {
          const { kind, stage, number } = actions[rows[rank].length];
          const before = kind === "F" ? stage - 1 : stage + 1;
          const needs = key(kind === "F" ? "F" : "B", before, number);
          if (kind !== "W" && before >= 0 && before <= last && !done.has(needs)) break;
          const start = kind === "W" ? free[rank] : Math.max(free[rank], done.get(needs) ?? 0);
          free[rank] = start + COST[kind] * each;
          rows[rank].push({ kind, stage, number, start, end: free[rank] });
          done.set(key(kind === "I" ? "B" : kind, stage, number), free[rank]);
          moved = true;
        }
      });
    }
    const length = Math.max(...free);
    const idle = todo.map((actions) => length - actions.reduce((sum, { kind }) => sum + COST[kind] * each, 0));
    const stored = rows.map((row) => Math.max(...row.map(({ start }) => storedAt(row, start))) * each);
    return { rows, length, idle, stored, each };
  };

  /** Forwards of a row that have begun by then and whose backward is not complete. */
  const storedAt = (row, time) =>
    row.reduce((sum, { kind, start, end }) => sum + (kind === "F" ? start <= time : kind === "I" ? 0 : -(end <= time)), 0);

  Lockstep.scheduleTimeline = scheduleTimeline;
  Lockstep.scheduleStoredAt = storedAt;
  if (!globalThis.customElements) return; // in a test without a browser

  const { make } = Lockstep; // element.js
  const short = (number) => String(Math.round(number * 100) / 100);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const svg = (tag, attributes, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };

  const [LEFT, WIDE, ROOM] = [52, 700, 26];

  /** A row of boxes for each rank, and a line at the time that is looked at. */
  const drawing = ({ rows, length }, label) => {
    const unit = WIDE / length;
    const root = svg("svg", { viewBox: `0 0 ${LEFT + WIDE + 4} ${rows.length * ROOM + 6}`, role: "img", "aria-label": label });
    rows.forEach((row, rank) => {
      const y = rank * ROOM + 4;
      root.append(svg("text", { x: 0, y: y + 15 }, `rank ${rank}`));
      for (const { kind, stage, number, start, end } of row) {
        const wide = (end - start) * unit;
        const later = stage >= rows.length ? " ls-later" : "";
        const group = svg("g", { class: `ls-act-${kind}${later}` });
        group.append(svg("rect", { x: LEFT + start * unit + 0.4, y, width: Math.max(0.6, wide - 0.8), height: ROOM - 6 }));
        if (wide >= (number > 9 ? 17 : 11)) {
          group.append(svg("text", { x: LEFT + start * unit + wide / 2, y: y + 15, "text-anchor": "middle" }, String(number)));
        }
        root.append(group);
      }
    });
    const line = svg("line", { y1: 0, y2: rows.length * ROOM + 6, class: "ls-act-now" });
    root.append(line);
    const move = (time) => {
      for (const end of ["x1", "x2"]) line.setAttribute(end, LEFT + time * unit);
    };
    return [root, move];
  };

  const choice = (name, label, values) => {
    const select = make("select", { name }, ...values.map((value) => make("option", { value }, String(value))));
    const text = make("span", { id: `schedule-player-${name}` }, label);
    select.setAttribute("aria-labelledby", text.id); // without the options
    return [select, make("label", {}, text, select)];
  };

  const build = (host) => {
    const runs = JSON.parse(host.querySelector("script").textContent);
    const sizes = Object.keys(runs).map((size) => size.split(" "));
    const values = (at) => [...new Set(sizes.map((size) => size[at]))];
    const [schedule, ofSchedule] = choice("schedule", "Schedule", values(0));
    const [ranks, ofRanks] = choice("p", "Ranks", values(1));
    const [micro, ofMicro] = choice("m", "Micro-batches", values(2));
    const told = make("p", { className: "ls-schedule-told", role: "status" });
    const view = make("div", { className: "ls-schedule-view", tabIndex: 0 });
    view.setAttribute("role", "region");
    view.setAttribute("aria-label", "Timeline");
    const slider = make("input", { type: "range", min: 0, step: 1 });
    const play = make("button", { type: "button", className: "ls-button" }, "Play");
    const slot = make("span", { id: "schedule-player-slot" }, "Slot");
    slider.setAttribute("aria-labelledby", slot.id);
    const time = make("label", { className: "ls-schedule-time" }, slot, slider, make("output", {}));
    const body = make("tbody", {});
    const heads = ["Rank", "Does", "Stores", "Stores at most", "Idle slots"];
    const head = make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text))));
    const table = make("table", {}, make("caption", {}, "At this slot"), head, body);
    const key = make("p", { className: "ls-schedule-key" });
    for (const kind of Object.keys(WORDS)) {
      const box = svg("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" }, svg("g", { class: `ls-act-${kind}` }, svg("rect", { x: 1, y: 1, width: 12, height: 12 })));
      key.append(make("span", {}, box, WORDS[kind]));
    }
    const more = make("div", { className: "ls-schedule-more" }, key, view, make("p", { className: "ls-schedule-row" }, play, time), table);
    const form = make("form", {}, make("div", { className: "ls-schedule-fields" }, ofSchedule, ofRanks, ofMicro), told, more);
    let [line, move, timer] = [null, null, 0];

    const stop = () => {
      clearInterval(timer);
      timer = 0;
      play.textContent = "Play";
    };
    const look = () => {
      const now = Number(slider.value) * line.each;
      move(now);
      const where = `${short(now)} of ${short(line.length)}`;
      time.lastChild.textContent = where;
      slider.setAttribute("aria-valuetext", where);
      body.replaceChildren(...line.rows.map((row, rank) => {
        const act = row.find(({ start, end }) => start <= now && now < end);
        const does = act ? `${WORDS[act.kind]} of micro-batch ${act.number}, stage ${act.stage}` : "waits";
        const cells = [does, short(storedAt(row, now) * line.each), short(line.stored[rank]), short(line.idle[rank])];
        return make("tr", {}, make("th", { scope: "row" }, String(rank)), ...cells.map((text) => make("td", {}, text)));
      }));
    };
    const show = () => {
      stop();
      const [name, p, m] = [schedule, ranks, micro].map(({ value }) => value);
      const found = runs[`${name} ${p} ${m}`];
      more.hidden = !found.length;
      if (!found.length) {
        told.textContent = `torch refuses ${name} on ${p} ranks with ${m} micro-batches: they are too few for its stages.`;
        return;
      }
      line = scheduleTimeline(found);
      const idle = line.idle.reduce((sum, one) => sum + one, 0) / line.rows.length;
      told.textContent = `${name} on ${p} ranks, ${m} micro-batches: ${short(line.length)} slots. Idle for ${percent(idle / line.length)} of all time, ` +
        `${percent(idle / (line.length - idle))} over useful time. A rank stores ${short(Math.max(...line.stored))} micro-batches at most.`;
      const [root, set] = drawing(line, told.textContent);
      move = set;
      view.replaceChildren(root);
      slider.max = line.length / line.each;
      slider.value = 0;
      look();
    };

    form.addEventListener("submit", (event) => event.preventDefault());
    for (const select of [schedule, ranks, micro]) select.addEventListener("change", show);
    slider.addEventListener("input", () => {
      stop();
      look();
    });
    play.addEventListener("click", () => {
      if (timer) return stop();
      if (slider.value === slider.max) slider.value = 0;
      play.textContent = "Pause";
      timer = setInterval(() => {
        slider.value = Number(slider.value) + 1;
        look();
        if (slider.value === slider.max || !host.isConnected) stop();
      }, PAUSE);
    });
    schedule.value = values(0).at(1) ?? values(0)[0];
    ranks.value = values(1).at(1) ?? values(1)[0];
    micro.value = values(2).at(1) ?? values(2)[0];
    const cases = host.querySelector(".ls-schedule-cases");
    cases.before(form);
    cases.open = false;
    show();
    return stop;
  };

  class Schedule extends HTMLElement {
    connectedCallback() {
      this.end ??= build(this);
    }
    disconnectedCallback() {
      this.end();
    }
  }
  customElements.define("ls-schedule", Schedule);
})();
