/* <ls-explain>: a field to paste a log into or drop files on, and what the log says. The log stays in the browser. */
(() => {
  const Lockstep = globalThis.Lockstep;
  if (customElements.get("ls-explain")) return; // Material's instant navigation runs scripts again

  const { make } = Lockstep; // element.js
  const SHOWN = 1 << 20; // bytes of a file that the field shows; a larger one would take long to lay out
  const SLICE = 1 << 17; // bytes of a file that are read at once where the page itself reads
  const TITLES = { sure: "Found", likely: "Likely", unsure: "Several causes", "no match": "No entry" };
  const isDump = (head) => head[0] === 0x80 || /^\s*\{[^]*"(comm_lib_version|pg_config|entries)"|^\s*Process \d+: [^]*\nThread |^\s*(Timeout \([\d:.]+\)!\s+)?(Current thread|Thread|Stack)\b.*\(most recent call first\):/.test(new TextDecoder().decode(head));
  /** Whether the first bytes of a file may be text, as lockstep/explain/files.py tells it: null bytes alone are no sign, since a log on a network disk may have holes. */
  const isText = (head) => {
    const text = new TextDecoder().decode(head, { stream: true }), odd = text.match(/[\x01-\x07\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0;
    return /^(255,254|254,255)/.test(head.slice(0, 2)) || (odd <= 0.3 * [...text].length && !(odd && text.includes("\0"))); // UTF-16
  };
  Lockstep.explainScript = new URL("explain.js", document.currentScript.src).href;
  const load = (name) => new Promise((onload, onerror) => document.head.append(make("script", { src: new URL(name, Lockstep.explainScript), onload, onerror })));
  const NOT_LOADED = "A script did not load. Try again.";
  let reader = null; // what reads logs loads when the field is first used
  const ready = () => (reader ??= load("explain.js").catch((error) => { reader = null; throw error; }));
  const megabytes = (bytes) => Math.ceil(bytes / 1e6);

  /** Analyse files in a worker, or in the page with pauses where none starts. Gives a function that stops it. */
  const start = (known, files, tell, done) => {
    let worker = null, isStopped = false;
    const inPage = () => {
      worker?.terminate();
      worker = null;
      const pause = () => new Promise((resolve, reject) => setTimeout(() => (isStopped ? reject(new Error("stopped")) : resolve())));
      Lockstep.analyse(known, files, SLICE, tell, pause).then(done, (error) => { if (!isStopped) done(null, error); });
    };
    const inWorker = () => {
      worker = new Worker(Lockstep.explainScript);
      worker.addEventListener("error", (event) => { event.preventDefault(); inPage(); });
      worker.addEventListener("message", ({ data: { read, said, failed } }) => {
        if (read !== undefined) return tell(read);
        worker.terminate();
        done(said ?? null, failed);
      });
      worker.postMessage({ known, files });
    };
    if (location.protocol === "file:") inPage(); // a copy in a folder replaces Worker by one for the search alone
    else try { inWorker(); } catch { inPage(); }
    return () => { isStopped = true; worker?.terminate(); };
  };

  /** What to search for: a message without what differs from job to job. */
  const query = (text) => text.replace(/(?:[\w.~-]*\/)+[\w.-]+/g, " ").replace(/0x[0-9a-f]+|[0-9]+/gi, " ").replace(/["'`[\](){}<>]/g, " ").replace(/\s+/g, " ").trim().slice(0, 120);

  customElements.define("ls-explain", class extends HTMLElement {
    connectedCallback() {
      const data = this.querySelector("script");
      if (!data || this.known) return;
      this.known = JSON.parse(data.textContent);
      this.entries = this.known.entries;
      this.field = this.querySelector("textarea");
      this.result = this.querySelector(".ls-verdict");
      const [find, open, clear] = this.querySelectorAll(".ls-buttons button");
      const input = this.querySelector("input");
      find.onclick = () => this.findPasted();
      open.onclick = () => input.click();
      clear.onclick = () => this.clear();
      input.onchange = () => { const files = [...input.files]; input.value = ""; this.open(files); }; // a file can be opened again
      this.field.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.findPasted(); };
      for (const [index, button] of [...this.querySelectorAll(".ls-samples button")].entries()) {
        button.onclick = () => { this.field.value = this.known.samples[index]; this.findPasted(); };
      }
      this.addEventListener("focusin", () => ready().catch(() => {}), { once: true });
      this.ondragover = (event) => { if (event.dataTransfer.types.includes("Files")) { event.preventDefault(); this.classList.add("ls-dropping"); } };
      this.ondragleave = () => this.classList.remove("ls-dropping");
      this.ondrop = (event) => {
        this.classList.remove("ls-dropping");
        if (!event.dataTransfer.files.length) return;
        event.preventDefault();
        this.open([...event.dataTransfer.files]);
      };
    }

    clear() {
      this.stop?.();
      this.field.value = "";
      this.result.hidden = true;
      this.result.replaceChildren();
      delete this.result.dataset.sure;
      this.field.focus();
    }

    async open(files) {
      if (!files.length) return;
      const heads = await Promise.all(files.map((file) => file.slice(0, 4096).arrayBuffer().then((head) => new Uint8Array(head), () => new Uint8Array())));
      if (heads.some(isDump)) return load("hang.js").then(() => Lockstep.compareDumps(this, files, make), () => this.tell(NOT_LOADED));
      const odd = heads.findIndex((head) => !isText(head));
      if (odd >= 0) return this.tell(`${files[odd].name} ${heads[odd][0] === 0x1f && heads[odd][1] === 0x8b ? "is packed. Unpack it first." : "is not text. Give what the job printed, not a checkpoint or a dump."}`);
      files.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
      const [first] = files;
      this.field.value = files.length === 1 && first.size <= SHOWN ? await this.text(first, heads[0]).catch(() => "") : ""; // a folder cannot be read, which find() says
      this.find(files.map((blob) => ({ name: blob.webkitRelativePath || blob.name, blob })));
    }

    async text(file, head) {
      await ready();
      return new TextDecoder(Lockstep.encodingOf(head)).decode(await file.arrayBuffer());
    }

    findPasted() {
      if (this.field.value.trim()) this.find([{ name: "", blob: new Blob([this.field.value]) }]);
      else this.tell("There is nothing to read. Paste a log, open a file, or take a sample.");
    }

    tell(text) {
      this.stop?.();
      delete this.result.dataset.sure;
      this.result.replaceChildren(make("p", {}, text));
      this.result.hidden = false;
      this.reveal();
    }

    /** Take the focus to what was found, with its first line in view: a box that is higher than the screen would be scrolled to its middle. */
    reveal() {
      const { result } = this;
      result.focus({ preventScroll: true });
      const { top, bottom } = result.getBoundingClientRect();
      if (top < parseFloat(getComputedStyle(result).scrollMarginTop) || bottom > innerHeight) result.scrollIntoView();
    }

    async find(files) {
      this.stop?.();
      this.result.hidden = true;
      let isStopped = false;
      this.stop = () => { isStopped = true; };
      const size = files.reduce((sum, { blob }) => sum + blob.size, 0);
      if (!size) return this.tell("There is nothing to read: the file is empty.");
      try { await ready(); } catch { return isStopped || this.tell(NOT_LOADED); }
      if (isStopped) return;
      const cancel = make("button", { type: "button", className: "ls-button" }, "Cancel");
      const bar = make("progress", { max: size, value: 0, ariaLabel: "Bytes read" }), words = make("span", {});
      cancel.onclick = () => { this.stop(); this.result.hidden = true; this.field.focus(); };
      this.stop = start(this.known, files, (read) => {
        bar.value = read;
        words.textContent = ` Read ${megabytes(read)} of ${megabytes(size)} MB. `;
        if (bar.isConnected && !this.result.hidden) return;
        delete this.result.dataset.sure;
        this.result.replaceChildren(make("p", {}, bar, words, cancel));
        this.result.hidden = false;
      }, (said, failed) => (said ? this.show(said.verdict, files, said.starts) : this.tell(`The log cannot be read: ${failed}.`)));
    }

    /** The address of a page of the error index, as the link to the index is written here: a copy on disk has index.html in it. */
    link(slug, title = this.entries.find((entry) => entry.slug === slug).title) {
      const index = document.querySelector("[data-errors]")?.getAttribute("href") ?? "../errors/";
      return make("a", { href: index.replace(/(index\.html)?$/, `${slug}/$1`) }, title);
    }

    show(verdict, files, starts) {
      const { sure, root, reason, others, consequences, named, where, trigger, again, fix } = verdict;
      const placeOf = ({ line, rank }) => {
        const file = starts.findLastIndex((lines) => lines < line);
        const inFile = files.length > 1 ? `Line ${line - starts[file]} of ${files[file].name}` : `Line ${line}`;
        return inFile + (rank === null ? "" : `, rank ${rank}`);
      };
      const entry = root?.slug && this.entries.find(({ slug }) => slug === root.slug);
      const said = Lockstep.sentence(this.known, verdict) || reason;
      const parts = [make("p", { className: "ls-verdict-head" }, make("b", {}, said))];
      if (entry) parts.push(make("p", {}, `${TITLES[sure]}: `, this.link(entry.slug)));
      if (root) {
        parts.push(make("pre", {}, make("samp", {}, root.text)), make("p", { className: "ls-quiet" }, `${placeOf(root)}.`));
        for (const [finding, tells] of [[where, "tells it from others"], [trigger, "was being handled"], [named, "names the rank"], [again, "the restart"]]) {
          if (finding) parts.push(make("p", { className: "ls-quiet" }, `${placeOf(finding)}, ${tells}: `, make("samp", {}, finding.text)));
        }
      }
      if (entry) {
        parts.push(make("dl", {}, make("dt", {}, "Cause"), make("dd", { innerHTML: entry.cause }),
          make("dt", {}, "Fix"), fix ? make("dd", {}, fix) : make("dd", { innerHTML: entry.fix })));
      }
      if (root) parts.push(make("p", {}, make("b", {}, sure === "no match" ? "" : `${sure[0].toUpperCase()}${sure.slice(1)}. `), reason));
      if (sure === "no match") parts.push(...this.next(root, verdict.what));
      for (const [title, findings] of [[root ? "Also in this log" : "From the top of the log", others], ["Follows from it", consequences]]) {
        const items = findings.map((finding) => make("li", {}, finding.slug ? this.link(finding.slug) : make("samp", {}, finding.text), ` (${placeOf(finding)})`));
        if (items.length) parts.push(make("p", {}, `${title}:`), make("ul", {}, ...items));
      }
      this.result.dataset.sure = sure;
      this.result.replaceChildren(...parts);
      this.result.hidden = false;
      this.reveal();
    }

    /** What to do where no entry knows the error. */
    next(root, teller) {
      const steps = [];
      if (root) {
        const name = /^[\w.]+/.exec(root.text)?.[0] ?? "an error";
        if (!teller) steps.push(make("li", {}, "It is called ", make("code", {}, name), ". Read the traceback above its line: the last line of your own code is where it was raised."));
        steps.push(make("li", {}, "Search for: ", make("code", {}, query(root.text))));
      } else steps.push(make("li", {}, "Is there an error in the log? Search for its line as it stands. If there is none, the first error may stand further up, or in the log of another rank: paste the whole logs of all ranks."));
      if (!teller) steps.push(make("li", {}, "The job stands still and says nothing? ", this.link("hangs", "It hangs")));
      return [make("p", {}, "What to do next:"), make("ul", {}, ...steps)];
    }
  });
})();
