/* What a log says; the script of the worker too. The field is in log-field.js, which loads it once a log is given.

   The functions above `analyse` do what lockstep/explain/{log,records,clues,verdict}.py do, step by step; a test compares the
   two on the same logs: change both. What they search for stands in Python alone, as SHARED, and comes with the page. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.explainer) return; // Material's instant navigation runs scripts again

  let SAID = {}; // sentences, which come with the page
  const fill = (kind, values) => SAID[kind].replace(/{(\w+)}/g, (_, key) => values[key]);
  const DIFFER = "collectives-differ", TOLD_TO_END = "sigterm-without-a-checkpoint";

  /** The error that the rank died of that torchrun names; null where its last words follow from another's failure. */
  const namedCause = (causes, consequences, summary) => {
    if (!summary) return null;
    const of = (events, end) => events.filter(({ found, place, isOfPid }) => found.rank === summary.rank && place < end && !isOfPid);
    const ofPid = causes.find(({ found, isOfPid }) => isOfPid && found.rank === summary.rank);
    if (ofPid && (summary.exit < 0 || !of(causes, summary.end).length)) return ofPid;
    const mine = [...of(causes, summary.end), ...of(consequences, summary.start)];
    const last = mine.reduce((best, one) => (best && best.place >= one.place ? best : one), null);
    return last?.role === "cause" ? last : null;
  };

  const rest = (events) => { // each entry or text once
    const once = new Map();
    for (const { found } of events) if (!once.has(found.slug || found.text)) once.set(found.slug || found.text, found);
    return [...once.values()];
  };

  const verdict = (sure, root, reason, others = [], consequences = [], named = null, where = null, trigger = null, what = "", gpus = "", fix = "") => ({ sure, root, reason, others, consequences, named, where, followed: [], trigger, again: null, attempts: 0, differs: "", fix, what, gpus, against: [] });

  /** Give a line that says how a process died the place that its stack names, if the log has one such stack. */
  const placeOfACrash = ({ found, isCrash }, events) => {
    const places = new Set(events.filter((one) => one.found.slug === found.slug && one.found.at).map((one) => one.found.at));
    if (isCrash && !found.at && places.size === 1) [found.at] = places;
  };
  /** What a table of the page says of a line: the table of Xids, or one of messages and what to do. */
  const rowOf = ({ entry, about, found }) => {
    const line = found.text.toLowerCase(), advice = () => entry?.advice.find(([pattern]) => says(line, split(pattern)))?.[1];
    return (about ? entry?.rows[about.number] : advice()) ?? "";
  };
  /** All GPUs that have the Xid of a cause, as a sentence; empty if there is one. */
  const gpusOf = ({ about }, causes) => {
    const number = about?.number, gpus = [...new Set(causes.filter((one) => number && one.about?.number === number).map(({ about: { host, gpu } }) => (host && `${host} `) + gpu))];
    const most = gpus.length > GPUS ? [...gpus.slice(0, GPUS), `${gpus.length - GPUS} more`] : gpus;
    return gpus.length < 2 ? "" : fill("gpus", { number, count: gpus.length, most: most.slice(0, -1).join(", "), last: most.at(-1) });
  };

  const choose = (causes, warnings, consequences, summary) => {
    const own = namedCause(causes, consequences, summary);
    const named = own && { slug: "", line: summary.place + 1, rank: summary.rank, text: summary.text, at: "" };
    const elsewhere = causes.filter(({ found }) => !(summary && found.rank === summary.rank));
    const left = elsewhere.length ? elsewhere : causes;
    let chosen, reason;
    if (own) {
      chosen = own;
      reason = fill("named", { rank: summary.rank, it: fill(own.isOfPid ? "process" : "error", summary) });
    } else if (rest(left).length === 1) {
      chosen = left[0];
      reason = SAID.ONLY;
    } else if (rest(left.filter(({ goesOn }) => !goesOn)).length === 1) {
      chosen = left.find(({ goesOn }) => !goesOn);
      reason = SAID.LEFT;
    } else {
      return verdict("unsure", null, causes.some(({ isTangled }) => isTangled) ? SAID.tangled : SAID.SEVERAL, rest(causes), rest(consequences));
    }
    if (chosen.trigger) reason += ` ${SAID.HANDLED}`;
    if (chosen.goesOn) reason += ` ${SAID.GOES_ON}`;
    placeOfACrash(chosen, causes);
    const trigger = chosen.trigger?.found ?? null;
    warnings = warnings.filter(({ found }) => found !== trigger);
    const others = causes.filter((one) => one.found.slug !== chosen.found.slug || (!one.entry && one !== chosen));
    if (!chosen.entry) {
      const { warned } = chosen;
      if (warned) return verdict("likely", warned.found, SAID.WARNED, rest([chosen, ...others]), rest(consequences), named, null, trigger);
      return verdict("no match", chosen.found, fill("unknown", { reason }), rest([...others, ...warnings]), rest(consequences), named, null, trigger, chosen.role === "told" ? SAID.told : "");
    }
    const row = rowOf(chosen);
    if (!chosen.entry.certain) reason += ` ${row ? SAID.ROW : SAID.FITS_SEVERAL}`;
    const what = chosen.found.rank === null ? chosen.entry.what : "";
    const isFirst = !(what && consequences.some(({ entry }) => entry?.waits)); // no line says so: their clocks may differ
    return verdict(chosen.entry.certain && !trigger && isFirst && !chosen.goesOn && !reason.startsWith(SAID.LEFT) ? "sure" : "likely", chosen.found, reason, rest([...others, ...warnings]), rest(consequences.filter(({ place }) => place !== chosen.place)), named, chosen.where, trigger, what, gpusOf(chosen, causes), row);
  };

  /** Whether a line came before another: by their clocks if torch printed both, else by their places. */
  const isBefore = (one, other) => {
    if (!one.clock || !other.clock) return one.place < other.place;
    const at = one.clock.findIndex((part, index) => part !== other.clock[index]);
    return at >= 0 && one.clock[at] < other.clock[at];
  };

  /** What the clues of a log come to; `summary` is torchrun's, if there is exactly one. */
  const judge = (events, summary) => {
    const of = (...roles) => events.filter(({ role }) => roles.includes(role));
    const [causes, consequences, warnings, caught] = [of("cause"), of("consequence"), of("warning", "aside", "caught"), of("caught")];
    const places = new Set(events.filter(({ role }) => !/bare|told/.test(role)).map(({ place }) => place));
    const bare = of("bare").filter(({ place }) => !places.has(place));
    if (causes.length) causes.push(...bare.filter(({ isTangled }) => isTangled)); // where tracebacks are mixed, only one of their messages is known as such
    const late = consequences.find(({ entry }) => entry?.waits);
    const endedAWait = late && causes.length && isBefore(late, causes[0]) && causes.every(({ found }) => found.slug === TOLD_TO_END);
    if (causes.length && !endedAWait) return choose(causes, warnings, consequences, summary);
    if (!(causes.length + warnings.length + bare.length) && !summary) bare.push(...of("told").filter(({ place }) => !places.has(place) && !(place > consequences[0]?.place))); // what stands below the first that follows does so too
    const isAlone = ({ found: { rank } }) => rank !== null && consequences.every(({ found }) => found.rank !== rank);
    const apart = causes.length || !consequences.length ? [] : bare.filter(isAlone); // of a rank that shows nothing that follows
    if (apart.length) return choose(apart, warnings, consequences, summary);
    if (consequences.length && !(bare.length + caught.length && consequences.every(({ entry }) => entry?.outside))) { // a launcher or the system says only that a process ended
      const mine = consequences.find((one) => summary && one.found.rank === summary.rank);
      const chosen = late ?? mine ?? consequences[0];
      placeOfACrash(chosen, consequences);
      const others = consequences.filter((one) => one.found.slug !== chosen.found.slug);
      return verdict("likely", chosen.found, chosen.about ? SAID.AFTER : bare.length ? SAID.UNKNOWN_TOO : SAID.FOLLOWS, rest([...causes, ...warnings, ...bare]), rest(others), null, chosen.where, null, "", "", rowOf(chosen));
    }
    if (bare.length) return choose(bare, warnings, consequences, summary);
    if (caught.length) {
      const [first] = caught;
      return verdict(first.found.slug ? "likely" : "no match", first.found, SAID.CAUGHT, rest(warnings.filter((one) => one !== first)), rest(consequences));
    }
    if (warnings.length) {
      const [{ found, where }] = warnings, others = warnings.filter((one) => one.found.slug !== found.slug);
      return verdict(others.length ? "unsure" : "sure", found, SAID[others.length ? "warnings" : "warning"], rest(others), [], null, where);
    }
    const notes = of("note");
    if (notes.length && !summary) {
      const [found, ...others] = rest(notes);
      return verdict("likely", found, SAID.notice, others);
    }
    return verdict("no match", null, summary ? fill("silent", summary) : SAID.NOTHING);
  };

  /** The ranks that only show what followed from the cause. */
  const followed = (events, root, summary) => {
    const isOwn = ({ entry, isExplained }) => isExplained || entry?.role === "consequence" && !entry.ends; // such as a dead worker of the rank's own loader
    const failed = new Set([root?.rank ?? null, summary?.rank ?? null, ...events.filter((one) => one.role === "cause" || isOwn(one)).map(({ found }) => found.rank)]);
    const all = events.filter(({ role, found }) => role === "consequence" && found.rank !== null && !failed.has(found.rank));
    return [...new Set(all.map(({ found }) => found.rank))].sort((a, b) => a - b);
  };

  /** What each rank says that compares its model with that of rank 0, if that is the cause. */
  const compared = (events, root) => {
    const isCompared = ({ text }) => text.includes(SAID.OF_PROCESS_0);
    const all = root && isCompared(root) ? events.filter(({ role, found }) => role === "cause" && isCompared(found) && found.rank !== null) : [];
    return new Map(all.map(({ found: { rank, text } }) => [rank, text.slice(text.indexOf("]: "))]));
  };
  const withFollowed = (events, summary, ended) => {
    const said = judge(events, summary);
    const mine = compared(events, said.root);
    const isAgainst = mine.size > 0 && !mine.has(0) && [...events.map(({ found }) => found), ...ended].every(({ rank }) => !rank || mine.has(rank)); // then rank 0, which compares itself with nobody, may be wrong
    const isSame = isAgainst && mine.size > 1 && new Set(mine.values()).size === 1 && said.root.text.includes(SAID.SIZES);
    return {
      ...said,
      followed: followed(events, said.root, summary).filter((rank) => rank || !isAgainst),
      against: isSame ? [...mine.keys()].sort((a, b) => a - b) : [],
    };
  };
  /** The verdict; of a job that torchrun started again that on its first attempt. */
  const judgeAll = (events, summary, attempts, ended) => {
    if (!attempts || !events.some(({ role, place }) => (role === "cause" || role === "bare") && place <= attempts.end)) return withFollowed(events, summary, ended);
    const one = withFollowed(events.filter(({ place }) => place <= attempts.end), null, ended);
    const then = judge(events.filter(({ place }) => place > attempts.end), summary);
    return { ...one, reason: fill("attempt", { reason: one.reason, count: attempts.count }), again: then.root ?? then.others[0] ?? null, attempts: attempts.count };
  };

  const SHORT = 160, NAMED = 8, GPUS = 4; // characters of a message in a sentence, ranks and GPUs that it lists
  const split = (pattern) => pattern.split("*");
  const says = (text, pieces) => { // where the pieces of a pattern end in a line; 0 where they do not stand in it
    let end = 0;
    for (const piece of pieces) {
      const at = text.indexOf(piece, end);
      if (at < 0) return 0;
      end = at + piece.length;
    }
    return end;
  };
  const size = (text) => [...text].length;
  /** The message of a finding; of a long one a part, in which the words stand that its entry looks for. */
  const short = (known, { slug, text: line }) => {
    let text = line.replace(new RegExp(`^(?:${known.logHead})`), "");
    const patterns = known.entries.flatMap((entry) => (entry.slug === slug ? entry.patterns.map(split) : []));
    const [first] = size(text) > SHORT ? patterns.filter((pieces) => says(text, pieces)).sort((a, b) => says(text, a) - says(text, b)) : [];
    if (first && size(text.slice(0, says(text, first))) > SHORT) text = `… ${text.slice(text.indexOf(first[0]))}`;
    return (size(text) <= SHORT ? text : `${[...text].slice(0, SHORT).join("")} …`).replace(/\.+$/, "");
  };
  const waited = (ranks) => {
    if (!ranks.length) return "";
    if (ranks.length === 1) return fill("one", { who: ranks[0] });
    return fill("all", { who: namesOf(ranks, "other ranks") });
  };
  const handled = (known, trigger) => (trigger ? fill("handled", { said: short(known, trigger), at: trigger.at && `, at ${trigger.at}` }) : "");
  const restarted = (known, root, again, attempts) => {
    if (!attempts) return "";
    const who = attempts === 2 ? "The restart" : `All ${attempts - 1} restarts`;
    if (again && (root.slug || root.text) === (again.slug || again.text)) return fill("same", { who });
    const rank = again && again.rank !== null ? `rank ${again.rank}, ` : "";
    return fill("too", { who, by: again ? `: ${rank}${short(known, again)}` : "" });
  };
  /** Who failed, with what and where, and who only waited; empty without a cause. */
  const sentence = (known, { root, where, named, reason, followed: ranks, trigger, again, attempts, differs, what, gpus, against }) => {
    if (!root) return "";
    SAID = { ...known.said, ...known.saidOfCalls };
    if (differs) return differs;
    const frame = where && new RegExp(`^(?:${known.frame})`).exec(where.text)?.groups;
    const place = root.at || (frame ? `${frame.file}:${frame.line}` : "");
    const kind = root.slug && root.text.endsWith("(most recent call first):") ? "waits"
      : { [SAID.CAUGHT]: "caught", [SAID.FOLLOWS]: "follows", [SAID.UNKNOWN_TOO]: "beside", [SAID.AFTER]: "after", [SAID.notice]: "notes" }[reason]
      ?? (reason.startsWith(SAID.WARNED) ? "warned" : reason.startsWith("The log holds") ? "warns" : reason.includes(SAID.GOES_ON) ? "steps" : what ? "what" : "failed");
    return fill(kind, {
      who: root.rank === null ? "A process" : `Rank ${root.rank}`, said: short(known, root), what,
      at: place && (!/follows|beside/.test(kind) || known.crashes.includes(root.slug)) ? `, at ${place}` : "",
      first: named || ranks.length || attempts ? " first" : "",
      more: `${gpus}${handled(known, trigger)}${against.length ? fill("against", { who: namesOf(against) }) : ""}${waited(ranks)}${restarted(known, root, again, attempts)}`,
    });
  };

  const by = (calls, key) => {
    const parts = new Map();
    for (const call of calls) parts.set(call[key], [...(parts.get(call[key]) ?? []), call]);
    return [...parts.values()];
  };
  const ranksOf = (calls) => namesOf([...new Set(calls.map(({ rank }) => rank))].sort((a, b) => a - b));
  const namesOf = (numbers, many = "ranks") => {
    if (numbers.length === 1) return `Rank ${numbers[0]}`;
    return numbers.length > NAMED ? `${numbers.length} ${many}` : `Ranks ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
  };
  const numbersOf = (calls) => {
    const numbers = calls.map(({ number }) => number), least = Math.min(...numbers), most = Math.max(...numbers);
    return least === most ? `${least}` : `${least} to ${most}`;
  };
  const differenceOf = (calls) => {
    for (const same of by(calls, "number")) {
      const kinds = by(same, "name").sort((a, b) => a.length - b.length);
      if (kinds.length < 2) continue;
      const said = kinds.map((kind) => `${kind[0].name} on ${ranksOf(kind).toLowerCase()}`).join(" and ");
      return { call: kinds[0][0], isOtherCall: true, text: fill("differ", { number: same[0].number, calls: said }), todo: "" };
    }
    const numbers = by(calls, "number").sort(([a], [b]) => a.number - b.number);
    if (numbers.length < 2) return null;
    const [behind, ...more] = numbers, ahead = more.flat();
    const [few, others, word] = behind.length <= ahead.length ? [behind, ahead, "behind"] : [ahead, behind, "ahead"];
    const who = ranksOf(few), be = few.length === 1 ? "is" : "are";
    const text = fill("apart", { who: `${who} ${be} ${word}`, first: numbersOf(few), others: ranksOf(others).toLowerCase(), then: numbersOf(others) });
    return { call: few[0], isOtherCall: false, text, todo: fill("before", { who: who.toLowerCase() }) };
  };
  /** Collects the calls of NCCL in which ranks timed out; what differs between those of the ranks of a group. */
  const callsOf = (known) => {
    const CALL = new RegExp(known.call), GROUP = new RegExp(known.group), WORLD = new RegExp(known.world, "g"), of = new Map();
    let count = 0, world = 0, hasGroups = false; // a call without a named group may then be of another one
    const isWhole = (group) => group.includes("default") || group === "PG 0";
    const groupOf = (words) => {
      const bare = words.replace(/^ +| +$/g, ""), at = bare.indexOf("GUID ");
      return (at < 0 ? "" : bare.slice(at + 5)) || bare;
    };
    return {
      read(rank, line, text) {
        const named = GROUP.exec(text), { groups } = named ?? CALL.exec(text) ?? {};
        if (!groups) return;
        const who = rank ?? Number(groups.rank), number = Number(groups.number);
        if (named) {
          hasGroups = true;
          const group = groupOf(groups.group), isUnknown = rank === null && !isWhole(group); // ranks are counted within the group
          const mine = (of.get(who) ?? []).filter((call) => call.number === number && !call.group);
          for (const call of mine) call.group = group;
          if (isUnknown) of.set(who, (of.get(who) ?? []).filter((call) => !mine.includes(call)));
          return;
        }
        hasGroups ||= who !== Number(groups.rank);
        if (!of.has(who)) of.set(who, []);
        const mine = of.get(who);
        if (known.oneSided.includes(groups.name) || mine.length >= known.ofARank || count >= known.mostCalls) return;
        count++;
        mine.push({ rank: who, number, name: groups.name, group: groupOf(groups.group), line, text });
      },
      readWorld(text) {
        for (const [, number] of text.matchAll(WORLD)) world = Math.max(world, Number(number));
      },
      /** The ranks of the job that printed no timeout, where all others printed that of one call, and are more. */
      missing() {
        const first = [...of.values()].flatMap((mine) => mine.slice(0, 1)), [{ number, name, group } = {}] = first;
        if (!first.length || first.some((call) => call.number !== number || call.name !== name || call.group !== group) || !(isWhole(group) || !(hasGroups || group))) return null;
        const here = first.map(({ rank }) => rank), absent = [];
        const end = Math.max(world, ...here.map((rank) => rank + 1));
        for (let rank = 0; rank < end; rank++) if (!here.includes(rank)) absent.push(rank);
        if (!absent.length || absent.length >= here.length) return null;
        return lookAt("absent", namesOf(absent), { others: ranksOf(first).toLowerCase(), number, name });
      },
      difference() {
        const all = new Map();
        for (const call of [...of.values()].flat()) {
          if (hasGroups && !call.group) continue; // of which group, no line says
          if (!all.has(call.group)) all.set(call.group, new Map());
          const group = all.get(call.group);
          if (!group.has(call.rank)) group.set(call.rank, call);
        }
        const names = [...all.keys()].sort((a, b) => (a < b ? -1 : 1));
        for (const name of names) {
          const found = differenceOf([...all.get(name).values()].sort((a, b) => a.rank - b.rank));
          if (found) return found;
        }
        return null;
      },
    };
  };
  const lookAt = (kind, who, more) => ({ differs: fill(kind, { who, ...more }), fix: fill("look", { who: who.toLowerCase() }) });
  /** The ranks that torchrun ended before they printed an error, where others timed out. */
  const quiet = (events, ended) => {
    const spoke = events.map(({ found }) => found.rank), late = events.filter(({ entry }) => entry?.waits).map(({ found }) => found);
    const absent = ended.filter(({ rank }) => !spoke.includes(rank));
    return absent.length && late.every(({ rank }) => rank !== null) ? lookAt("quiet", ranksOf(absent), { others: ranksOf(late).toLowerCase() }) : null;
  };
  /** The verdict on ranks that only timed out, by the calls in which they did. */
  const withDifference = (said, entries, calls, ofQuiet) => {
    const { root, reason } = said, waits = entries.some(({ slug, waits: isWaiting }) => isWaiting && slug === root?.slug);
    if (!root || ![SAID.FOLLOWS, SAID.UNKNOWN_TOO].includes(reason) || !waits) return said;
    const found = calls.difference(), missing = found ? null : calls.missing() ?? ofQuiet();
    if (!found) return missing ? { ...said, ...missing, reason: SAID.MISSING } : said;
    const { line, rank, text } = found.call, slug = found.isOtherCall && entries.some((entry) => entry.slug === DIFFER) ? DIFFER : root.slug;
    const consequences = slug === root.slug ? said.consequences : [root, ...said.consequences];
    return { ...said, root: { slug, line, rank, text, at: "" }, where: null, reason: SAID.COMPARED, followed: [], consequences, differs: found.text, fix: found.todo };
  };

  const PART = 1 << 20; // bytes of a file that are read at once
  const OFTEN = 250; // milliseconds from one word on progress to the next

  /** Reads a log: `read` takes its text block by block, `end` gives the verdict. `known`: the entries and what is searched for. */
  const reader = (known) => {
    SAID = { ...known.said, ...known.saidOfCalls };
    const { entries, after: AFTER, near: NEAR } = known;
    const ESCAPE = new RegExp(known.ansi, "g"), PREFIX = new RegExp(known.prefix, "y"), [LITERALS, VALUE, STREAM_RANK] = [known.literals, known.value, known.streamRank].map((source) => new RegExp(source, "g")), STEP = new RegExp(known.step, "g");
    const [RAISED, FRAME, RAISE, SOURCE] = [known.raised, known.frame, known.raise, known.source].map((source) => new RegExp(`^(?:${source})`));
    const [ROOT_RANK, ROOT_EXIT, AGENT, CLOCK, ABOUT, STAMP, LOGGED, GOES_ON_BELOW, TELLS, PASSED_ON, IGNORED, OF_A_SCHEDULER] = ["rootRank", "rootExit", "agent", "clock", "about", "stamp", "logged", "goesOn", "tells", "passedOn", "ignored", "ofAScheduler"].map((key) => new RegExp(known[key]));
    const longest = (pieces) => pieces.reduce((best, piece) => (size(piece) > size(best) ? piece : best));

    const bare = (text) => { // an expression would take time as the square of the number of blanks
      let start = 0, end = text.length; // beyond the text stands `undefined`, which is no blank
      while (" \t".includes(text[start])) start++;
      while (" \t".includes(text[end - 1])) end--;
      return text.slice(start, end);
    };
    const lastShown = (text) => { // of a progress bar
      let end = text.length;
      while (text[end - 1] === "\r") end--;
      return text.slice(text.lastIndexOf("\r", end - 1) + 1, end);
    };
    const shown = (text) => text.replace(ESCAPE, "").replaceAll("\0", "");
    const ENTITY = new RegExp(Object.keys(known.entities).join("|"), "g"); // as a page of the web writes these letters
    const limited = (text, most = known.limit) => [...text.slice(0, 2 * most)].slice(0, most).join("");
    const cut = (text) => { // its last part, and the last part before it that a terminal shows
      if (text.length <= known.limit) return text;
      let end = text.lastIndexOf("\r");
      const last = limited(text.slice(end + 1));
      while (end > 0) {
        const start = text.lastIndexOf("\r", end - 1) + 1, part = limited(text.slice(start, end));
        if (shown(part)) return part + "\r" + last;
        end = start - 1;
      }
      return last;
    };
    const plain = (list) => shown(list.map(cut).join("\n"));
    const words = (line) => {
      const text = lastShown(line);
      let rank = null, start = 0, isCode = false;
      for (;;) {
        PREFIX.lastIndex = start;
        const match = PREFIX.exec(text);
        if (!match) return [rank, isCode ? text.slice(start).replace(/`+$/, "") : text.slice(start)];
        isCode ||= Boolean(match.groups.code);
        const found = match.groups.rank ?? match.groups.task;
        if (found) rank = Number(found);
        start = PREFIX.lastIndex;
      }
    };
    const long = []; // records of JSON whose message has several lines: the first, how many, how many more lines above
    let given = 0, more = 0;
    const textsOf = (line) => { // the lines of the message of a record, else the line
      if (!line.includes('{"') || long.length >= known.mostRecords || !words(line)[1].startsWith('{"')) return [line];
      const start = line.indexOf('{"');
      try {
        const record = JSON.parse(line.slice(start)), rank = /^[0-9]{1,5}$/.test(record.rank) ? `[rank${record.rank}]: ` : "";
        const texts = [known.messages, known.tracebacks].map((keys) => keys.map((key) => record[key]).find((value) => typeof value === "string")).filter(Boolean);
        encodeURIComponent(texts.join(""));
        if (!texts.length) return [line];
        const lines = shown(texts.map((text) => text.replace(/\n$/, "")).join("\n")).split("\n");
        return lines.flatMap((text) => (text.startsWith('{"') ? textsOf(text) : [text])).map((text) => line.slice(0, start) + rank + text);
      } catch { return [line]; }
    };
    const unfold = (text) => text.split("\n").flatMap((line) => {
      const texts = textsOf(line), { length } = texts;
      if (length > 1) { long.push([given + 1, length, more]); more += length - 1; }
      given += length;
      return texts;
    }).join("\n").replace(ENTITY, (entity) => known.entities[entity]);
    const lineOf = (number) => { // of the log
      const [first, length, above] = long.findLast(([start]) => start <= number) ?? [0, 1, 0];
      return number - above - Math.min(number - first, length - 1);
    };
    const hasPrefix = (line, text) => text.length < lastShown(line).length;
    const clockOf = (line) => {
      const { groups } = CLOCK.exec(line) ?? {};
      return groups ? [Number(groups.month), Number(groups.day), groups.time] : null;
    };
    const isLater = (line, above) => { // by what they say; null if they cannot be compared
      const one = STAMP.exec(line)?.[0], other = STAMP.exec(above)?.[0];
      return one?.length === other?.length && one ? one > other : null;
    };
    const stepsOf = (text) => [...text.matchAll(STEP)].map(([, number, ofABar]) => Number(number ?? ofABar));
    /** Count a line about progress, which another process may have kept back while this one printed its error. */
    const readStep = (last, line, numbers) => {
      const later = isLater(line, last.above), at = numbers.findIndex((number, index) => number !== last.numbers[index]);
      const isMore = numbers.length !== last.numbers.length ? numbers.length > last.numbers.length : at >= 0 && numbers[at] > last.numbers[at];
      if (later !== false && isMore) Object.assign(last, { numbers, steps: last.steps + 1, later: last.later + (later ? 1 : 0) });
    };
    /** Say of the events whether the program went on after an exception. */
    const judgeLast = ({ above, steps, later, all }) => {
      const isCaught = IGNORED.test(above) || steps >= known.few && GOES_ON_BELOW.test(above) || later >= known.few && LOGGED.test(above) && STAMP.test(above);
      for (const one of all) {
        if (isCaught && /^c(?:ause|onsequence)$/.test(one.role)) one.role = "caught";
        one.goesOn = steps >= known.several;
      }
    };
    const hostOf = (where, text) => new RegExp(where).exec(text)?.[1].split(".")[0] ?? "";
    /** What a line of the kernel is about: a GPU with the number of its Xid and a process, or a kill. */
    const aboutOf = (line, text) => {
      const groups = known.outside.some((word) => text.startsWith(word)) && ABOUT.exec(text)?.groups;
      return groups ? { ...groups, host: hostOf(known.ofHost, line) } : null;
    };
    /** Whether a line belongs to no message: the system or a logger printed it, or it names another exception. */
    const isApart = (raised, text, line) => {
      if (known.outside.some((word) => text.startsWith(word))) return true;
      if (raised?.goesOn === false && isBare(text)) return true;
      return raised && !raised.hasPrefix && hasPrefix(line, text);
    };
    let streams = new Map(), learnt = 0; // prefixes that no pattern knows, by length: what stands before the head of a traceback and before its frames
    const streamWords = (line) => {
      const [rank, text] = words(line), size = [...streams.keys()].find((length) => streams.get(length).has(text.slice(0, length))) ?? 0;
      if (!size) return [rank, rank, text];
      const stream = text.slice(0, size), [inner, rest] = words(text.slice(size)), said = [...stream.matchAll(STREAM_RANK)].at(-1);
      const found = inner ?? (said ? Number(said[1]) : rank);
      return [found, found ?? stream, rest];
    };
    const marginOf = (text) => { // what indents a traceback within an exception group
      const margin = text.slice(0, text.indexOf(known.traceback));
      return margin.includes("|") && !/[^ \t|+]/.test(margin) ? margin : "";
    };
    const learn = (text, below) => {
      const at = text.indexOf(known.traceback), prefix = text.slice(0, at);
      if (at < 0 || !/[^ \t|+]/.test(prefix) || size(prefix) > known.longestPrefix || learnt >= known.streams) return false;
      if (!below.some((line) => words(line)[1].startsWith(`${prefix}  File "`))) return false;
      if (!streams.has(at)) streams.set(at, new Set());
      streams.get(at).add(prefix);
      streams = new Map([...streams].sort(([a], [b]) => b - a));
      learnt++;
      return true;
    };
    const frame = (text) => {
      const { file, line } = FRAME.exec(text)?.groups ?? {};
      return file ? `${file}:${line}` : "";
    };
    const isLibrary = (where) => !where || known.library.some((word) => where.includes(word));
    const summaryOf = (texts, start) => {
      const at = texts.findIndex((text) => ROOT_RANK.test(text)), code = texts.find((text) => ROOT_EXIT.test(text));
      if (at < 0 || code === undefined) return null;
      const rank = Number(ROOT_RANK.exec(texts[at])[1]), [, exit, pid] = ROOT_EXIT.exec(code);
      const rule = [...texts, known.rule].findIndex((text) => bare(text).startsWith(known.rule));
      return { rank, exit: Number(exit), pid, host: hostOf(known.rootHost, texts.join("\n")), start, end: start + rule, place: start + at, text: bare(texts[at]) };
    };

    const timeouts = known.timeout.map(split), marks = new Set([...known.heads, known.explicit, known.implicit, known.root, known.others, known.failed, known.attempt, ...known.timedOut, known.cuda, ...known.worlds, known.ofASummary, ...known.named, ...known.schedulers, ...timeouts.map(longest)]);
    const byWord = new Map([...marks].map((mark) => [mark, []]));
    for (const entry of entries) {
      const closed = entry.where.length && entry.waits ? known.closed : [];
      for (const [part, patterns] of [["", entry.patterns], ["timeout", closed], ["pid", entry.byPid], ["where", entry.where]]) {
        for (const pattern of patterns) {
          const pieces = split(pattern), word = longest(pieces);
          byWord.set(word, [...(byWord.get(word) ?? []), { entry, pieces, part }]);
        }
      }
    }
    const order = new Map(entries.map((entry, index) => [entry, index]));
    const STRIDE = 4, grams = Array(1 << 16); // words by three letters: those of their last six, of which a step meets one
    const gramAt = (text, at) => (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 9)) & 0xffff;
    for (const word of byWord.keys()) for (let at = word.length - 6; at < word.length - 2; at++) (grams[gramAt(word, at)] ??= []).push([word, at]);

    const ranks = new Map(), open = new Set(), lastWarned = new Map(), kept = new Map(), listed = new Map();
    let raw = "", rest = "", held = [], place = 0, before = "", ended = -1, waited = false, waitsUntil = 0, differing = 0;
    let first = null, isMixed = false, attempts = null, calls = callsOf(known), current = null, listing = null, dropped = [0, 0];

    const put = (into, event) => { // the first and the last of each kind
      const { found, role, only, about } = event;
      const when = first ? (event.place >= first.start) + (event.place >= first.end) : 0;
      const kind = [found.rank, role, only, when, attempts !== null && event.place > attempts.end];
      let key = JSON.stringify([found.slug || found.text, ...kind, about]);
      if ((about || !found.slug) && !into.has(key) && ++differing > known.texts) key = JSON.stringify([found.slug, ...kind, null]);
      const pair = into.get(key);
      if (pair) {
        const head = pair[0], tail = pair.at(-1);
        into.set(key, [head.place < event.place || tail.place <= event.place ? head : event, tail.place > event.place ? tail : event]);
      } else if (into.size < known.most) into.set(key, [event]);
    };
    const failures = new Map(); // that torchrun lists, by process
    const blame = (last, event) => { // the last exception ended the process, not the one that was being handled
      for (const one of last.handled) one.role = "aside";
      event.trigger = last.trigger;
      last.causes.push(event);
    };
    const assign = (last, event) => {
      if (last && last.start <= event.place && event.place < last.end + known.message && !event.apart) {
        last.all.push(event);
        if (event.role === "cause") {
          if (last.follows) event.role = "consequence";
          else if (last.handled.length && event.place > last.end + NEAR) event.role = "aside";
          else blame(last, event);
        }
        last.role ||= event.only || event.role === "note" ? "" : event.role;
        if (event.place <= last.end + NEAR) event.found.at = last.at;
      }
      if (event.place >= dropped[0] && event.place < dropped[1]) return;
      put(listing !== null && event.place >= listing ? listed : kept, event);
    };
    const settle = (last, isWrapped) => {
      if (!last?.unknown || last.role || isWrapped) return last && judgeLast(last);
      last.role = last.unknown.role = last.follows ? "consequence" : last.handled.some(({ entry }) => entry) ? "aside" : "cause";
      if (last.role === "cause") blame(last, last.unknown);
      last.all.push(last.unknown);
      judgeLast(last);
      put(kept, last.unknown);
    };
    const release = (state, last) => {
      const all = state.open ? [...new Set(state.open.events.values())].sort((a, b) => a.place - b.place) : [];
      state.open = null;
      for (const event of all) assign(last, event);
    };
    const mergeListed = () => {
      for (const pair of listed.values()) for (const event of pair) put(kept, event);
      listed.clear();
    };
    const finding = (slug, place, rank, text) => {
      if (current && current.start <= place && place < current.end) rank = current.rank;
      return { slug, line: place + 1, rank, text: limited(bare(text), known.longest), at: "" };
    };
    const collect = (state, { entry, only, place, rank, text, apart: isOther, clock, about }, where = null) => {
      const apart = isOther || entry.outside;
      const found = finding(entry.slug, place, rank, text);
      const event = { place, found, entry, about, isCrash: known.crashes.includes(entry.slug), isTangled: isTangled(state), role: entry.role, only, where: where?.line === found.line ? null : where, apart, clock };
      if (known.crash.some((word) => text.startsWith(word))) {
        if (!(place <= state.crash?.place + AFTER)) state.crash = { all: [], isOpen: false };
        state.crash.place = place;
        state.crash.all.push(found);
      }
      if (entry.role === "warning" && !entry.then.length) lastWarned.set(event.found.rank, event);
      if (state.open && place >= state.open.start && !apart) {
        const key = `${entry.slug} ${only}`;
        if (!state.open.events.has(key)) state.open.events.set(key, event);
        state.open.events.set(`${key} last`, event);
      } else assign(state.last, event);
    };
    const nameOf = (text) => RAISED.exec(text)?.groups.type.split(".").at(-1) ?? "";
    const whole = (lines, at, who, text) => { // with the next line where the message is empty
      const head = bare(text);
      if (!head.endsWith(":") || at + 1 >= lines.length) return text;
      const [, below, message] = streamWords(lines[at + 1]);
      return below === who ? `${head} ${bare(message)}` : text;
    };
    const isBare = (text) => {
      const name = nameOf(text);
      return text.includes(known.cuda) || (known.bare.some((end) => name.endsWith(end)) && !known.bare.includes(name) && !known.launchers.includes(name));
    };
    const unknownOf = (rank, text) => {
      const found = finding("", place, rank, text);
      const warned = [null, found.rank].map((one) => lastWarned.get(one)).reduce((best, one) => (best && !(one?.place > best.place) ? best : one), null);
      return { place, found, entry: null, role: "cause", only: "", warned };
    };
    const chain = (raised, last, opened) => { // the exception before may be what this one was raised from, or while handling it
      const above = Math.max(last.end, opened.start - known.above), isWrapped = opened.explicit >= above;
      settle(last, isWrapped);
      if (isWrapped || opened.implicit >= above) raised.above = last.above;
      if (isWrapped && !last.role) Object.assign(raised, { handled: last.handled, trigger: last.trigger, follows: last.follows });
      else if ((isWrapped || opened.implicit >= above) && last.role && last.role !== "warning") {
        const { causes } = last;
        Object.assign(raised, { follows: last.role === "consequence", handled: causes.length ? causes : last.handled, trigger: last.trigger ?? causes[0] ?? null });
      }
    };
    const isTangled = (state) => place <= state.tangled + known.above; // whether tracebacks of which no line names its rank are mixed here
    const close = (state, rank, text, goesOn) => {
      const { open: opened, last } = state, name = nameOf(text);
      if (name) {
        if (last && opened.explicit === opened.start && isLibrary(opened.at)) opened.at = last.at;
        let unknown = known.launchers.includes(name) ? null : unknownOf(rank, text);
        if (unknown && PASSED_ON.test(text)) { put(kept, { ...unknown, role: "bare" }); unknown = null; }
        if (isTangled(state)) opened.at = "";
        if (unknown) { unknown.found.at = opened.at; unknown.isTangled = isTangled(state); }
        state.last = { start: opened.start, end: place, unknown, at: opened.at, hasPrefix: opened.hasPrefix, goesOn, above: opened.above, steps: 0, later: 0, numbers: [], all: [], role: "", causes: [], handled: [] };
        waitsUntil = Math.max(waitsUntil, place + known.soon);
        if (last) chain(state.last, last, opened);
      }
      release(state, state.last);
    };
    const readFailure = (above, text, below) => {
      const rank = ROOT_RANK.exec(text)?.[1], [, exit, pid] = ROOT_EXIT.exec(below) ?? [];
      if (!rank || !pid || (!failures.has(pid) && failures.size >= known.many)) return;
      failures.set(pid, [...(failures.get(pid) ?? []), { rank: Number(rank), exit: Number(exit), pid, host: hostOf(known.rootHost, above) }].slice(0, known.summary));
    };
    const readMarks = (state, rank, lines, at, text) => {
      const bared = bare(text), isHead = known.heads.some((word) => text.includes(word));
      if (text.includes(known.ofASummary)) readFailure(at ? lines[at - 1] : before, text, lines[at + 1] ?? "");
      if ([known.failed, known.root, known.attempt, ...known.worlds].some((word) => text.includes(word))) ended = place;
      calls.readWorld(text);
      if (state.crash && isHead) {
        state.crash.isOpen = text.startsWith("Current thread ") && place <= state.crash.place + AFTER;
        waitsUntil = Math.max(waitsUntil, place + AFTER);
      }
      if (isHead) Object.assign(state, { head: place, seen: new Map(), waiting: [] });
      else if (bared === known.others) { mergeListed(); listing = place; }
      else if (bared === known.root) {
        if (listing !== null) { dropped = [listing, place]; listing = null; listed.clear(); }
        const one = summaryOf(lines.slice(at, at + known.summary).map((line) => streamWords(line)[2]), place);
        if (one) {
          isMixed = Boolean(first);
          first ??= one;
          if (!current || place >= current.end) current = one;
        }
      }
      const agent = AGENT.exec(lines[at])?.[1];
      if (agent && !attempts) attempts = { agent, end: place, count: 1 };
      else if (agent && attempts.agent === agent && !first) attempts.count++;
      if (text.includes(known.attempt)) attempts = { agent: "", end: place, ...attempts, count: (attempts && !attempts.agent ? attempts.count : 1) + 1 };
      if (text.includes(known.explicit)) state.explicit = place;
      if (text.includes(known.implicit)) state.implicit = place;
      const isTimeout = timeouts.some((pieces) => says(text, pieces));
      waited ||= isTimeout;
      if (isTimeout || known.timedOut.some((word) => text.includes(word))) calls.read(rank, place + 1, limited(bare(text), known.longest));
    };
    const match = (state, rank, text, said, line, isCode) => {
      const patterns = said.flatMap((word) => byWord.get(word)).filter(({ pieces }) => says(text, pieces));
      const entriesOf = (are) => [...new Set(patterns.filter(are).map(({ entry }) => entry))].sort((a, b) => order.get(a) - order.get(b));
      const here = finding("", place, rank, text);
      for (const entry of entriesOf(({ part }) => part === "where")) {
        state.seen.set(entry, here);
        const mine = state.waiting.filter((one) => one.entry === entry);
        state.waiting = state.waiting.filter((one) => one.entry !== entry);
        for (const one of mine) if (place < one.place + AFTER) collect(state, one, here);
      }
      if (!patterns.length || isCode || SOURCE.test(bare(text))) return; // the message stands below it
      const apart = isApart(state.open ?? state.last, text, line), clock = clockOf(line), about = aboutOf(line, text);
      const above = place - known.before; // without any head, the log starts within a block
      const start = state.head >= above ? state.head : state.head < 0 ? above : place;
      const isOfACrash = state.crash && state.head === place && place <= state.crash.place + AFTER;
      for (const entry of entriesOf(({ part }) => part !== "where")) {
        if (isOfACrash && entry.stacks) continue;
        if ((entry.isAlone && state.head >= 0) || entry.unless.some((pattern) => says(text, split(pattern)))) continue;
        const [only] = patterns.filter((one) => one.entry === entry && one.part !== "where").map(({ part }) => part).sort();
        const one = { entry, only, place, rank, text, apart, clock, about };
        const where = entry.where.length ? state.seen.get(entry) : null;
        if (!entry.where.length || where?.line > start) { collect(state, one, where); continue; }
        if (state.waiting[0]?.place + AFTER <= place) state.waiting = state.waiting.filter((old) => old.place + AFTER > place);
        state.waiting.push(one);
        waitsUntil = place + AFTER;
      }
    };
    const lineAbove = (lines, at, who) => { // if it is of the same stream
      const line = at ? lines[at - 1] : before, [, of, text] = TELLS.test(line) ? streamWords(line) : [];
      return text === undefined || of !== who ? "" : IGNORED.test(text) ? text : line;
    };
    /** Look for steps below the last exception of a rank, and for the place in the stack of its crash. */
    const readBelow = ({ last, open: opened, crash }, line, text) => {
      if (last && !opened && ended < last.end && place < last.end + known.soon) {
        const numbers = stepsOf(text);
        if (numbers.length) readStep(last, line, numbers);
      }
      if (!crash?.isOpen) return;
      const here = frame(text);
      crash.isOpen = Boolean(here);
      for (const found of here ? crash.all : []) if (isLibrary(found.at) && (!found.at || !isLibrary(here))) found.at = here;
    };
    const readLine = (lines, at, said) => {
      let [rank, who, text] = streamWords(lines[at]);
      if (said.length && learn(text, lines.slice(at + 1, at + known.summary))) [rank, who, text] = streamWords(lines[at]);
      let state = ranks.get(who);
      if (!state) ranks.set(who, (state = { head: -known.before - 1, seen: new Map(), waiting: [], explicit: -1, implicit: -1, bare: -NEAR - 1, tangled: -known.above - 1 }));
      if (state.crash || !said.length) readBelow(state, lines[at], text);
      const isTraceback = said.length && text.includes(known.traceback), inset = text.search(/[^ \t|+]|$/), isFrame = frame(text), isCode = inset > state.open?.inset && !isFrame;
      if (state.open && !isCode) state.open.inset = isFrame ? inset : Infinity; // source code stands below a frame, and further in
      if (isTraceback) {
        if (state.open && rank === null && text.startsWith(known.traceback)) state.tangled = place;
        release(state, state.last);
        if (text.startsWith(known.original) && state.last?.role === "" && state.last.end > place - known.above) state.explicit = place; // a worker's error, which torch raises again
        state.open = { start: place, explicit: state.explicit, implicit: state.implicit, margin: marginOf(text), above: lineAbove(lines, at, who), hasPrefix: hasPrefix(lines[at], text), at: "", inset: Infinity, events: new Map() };
        open.add(who);
      }
      if (said.length) {
        if (said.some((word) => marks.has(word))) readMarks(state, rank, lines, at, text);
        match(state, rank, text, said, lines[at], isCode);
      } else if (state.waiting.length && !bare(text)) state.waiting = [];
      if (state.open) {
        if (bare(text) === "...") state.head = -1; // the frame that an entry asks for may be among those left out
        const here = frame(text);
        if (here && (isLibrary(state.open.at) || !isLibrary(here))) state.open.at = here;
      }
      const full = text;
      if (state.open?.margin && !isTraceback && text.startsWith(state.open.margin)) text = text.slice(state.open.margin.length);
      if (state.open && !isTraceback && text && !" \t|+".includes(text[0])) {
        if (!isApart(state.open, full, lines[at])) {
          open.delete(who);
          const all = whole(lines, at, who, text);
          close(state, rank, all, all !== text || text.includes("NCCL"));
        }
      }
      else if (said.length && !state.open && (isTangled(state) || place > state.bare + NEAR) && isBare(text)) {
        state.bare = place;
        put(kept, { ...unknownOf(rank, whole(lines, at, who, text)), role: "bare", isTangled: isTangled(state) });
      } else if (said.length && !state.open && OF_A_SCHEDULER.test(text)) put(kept, { ...unknownOf(rank, text), role: "told", warned: null });
    };
    const follow = (events) => { // what an entry names in `then` follows: from its warning the errors below it, from its cause those of the whole log
      const above = new Map();
      for (const event of events) {
        const { entry, found } = event, warnings = above.get(found.slug);
        const mine = warnings ? [...new Set([null, found.rank])].flatMap((rank) => warnings.get(rank) ?? []) : [];
        if (event.role === "cause" && mine.length) {
          Object.assign(event, { role: "consequence", isExplained: true });
          for (const one of mine) one.role = "cause";
        }
        for (const slug of event.role === "warning" ? entry.then : []) {
          if (!above.has(slug)) above.set(slug, new Map());
          const byRank = above.get(slug);
          byRank.set(found.rank, [...(byRank.get(found.rank) ?? []), event]);
        }
      }
      const after = new Set(events.flatMap(({ role, entry }) => (role === "cause" && entry ? entry.then : [])));
      const explained = events.flatMap(({ role, entry }) => (role === "cause" && entry ? entry.explains.map(split) : []));
      events.forEach((event, at) => {
        const { entry, found, place } = event;
        if (event.role !== "cause") return;
        if (after.has(found.slug) || (!entry && explained.some((pieces) => says(found.text, pieces)))) Object.assign(event, { role: "consequence", isExplained: true });
        else if (events.slice(at, at + known.message).some((one) => one.role === "consequence" && one.entry?.then.includes(found.slug) && one.found.rank === found.rank && one.place <= place + NEAR)) event.role = "aside"; // its message goes on, and says that it follows
      });
    };
    /** The words that each line holds, by its index. */
    const hitsOf = (text, lines) => {
      const hits = new Map();
      for (let at = 0, line = 0, end = lines[0].length; at < text.length; at += STRIDE) {
        while (end < at) end += lines[++line].length + 1;
        for (const [word, start] of grams[gramAt(text, at)] ?? []) if (text.startsWith(word, at - start)) hits.set(line, (hits.get(line) ?? new Set()).add(word));
      }
      return hits;
    };
    const readLines = (read, isLast) => {
      const text = [...held, unfold(plain(read))].join("\n"), lines = text.split("\n"), hits = hitsOf(text, lines);
      const end = isLast ? lines.length : Math.max(lines.length - known.summary, 0), from = place;
      held = lines.slice(end);
      for (let at = 0; at < end; at++) {
        place = from + at;
        const here = hits.get(at);
        if (here || open.size || place < waitsUntil) readLine(lines, at, [...here ?? []]);
      }
      place = from + end;
      if (end) before = lines[end - 1];
    };
    const numbered = (said, numberOf) => {
      const { root, where, named, trigger, again, others, consequences } = said;
      for (const one of new Set([root, where, named, trigger, again, ...others, ...consequences])) if (one) one.line = numberOf(one.line);
      return said;
    };
    const readAgain = (text, numberOf) => numbered(explainer({ ...known, again: 0 })(text), numberOf);
    /** The verdict on a log that no entry knows: that on its whole lines, if a terminal cut it at one width, or with the message that the code would print which raised at its end. */
    const again = (said) => {
      if (said.sure !== "no match" || raw.length >= known.again) return said;
      const lines = raw.split(/\r?\n/), width = Math.max(...lines.map(({ length }) => length)), isCut = (at) => lines[at]?.length === width && at < lines.length - 1;
      const starts = lines.map((_, at) => at + 1).filter((at) => !isCut(at - 2)), [least, most] = known.widths;
      if (width >= least && width <= most && starts.length <= lines.length - 2) {
        const then = readAgain(lines.map((line, at) => (isCut(at) ? line : `${line}\n`)).join(""), (line) => starts[line - 1]), { root } = then;
        if (root?.slug && isCut(root.line - 1) && starts.findLast((start) => start <= (said.root ?? root).line) === root.line) return { ...then, sure: "likely" };
      }
      const rows = raw.split("\n"), told = rows.map((line, at) => [at, ...words(shown(line))]).filter(([, , text]) => bare(text));
      const last = told.findLastIndex(([, , text]) => frame(text)), [at, rank, code] = told[last + 1] ?? [];
      const [, type, texts] = said.reason === SAID.NOTHING && (last >= 0 || !told[1]) && RAISE.exec(code) || [];
      if (!texts) return said;
      rows.splice(at + 1, 0, (rank === null ? "" : `[rank${rank}]: `) + (type ? `${type}: ` : "") + texts.replace(LITERALS, "$2").replace(VALUE, "…"));
      const then = readAgain(rows.join("\n"), (line) => line - (line > at + 1));
      return then.root?.slug ? { ...then, sure: "likely" } : said;
    };
    return {
      read(block) {
        if (raw.length < known.again) raw += block;
        const lines = (rest + block).split("\n");
        rest = cut(lines.pop());
        if (lines.length) readLines(lines, false);
      },
      end() {
        readLines([rest], true);
        for (const state of ranks.values()) { release(state, state.last); settle(state.last, false); }
        mergeListed();
        const all = [...kept.values()].flat(), summary = isMixed ? null : first;
        for (const one of all) {
          const { pid, killed, host } = one.about ?? {}, of = pid ?? killed;
          const failure = [summary, ...(failures.get(of) ?? [])].find((failed) => summary && failed.pid === of && !(host && failed.host && host !== failed.host) && !(killed && !known.killed.includes(failed.exit)));
          if (!failure) continue;
          one.isOfPid = true; // a line of the kernel about a process that torchrun names
          one.found.rank = failure.rank;
        }
        const events = all.filter(({ only, isOfPid }) => !only || (only === "pid" ? isOfPid : waited));
        const rankOf = ({ entry }) => (entry ? order.get(entry) : entries.length);
        events.sort((a, b) => a.place - b.place || rankOf(a) - rankOf(b));
        follow(events);
        const ended = [...failures.values()].flat().filter(({ exit }) => summary && exit === known.terminated);
        let said = judgeAll(events, summary, attempts?.count > 1 && !isMixed ? attempts : null, ended);
        if (!said.attempts) said = withDifference(said, entries, calls, () => quiet(events, ended));
        return again(numbered(said, lineOf));
      },
    };
  };

  /**
   * A function that says what a log holds: {sure, root, reason, others, consequences, named}.
   * It takes the log of any number of ranks, or the blocks of one.
   */
  const explainer = (known) => (log) => {
    const { read, end } = reader(known);
    [log].flat().forEach(read);
    return end();
  };

  /** The rank that the name of a file gives, as in rank_3.log, worker-3.txt and torchrun's 3/stderr.log; null without one. */
  const rankOf = (name) => {
    const match = /(?:rank|worker|proc(?:ess)?)[-_.]?([0-9]{1,5})(?![0-9])/i.exec(name) ?? /(?:^|\/)([0-9]{1,5})\/(?:stderr|stdout)\.log$/.exec(name);
    return match && Number(match[1]);
  };

  /** The number of the attempt that torchrun writes into the name of a folder; NaN without one. */
  const attemptOf = (name) => Number(/(?:^|\/)attempt_([0-9]{1,4})\//.exec(name)?.[1] ?? NaN);

  /** The encoding that the first two bytes of a file tell: Windows writes UTF-16. */
  const encodingOf = ([first, second]) => (first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8");

  /** What files hold, [{name, blob}]. `tell(read)` hears how many bytes are read; `pause()` lets others work, and stops by throwing.
      Gives the verdict and `starts`, the number of lines before each file. */
  const analyse = async (known, files, part, tell, pause) => {
    const { read, end } = reader(known), starts = [];
    let told = Date.now(), done = 0, lines = 0, before = NaN;
    for (const { name, blob } of files) {
      const decoder = new TextDecoder(encodingOf(new Uint8Array(await blob.slice(0, 2).arrayBuffer())));
      const rank = files.length > 1 ? rankOf(name) : null, prefix = `[rank${rank}]: `;
      let isNew = true, last = "";
      const give = (text) => {
        if (!text) return;
        if (files.length > 1) lines += text.split("\n").length - 1;
        last = text.at(-1);
        read(rank === null ? text : (isNew ? prefix : "") + text.slice(0, -1).replaceAll("\n", `\n${prefix}`) + last);
        isNew = last === "\n";
      };
      if (attemptOf(name) > before) { read(`${known.attempt}\n`); lines++; }
      before = attemptOf(name);
      starts.push(lines);
      for (let at = 0; at < blob.size; at += part) {
        give(decoder.decode(await blob.slice(at, at + part).arrayBuffer(), { stream: true }));
        if (Date.now() - told > OFTEN) { tell(done + at); told = Date.now(); }
        await pause();
      }
      give(decoder.decode());
      if (last !== "\n" && files.length > 1) give("\n");
      done += blob.size;
    }
    return { verdict: end(), starts };
  };

  Object.assign(Lockstep, { explainer, sentence, analyse, rankOf, encodingOf });
  if (typeof WorkerGlobalScope !== "undefined") { // this file is the worker's script too
    onmessage = async ({ data: { known, files } }) => {
      try {
        postMessage({ said: await analyse(known, files, PART, (read) => postMessage({ read }), () => {}) });
      } catch (error) { postMessage({ failed: String(error) }); }
    };
  }
})();
