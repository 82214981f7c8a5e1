/* <ls-check>: a field to paste a training script into or drop a file on, and what the rules find in it. The script stays in
   the browser. What reads it, python-ast.js and check-script.js with the rules, comes with the first script. */
(() => {
  if (customElements.get("ls-check")) return; // Material's instant navigation runs scripts again
  const beside = document.currentScript.src;

  const { make } = globalThis.Lockstep; // element.js
  const WORDS = { error: "Error", warning: "Warning", note: "Note" };
  const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

  let coming = null;
  const wake = () => (coming ??= Promise.all(["python-ast.js", "check-script.js", "tools/check-script.js"].map((address) => new Promise((onload, onerror) =>
    document.head.append(Object.assign(document.createElement("script"), { src: new URL(address, beside), async: false, onload, onerror }))))).catch((error) => { coming = null; throw error; }));

  /** The text of a file as Python reads it: UTF-8, or what a comment in its first two lines names. */
  const decoded = async (file) => {
    const bytes = await file.arrayBuffer();
    const head = new TextDecoder("latin1").decode(bytes.slice(0, 400)).split("\n", 2).join("\n");
    const [, named = "utf-8"] = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/m.exec(head) ?? [];
    return new TextDecoder(named.toLowerCase().replaceAll("_", "-").replace("latin-1", "latin1").replace(/-sig$/, ""), { fatal: true }).decode(bytes);
  };

  customElements.define("ls-check", class extends HTMLElement {
    connectedCallback() {
      const data = this.querySelector("script");
      if (!data || this.field) return;
      const { samples, largest } = JSON.parse(data.textContent);
      this.largest = largest;
      this.field = this.querySelector("textarea");
      this.status = this.querySelector("[role=status]");
      this.result = this.querySelector(".ls-reports");
      this.name = "";
      const [check, open, clear] = this.querySelectorAll(".ls-buttons button");
      const input = this.querySelector("input");
      check.onclick = () => this.check();
      open.onclick = () => input.click();
      clear.onclick = () => { this.field.value = this.name = ""; this.say(""); this.field.focus(); };
      input.onchange = () => { const [file] = input.files; input.value = ""; this.open(file); }; // a file can be opened again
      this.field.oninput = () => { this.name = ""; };
      this.field.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.check(); };
      for (const [index, button] of [...this.querySelectorAll(".ls-samples button")].entries()) {
        button.onclick = () => { this.field.value = samples[index]; this.name = ""; this.check(); };
      }
      this.ondragover = (event) => { if (event.dataTransfer.types.includes("Files")) { event.preventDefault(); this.classList.add("ls-dropping"); } };
      this.ondragleave = () => this.classList.remove("ls-dropping");
      this.ondrop = (event) => {
        this.classList.remove("ls-dropping");
        if (!event.dataTransfer.files.length) return;
        event.preventDefault();
        this.open(event.dataTransfer.files[0]);
      };
    }

    /** One sentence in the live region, and what stands below it. */
    say(text, ...parts) {
      this.status.textContent = text;
      this.result.replaceChildren(...parts);
      this.result.hidden = !parts.length;
      if (text) this.status.scrollIntoView({ block: "nearest" });
    }

    isTooLarge(bytes) {
      if (bytes > this.largest) this.say(`This file has more than ${this.largest / 1e6} MB. Take the script alone.`);
      return bytes > this.largest;
    }

    async open(file) {
      if (!file || this.isTooLarge(file.size)) return;
      try {
        this.field.value = await decoded(file);
      } catch {
        this.say(`${file.name} is not text that Python reads. Save it as UTF-8, or open a .py or .ipynb file.`);
        return;
      }
      this.name = file.name;
      await this.check();
    }

    async check() {
      const text = this.field.value;
      if (!text.trim()) return this.say("There is nothing to read. Paste a script, open a file, or take a sample.");
      if (this.isTooLarge(new Blob([text]).size)) return;
      this.say("Reading …");
      try {
        await wake();
        await new Promise((done) => setTimeout(done, 20)); // a long script holds the page: first it shows that it is read
      } catch {
        return this.say("The rules did not load. Try again.");
      }
      try {
        this.show(Lockstep.checkScript(Lockstep.checked, this.name, text), text);
      } catch (error) {
        this.say(`The check itself failed on this script: ${error.message}.`);
      }
    }

    show({ reports, refused, code }, text) {
      const shown = (line) => make("pre", {}, make("samp", {}, line));
      if (refused) return this.say(refused, ...(code ? [shown(code)] : []));
      if (!reports.length) {
        return this.say(`Nothing found in ${count(text.trimEnd().split("\n").length, "line")}.`, make("p", {},
          "That does not prove the script right. One file is read at a time, and what a configuration or another file decides is not known here."));
      }
      const levels = Object.keys(WORDS).map((level) => [reports.filter(({ rule }) => rule.level === level).length, level]);
      const items = reports.map(({ rule, place, what, code: line }) => {
        const item = make("li", {}, make("p", {}, make("b", {}, WORDS[rule.level]), `, ${place[0].toLowerCase()}${place.slice(1)}: `, this.link(rule.name)), shown(line), make("p", {}, `${what} ${rule.todo}`));
        item.dataset.level = rule.level;
        return item;
      });
      return this.say(`${count(reports.length, "report")}: ${levels.filter(([number]) => number).map(([number, level]) => count(number, level)).join(", ")}.`, make("ol", {}, ...items));
    }

    /** A rule, with the link that the table of rules on this page has. */
    link(name) {
      const row = [...document.querySelectorAll("article tr > :first-child a")].find(({ textContent }) => textContent === name);
      return row ? make("a", { href: row.href }, name) : make("code", {}, name);
    }
  });
})();
