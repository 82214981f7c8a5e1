/* How a typed number is read and judged. It comes with the first touch of a question. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.readNumber) return; // Material's instant navigation runs scripts again

  const FAMILIES = [
    { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 },
    { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 },
    { "%": 0.01, k: 1e3, K: 1e3, M: 1e6, G: 1e9, thousand: 1e3, million: 1e6 },
  ];
  const NAMES = { byte: "B", sec: "s", second: "s", min: "min", minute: "min", hr: "h", hour: "h", percent: "%" };
  for (const [name, short] of Object.entries({ milli: "m", micro: "µ", nano: "n" })) NAMES[`${name}second`] = `${short}s`;
  for (const [name, short] of Object.entries({ kilo: "k", mega: "M", giga: "G", tera: "T", kibi: "Ki", mebi: "Mi", gibi: "Gi", tebi: "Ti" }))
    NAMES[`${name}byte`] = `${short}B`;
  const BITS = /^(?:(k|[KMGT]i?)?bits?|([KMGT]i?)b)$/; // Gb; of gb nobody knows, and bytes are asked for
  const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
  const WORD = new RegExp(String.raw`\b(?:${WORDS.join("|")}|twice)\b`, "gi");
  /** A text with "two" as 2, and "twice" as well. */
  const inDigits = (text) => text.replace(WORD, (word) => (/twice/i.test(word) ? 2 : WORDS.indexOf(word.toLowerCase())));
  const POWER = /(^|[^\w.])(?:(\d[\d.]{0,14}) ?[x×·*] ?)?(\d{1,9}) ?(?:\^|\*\*) ?([-+]?\d{1,3})/g;
  const ONE = String.raw`([-+]?(?:(?:[1-9]\d{0,2}(?:[ ,_'’]\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)`;
  const NUMBER = new RegExp(`^[~≈= ]*${ONE}(?: ?/ ?${ONE})? ?([^\\d\\s.,/+-][^\\d]*)?$`, "i");

  /**
   * Read a number: a fraction, groups of thousands, an exponent, a power such as 3·10^5, a word such as two, a unit after it.
   * @param {string} text
   * @returns {{value?: number, unit?: string, problem?: string}} problem: what to tell who wrote no number
   */
  const readNumber = (text) => {
    const power = (_, before, times = 1, base, exponent) => before + times * base ** exponent;
    const plain = inDigits(text).replace(/[−–]/g, "-").replace(POWER, power).replace(/\s+/g, " ").trim();
    if (!plain) return { problem: "Write an answer first." };
    const [, above, below = "1", unit = ""] = NUMBER.exec(plain) ?? [];
    if (!above && /^\D*\d+,\d+\D*$/.test(plain)) return { problem: "Write decimals with a point, such as 1.5." };
    const number = (digits) => Number(digits?.replace(/[ ,_'’]/g, ""));
    if (number(below) === 0) return { problem: "Nothing can be divided by zero." };
    const value = number(above) / number(below);
    return Number.isFinite(value) ? { value, unit } : { problem: "Write a number, such as 1.75, 7/4 or 1e6." };
  };

  /** The family of a unit and its size there. Capitals matter in one letter only, M is a million, m is not; and in bits. */
  const findUnit = (written) => {
    const [bits, prefix, short] = BITS.exec(written) ?? [];
    if (bits) return [FAMILIES[0], FAMILIES[0][`${(prefix ?? short ?? "").replace(/^K$/, "k")}B`] / 8];
    const singular = written.toLowerCase().replace(/s$/, "");
    const name = Object.hasOwn(NAMES, singular) ? NAMES[singular] : written;
    const isIt = (known) => known === name || (name.length > 1 && known.toLowerCase() === name.toLowerCase());
    for (const family of FAMILIES) {
      const known = Object.keys(family).find(isIt);
      if (known) return [family, family[known]];
    }
    return [];
  };

  const near = (value, answer, tolerance) => Math.abs(value - answer) <= tolerance + 1e-12 * Math.abs(answer);

  /** Whether what stands behind a number adds nothing to it: "3 times", what the question counts, "100000 samples/s", and its words after it. */
  const isCounted = (words, text) => {
    const asked = text.toLowerCase();
    const [, counted = "", rest] = /^([a-z×][a-z-]*)(?: ?\/ ?[a-z]+| per [a-z]+)?((?: [a-z-]+)*)$/i.exec(words) ?? [];
    const isNamed = counted.length > 2 && asked.includes(counted.toLowerCase().replace(/s$/, ""));
    if (!isNamed && !/^(x|×|times)$/i.test(counted)) return false;
    const known = new Set(asked.split(/[^a-z-]+/));
    return rest.toLowerCase().split(" ").every((word) => !word || known.has(word));
  };

  /**
   * Judge what was typed.
   * @param {string} text
   * @param {{answer: number, tolerance: number, unit?: string, text?: string}} asked text: the question, whose words may
   *   stand behind a number without a unit
   * @returns {{problem?: string, right?: boolean, value?: number, share?: boolean}} value: in the unit asked for;
   *   share: 0.83 was taken for 83 %
   */
  const judgeNumber = (text, { answer, tolerance, unit = "", text: question = "" }) => {
    const { value, unit: given, problem } = readNumber(text);
    if (problem) return { problem };
    const wanted = unit ? `Answer in ${unit}.` : "Answer with a plain number.";
    const [family, size] = findUnit(given);
    const [asked = FAMILIES[2], unitSize = 1] = findUnit(unit); // of any other unit, such as steps, there are k and M
    const isNoun = !unit && !family && isCounted(given, question);
    const isSame = !given || isNoun || (given.toLowerCase() === unit.toLowerCase() && !BITS.test(given));
    if (!isSame && !family) return { problem: `No unit “${given}” is known here. ${wanted}` };
    if (!isSame && family !== asked) return { problem: `${given} measures something else. ${wanted}` };
    const converted = isSame ? value : (value * size) / unitSize;
    const right = near(converted, answer, tolerance);
    const share = !right && unit === "%" && !given && near(100 * value, answer, tolerance);
    return { right: right || share, value: converted, share };
  };

  /* What a program prints, as people type it */

  const QUOTES = /[`'‘’“”"]/g;

  /** The words of a line without what readers may leave out or add: white space, quotes, zeros that change no number. */
  const plainWords = (text) =>
    text
      .replace(QUOTES, "")
      .replace(/\s+/g, " ")
      .replace(/\s*([^\w\s.-])\s*/g, " $1 ")
      .replace(/(^|\s)\.(?=\d)/g, (_, before) => `${before}0.`)
      .replace(/\d+\.\d*/g, (number) => String(Number(number)))
      .trim()
      .split(/\s+/);

  /** A line as people write it who do not mind capitals, and leave the comma out of 1,024 and the space out of 24 MB. */
  const looseLine = (text) =>
    text
      .toLowerCase()
      .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
      .replace(/(\d) ?(?=(?:[kmgt]i?)?b\b|[nuµm]?s\b)/g, "$1 ");

  /**
   * A line as people write lists of numbers: "0 and 3" for [0, 3], "8 x 64" for (8, 64). Brackets say nothing where none is
   * typed; where some are, they must stand at the same places, but for those around the whole.
   */
  const listLine = (keep) => (text) =>
    inDigits(text.toLowerCase())
      .replace(/[([{]/g, keep ? " [ " : " ")
      .replace(/[)\]}]/g, keep ? " ] " : " ")
      .replace(/([[\]]) +(?=\1)/g, "")
      .replace(/[,;]/g, " ")
      .replace(/(\d[\s\]]*)(?:and|&|by|x|×)(?=[\s[]*[-.\d])/g, "$1 ");

  /**
   * The ways in which words that were typed can mean a line: it or its end, a whole line that holds it, its only number.
   * Where punctuation is free, no number may be left over.
   */
  const meanings = (said, head, free) => {
    const within = (words) => ` ${words.join(" ")} `;
    const typed = within(said);
    const numbers = (words) => words.filter((word) => /\d/.test(word)).length;
    return [
      (words) => said.length >= words.length - head && within(words).endsWith(typed),
      (words) => words.length > 1 && typed.includes(within(words)) && !(free && numbers(said) > numbers(words)),
      (words) => said.length === 1 && words.filter((word) => /\d/.test(word)).join() === said[0],
    ];
  };

  /**
   * Which of some lines was typed. The words with which all lines begin may be left out, and what stands before them may be added.
   * @param {string} typed
   * @param {string[]} lines
   * @returns {number} -1: none, or more than one
   */
  const findLine = (typed, lines) => {
    if (!plainWords(typed).join("")) return -1;
    const list = listLine(/[([{]/.test(typed));
    for (const change of [String, looseLine, list, (text) => list(looseLine(text))]) {
      const free = change !== String && change !== looseLine;
      const all = lines.map((line) => plainWords(change(line)));
      const shared = (at) => all.every((words) => words.length > at && words[at] === all[0][at] && !(free && /\d/.test(words[at])));
      let head = 0;
      while (shared(head)) head += 1;
      for (const means of meanings(plainWords(change(typed)), head, free)) {
        const found = all.flatMap((words, index) => (means(words) ? [index] : []));
        if (found.length === 1) return found[0];
      }
    }
    return -1;
  };

  const ONLY = /^[^\d]*?(?<![\w.])(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]\d+)?)(?![\w.]*\d)(?: ?([a-zµ%]+))?(\D*)$/i;

  /** Which of some lines has, as its only number, the one that was typed with a unit, as a share or as a word. */
  const findNumber = (typed, lines, ask) => {
    const { problem: none } = readNumber(typed);
    const [, word = /%|percent/i.test(ask) ? "%" : ""] = /\bhow many ([a-z]+)/i.exec(ask) ?? [];
    const judged = lines.map((line) => {
      const [, number, behind = ""] = ONLY.exec(line.replace(QUOTES, "")) ?? [];
      if (none || !number) return {};
      const [unit = ""] = [behind, word].filter((name) => findUnit(name).length);
      return judgeNumber(typed, { answer: Number(number.replace(/,/g, "")), tolerance: 0, unit, text: `${ask} ${line}` });
    });
    const found = judged.flatMap(({ right }, index) => (right ? [index] : []));
    return { index: found.length === 1 ? found[0] : -1, problem: judged.find(({ problem }) => problem)?.problem };
  };

  const YES = { yes: "true", no: "false", y: "true", n: "false" };
  const VERB = "(?:is|are|was|were|do|does|did|has|have|can|will)";
  const YES_OR_NO = new RegExp(String.raw`(?:^|[.?!,:] )${VERB} (?![^.?]*\b(?:what|which|who|whose|how|where|when)\b)[^.?]*\?`, "i");

  /**
   * Which line of a record was typed.
   * @param {string} typed
   * @param {string[]} lines
   * @param {string} [ask] the question: its words may stand behind a number, and where it asks whether, yes is True
   * @returns {{index: number, problem?: string}} problem: what to tell who wrote something that is not judged
   */
  const judgeLine = (typed, lines, ask = "") => {
    if (!typed) return { index: -1, problem: "Type an answer, or show the options." };
    const isBare = lines.every((line) => /^(True|False)$/.test(line));
    const said = isBare && YES_OR_NO.test(ask) ? (YES[typed.toLowerCase().replace(/[.!]$/, "")] ?? typed) : typed;
    const index = findLine(said, lines);
    if (index >= 0) return { index };
    const isList = lines.some((line) => /\d, ?[-.\d]/.test(line.replace(/(\d),(?=\d{3}(?!\d))/g, "$1")));
    if (!isList && /^-?\d+,\d\d?$/.test(typed)) return { index, problem: "Write decimals with a point, such as 1.5." };
    return findNumber(typed, lines, ask);
  };

  Object.assign(Lockstep, { readNumber, near, judgeNumber, findLine, judgeLine });
  if (typeof module !== "undefined") module.exports = Lockstep;
})();
