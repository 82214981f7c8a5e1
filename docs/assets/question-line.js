/* The kind "line": the reader writes a line that a program lacks. What was run in its place is known with its end; of
   anything else nobody can say more than that it was not run, so both lines are shown and the reader judges. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.line) return; // Material's instant navigation runs scripts again

  const PART = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s*#.*$|\s*([^\w\s"'])\s*|\s+/g;

  /** A statement without what a writer is free in: white space, the kind of quotes, a comment, a comma before a bracket. */
  const normalLine = (text) =>
    text
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .trim()
      .replace(PART, (part, string, sign) => (string ? `"${string.slice(1, -1)}"` : sign ?? (part.includes("#") ? "" : " ")))
      .replace(/,(?=[)\]}])/g, "");

  const line = {
    above: true,
    build(q) {
      q.forms = [...q.querySelectorAll(".ls-q-forms > li")];
      Lockstep.addField(q, q.querySelector(".ls-q-field"));
      const { make } = Lockstep;
      const mark = (text, right) => make("button", { type: "button", onclick: () => line.grade(q, right) }, text);
      q.marks = make("div", { className: "ls-q-grades", role: "group", ariaLabel: "Does your line do the same?" });
      q.marks.tabIndex = -1; // takes the focus of Check, which is hidden then
      q.marks.append(mark("Mine does the same", true), mark("Mine does not", false));
      q.bar.prepend(q.marks);
    },
    given: (q) => q.input.value.trim() || " ",
    judge(q) {
      const typed = q.input.value.trim();
      if (!typed) return { problem: "Write the line first." };
      const text = normalLine(typed);
      const form = q.forms.find((item) => normalLine(item.firstElementChild.textContent) === text);
      if (form?.hasAttribute("data-right")) return { right: true, note: form === q.forms[0] ? "" : " It was run and passed." };
      if (form) return { right: false, text: Lockstep.text(form).replace(/^.*? Wrong\. /s, "Not this. ") };
      if (q.exam) return { problem: "This line was not run, so it does not count, for you or against you. Write it as you would in the program above." };
      q.input.readOnly = true;
      q.marks.hidden = false;
      q.marks.focus({ preventScroll: true });
      q.to("shown");
      q.surely.hidden = q.hint.hidden = true;
      return { problem: `“${typed}” was not run, so nobody knows. The line of the program is below. Does yours do the same?` };
    },
    /** The reader's own verdict on a line that was not run. */
    grade(q, right) {
      q.checks += 1;
      q.finish(right, false, right ? "Marked by you as right." : "Marked by you as wrong.");
    },
    end(q) {
      q.input.readOnly = true;
      q.marks.hidden = true;
    },
    clear(q) {
      q.input.readOnly = false;
      q.input.value = "";
      q.marks.hidden = true;
    },
  };

  Object.assign(Lockstep, { line, normalLine });
  if (typeof module === "object") module.exports = Lockstep;
})();
