"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { calendar } = require("../../docs/assets/calendar.js");

const DAY = 20_777; // 20 November 2026
const from = { address: "https://example.org/lockstep/review/", now: new Date("2026-11-20T22:01:02.345Z") };
const lines = (text) => text.replace(/\r\n /g, "").split("\r\n");

test("a calendar as RFC 5545 asks for it", () => {
  const text = calendar([[DAY + 1, 3], [DAY + 42, 1]], from);
  assert.ok(text.endsWith("END:VCALENDAR\r\n"));
  assert.doesNotMatch(text.replaceAll("\r\n", ""), /[\r\n]/, "each line ends with both");
  const all = lines(text);
  assert.deepEqual(all.slice(0, 4), ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Lockstep//Review//EN", "BEGIN:VEVENT"]);
  for (const part of ["VCALENDAR", "VEVENT", "VALARM"]) {
    assert.equal(all.filter((line) => line === `BEGIN:${part}`).length, all.filter((line) => line === `END:${part}`).length);
  }
  const event = all.slice(3, all.indexOf("END:VEVENT"));
  for (const line of [
    "UID:review-20261121@example.org", "DTSTAMP:20261120T220102Z", "DTSTART;VALUE=DATE:20261121", "DTEND;VALUE=DATE:20261122",
    "SUMMARY:Lockstep: 3 questions to review", "URL:https://example.org/lockstep/review/", "TRIGGER:PT9H",
  ]) assert.ok(event.includes(line), line);
  assert.ok(all.includes("SUMMARY:Lockstep: 1 question to review"));
  assert.ok(all.includes("DTSTART;VALUE=DATE:20270101"));
});

test("each event has a UID of its own, the same in a later file", () => {
  const uids = (text) => lines(text).filter((line) => line.startsWith("UID:"));
  const days = [[DAY, 1], [DAY + 1, 1], [DAY + 2, 1]];
  assert.equal(new Set(uids(calendar(days, from))).size, 3);
  assert.deepEqual(uids(calendar(days, from)), uids(calendar(days, { ...from, now: new Date("2027-01-01") })));
});

test("no line is longer than 75 octets, no character is broken, and unfolded it is whole", () => {
  const address = `https://example.org/${"a,b;c".repeat(30)}/µ${"µ😀".repeat(60)}/`;
  const text = calendar([[DAY, 2]], { ...from, address });
  for (const line of text.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75 && !line.includes("\ufffd"), line);
  assert.ok(lines(text).includes(`URL:${address}`));
  assert.ok(lines(text).includes(`DESCRIPTION:${address.replace(/[,;]/g, "\\$&")}`));
});

test("a site in a folder has no host", () => {
  assert.match(calendar([[DAY, 1]], { ...from, address: "file:///home/review/index.html" }), /UID:review-20261120@lockstep\r\n/);
});
