"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");

const PATH = require.resolve("../../docs/assets/state.js");
const ANSWERS = require.resolve("../../docs/assets/answers.js");

/** state.js as a page loads it, over a storage of its own. */
const load = (storage) => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => {
    if (!storage) throw new Error("blocked");
    return storage;
  } });
  delete require.cache[PATH];
  delete require.cache[ANSWERS];
  delete globalThis.Lockstep;
  const found = require(PATH);
  require(ANSWERS); // what an import and a reset do
  return found;
};
const box = (values = {}) => ({
  values,
  full: false,
  getItem: (key) => values[key] ?? null,
  most: Infinity,
  setItem(key, value) {
    const letters = Object.entries({ ...values, [key]: value }).flat().join("").length;
    const isBack = key === "lockstep" && value === "{broken"; // it takes no more room than before
    if ((this.full && !isBack) || letters > this.most) throw new Error("QuotaExceededError");
    values[key] = String(value);
  },
  removeItem: (key) => delete values[key],
});

const Lockstep = load(box());
const at = "2026-11-20T22:01:00.000Z";
const answer = (more) => ({ key: "1f2e3d4c", at, result: "right", first: true, sure: null, ...more });
const state = (more) => ({ app: "lockstep", version: 1, questions: {}, badges: {}, settings: {}, ...more });
const card = { s: 2.3, d: 5.1, last: 20777, due: 20780, n: 3 };
const problemsOf = (value) => Lockstep.validate(typeof value === "string" ? value : JSON.stringify(value)).problems;
const withAnswer = (more) => state({ questions: { one: answer(more) } });

test("what the site writes is valid", () => {
  const whole = state({
    questions: {
      "ddp-average": answer({ card, sure: true }), essay: answer({ text: "Because.", ticked: [0, 2], of: 4 }),
      parts: answer({ got: 3, of: 4, off: true, card: { ...card, lapses: 2 } }),
      typed: { key: "k", at, text: "…" },
    },
    badges: { ddp: { name: "Bucket keeper", at: "2026-11-20" } },
    settings: { timer: "off", limit: 40 },
  });
  assert.deepEqual(Lockstep.validate(JSON.stringify(whole)), { state: whole, problems: [] });
});

test("an unknown field is kept", () => {
  const later = state({ later: { a: 1 }, questions: { one: answer({ mood: "good" }) } });
  assert.deepEqual(Lockstep.validate(JSON.stringify(later)).state, later);
  const kept = load(box({ lockstep: JSON.stringify(later) }));
  kept.update(({ questions }) => (questions.two = answer()));
  assert.equal(kept.read().later.a, 1);
  assert.equal(kept.read().questions.one.mood, "good");
});

test("missing parts are empty", () => {
  assert.deepEqual(Lockstep.validate('{"app": "lockstep", "version": 1}').state, state());
});

const refused = [
  ["", /not JSON/], ["hello", /not JSON/], ["{", /not JSON/], ["null", /not saved by/], ["[]", /not saved by/],
  ['"lockstep"', /not saved by/], ["{}", /not saved by/], [{ app: "other", version: 1 }, /not saved by/],
  [{ app: "lockstep" }, /no version/], [{ app: "lockstep", version: "1" }, /no version/], [state({ version: 2 }), /newer Lockstep \(version 2\)/],
  [state({ version: 0 }), /no version/], ["x".repeat(2e6 + 1), /larger than 2 MB/],
  [state({ questions: [] }), /`questions` is not/], [state({ questions: null }), /`questions` is not/], [state({ badges: "x" }), /`badges` is not/],
  [state({ settings: 1 }), /`settings` is not/], [state({ settings: { timer: "fast" } }), /timer/],
  [state({ settings: { limit: -1 } }), /limit/], [state({ settings: { limit: 1e9 } }), /limit/],
  [state({ questions: { Bad: answer() } }), /"Bad"/], [state({ questions: { "": answer() } }), /"": nothing/],
  [state({ questions: { "<img src=x>": answer() } }), /"<img src=x>"/], [state({ questions: { "-a": answer() } }), /"-a"/],
  [state({ questions: { one: null } }), /not an object/], [state({ questions: { one: [] } }), /not an object/],
  [state({ badges: { ddp: { name: 1, at: "2026-11-20" } } }), /`name`/], [state({ badges: { ddp: { name: "x", at: "soon" } } }), /`at`/],
  ['{"app": "lockstep", "version": 1, "__proto__": {"a": 1}}', /not JSON that/],
  ['{"app": "lockstep", "version": 1, "questions": {"__proto__": {"key": "a"}}}', /not JSON that/],
  ['{"app": "lockstep", "version": 1, "questions": {"one": {"__pro\\u0074o__": 1}}}', /not JSON that/],
];
for (const [text, message] of refused) {
  const name = JSON.stringify(text).slice(0, 60);
  test(`${name} is refused`, () => {
    assert.equal(Lockstep.validate(typeof text === "string" ? text : JSON.stringify(text)).state, null);
    assert.match(problemsOf(text).join(" "), message);
  });
}

const wrong = {
  key: [1, null, undefined], at: ["yesterday", 5, null, undefined], result: ["maybe", true, null], first: ["yes", null, 1],
  sure: ["no", 0], text: [1, null, {}], ticked: ["0", [-1], [0.5], ["0"], {}], of: [-1, 1.5, "4", null], got: [-1, 1.5, "4", null, 10000], off: [1, "yes", null],
  card: [null, [], {}, { ...card, s: 0 }, { ...card, s: "2" }, { ...card, d: -1 }, { ...card, last: 1.5 }, { ...card, due: null }, { ...card, due: 1e9 }, { ...card, last: 1e300 }, { ...card, d: 1e308 }, { ...card, n: "3" }, { ...card, lapses: -1 }, { ...card, lapses: null }],
};
for (const [field, values] of Object.entries(wrong)) {
  for (const value of values) {
    test(`${field}: ${JSON.stringify(value)} is refused by name`, () => {
      const problems = problemsOf(withAnswer({ [field]: value }));
      assert.equal(problems.length, 1);
      assert.match(problems[0], new RegExp(`one.*\`${field}\``));
    });
  }
}

test("a name of any length is told in a line", () => {
  assert.ok(problemsOf(state({ questions: { ["A".repeat(1e6)]: answer() } }))[0].length < 120);
});

test("all problems are told", () => {
  assert.equal(problemsOf(state({ questions: { one: answer({ first: 1, of: -1 }), two: 3 }, settings: { timer: 1 } })).length, 4);
});

test("nothing of a file reaches Object.prototype", () => {
  Lockstep.validate('{"app": "lockstep", "version": 1, "constructor": {"prototype": {"polluted": 1}}, "__proto__": {"polluted": 1}}');
  Lockstep.merge(state(), JSON.parse('{"questions": {}, "badges": {}, "settings": {"__proto__": {"polluted": 1}}}'));
  assert.equal({}.polluted, undefined);
});

const older = "2026-11-01T00:00:00.000Z";
const newer = "2026-12-01T00:00:00.000Z";
const mine = state({
  questions: { a: answer(), b: answer(), c: answer(), d: answer() },
  badges: { ddp: { name: "Mine", at: "2026-11-20" } },
  settings: { timer: "off" },
  extra: 1,
});
const theirs = state({
  questions: { b: answer({ at: newer, result: "wrong" }), c: answer({ at: older, result: "wrong" }), d: answer(), e: answer() },
  badges: { ddp: { name: "Theirs", at: "2026-11-01" }, scaling: { name: "New", at: "2026-11-02" } },
  settings: { timer: "double" },
});

test("what an import will change is counted", () => {
  assert.deepEqual(Lockstep.differences(mine, theirs), { added: 1, newer: 1, older: 1, same: 1, badges: 1 });
});

test("a name that every object knows is as new as any other", () => {
  const found = Lockstep.differences(state(), state({ questions: { constructor: answer() }, badges: { constructor: { name: "x", at } } }));
  assert.deepEqual(found, { added: 1, newer: 0, older: 0, same: 0, badges: 1 });
});

test("of two answers the newer one stays, and neither state is touched", () => {
  const before = JSON.stringify([mine, theirs]);
  const merged = Lockstep.merge(mine, theirs);
  assert.deepEqual(Object.keys(merged.questions).sort(), ["a", "b", "c", "d", "e"]);
  assert.equal(merged.questions.b.result, "wrong");
  assert.equal(merged.questions.c.result, "right");
  assert.equal(merged.badges.ddp.name, "Mine");
  assert.equal(merged.badges.scaling.name, "New");
  assert.equal(merged.settings.timer, "off");
  assert.equal(merged.extra, 1);
  assert.equal(JSON.stringify([mine, theirs]), before);
  assert.deepEqual(Lockstep.merge(merged, theirs), merged);
});

test("times are compared as times, not as text", () => {
  const berlin = state({ questions: { a: answer({ at: "2026-11-20T23:30:00+01:00", result: "wrong" }) } });
  assert.equal(Lockstep.merge(mine, berlin).questions.a.result, "wrong"); // 22:30 UTC, after 22:01
});

test("a state is kept, and read as a fresh object", () => {
  const storage = box();
  const first = load(storage);
  assert.deepEqual(first.read(), state());
  assert.equal(first.update(({ questions }) => (questions.one = answer())), true);
  first.read().questions.one.result = "wrong";
  assert.equal(load(storage).read().questions.one.result, "right");
});

test("two tabs do not undo each other", () => {
  const storage = box();
  const one = load(storage);
  const other = load(storage);
  one.update(({ questions }) => (questions.one = answer()));
  other.update(({ questions }) => (questions.two = answer()));
  one.update(({ questions }) => (questions.three = answer()));
  assert.deepEqual(Object.keys(other.read().questions), ["one", "two", "three"]);
});

test("subscribers hear of a change until they leave", () => {
  const { update, subscribe } = load(box());
  const heard = [];
  const leave = subscribe((now, elsewhere) => heard.push([Object.keys(now.questions).length, elsewhere]));
  update(({ questions }) => (questions.one = answer()));
  leave();
  update(({ questions }) => (questions.two = answer()));
  assert.deepEqual(heard, [[1, false]]);
});

test("a blocked storage: the page remembers", () => {
  const { read, update } = load(null);
  assert.deepEqual(read(), state());
  assert.equal(update(({ questions }) => (questions.one = answer())), false);
  assert.equal(update(({ questions }) => (questions.two = answer())), false);
  assert.deepEqual(Object.keys(read().questions), ["one", "two"]);
  update(({ questions }) => delete questions.one);
  assert.deepEqual(Object.keys(read().questions), ["two"]);
});

test("a full storage: what was kept stays, what is new is kept once there is room", () => {
  const storage = box();
  const { read, update } = load(storage);
  update(({ questions }) => (questions.one = answer()));
  storage.full = true;
  assert.equal(update(({ questions }) => (questions.two = answer())), false);
  assert.deepEqual(Object.keys(read().questions), ["one", "two"]);
  assert.deepEqual(Object.keys(JSON.parse(storage.values.lockstep).questions), ["one"]);
  storage.full = false;
  assert.equal(update(({ questions }) => (questions.three = answer())), true);
  assert.deepEqual(Object.keys(JSON.parse(storage.values.lockstep).questions), ["one", "two", "three"]);
});

for (const text of ["{broken", "[]", JSON.stringify(withAnswer({ key: 3 })), JSON.stringify(state({ version: 9 }))]) {
  test(`an unreadable text is put aside: ${text.slice(0, 30)}`, () => {
    const storage = box({ lockstep: text });
    const { read, update } = load(storage);
    assert.deepEqual(read(), state());
    assert.equal(storage.values["lockstep-unreadable"], text);
    assert.equal(update(({ questions }) => (questions.one = answer())), true);
    assert.equal(storage.values["lockstep-unreadable"], text);
    assert.deepEqual(Object.keys(read().questions), ["one"]);
  });
}

test("what is put aside does not take the place of what was put aside before", () => {
  const storage = box();
  for (const text of ["{one", "{two", "{one"]) {
    storage.values.lockstep = text;
    load(storage).read();
  }
  assert.deepEqual(storage.values, { "lockstep-unreadable": "{one", "lockstep-unreadable-2": "{two" });
  assert.deepEqual(load(storage).unreadable(), ["{one", "{two"]);
});

test("a large text that cannot be read is not written over where there is no room for two", () => {
  const storage = box({ lockstep: text(3e6) });
  storage.most = 5e6;
  load(storage).update(({ questions }) => (questions.one = answer()));
  assert.equal(storage.values["lockstep-unreadable"].length, 3e6);
  assert.deepEqual(Object.keys(load(storage).read().questions), ["one"]);
});

test("what can be put nowhere stays where it is until there is room", () => {
  const storage = box({ lockstep: "{broken", "lockstep-unreadable": "{other" });
  const { read, update } = load(storage);
  storage.full = true;
  assert.equal(update(({ questions }) => (questions.one = answer())), false);
  assert.equal(storage.values.lockstep, "{broken");
  assert.deepEqual(Object.keys(read().questions), ["one"]); // until the reader leaves the page
  storage.full = false;
  assert.equal(update(({ questions }) => (questions.two = answer())), true);
  assert.equal(storage.values["lockstep-unreadable-2"], "{broken");
  assert.deepEqual(Object.keys(load(storage).read().questions), ["one", "two"]);
});

test("what could not be read again is not kept, whatever is wrong with it", () => {
  const storage = box();
  const { update } = load(storage);
  update(({ questions }) => (questions.one = answer()));
  assert.equal(update(({ questions }) => (questions.two = answer({ card: { ...card, last: -1 } }))), false);
  assert.deepEqual(Object.keys(load(storage).read().questions), ["one"]);
});

const text = (letters) => "x".repeat(letters);

test("what would be too large to read again is not kept, and what was kept stays", () => {
  const storage = box();
  const { read, update } = load(storage);
  update(({ questions }) => (questions.one = answer()));
  assert.equal(update(({ questions }) => (questions.two = answer({ text: text(2e6) }))), false);
  assert.deepEqual(Object.keys(JSON.parse(storage.values.lockstep).questions), ["one"]);
  assert.deepEqual(Object.keys(read().questions), ["one", "two"]); // until the reader leaves the page
  assert.deepEqual(Object.keys(load(storage).read().questions), ["one"]);
});

test("a valid file as large as a file may be does not take the answers with it", () => {
  const storage = box();
  const mine = load(storage);
  mine.update(({ questions }) => (questions.one = answer()));
  const large = state({ questions: { two: answer({ text: "" }) } });
  large.questions.two.text = text(2e6 - JSON.stringify(large).length);
  const file = JSON.stringify(large);
  assert.equal(file.length, 2e6);
  const { state: theirs } = mine.validate(file);
  assert.match(mine.replace("import", (now) => Object.assign(now, mine.merge(now, theirs))), /more than 2 MB/);
  assert.deepEqual(Object.keys(load(storage).read().questions), ["one"]);
  assert.equal(mine.earlier(), null);
});

test("the state before an import or a reset comes back, and forth", () => {
  const storage = box();
  const mine = load(storage);
  mine.update(({ questions }) => (questions.one = answer()));
  assert.equal(mine.earlier(), null);
  assert.equal(mine.restore(), "There is none.");
  assert.equal(mine.replace("reset", (now) => Object.assign(now, { questions: {} })), "");
  assert.deepEqual(Object.keys(load(storage).read().questions), []);
  assert.equal(mine.earlier().why, "reset");
  assert.equal(mine.restore(), "");
  assert.deepEqual(Object.keys(load(storage).read().questions), ["one"]);
  assert.equal(mine.earlier().why, "undone reset");
  assert.equal(mine.restore(), "");
  assert.deepEqual(Object.keys(mine.read().questions), []);
});

test("an import that the browser does not keep changes nothing, nor what could be gone back to", () => {
  const storage = box();
  const mine = load(storage);
  mine.update(({ questions }) => (questions.one = answer()));
  mine.replace("reset", (now) => Object.assign(now, { questions: {} }));
  mine.update(({ questions }) => (questions.two = answer()));
  const [before, kept] = [storage.values["lockstep-before"], storage.values.lockstep];
  storage.most = before.length + kept.length + 1000;
  assert.match(mine.replace("import", ({ questions }) => (questions.three = answer({ text: text(2000) }))), /did not keep/);
  assert.deepEqual(Object.keys(mine.read().questions), ["two"]);
  assert.deepEqual(storage.values, { lockstep: kept, "lockstep-before": before });
});

test("what is too large for the way back is not reset", () => {
  const mine = load(box());
  mine.update(({ questions }) => (questions.one = answer({ text: text(2.1e6) })));
  assert.match(mine.replace("reset", (now) => Object.assign(now, { questions: {} })), /could not come back/);
  assert.deepEqual(Object.keys(mine.read().questions), ["one"]);
});

test("where both states don't fit nothing is changed", () => {
  const storage = box();
  const mine = load(storage);
  mine.update(({ questions }) => (questions.one = answer()));
  storage.full = true;
  assert.match(mine.replace("reset", (now) => Object.assign(now, { questions: {} })), /no room/);
  assert.deepEqual(Object.keys(mine.read().questions), ["one"]);
});

for (const before of ["{", "{}", JSON.stringify({ why: "reset", at: "soon", text: JSON.stringify(state()) }), JSON.stringify({ why: "reset", at, text: "no" })]) {
  test(`a state before that cannot be read is none: ${before.slice(0, 40)}`, () => {
    const mine = load(box({ "lockstep-before": before }));
    assert.equal(mine.earlier(), null);
    assert.equal(mine.restore(), "There is none.");
  });
}

test("what was put aside can be had", () => {
  assert.deepEqual(load(box({ "lockstep-unreadable": "{broken" })).unreadable(), ["{broken"]);
  assert.deepEqual(load(box()).unreadable(), []);
  assert.deepEqual(load(null).unreadable(), []);
});

test("a day has the same number from midnight to midnight, local", () => {
  const { today, dayText } = Lockstep;
  assert.equal(today(new Date(2026, 10, 20, 0, 0)), today(new Date(2026, 10, 20, 23, 59)));
  assert.equal(today(new Date(2026, 10, 21, 0, 0)), today(new Date(2026, 10, 20, 23, 59)) + 1);
  assert.equal(today(new Date(2026, 2, 30, 12)), today(new Date(2026, 2, 28, 12)) + 2); // over a change of the clock
  const year = new Date().getFullYear();
  assert.equal(dayText(today(new Date(year, 10, 20, 12))), "20 Nov");
  assert.equal(dayText(today(new Date(year - 1, 0, 2, 12))), `2 Jan ${year - 1}`);
});

test("a second load changes nothing", () => {
  const first = load(box());
  delete require.cache[PATH];
  const { read } = first;
  require(PATH);
  assert.equal(globalThis.Lockstep.read, read);
});
