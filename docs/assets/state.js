/* What a reader answered: one JSON text in localStorage, read afresh before each change so that no tab undoes another.
   Where the browser keeps nothing the page still works, and says so once. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.read) return; // Material's instant navigation runs scripts again

  const KEY = "lockstep";
  const LIMIT = 2e6; // characters of a state; browsers keep some five million for a site, and two states must fit
  const VERSION = 1;
  const DAY = 864e5;
  const empty = () => ({ app: KEY, version: VERSION, questions: {}, badges: {}, settings: {} });

  /* What a state may hold */

  const isObject = (value) => Object(value) === value && !Array.isArray(value);
  const isText = (value) => typeof value === "string";
  const isFlag = (value) => typeof value === "boolean";
  const isWhole = (value) => Number.isInteger(value) && value >= 0;
  const isCount = (value) => isWhole(value) && value <= 9999;
  const isSize = (value) => Number.isFinite(value) && value > 0;
  const isDay = (value) => isWhole(value) && value <= 1e8; // a Date ends there
  const isCard = ({ s, d, last, due, n, lapses = 0 }) =>
    [s, d].every(isSize) && d < 99 && [last, due].every(isDay) && [n, lapses].every(isWhole);
  const FIELDS = {
    key: isText,
    at: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
    result: (value) => value === "right" || value === "wrong",
    first: isFlag,
    sure: (value) => value === null || isFlag(value),
    text: isText,
    ticked: (value) => Array.isArray(value) && value.every(isWhole),
    of: isWhole,
    got: isCount, // of these so many stood right at the last check
    off: isFlag, // the reader does not want it in the review
    card: (value) => isObject(value) && isCard(value),
    limit: isCount, // questions of a day's review; 0: all
    name: isText,
    timer: (value) => ["off", "normal", "double"].includes(value),
  };

  const flaws = (place, record, needed = []) => {
    if (!isObject(record)) return [`${place} is not an object.`];
    const isWrong = (field) => (field in record ? !FIELDS[field](record[field]) : needed.includes(field));
    return Object.keys(FIELDS).filter(isWrong).map((field) => `${place}: \`${field}\` is not what it must be.`);
  };

  const partFlaws = (part, records, needed) => {
    if (!isObject(records)) return [`\`${part}\` is not an object.`];
    return Object.entries(records).flatMap(([id, record]) => {
      const place = `${part}, ${JSON.stringify(id.slice(0, 60))}`;
      return /^[a-z0-9][a-z0-9-]*$/.test(id) ? flaws(place, record, needed) : `${place}: nothing can have this name.`;
    });
  };

  /**
   * Read a text that should be a state. Fields that this version does not know are kept.
   * @param {string} text
   * @returns {{state: object|null, problems: string[]}} the state, or what is wrong with the text
   */
  const validate = (text) => {
    const refuse = (...problems) => ({ state: null, problems });
    if (text.length > LIMIT) return refuse("This is larger than 2 MB.");
    let state;
    try {
      state = JSON.parse(text, (name, value) => {
        if (name === "__proto__") throw name; // a trap for whatever copies the object later
        return value;
      });
    } catch {
      return refuse("This is not JSON that Lockstep saved.");
    }
    if (state?.app !== KEY) return refuse("This was not saved by Lockstep.");
    if (!state.version || !isWhole(state.version)) return refuse("This has no version.");
    if (state.version > VERSION) return refuse(`This comes from a newer Lockstep (version ${state.version}).`);
    state = { ...empty(), ...state };
    const problems = [
      ...partFlaws("questions", state.questions, ["key", "at"]),
      ...partFlaws("badges", state.badges, ["name", "at"]),
      ...flaws("`settings`", state.settings),
    ];
    return problems.length ? refuse(...problems) : { state, problems };
  };

  /* Two states */

  const isNewer = (one, other) => Date.parse(one.at) > Date.parse(other.at);

  /** Both in one: of each question the newer answer; what else is mine stays. */
  const merge = (mine, theirs) => {
    const state = { ...theirs, ...mine };
    for (const part of ["questions", "badges", "settings"]) state[part] = { ...theirs[part], ...mine[part] };
    for (const [id, record] of Object.entries(theirs.questions)) {
      if (isNewer(record, state.questions[id])) state.questions[id] = record;
    }
    return state;
  };

  /* Storage */

  const listeners = new Set();
  let unsaved = null; // the text of the state, from a write that failed to the next that does not
  let stuck = false; // what cannot be read stands in the place of the state

  /** Put aside what cannot be read, beside what was put aside before. */
  const putAside = (text) => {
    let name = "lockstep-unreadable";
    for (let more = 2; (localStorage.getItem(name) ?? text) !== text; more += 1) name = `lockstep-unreadable-${more}`;
    localStorage.removeItem(KEY); // first: there may be no room for both
    try {
      localStorage.setItem(name, text);
    } catch (error) {
      localStorage.setItem(KEY, text);
      throw error;
    }
  };

  const stored = () => {
    let text = null;
    try {
      stuck = false;
      text = localStorage.getItem(KEY);
      const { state } = validate(text ?? JSON.stringify(empty()));
      if (state) return state;
      putAside(text);
    } catch {
      stuck = true; // Blocked: that is told when the first answer is lost. Full: what cannot be read stays where it is.
    }
    if (text) notice("Your answers could not be read and are put aside.");
    return empty();
  };

  /** @returns {object} a whole state, the caller's own */
  const read = () => (unsaved ? JSON.parse(unsaved) : stored());

  /**
   * Change the state and keep it.
   * @param {(state: object) => void} change
   * @returns {boolean} false where the browser did not keep it; this page goes on with it all the same
   */
  const update = (change) => {
    const state = read();
    change(state);
    const text = JSON.stringify(state);
    try {
      if (stuck) stored();
      if (stuck || !validate(text).state) throw text; // it could not be read again
      localStorage.setItem(KEY, text);
      unsaved = null;
    } catch {
      unsaved = text;
      notice("This browser keeps nothing more: answers last until you leave.");
    }
    tell(state, false);
    return !unsaved;
  };

  /**
   * @param {(state: object, elsewhere: boolean) => void} listener called after each change; elsewhere: in another tab
   * @returns {() => void} ends it
   */
  const subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tell = (...news) => listeners.forEach((listener) => listener(...news));

  globalThis.addEventListener?.("storage", ({ key }) => {
    if (key !== KEY && key !== null) return; // null: all was cleared
    if (unsaved) unsaved = JSON.stringify(merge(read(), stored()));
    tell(read(), true);
  });

  /* Days */

  /** @returns {number} the number of the local day of a date, of today without one */
  const today = (date = new Date()) => Math.floor((date - date.getTimezoneOffset() * 6e4) / DAY);

  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  /** @returns {string} the day of a number: "20 Nov", with the year where it is not this one. Intl is slow to begin. */
  const dayText = (day) => {
    const date = new Date(day * DAY);
    const year = date.getUTCFullYear();
    const text = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
    return year === new Date().getFullYear() ? text : `${text} ${year}`;
  };

  /* Scripts that a page loads when they are wanted */

  const beside = globalThis.document?.currentScript?.src;

  /**
   * @param {...string} addresses seen from this script
   * @returns {Promise<void>} when the scripts have run, in their order; the next try asks again for one that did not come
   */
  const load = async (...addresses) => {
    const scripts = addresses.map((address) => Lockstep.make("script", { src: new URL(address, beside), async: false }));
    const ran = scripts.map((script) => new Promise((done, fail) => Object.assign(script, { onload: done, onerror: fail })));
    document.head.append(...scripts);
    await Promise.all(ran);
  };

  /* Telling the reader */

  const noticed = new Set();
  let region = null;

  /** Speak through the page's one live region. Call it with "" early: it must be there before it speaks. */
  const say = (text) => {
    if (!region) {
      region = Lockstep.make("div", { className: "ls-say", role: "status" });
      region.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
      document.body.append(region);
    }
    region.textContent = region.textContent === text ? `${text}\u00a0` : text; // the same text is not read twice
  };

  /** A line at the top of the article that the reader can put away; each text once per page. */
  const notice = (text) => {
    if (noticed.has(text) || !globalThis.document) return;
    noticed.add(text);
    const box = Lockstep.make("div", { className: "admonition warning ls-notice" });
    const close = Lockstep.make("button", { className: "md-button", type: "button", textContent: "Close", onclick: () => box.remove() });
    box.append(Lockstep.make("p", { textContent: text }), close);
    (document.querySelector("article") ?? document.body).prepend(box);
    say(text);
  };

  Object.assign(Lockstep, { read, update, subscribe, validate, isNewer, merge, today, dayText, load, say, notice });
  if (typeof module !== "undefined") module.exports = Lockstep;
})();
