/* When a question comes back: FSRS-6 with its default weights, in whole days. Pure functions, no state of their own.
   tests/test_schedule.py holds it against PyPI `fsrs`. The names of the parts are those of that package. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.schedule) return;

  const WEIGHTS = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
    0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ];
  const RETENTION = 0.9; // a question comes back when the chance to know it has fallen to this
  const DECAY = -WEIGHTS[20];
  const FACTOR = 0.9 ** (1 / DECAY) - 1;
  const AGAIN = 1;
  const HARD = 2;
  const GOOD = 3;
  const EASY = 4;

  const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

  const startDifficulty = (grade) => WEIGHTS[4] - Math.exp(WEIGHTS[5] * (grade - 1)) + 1;

  const nextDifficulty = (d, grade) => {
    const damped = d - ((10 - d) * WEIGHTS[6] * (grade - GOOD)) / 9;
    return clamp(WEIGHTS[7] * startDifficulty(EASY) + (1 - WEIGHTS[7]) * damped, 1, 10);
  };

  const sameDay = (s, grade) => {
    const growth = Math.exp(WEIGHTS[17] * (grade - GOOD + WEIGHTS[18])) * s ** -WEIGHTS[19];
    return s * (grade === AGAIN ? growth : Math.max(growth, 1));
  };

  const forgotten = ({ s, d }, chance) =>
    Math.min(
      WEIGHTS[11] * d ** -WEIGHTS[12] * ((s + 1) ** WEIGHTS[13] - 1) * Math.exp((1 - chance) * WEIGHTS[14]),
      s / Math.exp(WEIGHTS[17] * WEIGHTS[18]),
    );

  const recalled = ({ s, d }, chance, grade) => {
    const growth = Math.exp(WEIGHTS[8]) * (11 - d) * s ** -WEIGHTS[9] * (Math.exp((1 - chance) * WEIGHTS[10]) - 1);
    return s * (1 + growth * (grade === HARD ? WEIGHTS[15] : 1) * (grade === EASY ? WEIGHTS[16] : 1));
  };

  const nextStability = (card, grade, day) => {
    if (day <= card.last) return sameDay(card.s, grade);
    const chance = retrievability(card, day);
    return grade === AGAIN ? forgotten(card, chance) : recalled(card, chance, grade);
  };

  const interval = (s) => clamp(Math.round((s / FACTOR) * (RETENTION ** (1 / DECAY) - 1)), 1, 36500);

  /**
   * @typedef {{s: number, d: number, last: number, due: number, n: number, lapses: number}} Card stability, difficulty,
   *   days, reviews, days on which it was forgotten
   */

  /**
   * The chance, 0 to 1, that the reader still knows it.
   * @param {Card} card
   * @param {number} day
   * @returns {number}
   */
  const retrievability = (card, day) => (1 + (FACTOR * Math.max(0, day - card.last)) / card.s) ** DECAY;

  /**
   * The card after one more review.
   * @param {Card|null} card null: never reviewed
   * @param {1|2|3|4} grade Again, Hard, Good, Easy
   * @param {number} day number of the local day
   * @returns {Card}
   */
  const schedule = (card, grade, day) => {
    const s = Math.max(card ? nextStability(card, grade, day) : WEIGHTS[grade - 1], 0.001);
    const d = card ? nextDifficulty(card.d, grade) : clamp(startDifficulty(grade), 1, 10);
    const isLapse = card && grade === AGAIN && day > card.last;
    const lapses = (card?.lapses ?? 0) + (isLapse ? 1 : 0); // a card of an earlier version counts none
    return { s, d, last: day, due: day + interval(s), n: (card ? card.n : 0) + 1, lapses };
  };

  /**
   * The grade of an answered question. Right at the first meeting is Easy: it comes back after eight days. Good would bring
   * back a whole page after two, and a lucky guess is found out by the first review all the same.
   * @param {{share: number, sure: boolean|null, isNew: boolean}} answer share: how much of the first try was right, 0 to 1
   * @returns {1|2|3|4}
   */
  const gradeOf = ({ share, sure, isNew }) => {
    if (share < 0.75) return AGAIN;
    if (share < 1 || sure === false) return HARD;
    return isNew ? EASY : GOOD;
  };

  Object.assign(Lockstep, { schedule, retrievability, gradeOf });
  if (typeof module !== "undefined") module.exports = Lockstep;
})();
