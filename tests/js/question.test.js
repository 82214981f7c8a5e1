"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
require("../../docs/assets/state.js");
require("../../docs/assets/numbers.js");
const { countInOrder } = require("../../docs/assets/question-order.js");
const { readNumber, judgeNumber, findLine, judgeLine, shuffled, pastText, daysText, today, dayText } = require("../../docs/assets/question.js");

const numbers = {
  "1.75": 1.75, "7/4": 1.75, " 7 / 4 ": 1.75, "-7/4": -1.75, "1,000": 1000, "1 000": 1000, "1\u00a0000": 1000,
  "1\u202f000\u202f000": 1e6, "1,234,567.5": 1234567.5, "1_000": 1000, "1e6": 1e6, "1E6": 1e6, "1.5e-3": 0.0015,
  "−3": -3, "–3": -3, "+3": 3, ".5": 0.5, "5.": 5, "~12": 12, "≈ 12": 12, "= 12": 12, "0": 0, "-0.0": 0, "007": 7,
  "1 000/8": 125, "0.1": 0.1, "1\n": 1, "10^5": 1e5, "10 ^ 5": 1e5, "2**3": 8, "3·10^5": 3e5, "3 x 10^5": 3e5, "1.5*10^-3": 0.0015,
  two: 2, Twelve: 12, twice: 2, "one/two": 0.5, "1'000'000": 1e6, "1/10^2": 0.01, "-10^2": -100, "10^5/10^3": 100, "≈ 2^20": 2 ** 20,
};
for (const [text, value] of Object.entries(numbers)) {
  test(`${JSON.stringify(text)} is ${value}`, () => {
    const read = readNumber(text);
    assert.equal(read.problem, undefined);
    assert.equal(read.value + 0, value);
    assert.equal(read.unit, "");
  });
}

const units = {
  "83%": [83, "%"], "83 %": [83, "%"], "12 GiB": [12, "GiB"], "12GiB": [12, "GiB"], "1 000 MiB": [1000, "MiB"],
  "7/4 GiB": [1.75, "GiB"], "1e6 µs": [1e6, "µs"], "12 parsecs": [12, "parsecs"], "1.5 million": [1.5, "million"],
  "3k": [3, "k"], "1e3k": [1e3, "k"], "5 E": [5, "E"],
};
for (const [text, [value, unit]] of Object.entries(units)) {
  test(`${text} has a unit`, () => assert.deepEqual(readNumber(text), { value, unit }));
}

const refused = {
  "": /Write an answer/, "  \t": /Write an answer/, abc: /Write a number/, "0x10": /Write a number/, "1,5": /point/,
  "3,14159": /point/, "0,333": /point/, "0,125 GiB": /point/, "-0,500": /point/, "1000,5": /point/, "1,5 GiB": /point/, "1.000,5": /Write a number/, "1/0": /divided/,
  "1/0.0": /divided/, "1/": /Write a number/, "/2": /Write a number/, "1//2": /Write a number/, "1/2/3": /Write a number/,
  "--3": /Write a number/, "1 00": /Write a number/, "10 00": /Write a number/, "1,00,000": /Write a number/,
  "1e": undefined, "1e999": /Write a number/, NaN: /Write a number/, Infinity: /Write a number/, "10^999": /Write a number/,
  "1 000^2": /Write a number/, "1e3^2": /Write a number/, "1.2.3*10^2": /Write a number/, "12345678901^2": /Write a number/,
  "1.2.3": /Write a number/, "<b>1</b>": /Write a number/, "12 GiB 3": /Write a number/, "%": /Write a number/,
};
for (const [text, problem] of Object.entries(refused)) {
  test(`${JSON.stringify(text)} is told kindly, not graded`, () => {
    const judged = judgeNumber(text, { answer: 1.5, tolerance: 0 });
    assert.equal(judged.right, undefined);
    assert.match(judged.problem, problem ?? /unit/);
  });
}

test("a long text is read at once", () => {
  const start = performance.now();
  for (const text of ["1*".repeat(5e4), "1.".repeat(5e4), "1 000".repeat(20000), " ".repeat(1e5), "1".repeat(1e5), `${"1,000".repeat(2e4)}x`]) readNumber(text);
  assert.ok(performance.now() - start < 500);
});

const right = (text, answer, unit, tolerance = 0) => judgeNumber(text, { answer, tolerance, unit }).right;

test("tolerance is closed, also where floating point goes past it", () => {
  assert.ok(right("1.76", 1.75, "", 0.01));
  assert.ok(right("1.74", 1.75, "", 0.01));
  assert.ok(!right("1.7601", 1.75, "", 0.01));
  assert.ok(right("0.3", 0.1 + 0.2, ""));
  assert.ok(right("0.4", 0.1, "", 0.3));
  assert.ok(!right("1000000001", 1e9, ""));
  assert.ok(right("0", 0, ""));
  assert.ok(right("-0", 0, ""));
  assert.ok(!right("0.0000001", 0, ""));
  assert.ok(right("-1.75", -1.75, ""));
  assert.ok(right("2/3", 2 / 3, ""));
  assert.ok(right("0.667", 2 / 3, "", 0.001));
});

test("a unit of the same family is converted", () => {
  assert.ok(right("12 GiB", 12, "GiB"));
  assert.ok(right("12", 12, "GiB"));
  assert.ok(right("12288 MiB", 12, "GiB"));
  assert.ok(right("12,288 MiB", 12, "GiB"));
  assert.ok(right("12884901888 B", 12, "GiB"));
  assert.ok(!right("12 GB", 12, "GiB"));
  assert.ok(right("12 gib", 12, "GiB"));
  assert.ok(right("1.5 kB", 1500, "B"));
  assert.ok(right("250 us", 0.25, "ms"));
  assert.ok(right("250 µs", 0.25, "ms"));
  assert.ok(right("250 μs", 0.25, "ms"));
  assert.ok(right("1/4 ms", 250, "us"));
  assert.ok(right("2 h", 120, "min"));
  assert.ok(right("1.5 million", 1.5e6, ""));
  assert.ok(right("1.5M", 1.5e6, ""));
  assert.ok(right("100K", 1e5, ""));
  assert.ok(right("175 G", 175e9, ""));
  assert.ok(right("7 thousand", 7000, ""));
  assert.ok(right("12 steps", 12, "steps"));
  assert.ok(right("12 Steps", 12, "steps"));
  assert.ok(right("12k", 12000, "steps"));
  assert.equal(judgeNumber("12288 MiB", { answer: 12, tolerance: 0, unit: "GiB" }).value, 12);
});

test("a unit that measures something else is told, not graded", () => {
  for (const [text, unit] of [["12 ms", "GiB"], ["12 GiB", ""], ["12 parsecs", "GiB"], ["12 parsecs", ""], ["12k", "GiB"], ["3 m", ""], ["12 GiB", "steps"], ["5 constructor", ""], ["83 %", "ms"]]) {
    const judged = judgeNumber(text, { answer: 12, tolerance: 0, unit });
    assert.equal(judged.right, undefined, text);
    assert.match(judged.problem, unit ? new RegExp(`Answer in ${unit}\\.`) : /plain number/);
  }
});

test("units in words, and their plurals", () => {
  for (const text of ["5 s", "5 sec", "5 secs", "5 second", "5 Seconds", "5000 milliseconds"]) assert.ok(right(text, 5, "s"), text);
  for (const text of ["2 min", "2 mins", "2 minutes", "120 sec"]) assert.ok(right(text, 2, "min"), text);
  for (const text of ["2 h", "2 hr", "2 hrs", "2 hours"]) assert.ok(right(text, 2, "h"), text);
  assert.ok(right("83 percent", 83, "%"));
  assert.ok(right("12 bytes", 12, "B"));
  assert.ok(right("12 gigabytes", 12, "GB"));
  assert.ok(right("12 Gibibyte", 12, "GiB"));
  assert.ok(right("5 microseconds", 5, "µs"));
});

test("a small b after a capital is a bit", () => {
  assert.ok(!right("84 Gb", 84, "GB"));
  assert.ok(right("84 Gb", 10.5, "GB"));
  assert.ok(right("84 Gbit", 10.5, "GB"));
  assert.ok(right("8 Mib", 1, "MiB"));
  assert.ok(right("8 kbits", 1, "kB"));
  assert.ok(right("16 bits", 2, "B"));
  assert.ok(right("84 gb", 84, "GB"), "of this nobody knows, and bytes are asked for");
  assert.ok(right("84 GB", 84, "GB"));
});

test("what the question counts may stand behind the number", () => {
  const text = "How many samples does a rank see?";
  for (const typed of ["100000 samples", "10^5 samples", "1e5 Samples"]) assert.ok(judgeNumber(typed, { answer: 1e5, tolerance: 0, text }).right);
  assert.ok(judgeNumber("1 sample", { answer: 1, tolerance: 0, text }).right);
  for (const typed of ["12 samples/s", "12 samples / second", "12 samples per second", "12x", "12 ×", "12 times"]) assert.ok(judgeNumber(typed, { answer: 12, tolerance: 0, text }).right, typed);
  for (const typed of ["12 parsecs", "12 parsecs/s", "12 GB", "12 a", "12 s"]) assert.match(judgeNumber(typed, { answer: 12, tolerance: 0, text }).problem, /plain number/);
  const times = "How many times too large is the gradient of the experts?";
  for (const typed of ["2x", "2 ×", "2 times", "two", "two times", "Twice", "2 times too large", "2.00"]) assert.ok(judgeNumber(typed, { answer: 2, tolerance: 0, text: times }).right, typed);
  for (const typed of ["2 times too small", "2 times larger", "two thirds", "two and a half", "2 of the parsecs"]) assert.match(judgeNumber(typed, { answer: 2, tolerance: 0, text: times }).problem, /plain number/, typed);
  for (const typed of ["3x", "three times", "two million"]) assert.equal(judgeNumber(typed, { answer: 2, tolerance: 0, text: times }).right, false, typed);
  assert.ok(judgeNumber("6 all-reduces", { answer: 6, tolerance: 0, text: "How many all-reduces does it start?" }).right);
  assert.match(judgeNumber("12 samples", { answer: 12, tolerance: 0, unit: "GB", text }).problem, /Answer in GB/);
});

test("how many steps are in order", () => {
  assert.equal(countInOrder([0, 1, 2, 3]), 4);
  assert.equal(countInOrder([1, 2, 3, 0]), 3, "one is out of place");
  assert.equal(countInOrder([1, 0, 3, 2]), 2);
  assert.equal(countInOrder([3, 2, 1, 0]), 1);
});

test("percent", () => {
  assert.ok(right("83", 83, "%"));
  assert.ok(right("83 %", 83, "%"));
  assert.ok(right("83%", 83, "%"));
  assert.ok(!right("0.83 %", 83, "%"));
  assert.ok(right("5/6", 83.33, "%", 0.01));
  assert.ok(right("50 %", 0.5, ""));
  assert.ok(right("50%", 0.5, ""));
  assert.ok(right("0.5", 0.5, ""));
  assert.ok(!right("50", 0.5, ""));
  assert.ok(!right("0.84", 83, "%"));
  assert.equal(judgeNumber("0.83", { answer: 83, tolerance: 0.1, unit: "%" }).share, true);
  assert.equal(judgeNumber("83", { answer: 83, tolerance: 0.1, unit: "%" }).share, false);
  assert.equal(judgeNumber("1", { answer: 1, tolerance: 0, unit: "%" }).share, false);
});

test("shuffling keeps all items, leaves its input alone, and can give every order", () => {
  const items = Object.freeze([1, 2, 3]);
  const seen = new Set(Array.from({ length: 400 }, () => shuffled(items).join("")));
  assert.deepEqual([...seen].sort(), ["123", "132", "213", "231", "312", "321"]);
  assert.deepEqual(shuffled([]), []);
});

test("what is said of an earlier visit", () => {
  const at = new Date().toISOString();
  const on = dayText(today());
  const record = { key: "k", at, result: "right" };
  assert.equal(pastText(undefined, "k"), "");
  assert.equal(pastText({ key: "k", at, text: "typed" }, "k"), "");
  assert.equal(pastText(record, "k"), `Answered right on ${on}`);
  assert.equal(pastText(record, "other"), "Changed since you answered.");
  const due = today() + 3;
  assert.equal(pastText({ ...record, result: "wrong", card: { due } }, "k"), `Missed on ${on}, comes back on ${dayText(due)}`);
  assert.equal(pastText({ ...record, result: "wrong", card: { due: today() } }, "k"), `Missed on ${on}, is due for review`);
  assert.equal(pastText({ ...record, ticked: [0, 2], of: 4 }, "k"), `2 of 4 named on ${on}`);
  assert.equal(pastText({ ...record, result: "wrong", got: 3, of: 4 }, "k"), `3 of 4 right on ${on}`);
  assert.equal(pastText({ ...record, result: "wrong", got: 0, of: 4 }, "k"), `Missed on ${on}`);
  assert.equal(pastText({ ...record, got: 4, of: 4, card: { due } }, "k"), `Answered right on ${on}, comes back on ${dayText(due)}`);
  assert.equal(pastText({ ...record, card: { due }, off: true }, "k"), `Answered right on ${on}, not in the review`);
});

test("days as people say them", () => {
  assert.deepEqual([1, 59, 60, 400, 800, 36500].map(daysText), ["1 d", "59 d", "2 mo", "13 mo", "2 y", "100 y"]);
});

const printed = ["DDP left 2.5", "DDP left 10.0", "DDP left [1, 2]", "DDP left 'a'", "DDP left True"];
const typed = {
  "DDP left 2.5": 0, "  DDP  left 2.50 ": 0, "2.5": 0, "`DDP left 2.5`": 0, "10": 1, "10.0": 1, "DDP left 10": 1,
  "[1,2]": 2, "[ 1, 2 ]": 2, "DDP left [1,2]": 2, '"a"': 3, a: 3, "‘a’": 3, True: 4,
  "left 2.5": 0, "ddp left 2.5": 0, "rank 1: DDP left 2.5": 0, "one process 10, DDP left 2.5": 0, true: 4,
  "": -1, "`": -1, "2": -1, "DDP left": -1, "left": -1, "12": -1, "[1 2]": 2, "1 2": 2, "DDP left 1 and 2": 2, "2 1": -1, "1 2 3": -1, "[[1], [2]]": -1, "-2.5": -1, "DDP left 2.5 or DDP left 10": -1,
};
for (const [text, index] of Object.entries(typed)) {
  test(`${JSON.stringify(text)} is line ${index}`, () => assert.equal(findLine(text, printed), index));
}
test("a number is enough where it stands alone in one line, and 1024 is 1,024", () => {
  const ranks = ["rank 1", "both ranks", "rank 0"];
  assert.deepEqual(["0", "Rank 1", "both", "2", "1 0"].map((text) => findLine(text, ranks)), [2, 0, -1, -1, -1]);
  const bytes = ["1,024 B", "512 B", "8 of 512 B", "[100, 200]"];
  assert.deepEqual(["1024", "1,024", "512 b", "8", "100", "[100,200]"].map((text) => findLine(text, bytes)), [0, 0, 1, -1, -1, 3]);
  assert.equal(findLine(".50", ["1.5", "0.5"]), 1);
  assert.equal(findLine("-.5", ["0.5", "1.5"]), -1);
});
test("the only line is typed whole", () => {
  assert.equal(findLine("3", ["3"]), 0);
  assert.equal(findLine("3.0", ["3", "4"]), 0);
  assert.equal(findLine("", ["", "4"]), -1);
});

/* What is typed, the lines, the question; the first line is the answer. */
const stages = ["[0, 3]", "[0, 2]", "[0, 1]"];
const shapes = ["(8, 64)", "(16, 64)", "(16, 32)"];
const rows = ["[[8, 9], [12, 13]]", "[[8, 9, 10, 11]]", "[[2, 3], [6, 7]]"];
const idle = ["27.3%", "12.5%", "11.1%"];
const factor = ["2.00", "1.00", "0.50"];
const bytes = ["1440 B", "720 B", "2880 B"];
const files = ["24", "12", "48"];
const yes = ["True", "False"];
const TIMES = "How many times too large is it?";
const DOES = "80 GB. Does it fit without CP, the fifth line?";
const same = [
  [stages, "", ["0, 3", "0,3", "0 3", "0 and 3", "0, and 3", "(0, 3)", "[0 3]", "{0;3}", "zero and three", "0 & 3", "0.0, 3.0", "has stages 0 and 3"]],
  [["x [0, 3]", "x [1, 3]"], "", ["0 3", "[0,3]", "x 0, 3"]],
  [["[1000, 2000]", "[100, 200]"], "", ["1,000 2,000", "1,000, 2,000", "1000 and 2000"]],
  [["[100, 200]", "[1000, 2000]"], "", ["100,200", "100, 200"]],
  [["[-100, 3]", "[100, 3]"], "", ["-100 3", "-100, 3"]],
  [shapes, "", ["8, 64", "8 x 64", "8x64", "8 × 64", "8 by 64", "[8, 64]"]],
  [rows, "", ["[8, 9], [12, 13]", "[[8 9] [12 13]]", "8 9 12 13", "[8, 9] and [12, 13]", "((8, 9), (12, 13))"]],
  [["[9, 11] by worker 0", "[9, 11] by worker 1"], "", ["9, 11 by worker 0", "9 and 11 by worker 0"]],
  [["inf and 1.0039", "inf and 1"], "", ["inf and 1.0039", "inf and 1.00390"]],
  [idle, "Which share is idle?", ["27.3", "27.3 %", "27.3%", "27.3 percent", "0.273"]],
  [["10.5", "19.0"], "What percentage is idle?", ["10.5%", "10.5 %", "10.5 percent", "0.105"]],
  [["0.50", "2.00"], TIMES, ["50%", "50 %", "1/2", ".5", "0.5x"]],
  [factor, TIMES, ["2", "2x", "2 x", "2 times", "two", "two times", "twice", "2 times too large", "2.0"]],
  [bytes, "How much does it hold?", ["1440", "1,440", "1 440", "1440B", "1,440 B", "1440 bytes", "1.44 kB"]],
  [files, "How many MB are sent?", ["24", "24 MB", "24MB", "0.024 GB", "24 megabytes"]],
  [["6 samples", "4 samples"], "", ["6", "six", "six samples"]],
  [yes, DOES, ["True", "true", "TRUE", "yes", "Yes", "yes.", "y"]],
  [["completed False", "completed True"], "", ["false", "False", "completed false"]],
];
const unlike = [
  [stages, "", ["0, 2", "0 1", "3, 0", "3 and 0", "0", "3", "0 3 1", "1 0 3", "03", "0.3", "[[0], [3]]", "0, -3", "zero and four", "0 or 3"]],
  [shapes, "", ["64 x 8", "16 x 64", "8 64 1", "8", "512"]],
  [rows, "", ["[[8], [9, 12, 13]]", "[8, 9, 12, 13]", "8 9 10 11", "8 12 9 13"]],
  [idle, "Which share is idle?", ["27", "0.27", "2.73", "273", "27.3 GB", "27.3 permille", "11.1%"]],
  [["0.50", "2.00"], TIMES, ["50", "5%", "0.5%"]],
  [factor, TIMES, ["1x", "three", "2.5", "2 times too small", "2%", "2k", "-2", "half"]],
  [bytes, "How much does it hold?", ["1.440", "1440 kB", "1440 bits", "1440 s", "720"]],
  [files, "How many MB are sent?", ["24 GB", "24 MiB", "24 ms", "24 kB", "12 MB"]],
  [yes, DOES, ["no", "false", "not", "maybe", "yes and no"]],
  [yes, "What does rank 2 print?", ["yes", "no"]],
  [["trained with 1", "trained with 2"], "", ["trained with 2", "trained"]],
];
for (const [lines, ask, texts] of same) {
  for (const text of texts) test(`${JSON.stringify(text)} is ${lines[0]}`, () => assert.deepEqual(judgeLine(text, lines, ask).index, 0));
}
for (const [lines, ask, texts] of unlike) {
  for (const text of texts) test(`${JSON.stringify(text)} is not ${lines[0]}`, () => assert.notEqual(judgeLine(text, lines, ask).index, 0));
}
test("decimals with a comma are told, but not where a list is asked for", () => {
  assert.match(judgeLine("0,5", ["0.5", "1.5"]).problem, /with a point/);
  assert.match(judgeLine("1,5", ["shape (4,), mean 5.25", "shape (12,), mean 4.5"]).problem, /with a point/);
  assert.deepEqual(judgeLine("0,5", stages), { index: -1, problem: undefined });
  assert.equal(judgeLine("0,3", stages).index, 0);
});
test("nothing, and a unit that is not asked for, are told and not judged", () => {
  assert.match(judgeLine("", stages).problem, /Type an answer/);
  assert.match(judgeLine("24 ms", files, "How many MB are sent?").problem, /Answer in MB/);
  assert.match(judgeLine("2 GB", factor, TIMES).problem, /plain number/);
});
test("a long text is compared at once", () => {
  const start = performance.now();
  for (const text of ["1 x ".repeat(2e4), "[ ".repeat(2e4), `1${" ".repeat(2e4)}x`, "one ".repeat(2e4), "1,".repeat(2e4)]) judgeLine(text.trim(), [...stages, ...rows], TIMES);
  assert.ok(performance.now() - start < 2000);
});
