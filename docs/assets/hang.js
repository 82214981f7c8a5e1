/* The flight recorders of a job that hangs, compared in the page: what lockstep/explain/hang does in a terminal, word for word.
   A test compares the two, so change both. Loaded when a dump is dropped on the field for logs. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  const KEPT = 256, NAMED = 3, SHOWN = 8, RANGES = 6;
  const NAMES = { _all_gather_base: "all_gather_into_tensor", all_gather_single: "all_gather_into_tensor", _reduce_scatter_base: "reduce_scatter_tensor",
    reduce_scatter_single: "reduce_scatter_tensor", all_reduce_barrier: "barrier", _broadcast_oop: "broadcast", _reduce_oop: "reduce" };
  const LIBRARY = /(^|\/)(site-packages|dist-packages|python3\.\d+)\/|^(torch\/|(threading|selectors|runpy|queue)\.py)|^</;
  class BadDump extends Error {}

  /* A pickle of plain data: dicts, lists, tuples, texts, numbers, true, false and None. Any other opcode ends it. */
  const unpickle = (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), utf8 = new TextDecoder();
    const stack = [], marks = [], memo = [];
    let at = 0;
    const text = (length) => { at += length; if (at > bytes.length) throw new RangeError(); return utf8.decode(bytes.subarray(at - length, at)); };
    const whole = (length) => { let value = 0n; for (let i = length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i]); at += length; return Number(BigInt.asIntN(8 * length, value)); };
    const cut = () => stack.splice(marks.pop());
    const fill = (items, dict = stack.at(-1)) => { for (let i = 0; i < items.length; i += 2) dict.set(items[i], items[i + 1]); };
    const one = { 0x80: () => at++, 0x7d: () => stack.push(new Map()), 0x5d: () => stack.push([]), 0x29: () => stack.push([]), 0x28: () => marks.push(stack.length),
      0x4e: () => stack.push(null), 0x88: () => stack.push(true), 0x89: () => stack.push(false), 0x4b: () => stack.push(bytes[at++]), 0x4d: () => stack.push(view.getUint16((at += 2) - 2, true)),
      0x4a: () => stack.push(view.getInt32((at += 4) - 4, true)), 0x8a: () => stack.push(whole(bytes[at++])), 0x47: () => stack.push(view.getFloat64((at += 8) - 8)),
      0x58: () => stack.push(text(view.getUint32((at += 4) - 4, true))), 0x8c: () => stack.push(text(bytes[at++])), 0x71: () => { memo[bytes[at++]] = stack.at(-1); }, 0x72: () => { memo[view.getUint32((at += 4) - 4, true)] = stack.at(-1); },
      0x94: () => memo.push(stack.at(-1)), 0x68: () => stack.push(memo[bytes[at++]]), 0x6a: () => stack.push(memo[view.getUint32((at += 4) - 4, true)]), 0x95: () => { at += 8; },
      0x75: () => fill(cut()), 0x73: () => fill(stack.splice(-2)), 0x65: () => { const items = cut(); stack.at(-1).push(...items); }, 0x61: () => { const item = stack.pop(); stack.at(-1).push(item); },
      0x74: () => stack.push(cut()), 0x85: () => stack.push(stack.splice(-1)), 0x86: () => stack.push(stack.splice(-2)), 0x87: () => stack.push(stack.splice(-3)) };
    for (;;) {
      const code = bytes[at++];
      if (code === 0x2e) return stack.pop();
      if (!one[code]) throw new BadDump(code === undefined ? "is no whole pickle" : "holds more than plain data, which no dump of torch does");
      one[code]();
    }
  };
  /* One value that a pickle names in many places would become as many; a dump of torch has 2,000 calls of some 50 values. */
  const plain = (value, left = { nodes: 2e6 }) => {
    if (!left.nodes--) throw new BadDump("is larger than a dump of torch");
    if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item, left)]));
    return Array.isArray(value) ? value.map((item) => plain(item, left)) : value;
  };

  const innermost = (frames) => { const own = frames.find(([file]) => !LIBRARY.test(file)); return own ? `${own[0].split("/").pop()}:${own[1]}, ${own[2]}` : ""; };
  const FAULT_THREAD = "(?:Current thread|Thread|Stack)\\b[^\\n]*\\(most recent call first\\):$";
  const FAULT = new RegExp(`^\\s*(?:Timeout \\([\\d:.]+\\)!\\s+)?${FAULT_THREAD}`, "m"), FAULT_THREADS = new RegExp(`^${FAULT_THREAD}`, "gm");
  /* The main thread is the last one: faulthandler begins with the newest, and appends to a file. */
  const faultOf = (text) => {
    const main = text.slice([...text.matchAll(FAULT_THREADS)].at(-1).index);
    return innermost([...main.matchAll(/^  File "(.+)", line (\d+) in (.+)$/gm)].map(([, file, line, name]) => [file, line, name])) || "outside of the program";
  };
  const stackOf = (text) => {
    if (text.search(FAULT) === 0) return faultOf(text);
    const threads = text.split(/^(?=Thread .*)/m).slice(1);
    if (!text.trimStart().startsWith("Process ") || !threads.length) return "";
    const main = threads.find((thread) => thread.split("\n")[0].includes("MainThread")) ?? threads[0];
    return innermost([...main.matchAll(/^\s+(.+) \((.+):(\d+)\)$/gm)].map(([, name, file, line]) => [file, line, name])) || "outside of the program";
  };
  /* NCCL launches some calls together: their entries stay "scheduled", and an entry "coalesced" behind them says how far they are. */
  const isEnd = ({ profiling_name: name }) => typeof name === "string" && name.endsWith(":coalesced");
  const belongs = (entry, end) => entry.process_group?.[0] === end.process_group?.[0] && (entry.is_p2p === true) === (end.is_p2p === true) && (entry.is_p2p === true || entry.collective_seq_id === end.collective_seq_id);
  /* gloo only retires a call. NCCL retires what has timed out, too, so there the state alone counts. */
  const isDone = (entry, end) => (entry.state === "scheduled" && end ? end : entry).state === "completed" || (entry.retired === true && !entry.profiling_name.startsWith("nccl:"));
  const numbered = (entries) => {
    let batch = null;
    return entries.map((entry, place) => ({ entry, place })).reverse().flatMap((one) => {
      if (isEnd(one.entry)) batch = one.place;
      else if (batch !== null && !belongs(one.entry, entries[batch])) batch = null;
      return isEnd(one.entry) && one.entry.is_p2p === true ? [] : [{ ...one, batch, isDone: isDone(one.entry, entries[batch]) }];
    }).reverse();
  };
  const call = ({ entry, place, batch, isDone }) => {
    const [group] = entry.process_group, name = entry.profiling_name.replace(/^[^:]*:/, ""), message = /^(send|recv) (\d+)(?:->|<-)(\d+)$/.exec(name);
    const number = entry[entry.is_p2p === true || message ? "p2p_seq_id" : "collective_seq_id"];
    if (typeof group !== "string" || !Number.isInteger(number)) throw new TypeError();
    return { group, number, order: entry.record_id ?? place, op: message ? message[1] : NAMES[name] ?? name, inputs: entry.input_sizes ?? [], outputs: entry.output_sizes ?? [],
      dtypes: [entry.input_dtypes ?? [], entry.output_dtypes ?? []], isDone, batch, peer: message ? +message[3] : null,
      isGloo: entry.profiling_name.startsWith("gloo:"),
      where: innermost((entry.frames ?? []).map((frame) => [frame.filename, frame.line, frame.name])) };
  };

  /** The dump of a rank: its calls and groups, or the line at which py-spy or faulthandler saw it. Throws where it is none. */
  Lockstep.dump = (bytes, rank) => {
    const text = bytes[0] === 0x80 ? "" : new TextDecoder().decode(bytes);
    const stack = stackOf(text);
    if (stack) return { rank, calls: [], groups: [], stack, hasCalls: false };
    try {
      const table = bytes[0] === 0x80 ? plain(unpickle(bytes)) : JSON.parse(text);
      const hasNone = bytes[0] !== 0x80 && table.entries === undefined && typeof table.version === "string" && table.pg_config; // JSON has no key for them then
      const entries = numbered(hasNone ? [] : table.entries);
      const calls = entries.filter(({ isDone }, index) => index >= entries.length - KEPT || !isDone).map(call);
      const groups = Object.entries(table.pg_config ?? {}).map(([name, group]) => ({ name, description: group.desc ?? "", ranks: (group.ranks.match(/\d+/g) ?? []).map(Number) }));
      if (groups.some(({ ranks }) => ranks.length > 200_000 || ranks.some((rank) => rank >= 1e9))) throw new TypeError(); // as dump.py
      const named = new Map(entries.slice(-KEPT).map(({ entry }) => entry.process_group));
      for (const { group } of calls) if (!named.has(group)) named.set(group, "");
      for (const [name, description] of named) if (!groups.some((group) => group.name === name)) groups.push({ name, description, ranks: [] });
      return { rank, calls: calls.sort((a, b) => a.order - b.order), groups: groups.filter(({ name }) => name), stack: "", hasCalls: true,
        size: Math.max(0, ...groups.filter(({ name }) => !name).map(({ ranks }) => ranks.length)) }; // gloo forgets it in a new group
    } catch (error) {
      throw error instanceof BadDump ? error : new BadDump("is not as torch writes a dump");
    }
  };

  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const distinct = (values) => [...new Set(values)].sort();
  const difference = (one, other) => {
    if (one.op !== other.op) return "differs";
    if (!["all_to_all", "all_to_all_single", "scatter"].includes(one.op) && !same(one.inputs, other.inputs)) return "shape";
    if (!["all_to_all", "all_to_all_single", "gather"].includes(one.op) && !same(one.outputs, other.outputs)) return "shape";
    return !["scatter", "gather", "broadcast"].includes(one.op) && !same(one.dtypes.map(distinct), other.dtypes.map(distinct)) ? "dtype" : "";
  };
  const isAt = (one, other) => one.group === other.group && one.number === other.number && one.peer === null && other.peer === null;

  const sizeOf = (dumps) => Math.max(...dumps.map(({ size }) => size ?? 0));
  const isDefault = ({ description }) => description === "default_pg";
  /* Where groups without a rank in common have one name, as split_group of an older torch gives, each gets its own. Dumps that contradict each other are of two jobs. */
  const partsOf = (dumps) => {
    const parts = new Map(), unnamed = (size) => ({ name: "", ranks: [...Array(size ?? 0).keys()] }); // gloo gives the default group no name
    for (const { rank, groups, size } of dumps) for (const { name, ranks } of [...groups, unnamed(size)]) {
      const set = [...ranks].sort((a, b) => a - b), found = parts.get(name) ?? new Map();
      if (set.length) parts.set(name, found.has(String(set)) ? found : found.set(String(set), { set, rank }));
    }
    return parts;
  };
  const apart = (dumps) => {
    const defaults = dumps.flatMap(({ groups }) => groups.filter(isDefault).map(({ name }) => name));
    const several = [...partsOf(dumps)].filter(([name, parts]) => {
      const all = [...parts.values()].flatMap(({ set }) => set);
      return parts.size > 1 && new Set(all).size === all.length && !defaults.includes(name);
    }).map(([name]) => name);
    return !several.length ? dumps : dumps.map((dump) => {
      const nameOf = new Map(dump.groups.filter(({ name, ranks }) => ranks.length && several.includes(name)).map(({ name, ranks }) => [name, `${name} (${ranksOf(ranks)})`]));
      return { ...dump, calls: dump.calls.map((one) => ({ ...one, group: nameOf.get(one.group) ?? one.group })), groups: dump.groups.map((group) => ({ ...group, name: nameOf.get(group.name) ?? group.name })) };
    });
  };
  const contradiction = (dumps) => {
    const shown = new Map(dumps.flatMap(({ groups }) => groups.map((group) => [group.name, groupName(group)])));
    const [name, parts] = [...partsOf(dumps)].find(([, found]) => found.size > 1) ?? ["", new Map()];
    const each = [...parts.values()].map(({ set, rank }) => `${ranksOf(set)} in the dump of rank ${rank}`);
    return each.length ? `${shown.get(name) ?? "the default group"} has ${each[0]}, and ${each[1]}` : "";
  };
  const groupsOf = (dumps) => {
    const groups = new Map(), size = Math.max(sizeOf(dumps), ...dumps.map(({ rank }) => rank + 1));
    for (const dump of dumps) for (const group of dump.groups) if (!groups.has(group.name) || (group.ranks.length && !groups.get(group.name).ranks.length)) groups.set(group.name, group);
    for (const [name, group] of groups) {
      if (group.ranks.length) continue;
      const callers = dumps.filter(({ calls }) => calls.some((one) => one.group === name)).map(({ rank }) => rank);
      groups.set(name, { ...group, ranks: isDefault(group) ? [...Array(size).keys()] : callers, isGuessed: !(sizeOf(dumps) && isDefault(group)) });
    }
    return groups;
  };

  const elsewhere = (stands) => {
    const counts = new Map();
    for (const { stack } of stands) counts.set(stack, (counts.get(stack) ?? 0) + 1);
    const [first, second] = [...counts].sort(([, a], [, b]) => b - a), most = !second || first[1] > second[1] ? first[0] : "";
    return stands.filter(({ stack }) => stack !== most).map(({ rank }) => rank);
  };

  /* The ranks that have not made a call, and those that made it behind another one that they have not left. */
  const waitsFor = (rank, mine, dumps, groups, open, queued) => {
    const { ranks } = groups.get(mine.group);
    if (mine.peer !== null) {
      const other = ranks[mine.peer], isHalf = (one) => one.group === mine.group && ranks[one.peer] === rank && same([mine.op, one.op].sort(), ["recv", "send"]);
      if (other === undefined || open.get(other)?.some(isHalf)) return [[], []];
      return queued.get(other)?.some(isHalf) ? [[], [other]] : [[other], []];
    }
    const absent = ranks.filter((other) => {
      if (other === rank) return false;
      const theirs = (dumps.get(other)?.calls ?? []).filter((one) => one.peer === null && one.group === mine.group);
      const found = theirs.findLast((one) => one.number === mine.number);
      return found ? difference(mine, found) !== "" : !theirs.some((one) => one.number > mine.number);
    });
    return [absent, ranks.filter((other) => other !== rank && !absent.includes(other) && queued.get(other)?.some((one) => isAt(one, mine)))];
  };
  /* The ranks that wait for each other: take away who waits for none of the others, and for whom none of them waits. */
  const ring = (waiting) => {
    for (let left = waiting; ; ) {
      const among = new Set(left.map(({ rank }) => rank)), some = left.filter(({ waitsFor }) => waitsFor.some((rank) => among.has(rank)));
      const awaited = new Set(some.flatMap(({ waitsFor }) => waitsFor)), kept = some.filter(({ rank }) => awaited.has(rank));
      if (kept.length === left.length) return left;
      left = kept;
    }
  };

  /* A call that some ranks have left and others have not made, though it needs all: the dumps are of several moments. One without numbers need not wait. */
  const endsTogether = ({ op, inputs, outputs }) => /^(all_gather|all_reduce|barrier|reduce_scatter)/.test(op) && ![...inputs, ...outputs].some((shape) => shape.includes(0));
  const moved = (list, groups) => {
    const made = new Map(), last = new Map(), firsts = new Map(), mixed = new Set(); // calls at one number that differ may end early
    for (const { rank, calls } of list) for (const one of calls.filter(({ peer }) => peer === null)) {
      const numbers = made.get(one.group) ?? made.set(one.group, new Map()).get(one.group), { number } = one;
      const at = JSON.stringify([one.group, number]), first = firsts.get(at) ?? firsts.set(at, one).get(at);
      if (difference(first, one)) mixed.add(one.group);
      numbers.set(rank, Math.max(number, numbers.get(rank) ?? number));
      if (one.isDone && endsTogether(one)) last.set(one.group, Math.max(number, last.get(one.group) ?? number));
    }
    for (const [name, number] of last) {
      const missing = [...made.get(name)].filter(([, latest]) => latest < number).map(([rank]) => rank);
      const isLeft = (one) => one.isDone && one.peer === null && one.group === name && one.number === number && endsTogether(one);
      const calls = new Map(list.map(({ rank, calls }) => [rank, calls.findLast(isLeft)]).filter(([, one]) => one));
      if (missing.length && !mixed.has(name)) return { kind: "moved", group: groups.get(name), number, waiting: [], odd: [], missing, calls, left: [...calls.keys()] };
    }
    return null;
  };

  const fewer = (calls, kind) => {
    const parts = [];
    for (const [rank, one] of calls) {
      const part = parts.find(([[, first]]) => difference(first, one) !== kind);
      part ? part.push([rank, one]) : parts.push([[rank, one]]);
    }
    parts.sort((a, b) => a.length - b.length);
    const odd = parts.length > 1 && parts.at(-1).length === parts.at(-2).length ? parts : parts.slice(0, -1);
    return odd.flat().map(([rank]) => rank).sort((a, b) => a - b);
  };

  /** What holds up the job that left some dumps. */
  Lockstep.diagnose = (list) => {
    const dumps = new Map(list.map((dump) => [dump.rank, dump])), groups = groupsOf(list);
    const waits = list.map(({ rank, calls }) => [rank, calls.filter(({ isDone }) => !isDone)]), isOpen = (one, first) => one === first || (one.batch !== null && one.batch === first.batch);
    const open = new Map(waits.map(([rank, calls]) => [rank, calls.filter((one) => isOpen(one, calls[0]))])), queued = new Map(waits.map(([rank, calls]) => [rank, calls.filter((one) => !isOpen(one, calls[0]))]));
    const stands = list.map(({ rank, calls, stack }) => {
      const all = open.get(rank).map((one) => [one, ...waitsFor(rank, one, dumps, groups, open, queued)]);
      const [mine, absent, behind] = all.find(([, none, late]) => none.length || late.length) ?? all[0] ?? [undefined, [], []];
      return { rank, call: mine, last: calls.at(-1), stack, absent, behind, waitsFor: [...absent, ...behind].sort((a, b) => a - b) };
    });
    if (!list.some(({ hasCalls }) => hasCalls)) {
      const absent = [...Array(list.at(-1).rank + 1).keys()].filter((rank) => !dumps.has(rank));
      return { kind: "stacks", group: null, number: 0, waiting: [], odd: elsewhere(stands), missing: [], stands, groups, silent: absent };
    }
    const byRank = new Map(stands.map((stand) => [stand.rank, stand])), isElsewhere = (rank) => !byRank.get(rank)?.call;
    const silent = [...new Set([...Array(sizeOf(list)).keys(), ...[...groups.values()].flatMap(({ ranks }) => ranks)])].filter((rank) => !byRank.has(rank)).sort((a, b) => a - b);
    const waiting = stands.filter((stand) => stand.call), facts = { stands, groups, silent }, awaited = new Set(waiting.flatMap(({ waitsFor }) => waitsFor)), rings = ring(waiting);
    const isOtherHalf = ({ rank, call: mine }, other) => mine.peer !== null && other?.call?.group === mine.group && groups.get(mine.group).ranks[other.call.peer] === rank;
    const isRoot = [({ absent }) => absent.length && absent.every(isElsewhere), (stand) => stand.absent.some((rank) => !isElsewhere(rank) && isAt(stand.call, byRank.get(rank).call)), (stand) => rings.includes(stand), (stand) => stand.absent.some((rank) => isOtherHalf(stand, byRank.get(rank))),
      ({ absent }) => absent.some(isElsewhere), ({ rank, waitsFor }) => awaited.has(rank) && !waitsFor.length];
    const root = isRoot.map((test) => waiting.find(test)).find(Boolean) ?? waiting[0];
    const found = diagnosed(root, list, dumps, groups, facts, isElsewhere);
    const late = found.odd.length ? null : moved(list, groups); // calls that differ do so at any moment
    return late ? { ...late, groups, silent, stands: stands.map((stand) => ({ ...stand, waitsFor: [] })) } : found;
  };
  const diagnosed = (root, list, dumps, groups, facts, isElsewhere) => {
    if (!root) return { kind: "nothing", group: null, number: 0, waiting: [], odd: [], missing: [], ...facts };
    const { call: mine } = root, group = groups.get(mine.group), at = { group, number: mine.number, ...facts };
    if (mine.peer !== null) return { kind: root.waitsFor.length || mine.peer >= group.ranks.length ? "message" : "both halves", waiting: [root.rank], odd: [], missing: root.waitsFor, ...at };
    let here = new Map(list.map((dump) => [dump.rank, dump.calls.findLast((one) => one.peer === null && isAt(one, mine))]).filter(([, one]) => one));
    let missing = root.waitsFor.filter((rank) => !here.has(rank));
    const kinds = [...here.values()].map((one) => difference(mine, one));
    if (!missing.length && !kinds.some(Boolean)) {
      missing = root.behind;
      here = new Map([...here].filter(([rank]) => !missing.includes(rank)));
    }
    const differs = ["differs", "shape", "dtype"].find((kind) => kinds.includes(kind));
    const left = group.ranks.filter((rank) => !missing.includes(rank) && dumps.has(rank) && (here.get(rank)?.isDone ?? true)), { isGuessed } = group;
    const together = left.length ? (endsTogether(mine) ? "may move" : "some left") : isGuessed ? "all here" : group.ranks.length === 1 ? "alone" : "all there";
    const kind = differs ?? (!missing.length ? together : missing.some(isElsewhere) ? "missing" : "two orders");
    return { kind, waiting: [...here.keys()], odd: differs ? fewer(here, differs) : [], missing, calls: here, left, isGuessed, ...at };
  };

  /* How many of some things are named. One more than the most is, too, for the name is as short as "1 more". */
  const shownOf = (count, most) => (count <= most + 1 ? count : most);
  const numbers = (list) => {
    const runs = [];
    for (const rank of [...list].sort((a, b) => a - b)) runs.at(-1)?.at(-1) === rank - 1 ? runs.at(-1).push(rank) : runs.push([rank]);
    const parts = runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(", "))), shown = shownOf(parts.length, RANGES), more = parts.length - shown;
    return parts.slice(0, shown).join(", ") + (more ? ` and ${more} ranges more` : "");
  };
  const ranksOf = (list) => (list.length ? `rank${list.length === 1 ? "" : "s"} ${numbers(list)}` : "nobody");
  const groupName = ({ name, description }) => (description === "default_pg" ? "the default group" : `group ${["", "undefined"].includes(description) ? name : description}`);
  const callName = (one, hasDtypes = false) => {
    if (!one) return "no call";
    const shapes = (one.inputs.length ? one.inputs : one.outputs).slice(0, 2).map((shape) => `[${shape.join(", ")}]`);
    const dtypes = hasDtypes ? [[...new Set(one.dtypes[0].length ? one.dtypes[0] : one.dtypes[1])].join("/")] : [];
    return [one.op, ...shapes, ...dtypes].join(" ").trimEnd();
  };

  /* The ranks that did not come and are in no call, where the recorder would not show that they are in a message. */
  const inMessage = ({ kind, stands, missing, calls = new Map() }) => kind === "moved" || ![...calls.values()].some(({ isGloo }) => isGloo) ? []
    : stands.filter((stand) => missing.includes(stand.rank) && !stand.call).map(({ rank }) => rank);
  const sentences = (found) => {
    const { kind, missing, waiting } = found, place = found.group && `call ${found.number} of ${groupName(found.group)}`;
    const { calls = new Map(), left = [] } = found, byRank = new Map(found.stands.map((stand) => [stand.rank, stand]));
    const known = missing.filter((rank) => byRank.has(rank) && kind !== "moved"), still = waiting.filter((rank) => !left.includes(rank));
    const first = callName([...calls.values()][0]), waits = `${ranksOf(still)} ${still.length === 1 ? "waits" : "wait"} in ${place}, ${first}`;
    const several = (what) => {
      const named = new Map();
      for (const [rank, one] of calls) { const name = `${callName(one, kind === "dtype")}${one.isDone ? " (left)" : ""}`; named.set(name, [...(named.get(name) ?? []), rank]); }
      const ordered = [...named].sort(([, a], [, b]) => a.length - b.length || a[0] - b[0]);
      const each = ordered.map(([name, ranks]) => `${ranksOf(ranks)} in ${name}`);
      return `${place} ${what}: ${each.join(", ")}`;
    };
    const number = (one) => `${callName(one)}, call ${one.number} of ${groupName(found.groups.get(one.group))}`;
    const ranks = inMessage(found), elsewhere = (rank) => {
      const stand = byRank.get(rank), at = stand.stack ? [`it stands at ${stand.stack}`] : [];
      if (stand.call) return [`rank ${rank} waits in ${number(stand.call)}, for ${ranksOf(stand.waitsFor)}`, ...at];
      const what = ranks.includes(rank) ? "collective" : "call";
      if (!stand.last) return [`rank ${rank} has made no ${what}`, ...at];
      const where = stand.last.where ? `, from ${stand.last.where}` : "";
      return [`rank ${rank} is in no ${what}; its last was ${number(stand.last)}${where}`, ...at];
    };
    const stacks = () => {
      const places = alike(found.stands.map(({ rank, stack }) => [rank, [stack]])).map(([, stack]) => [stack, found.stands.filter((one) => one.stack === stack).map(({ rank }) => rank)]);
      const ordered = places.sort(([, a], [, b]) => a.length - b.length || a[0] - b[0]), shown = shownOf(ordered.length, NAMED), more = ordered.length - shown;
      if (ordered.length === 1) return `${ranksOf(ordered[0][1])} ${ordered[0][1].length === 1 ? "stands" : "stand"} at ${ordered[0][0]}`;
      const each = ordered.slice(0, shown).map(([stack, ranks]) => `${ranksOf(ranks)} at ${stack}`).join(", ");
      const rest = more ? `, and others at ${more} places more` : "";
      return `the ranks stand at ${ordered.length} places: ${each}${rest}`;
    };
    const has = (ranks) => (ranks.length === 1 ? "has" : "have"), someLeft = `${waits}, which ${ranksOf(left)} ${has(left)} left`;
    const movedOrFailed = `the job moved while it was dumped, or the call failed on ${ranksOf(left)}`;
    const said = [{ stacks, nothing: () => (found.stands.some(({ last }) => last) ? "the recorder shows no rank that waits in a collective" : "the recorder holds no call of these ranks"),
      missing: () => (known.length ? `${ranksOf(known)} did not come: ${waits}` : `${ranksOf(missing)} left no dump, and ${waits}`),
      "two orders": () => `${waits}, for ${ranksOf(missing)}, which ${missing.length === 1 ? "is" : "are"} ${missing.every((rank) => byRank.get(waiting[0]).behind.includes(rank)) ? "still in an earlier call" : "in another call and cannot come"}`,
      "both halves": () => `rank ${waiting[0]} waits in ${callName(byRank.get(waiting[0]).call)} for rank ${found.group.ranks[byRank.get(waiting[0]).call.peer]}, which has made the other half of it`,
      alone: () => `${ranksOf(waiting)} is in ${place}, ${first}, and is the only rank of this group: it waits for no other rank`,
      "all there": () => `all ranks of the group are in ${place}, ${first}, and none of them can leave it`, message: () => `${ranksOf(waiting)} waits in ${callName(byRank.get(waiting[0]).call)} for ` + (missing.length ? ranksOf(missing) : `number ${byRank.get(waiting[0]).call.peer} of the group`),
      "all here": () => `all ranks whose dumps are here are in ${place}, ${first}`, "some left": () => someLeft,
      "may move": () => `${someLeft}; no rank is known to be missing, so ${movedOrFailed}`,
      moved: () => `the dumps do not fit one moment: ${ranksOf(left)} ${has(left)} left ${place}, ${first}, which ${ranksOf(missing)} ${has(missing)} not made, so ${movedOrFailed}`,
      differs: () => several("is not the same call on all ranks"), shape: () => several("has tensors of several shapes"), dtype: () => several("has tensors of several dtypes") }[kind]()];
    if (found.odd.length && known.length) said.push(`${ranksOf(known)} did not come at all`);
    const told = kind === "missing" && !known.length ? missing : [], silent = found.silent.filter((rank) => !told.includes(rank));
    if (told.length) said.push(`${told.length === 1 ? "it" : "they"} may have died, or gone another way, or ${told.length === 1 ? "its dump is" : "their dumps are"} not here`);
    said.push(...known.slice(0, NAMED).flatMap(elsewhere));
    if (ranks.length) said.push(`With gloo the recorder may not hold send and recv, so ${ranksOf(ranks)} may wait in one`);
    if (found.isGuessed && ["all here", "some left", "may move"].includes(kind)) said.push("The dumps do not say which ranks the group has, so more may be missing");
    if (kind === "some left") said.push("The recorder does not hold the root, the reduce op and the split sizes, which may differ");
    if (kind === "moved") said.push("They do not show which rank holds the job up, or whether one does");
    if (kind === "nothing") said.push("With gloo it may not hold send and recv");
    const what = kind === "stacks" ? "stack" : "dump";
    if (silent.length) said.push(`there is no ${what} of ${ranksOf(silent)}`);
    if (kind === "stacks") said.push("Stacks alone tell neither the number nor the group of a call, nor who waits for whom. With NCCL a rank may go on after the call that hangs, until it needs the result");
    return said.map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`);
  };

  const aligned = (rows) => {
    const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
    return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()).join("\n");
  };
  const alike = (pairs) => {
    const rows = new Map();
    for (const [rank, row] of pairs) { const key = JSON.stringify(row); rows.set(key, [...(rows.get(key) ?? []), rank]); }
    return [...rows].map(([key, ranks]) => [numbers(ranks), ...JSON.parse(key)]);
  };
  const table = ({ kind, stands, groups, odd }) => kind === "stacks" ? aligned([["rank", "stands at", ""], ...alike(stands.map(({ rank, stack }) => [rank, [stack, odd.includes(rank) ? "differs" : ""]]))]) : aligned([["rank", "stands in", "call", "waits for", "at"], ...alike(stands.map((stand) => {
    const one = stand.call ?? stand.last, at = stand.stack || (stand.call ? one.where : "");
    if (!one) return [stand.rank, ["no call", "", "", at]];
    return [stand.rank, [`${stand.call ? "" : "no call, last "}${callName(one)}`, `${one.number} of ${groupName(groups.get(one.group))}`, numbers(stand.waitsFor), at]];
  }))]);
  /* The last calls of the group: of each rank a mark for each number, and the call that it is in at the last of them. */
  const marked = (found, dumps) => {
    const first = Math.max(Math.min(1, found.number), found.number - SHOWN + 1), columns = [...Array(found.number - first + 1).keys()].map((index) => index + first);
    const calls = [...found.calls];
    const others = found.odd.length < found.waiting.length ? found.odd : calls.filter(([, one]) => difference(calls[0][1], one)).map(([rank]) => rank);
    const rows = dumps.filter(({ rank }) => found.group.ranks.includes(rank)).map((dump) => {
      const mine = new Map(dump.calls.filter((one) => one.group === found.group.name && one.peer === null).map((one) => [one.number, one])), last = Math.max(...mine.keys(), 0);
      if (found.missing.includes(dump.rank)) mine.delete(found.number); // a call behind another one has not begun
      const marks = columns.map((number) => (!mine.has(number) ? (last > number ? "=" : ".") : mine.get(number).isDone ? "=" : number === found.number && others.includes(dump.rank) ? "!" : "?"));
      return { rank: dump.rank, marks, name: mine.has(found.number) ? callName(mine.get(found.number), found.kind === "dtype") : "" };
    });
    return { columns, rows };
  };
  const timeline = ({ columns, rows }) => `${aligned([["call", ...columns.map(String)], ...alike(rows.map(({ rank, marks }) => [rank, marks]))])}\n= left   ? waits   ! waits in another call   . has not come`;

  /* The same as a drawing: a lane for ranks that did alike, a block for each call. It is as wide as a telephone, and has a table beside it. */
  const STATES = { "=": ["left", "left"], "?": ["waits", "waits"], "!": ["odd", "waits in another call"], ".": ["gone", "has not come"] };
  const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}\u2026` : text);
  const svg = (tag, attributes, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };
  const block = (mark, x, y, width, title) => svg("g", { class: `ls-lane-${STATES[mark][0]}` }, ...(title ? [svg("title", {}, title)] : []),
    svg("rect", { x: x + 2, y, width: width - 4, height: 20, rx: 3 }), svg("text", { x: x + width / 2, y: y + 15, "text-anchor": "middle", class: "ls-lane-sign" }, mark));
  /** A figure of the timeline: an SVG, what its signs mean, and a table of the same. */
  Lockstep.drawHang = ({ columns, rows, group }, make) => {
    const lanes = alike(rows.map(({ rank, marks, name }) => [rank, [marks, name]])), wide = 320, each = Math.min(64, wide / columns.length);
    const isMany = (ranks) => /[^\d]/.test(ranks), who = (ranks) => `rank${isMany(ranks) ? "s" : ""} ${ranks}`;
    const there = (ranks, marks, name) => { const has = isMany(ranks) ? "have" : "has"; return { ".": `${has} not come`, "=": `${has} left ${name}`.trimEnd() }[marks.at(-1)] ?? `in ${name}`; };
    const parts = columns.map((number, index) => svg("text", { x: (index + 0.5) * each, y: 30, "text-anchor": "middle" }, String(number)));
    parts.unshift(svg("text", { x: 2, y: 12 }, cut(`calls of ${group}`, 40)));
    let y = 37;
    for (const [ranks, marks, name] of lanes) {
      const label = svg("text", { x: 2, y: y + 14, class: "ls-lane-who" }, cut(`${who(ranks)}: ${there(ranks, marks, name)}`, 40));
      parts.push(label, ...marks.map((mark, index) => block(mark, index * each, y + 20, each, `${who(ranks)}, call ${columns[index]}: ${STATES[mark][1]}`)));
      y += 50;
    }
    const stands = lanes.map(([ranks, marks, name]) => `${who(ranks)} ${there(ranks, marks, name).replace(/^in /, isMany(ranks) ? "are in " : "is in ")}`);
    const title = `Call ${columns.at(-1)} of ${group}: ${stands.join("; ")}.`;
    const drawing = svg("svg", { viewBox: `0 0 ${wide} ${y}`, role: "img", "aria-label": title }, ...parts);
    const legend = make("ul", {}, ...Object.entries(STATES).map(([mark, [name, words]]) =>
      make("li", {}, svg("svg", { viewBox: "0 0 26 22", "aria-hidden": "true" }, block(mark, 0, 1, 26)), words)));
    const head = make("tr", {}, make("th", { scope: "col" }, "ranks"), ...columns.map((number) => make("th", { scope: "col" }, `call ${number}`)));
    const body = lanes.map(([ranks, marks, name]) => make("tr", {}, make("th", { scope: "row" }, ranks),
      ...marks.map((mark, index) => make("td", {}, STATES[mark][1] + (name && index === marks.length - 1 ? `: ${name}` : "")))));
    const table = make("table", { tabIndex: 0 }, make("caption", {}, `Calls of ${group}`), make("thead", {}, head), make("tbody", {}, ...body));
    return make("figure", { className: "ls-lanes" }, drawing, legend, make("details", {}, make("summary", {}, "As a table"), table));
  };

  const AGAIN = "Dump all ranks again. If they are in later calls then, the job moves. If not, look for an error in the logs of the ranks that left the call,";
  const OTHER_WAY = "a branch on the rank, a loop of another length, a caught error.";
  const TODO = {
    missing: [`Find where the missing ranks go another way: ${OTHER_WAY}`, "hangs"],
    "missing, may be in a message": [`Look at the stacks of the missing ranks: do they wait in send or recv? If not, find where they go another way: ${OTHER_WAY}`, "hangs"],
    "missing, without a dump": ["See whether the ranks without a dump are alive: look at their processes, at the end of their logs, and at `dmesg` of their machines, which names a process that was killed for its memory. From those that are alive take a dump or a stack.", "hangs"],
    differs: ["Make the same calls in the same order on all ranks.", "collectives-differ"],
    shape: ["Bring tensors of one shape: pad them, or send the shapes first.", "shapes-differ"],
    dtype: ["Bring tensors of one dtype.", "collectives-differ"],
    "two orders": ["Enter the groups in one order on all ranks.", "groups-in-two-orders"],
    message: ["See that each send has its recv, and that not all ranks send first.", "both-send-first"],
    "both halves": ["Compare the shapes and dtypes of the two halves. If they agree, look at the network, the links and the GPUs of these ranks.", "watchdog-timeout"],
    "all there": ["Compare the root, the reduce op and the split sizes of the call, which the recorder does not hold. If they agree, look at the network, the links and the GPUs of these ranks, where a kernel before the call may still run.", "watchdog-timeout"],
    alone: ["Take a stack of the rank with `py-spy dump`, and look at its GPU, where a kernel before the call may still run. Should the group have more ranks? Then look at how it is made.", "watchdog-timeout"],
    "all here": ["Find a rank of the group that is not in this call: give the dumps of all ranks, or in a terminal `--world-size N`.", "hangs"],
    "some left": ["Compare the root, the reduce op and the split sizes of the call on all ranks. If they agree, look at the network, the links and the GPUs of these ranks.", "collectives-differ"],
    "may move": [`${AGAIN} then at the network, the links and the GPUs.`, "hangs"],
    moved: [`${AGAIN} and find where the ranks that have not made it go another way.`, "hangs"],
    nothing: ["Take a stack of each rank with `py-spy dump`, and give the stacks to this command, too.", "hangs"],
    stacks: ["Look first at a rank that stands alone, and take a second stack of it: one that moved may be late, not stuck.", "hangs"],
    "stacks, one line": ["Take a second stack of each rank: a job that moved is slow, not stuck. If no rank moved, step 3 of the page says what to suspect where all ranks wait at one line.", "hangs"],
    "stacks, some": ["Take stacks of the other ranks with `py-spy dump`, and give them to this command, too.", "hangs"],
  };

  /* What is to be done depends on more than the kind. */
  const caseOf = (found) => {
    const { kind, missing, silent, stands } = found, places = new Set(stands.map(({ stack }) => stack));
    if (kind === "missing") return inMessage(found).length ? "missing, may be in a message" : missing.every((rank) => silent.includes(rank)) ? "missing, without a dump" : kind;
    if (!["nothing", "stacks"].includes(kind) || places.has("")) return kind;
    return places.size > 1 ? "stacks" : silent.length || stands.length === 1 ? "stacks, some" : "stacks, one line";
  };

  /** The parts of the report: sentences, tables as text, what the drawing is made of, what to do, and the entry to read. */
  Lockstep.hang = (list) => {
    const merged = new Map();
    for (const dump of list) {
      const other = merged.get(dump.rank);
      merged.set(dump.rank, !other ? dump : dump.hasCalls ? { ...dump, stack: other.stack } : { ...other, stack: dump.stack });
    }
    const dumps = apart([...merged.values()].sort((a, b) => a.rank - b.rank)), wrong = contradiction(dumps);
    if (wrong) throw new BadDump(`${wrong}. Take away the dumps that another job left`);
    const found = Lockstep.diagnose(dumps), [todo, slug] = TODO[caseOf(found)];
    const drawn = found.group && !["message", "both halves"].includes(found.kind) ? { ...marked(found, dumps), group: groupName(found.group) } : null;
    return { said: sentences(found).join(" "), tables: [table(found), ...(drawn ? [timeline(drawn)] : [])], drawn, todo, slug,
      sure: ["moved", "may move"].includes(found.kind) ? "unsure" : "sure" };
  };

  /* The style of the drawing comes with the first one. */
  const styled = (make) => new Promise((done) => {
    if (document.querySelector("link[data-lanes]")) return done();
    const link = make("link", { rel: "stylesheet", href: new URL("hang.css", Lockstep.explainScript), onload: done, onerror: done });
    link.dataset.lanes = "";
    document.head.append(link);
  });

  /** In the page: compare the files that were dropped on a field, whose names end in their rank, and show what it says. */
  Lockstep.compareDumps = async (field, files, make) => {
    try {
      const dumps = await Promise.all(files.map(async (file) => {
        const rank = /(?:^|\D)(\d{1,5})\D*$/.exec(file.name)?.[1];
        if (rank === undefined) throw new Error(`${file.name} has no rank in its name`);
        const bytes = new Uint8Array(await file.arrayBuffer());
        try { return Lockstep.dump(bytes, Number(rank)); } catch (error) { throw new Error(`${file.name} ${error.message}`); }
      }));
      const { said, tables, drawn, todo, slug, sure } = Lockstep.hang(dumps);
      if (drawn) await styled(make);
      field.tell("");
      field.field.value = "";
      field.result.dataset.sure = sure;
      const title = field.entries.find((entry) => entry.slug === slug)?.title ?? "It hangs";
      field.result.replaceChildren(make("p", { className: "ls-verdict-head" }, make("b", {}, said)), make("pre", { tabIndex: 0 }, make("samp", {}, tables[0])),
        ...(drawn ? [Lockstep.drawHang(drawn, make)] : []),
        make("p", {}, make("b", {}, "What to do: "), todo), make("p", {}, "Read: ", field.link(slug, title)));
    } catch (error) {
      field.tell(`The dumps cannot be compared: ${error.message}.`);
    }
  };
})();
