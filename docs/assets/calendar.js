/* Reminders as a calendar file, RFC 5545. It comes when it is asked for. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.calendar) return;

  const OCTETS = 75; // of a line, without its end

  const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

  /** Break a long line; what follows a break begins with a space, and no character is broken. */
  const folded = (line) => {
    const size = (text) => new TextEncoder().encode(text).length;
    const parts = [""];
    for (const character of line) {
      if (size(parts.at(-1) + character) > OCTETS) parts.push(" ");
      parts[parts.length - 1] += character;
    }
    return parts.join("\r\n");
  };

  const dateOf = (day) => new Date(day * 864e5).toISOString().slice(0, 10).replace(/-/g, "");

  /** An event of a whole day that blocks no time, with an alarm at nine in the morning. */
  const eventOf = ([day, number], { address, now }) => {
    const summary = escaped(`Lockstep: ${number} question${number === 1 ? "" : "s"} to review`);
    return [
      "BEGIN:VEVENT",
      `UID:review-${dateOf(day)}@${new URL(address).host || "lockstep"}`,
      `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, "")}`,
      `DTSTART;VALUE=DATE:${dateOf(day)}`,
      `DTEND;VALUE=DATE:${dateOf(day + 1)}`,
      `SUMMARY:${summary}`,
      `DESCRIPTION:${escaped(address)}`,
      `URL:${address}`,
      "TRANSP:TRANSPARENT",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `DESCRIPTION:${summary}`,
      "TRIGGER:PT9H",
      "END:VALARM",
      "END:VEVENT",
    ];
  };

  /**
   * A calendar with an event on each day on which something comes back. The event of a day has the same UID in each file,
   * so a later file replaces it.
   * @param {number[][]} days number of a day, and how many questions come back on it
   * @param {{address: string, now: Date}} from the review page, and when the file is made
   * @returns {string}
   */
  Lockstep.calendar = (days, from) => {
    const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Lockstep//Review//EN"];
    const lines = [...head, ...days.flatMap((day) => eventOf(day, from)), "END:VCALENDAR"];
    return lines.map((line) => `${folded(line)}\r\n`).join("");
  };
  if (typeof module !== "undefined") module.exports = Lockstep;
})();
