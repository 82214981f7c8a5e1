/* <ls-launch>: choices become the command to type on each host. lockstep/markdown/launch_command.py does the same, step by
   step, and hands over all texts; a test compares the two. */
"use strict";

(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.launchCommand) return; // Material's instant navigation runs scripts again

  class Wrong extends Error {} // a choice from which no command follows; its text is the sentence for the reader

  const bare = (text) => text.replace(/^[ \t\n]+|[ \t\n]+$/g, "");
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const is = (pattern, text) => new RegExp(`^(?:${pattern})$`, "u").test(text);

  /** The choices that count with these, in the order of the form. The others are neither shown nor read. */
  const asked = (known, choices) => {
    const values = { ...known.start, ...choices };
    const [launcher, hosts] = [bare(values.launcher), bare(values.hosts)];
    const onTorchrun = launcher === "torchrun" || launcher === "sbatch";
    const isElastic = launcher === "torchrun" && !["", hosts].includes(bare(values.most));
    const isAlone = hosts === "1" && !isElastic;
    const meets = launcher === "torchrun" && !isAlone;
    const isStatic = meets && !isElastic && bare(values.meet) === "static";
    const wanted = {
      launcher: true,
      hosts: launcher !== "spawn",
      most: launcher === "torchrun",
      processes: true,
      script: true,
      arguments: true,
      gpus: launcher === "sbatch" || launcher === "srun",
      cpus: launcher === "sbatch" || launcher === "srun",
      meet: meets && !isElastic,
      address: meets || (launcher === "hand" && !isAlone),
      port: !(onTorchrun && isAlone),
      id: meets && !isStatic,
      restarts: onTorchrun,
      logs: launcher !== "spawn",
      folder: launcher !== "spawn" && bare(values.logs) !== "none",
    };
    return Object.keys(wanted).filter((name) => wanted[name]);
  };

  /** What is wrong with each field by itself, as [field, sentence]. */
  const faults = (known, values) =>
    asked(known, values).flatMap((name) => {
      const [text, label] = [bare(values[name]), known.labels[name]];
      if (known.options[name]) return Object.hasOwn(known.options[name], text) ? [] : [[name, filled(known.wrong.option, { label })]];
      if (known.bounds[name]) {
        if (name === "most" && !text) return [];
        const [least, most] = known.bounds[name];
        const isIn = is("0|[1-9][0-9]{0,5}", text) && least <= Number(text) && Number(text) <= most;
        return isIn ? [] : [[name, filled(known.wrong.whole, { label, least, most })]];
      }
      if (known.patterns[name]) return is(known.patterns[name], text) ? [] : [[name, known.wrong[name]]];
      return new RegExp(known.control, "u").test(values[name]) ? [[name, filled(known.wrong.control, { label })]] : [];
    });

  /** The name of the script, so that nothing takes it for an option. */
  const scriptOf = (known, text) => {
    if (!text) throw new Wrong(known.wrong["no script"]);
    if (text.startsWith("~")) throw new Wrong(known.wrong.home);
    return text.startsWith("-") ? `./${text}` : text;
  };

  /** Split a text as a shell does; what a shell would also replace or run is refused. */
  const split = (known, text) => {
    const signs = [...text];
    const words = [];
    let [word, quote, inWord] = ["", "", false];
    const refuse = (sign) => {
      throw new Wrong(filled(known.wrong.shell, { sign }));
    };
    while (signs.length) {
      const sign = signs.shift();
      if (quote === "'") {
        if (sign === "'") quote = "";
        else word += sign;
      } else if (sign === "\\") {
        if (!signs.length) throw new Wrong(known.wrong.open);
        const taken = signs.shift();
        if (taken !== "\n") {
          word += quote && !'$`"\\'.includes(taken) ? `\\${taken}` : taken;
          inWord = true;
        }
      } else if (quote) {
        if ("$`".includes(sign)) refuse(sign);
        if (sign === '"') quote = "";
        else word += sign;
      } else if ("'\"".includes(sign)) {
        [quote, inWord] = [sign, true];
      } else if (" \t\n".includes(sign)) {
        if (inWord) words.push(word);
        [word, inWord] = ["", false];
      } else if (known.forTheShell.includes(sign) || ("~#".includes(sign) && !inWord)) {
        refuse(sign);
      } else {
        word += sign;
        inWord = true;
      }
    }
    if (quote) throw new Wrong(known.wrong.open);
    return inWord ? [...words, word] : words;
  };

  /** Choices without a fault of their own, as numbers and words. */
  class Job {
    constructor(known, given) {
      this.known = known;
      const counts = asked(known, given); // the others are as they start
      this.values = { ...known.start, ...Object.fromEntries(counts.map((name) => [name, bare(given[name])])) };
      this.launcher = this.values.launcher;
      this.used = new Set(); // the parts to explain
      [this.hosts, this.processes] = [Number(this.values.hosts), Number(this.values.processes)];
      this.most = Number(this.values.most || this.hosts);
      if (this.most < this.hosts) throw new Wrong(filled(known.wrong.span, this));
      this.arguments = split(known, given.arguments);
      this.script = scriptOf(known, this.values.script);
      if (this.arguments[0] === "--" && ["torchrun", "sbatch"].includes(this.launcher)) throw new Wrong(known.wrong.dashes);
      this.logs = this.values.logs;
    }
    use(...names) {
      for (const name of names) this.used.add(name);
    }
    quoted(word) {
      return is(this.known.plain, word) ? word : "'" + word.replaceAll("'", "'\"'\"'") + "'"; // no template: rjsmin reads none in another
    }
    /** The script and its arguments as words of a shell; `python` stays in one line with the script. */
    program(python = "") {
      return [python + this.quoted(this.script), ...this.arguments.map((word) => this.quoted(word))];
    }
    fewHosts() {
      if (this.hosts > this.known.byHand) throw new Wrong(filled(this.known.wrong["by number"], { most: this.known.byHand }));
    }
    where(name, values = {}) {
      return filled(this.known.where[name], values);
    }
    /** Words as a command, over several lines where it is long. */
    joined(words, indent = "") {
      const long = (text) => [...text].length;
      const lines = [""];
      for (const word of words) {
        const last = lines.at(-1);
        if (last && long(indent) + long(last) + 1 + long(word) > this.known.width) {
          lines[lines.length - 1] += " \\";
          lines.push(`    ${word}`);
        } else lines[lines.length - 1] += last ? ` ${word}` : word;
      }
      return lines.map((line) => indent + line).join("\n");
    }
  }

  const block = (where, text) => ({ where, text });
  const range = (count) => Array.from({ length: count }, (_, number) => number);

  /** How the hosts meet, all by the same words. */
  const c10d = (job, address, name) => {
    if (job.most === 1) {
      job.use("torchrun --standalone");
      return ["--standalone"];
    }
    job.use(job.most === job.hosts ? "--nnodes" : "--nnodes MIN:MAX", "--rdzv-backend", "--rdzv-endpoint", "--rdzv-id");
    const hosts = job.most === job.hosts ? job.hosts : `${job.hosts}:${job.most}`;
    return [`--nnodes=${hosts}`, "--rdzv-backend=c10d", `--rdzv-endpoint=${address}:${job.values.port}`, `--rdzv-id=${name}`];
  };

  /** How the hosts meet, each by its number. */
  const byNumber = (job, host) => {
    job.use("--nnodes", "--node-rank", "--master-addr", "--master-port");
    return [`--nnodes=${job.hosts}`, `--node-rank=${host}`, `--master-addr=${job.values.address}`, `--master-port=${job.values.port}`];
  };

  const torchrunWords = (job, meet) => {
    const words = ["torchrun", ...meet, `--nproc-per-node=${job.processes}`];
    job.use("--nproc-per-node");
    if (Number(job.values.restarts)) {
      job.use("--max-restarts");
      words.push(`--max-restarts=${job.values.restarts}`);
    }
    if (job.logs !== "none") {
      job.use("--log-dir", job.logs === "files" ? "--redirects" : "--tee");
      words.push(`--log-dir=${job.values.folder}`, job.logs === "files" ? "--redirects=3" : "--tee=3");
    }
    return [...words, ...job.program()];
  };

  const torchrun = (job) => {
    if (job.values.meet === "static") {
      job.fewHosts();
      if (Number(job.values.restarts)) throw new Wrong(job.known.wrong["static restarts"]);
      return range(job.hosts).map((host) => block(job.where("host", { host }), job.joined(torchrunWords(job, byNumber(job, host)))));
    }
    const words = torchrunWords(job, c10d(job, job.values.address, job.values.id));
    return [block(job.where(job.most === 1 ? "here" : "each"), job.joined(words))];
  };

  /** A file for sbatch, and the line that hands it in. */
  const batch = (job, tasks, cpus, lines) => {
    const head = ["#!/bin/bash", `#SBATCH --nodes=${job.hosts}`, `#SBATCH --ntasks-per-node=${tasks}`];
    job.use("#SBATCH --nodes", "#SBATCH --ntasks-per-node", "#SBATCH --cpus-per-task", "srun --cpus-per-task");
    if (job.values.gpus === "yes") {
      job.use("#SBATCH --gpus-per-node");
      head.push(`#SBATCH --gpus-per-node=${job.processes}`);
    }
    const text = [...head, `#SBATCH --cpus-per-task=${cpus}`, "", ...lines].join("\n");
    return [block(job.where("file", { name: "job.sh" }), text), block(job.where("submit"), "sbatch job.sh")];
  };

  const VARIABLES = ["RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"];
  const FIRST = '$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)';

  const sbatch = (job) => {
    const cpus = job.processes * Number(job.values.cpus);
    const lines = [];
    if (job.hosts > 1) {
      job.use("scontrol show hostnames");
      lines.push(`first=${FIRST}`);
    }
    const words = torchrunWords(job, c10d(job, '"$first"', '"$SLURM_JOB_ID"'));
    return batch(job, 1, cpus, [...lines, job.joined(["srun", `--cpus-per-task=${cpus}`, ...words])]);
  };

  const srun = (job) => {
    if (job.logs === "both") throw new Wrong(job.known.wrong["srun both"]);
    job.use("scontrol show hostnames", ...VARIABLES);
    const { cpus, folder, port } = job.values;
    const lines = [
      `export MASTER_ADDR=${FIRST}`,
      `export MASTER_PORT=${port}`,
      `rank='export RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID WORLD_SIZE=$SLURM_NTASKS; exec "$@"'`,
    ];
    const words = ["srun", `--cpus-per-task=${cpus}`];
    if (job.logs === "files") {
      job.use("mkdir", "srun --output");
      lines.push(`mkdir -p ${folder}`);
      words.push(`--output=${folder}/rank_%t.log`);
    }
    words.push("bash", "-c", '"$rank"', "rank", ...job.program("python "));
    return batch(job, job.processes, cpus, [...lines, job.joined(words)]);
  };

  const spawn = (job) => {
    job.use("mp.spawn", "runpy.run_path", ...VARIABLES);
    const words = [job.script, ...job.arguments].map((word) => JSON.stringify(word)).join(", ");
    const text = `import os
import runpy
import sys

import torch.multiprocessing as mp


def start(rank, world_size):
    os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(world_size))
    os.environ.update(MASTER_ADDR="localhost", MASTER_PORT="${job.values.port}")
    sys.argv = [${words}]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    mp.spawn(start, args=(${job.processes},), nprocs=${job.processes})`;
    return [block(job.where("file", { name: "spawn.py" }), text), block(job.where("here"), "python spawn.py")];
  };

  /** The processes of a host: one by its line, several in a loop. */
  const onHost = (job, host) => {
    const { folder, port, address } = job.values;
    const first = host * job.processes;
    const hasLoop = job.processes > 1;
    const rank = !hasLoop ? String(first) : first ? `$((${first} + i))` : "$i";
    const words = [`RANK=${rank}`, `LOCAL_RANK=${hasLoop ? "$i" : 0}`, `WORLD_SIZE=${job.hosts * job.processes}`];
    words.push(`MASTER_ADDR=${job.hosts === 1 ? "localhost" : address}`, `MASTER_PORT=${port}`, ...job.program("python "));
    job.use(...VARIABLES);
    const lines = [];
    if (job.logs !== "none") {
      job.use("mkdir");
      lines.push(`mkdir -p ${folder}`);
      const file = `"${folder}/rank_${rank}.log"`;
      words.push(...(job.logs === "files" ? [`> ${file}`, "2>&1"] : ["2>&1", `| tee ${file}`]));
    }
    if (!hasLoop) return [...lines, job.joined(words)].join("\n");
    job.use("& and wait");
    return [...lines, `for i in $(seq 0 ${job.processes - 1}); do`, job.joined([...words, "&"], "  "), "done", "wait"].join("\n");
  };

  const hand = (job) => {
    job.fewHosts();
    const where = (host) => (job.hosts === 1 ? job.where("here") : job.where("host", { host }));
    return range(job.hosts).map((host) => block(where(host), onHost(job, host)));
  };

  const LAUNCHERS = { torchrun, sbatch, srun, spawn, hand };

  /** The commands for choices, each given as the text of its field: { blocks, flags, wrong, at }; `at` are fields with a fault. */
  const launchCommand = (known, choices) => {
    const values = { ...known.start, ...choices };
    const found = faults(known, values);
    if (found.length) return { blocks: [], flags: [], wrong: found.map(([, sentence]) => sentence), at: found.map(([name]) => name) };
    try {
      const job = new Job(known, values);
      const blocks = LAUNCHERS[job.launcher](job);
      return { blocks, flags: Object.entries(known.flags).filter(([name]) => job.used.has(name)), wrong: [], at: [] };
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      return { blocks: [], flags: [], wrong: [error.message], at: [] };
    }
  };

  /** The choices that a link names; "" where it names none of this form. */
  const fromLink = (known, fragment) => {
    const [name, query] = fragment.split("?");
    const given = new URLSearchParams(name === "#launch-command" ? query : "");
    return Object.fromEntries([...given].filter(([key]) => Object.hasOwn(known.start, key)));
  };

  /** A link to choices: those that count and are not as they start. */
  const toLink = (known, choices) => {
    const told = asked(known, choices).filter((name) => choices[name] !== known.start[name]);
    return `#launch-command?${new URLSearchParams(told.map((name) => [name, choices[name]]))}`;
  };

  Object.assign(Lockstep, { launchCommand, launchAsked: asked, fromLaunchLink: fromLink, toLaunchLink: toLink });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const { make, copyText } = Lockstep; // element.js
  const button = (text) => make("button", { type: "button", className: "ls-button" }, text);

  const field = (known, name) => {
    const options = Object.entries(known.options[name] ?? {});
    const input = options.length
      ? make("select", { name }, ...options.map(([value, text]) => make("option", { value }, text)))
      : make("input", { name, type: "text", autocomplete: "off", spellcheck: false, inputMode: known.bounds[name] ? "numeric" : "text" });
    input.setAttribute("autocapitalize", "off");
    const text = make("span", { id: `launch-${name}-label` }, known.labels[name]);
    const hint = make("small", { id: `launch-${name}-hint` }, known.hints[name] ?? "");
    input.setAttribute("aria-labelledby", text.id); // without the hint, which describes it
    if (hint.textContent) input.setAttribute("aria-describedby", hint.id);
    return [name, input, make("label", {}, text, input, hint)];
  };

  const shownBlock = ({ where, text }) => {
    const said = make("span", { role: "status" });
    const press = button("Copy");
    press.setAttribute("aria-label", `Copy: ${where}`);
    press.addEventListener("click", () => copyText(text, said, "Mark the lines and copy them."));
    const pre = make("pre", { tabIndex: 0 }, make("code", {}, text));
    return make("div", { className: "ls-launch-block" }, make("p", {}, make("b", {}, where), press, said), pre);
  };

  const build = (host) => {
    const known = JSON.parse(host.querySelector("script").textContent);
    const fields = Object.keys(known.start).map((name) => field(known, name));
    const wrong = make("div", { className: "ls-launch-wrong", role: "status" });
    const blocks = make("div", { className: "ls-launch-blocks" });
    const flags = make("dl", {});
    const said = make("span", { role: "status" });
    const share = button("Copy link");
    const reset = make("button", { type: "reset", className: "ls-button" }, "Reset");
    const form = make("form", { noValidate: true },
      make("div", { className: "ls-launch-fields" }, ...fields.map(([, , label]) => label)), wrong, blocks, flags,
      make("p", { className: "ls-launch-row" }, share, reset, said));
    const values = () => Object.fromEntries(fields.map(([name, input]) => [name, input.value]));
    const fill = (given) => {
      for (const [name, input] of fields) input.value = given[name] ?? known.start[name];
    };

    const show = () => {
      const choices = values();
      const made = launchCommand(known, choices);
      const counts = asked(known, choices);
      for (const [name, input, label] of fields) {
        label.hidden = !counts.includes(name);
        input.setAttribute("aria-invalid", String(made.at.includes(name)));
      }
      const told = made.wrong.join("\n");
      if (wrong.dataset.told !== told) wrong.replaceChildren(...made.wrong.map((sentence) => make("p", {}, sentence))); // said once
      wrong.dataset.told = told;
      blocks.replaceChildren(...made.blocks.map(shownBlock));
      flags.replaceChildren(...made.flags.flatMap(([name, text]) => [make("dt", {}, make("code", {}, name)), make("dd", {}, text)]));
    };
    const keep = () => history.replaceState(history.state, "", toLink(known, values()));
    const open = () => {
      const given = fromLink(known, location.hash);
      if (!Object.keys(given).length) return;
      fill(given);
      show();
      host.scrollIntoView();
    };

    form.addEventListener("input", () => {
      show();
      keep();
      said.textContent = "";
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      fill({});
      show();
      history.replaceState(history.state, "", `#${host.id}`);
    });
    share.addEventListener("click", () => {
      keep();
      copyText(location.href, said, "The address of this page holds it.");
    });
    fill({});
    show();
    const table = host.querySelector(".ls-launch-cases");
    table.before(form);
    table.open = false;
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  };

  class Launch extends HTMLElement {
    connectedCallback() {
      this.end ??= build(this);
    }
    disconnectedCallback() {
      this.end();
    }
  }
  customElements.define("ls-launch", Launch);
})();
