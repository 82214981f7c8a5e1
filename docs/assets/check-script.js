/* What the rules find in a script: `Lockstep.checkScript(known, name, text)`.

   The functions do what lockstep/explain/script/{names,reader,rule,check,source}.py do, step by step; a test compares the two
   on the same scripts: change both. What they search for stands in Python and rules.toml alone, and comes with the page. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.checkScript || !Lockstep.python) return; // it comes again, or python-ast.js did not come
  const { unparse, walk, children } = Lockstep;

  /** A regular expression as Python writes it, which may begin with (?i). */
  const expressions = new Map();
  const expression = (source, flags = "") => {
    const key = `${flags}/${source}`;
    if (!expressions.has(key)) {
      const isFolded = source.startsWith("(?i)");
      expressions.set(key, new RegExp(isFolded ? source.slice(4) : source, isFolded && !flags.includes("i") ? `${flags}i` : flags));
    }
    return expressions.get(key);
  };
  const union = (...sets) => new Set(sets.flatMap((set) => [...set]));
  const lastPart = (name) => name.slice(name.lastIndexOf(".") + 1);
  const ownerPart = (name) => name.slice(0, Math.max(0, name.lastIndexOf(".")));

  /* Names */

  const dotted = (node) => {
    const parts = [];
    while (node.type === "Attribute") {
      parts.unshift(node.attr);
      node = node.value;
    }
    return node.type === "Name" ? [node.id, ...parts].join(".") : "";
  };
  const numberOf = (node) => (node?.kind === "int" ? Number(node.value) : null);
  const last = (node) => (node.type === "Attribute" ? node.attr : node.type === "Name" ? node.id : "");

  const importsOf = (nodes) => {
    const found = new Map();
    for (const node of nodes) {
      if (node.type === "Import") {
        for (const { name, asname } of node.names) found.set(asname ?? name.split(".")[0], asname ? name : name.split(".")[0]);
      } else if (node.type === "ImportFrom") {
        for (const { name, asname } of node.names) found.set(asname ?? name, `${".".repeat(node.level)}${node.module}.${name}`);
      }
    }
    return found;
  };

  const canonical = (text, imported) => {
    const dot = text.indexOf("."), head = dot < 0 ? text : text.slice(0, dot);
    return (imported.get(head) ?? head) + (dot < 0 ? "" : text.slice(dot));
  };

  /** Whether some ranks find a test true and others do not. */
  const rankTests = (known) => {
    const ranks = expression(known.ranks, "i"), notARank = expression(known.notARank, "i"), main = expression(known.main, "i");
    const isNamed = (name) => ranks.test(name) && !notARank.test(name);
    const isNot = (node) => node.type === "UnaryOp" && node.op === "not";
    const conditions = (test) => (test.type === "BoolOp" ? test.values.flatMap(conditions) : isNot(test) ? [test, ...conditions(test.operand)] : [test]);
    /** Whether a call reads a variable of the environment by a method, which gives a text or None. */
    const isOfEnvironment = (node) => {
      const name = node.type === "Call" && node.args.length ? dotted(node.func) : "";
      return lastPart(name) === "getenv" || ["os.environ.get", "environ.get"].includes(name);
    };
    const isRank = (node) => {
      if (node.type === "Call") {
        const name = last(node.func);
        if (["int", "str"].includes(name) && node.args.length) return isRank(node.args[0]);
        if (isOfEnvironment(node)) return node.args[0].kind === "str" && isNamed(node.args[0].value);
        return name.startsWith("get_") && isNamed(name) && node.args.length < 2;
      }
      if (node.type === "Subscript") return node.slice.kind === "str" && isNamed(node.slice.value); // os.environ["RANK"]
      return isNamed(last(node));
    };
    const givesARank = (node) => node.type === "Call" && last(node.func) !== "str" && isRank(node) && !isOfEnvironment(node);
    const isNoJob = (node) => node.kind === "None" || (node.kind === "str" && ["", "-1"].includes(node.value)) || (node.type === "UnaryOp" && node.op === "-" && ["int", "float"].includes(node.operand.kind) && Number(node.operand.value) === 1);
    const compares = (node) => {
      if (isNot(node)) return isRank(node.operand) && !isOfEnvironment(node.operand); // `not os.getenv("RANK")` asks whether it is set
      if (node.type !== "Compare" || node.ops.length !== 1) return false;
      let { left } = node;
      const [right] = node.comparators, [op] = node.ops;
      if (left.type === "BinOp") left = left.left; // rank % gpus == 0
      if (!isRank(left) && !(isRank(right) && left.type === "Constant")) return false;
      const other = isRank(left) ? right : left;
      if (op === "in" || op === "not in") return (other.elts ?? []).some((item) => !isNoJob(item));
      return (op === "==" || op === "!=") && !isNoJob(other);
    };
    const isMain = (node) => (node.type === "Call" ? !node.keywords.length && node.args.length < 2 && main.test(last(node.func)) : main.test(last(node)));
    const isBy = (test, ...ops) => test.type === "Compare" && test.ops.length === 1 && ops.includes(test.ops[0]) && isRank(test.left);
    return {
      conditions, isRank, givesARank,
      asksForARank: (test) => conditions(test).some((node) => compares(node) || isMain(node) || givesARank(node)),
      /** How many ranks a test asks for from rank 0 on; the rank that it asks for by its number. */
      firstRanks: (test) => {
        const bound = isBy(test, "<", "<=") ? numberOf(test.comparators[0]) : null;
        return bound ? bound + (test.ops[0] === "<=") : 0;
      },
      oneRank: (test) => (isBy(test, "==") ? numberOf(test.comparators[0]) : null),
    };
  };

  /** The variables in expressions: `loss` of `loss.item()`, `self.best` of `float(self.best)`; no function. */
  const namesIn = (known, ...texts) => new Set(texts.flatMap((text) => text.match(expression(known.name, "g")) ?? []).filter((name) => name !== "self" && name !== "cls"));
  const meet = (one, other) => [...one].some((name) => other.has(name));

  /* Events: what a script does, with what surrounds each */

  const ends = (body) => {
    const final = body.at(-1);
    if (final?.type === "Expr" && final.value.type === "Call") return ["sys.exit", "exit", "quit", "os._exit"].includes(dotted(final.value.func));
    return ["Return", "Continue", "Break", "Raise"].includes(final?.type);
  };
  const stopsGradients = (node) => ["no_grad", "inference_mode"].includes(last(node.type === "Call" ? node.func : node));
  const isAnd = (test) => test.type === "BoolOp" && test.op === "and";
  const isFunction = ({ type }) => type === "FunctionDef" || type === "AsyncFunctionDef";
  const isStatement = ({ type }) => STATEMENTS.has(type);
  const STATEMENTS = new Set(("FunctionDef AsyncFunctionDef ClassDef Return Delete Assign TypeAlias AugAssign AnnAssign For AsyncFor While If With AsyncWith " +
    "Match Raise Try TryStar Assert Import ImportFrom Global Nonlocal Expr Pass Break Continue").split(" "));
  const NO_EXPRESSIONS = new Set(["ExceptHandler", "match_case", "withitem", "keyword", "comprehension", "arguments", "arg", "alias", "TypeVar", "TypeVarTuple", "ParamSpec"]);
  const isExpression = (node) => !isStatement(node) && !NO_EXPRESSIONS.has(node.type) && (node.type === "MatchStar" || !node.type.startsWith("Match"));
  const takesARank = ({ type, patterns, value }) => (type === "MatchOr" ? patterns.some(takesARank) : type === "MatchValue" && value.type === "Constant");
  const looped = (node) => {
    while (node.type === "Call" && node.args.length && ["enumerate", "tqdm", "iter", "zip"].includes(last(node.func))) [node] = node.args;
    return node;
  };
  const heads = (statement) => [...children(statement)].flatMap((node) => (node.type === "withitem" ? [node.context_expr] : isExpression(node) ? [node] : []));
  const givenTo = (node) => {
    const found = [...node.args, ...node.keywords.map(({ value }) => value)];
    for (const value of [...found]) {
      if (value.type === "Dict") found.push(...value.values);
      else if (value.type === "List" || value.type === "Tuple") found.push(...value.elts);
    }
    return found;
  };
  const NONE = new Set();
  const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

  const factsOf = (known, text) => {
    const tree = Lockstep.python(text), place = Lockstep.placer(text), nodes = walk(tree);
    const imported = importsOf(nodes), { conditions, isRank, givesARank, asksForARank, firstRanks, oneRank } = rankTests(known);
    const functions = new Map(nodes.filter(isFunction).map((node) => [node.name, node]));
    const collectives = new Set(known.collectives), optimizers = new Set(known.optimizers), moves = new Set(known.moves);
    const kindsOf = new Map(), events = [], branchOf = new Map(), branchOfTest = new Map(), branchesWith = new Map();
    let branches = 0;

    const short = (node) => {
      const name = dotted(node.func);
      return /^(self|cls)\.[^.]*$/.test(name) ? name.slice(name.indexOf(".") + 1) : canonical(name, imported);
    };
    const isCollective = (name) => (known.ofAccelerate.includes(lastPart(name)) && Boolean(ownerPart(name))) || (collectives.has(lastPart(name)) && ["distributed", "dist"].includes(lastPart(ownerPart(name))));

    const plainCalls = (body, found = new Set()) => {
      for (const statement of body) {
        if (isFunction(statement) || ["ClassDef", "If", "Try"].includes(statement.type)) {
          if (statement.type === "If" && ends(statement.body)) break;
          continue;
        }
        for (const part of statement.body ? heads(statement) : [statement]) {
          for (const node of walk(part)) if (node.type === "Call" && !node.keywords.some(({ arg }) => arg === "group")) found.add(short(node));
        }
        plainCalls(statement.body ?? [], found);
      }
      return found;
    };
    const meeting = new Set();
    const calls = [...functions].map(([name, node]) => [name, [...plainCalls(node.body)]]);
    for (let more; more?.length !== 0;) {
      more = calls.filter(([name, called]) => !meeting.has(name) && called.some((call) => isCollective(call) || meeting.has(call)));
      more.forEach(([name]) => meeting.add(name));
    }

    // Kinds of variables

    const key = (name, where) => (name.startsWith("self.") ? name : `${where.scope}:${name}`);
    const learn = (name, kinds, where) => { if (name) kindsOf.set(key(name, where), kinds); };
    const kindsAt = (name, where) => {
      if (!name) return NONE;
      const at = `${name}.`.lastIndexOf(".module.");
      if (at > 0) return new Set([...kindsAt(name.slice(0, at), where)].map((kind) => `inside-${kind}`));
      return kindsOf.get(key(name, where)) ?? kindsOf.get(`:${name}`) ?? NONE;
    };
    const made = (value, where) => {
      const prefixed = (prefix) => new Set([...made(value.func.value, where)].map((kind) => prefix + kind));
      if (value.type === "IfExp") {
        const parts = [value.body, value.orelse], sides = parts.map((part) => made(part, where));
        return sides.find((side, at) => parts[at].type === "Call" && side.has("ddp")) // DDP(net) if several else net
          ?? sides.find((side) => [...side].some((kind) => kind.startsWith("inside-"))) // model.module if wrapped else model
          ?? union(...sides);
      }
      if (value.type === "BoolOp") return union(...value.values.map((part) => made(part, where)));
      if (value.type !== "Call") return kindsAt(dotted(value), where);
      const name = last(value.func), isMethod = value.func.type === "Attribute";
      const whole = canonical(dotted(value.func), imported), real = lastPart(whole) || name;
      if (givesARank(value)) return new Set(["rank"]);
      if (Object.hasOwn(known.libraries, whole) && !where.around.has("some-ranks")) return new Set([known.libraries[whole]]); // what some ranks make waits for nobody
      if (Object.hasOwn(known.kinds, real)) return new Set([known.kinds[real]]);
      if (optimizers.has(real)) return new Set(["optimizer"]);
      if (real === "state_dict" && isMethod) return prefixed("state-of-");
      if (moves.has(name) && isMethod) return made(value.func.value, where);
      if (["compile", "fully_shard", "convert_sync_batchnorm"].includes(real) && value.args.length) return union(made(value.args[0], where), real === "fully_shard" ? ["fully-shard"] : []);
      if (real === "parameters" && isMethod) return prefixed("parameters-of-");
      return NONE;
    };

    // Statements

    const adding = (where, ...words) => ({ ...where, around: union(where.around, words) });
    const nameIn = ({ name, scope }) => `${scope} ${lastPart(name)}`;
    const add = (event, node, where) => {
      if (where.branch) {
        const name = nameIn({ ...event, ...where });
        branchOf.set(events.length, where.branch);
        branchesWith.set(name, (branchesWith.get(name) ?? new Set()).add(where.branch));
      }
      const { around, tests, over, overKinds, scope } = where;
      events.push({ receiver: "", kinds: NONE, args: [], keywords: {}, argKinds: NONE, given: NONE, target: "", used: false, meets: false, restsOn: NONE, ...event, ...place(node.from), around, tests, over, overKinds, scope });
    };
    const asks = (test, where) => asksForARank(test) || conditions(test).some((part) => kindsAt(dotted(part), where).has("rank"));
    const someLeave = (node, where) => ends(node.body) && !node.orelse.length && asks(node.test, where) && branchOfTest.has(node);

    const readBody = (body, where) => {
      for (const statement of body) {
        readStatement(statement, where);
        if (statement.type !== "If" || !someLeave(statement, where)) continue;
        if (isAnd(statement.test)) where = { ...where, branch: where.branch || -branchOfTest.get(statement) }; // all ranks may come to the lines below
        else where = { ...adding(where, "some-ranks"), branch: ++branches };
      }
    };

    const readFunction = (node, where) => {
      for (const decorator of node.decorator_list) readExpression(decorator, where);
      const words = ["function"];
      if (expression(known.evaluation).test(node.name)) words.push("evaluation");
      if (node.decorator_list.some(stopsGradients)) words.push("no-grad");
      const inside = { around: new Set(words), tests: [], over: "", overKinds: NONE, scope: where.inClass + node.name, branch: 0, inClass: where.inClass };
      for (const { arg } of node.args.args) {
        if (expression(known.scaler).test(arg)) learn(arg, union(kindsAt(arg, { ...inside, scope: "" }), ["given-scaler"]), inside);
      }
      readBody(node.body, inside);
    };

    // How many ranks the script starts, by the least number that it names; 0 where it names none, or takes one
    const told = nodes.flatMap((node) => (node.type === "keyword" ? (["nprocs", "world_size"].includes(node.arg) ? [node.value] : [])
      : node.type === "Assign" && node.targets.some((target) => dotted(target) === "world_size") ? [node.value] : []));
    const counts = told.filter((value) => dotted(value) !== "world_size").map((value) => numberOf(value) ?? 0);
    const started = counts.length ? Math.min(...counts) : 0;

    /** What stands around the lines that a first few ranks come to. */
    const few = (test) => (!firstRanks(test) ? [] : firstRanks(test) < started ? ["few-ranks", "left-out"] : ["few-ranks"]);

    const isBetweenTwo = (call) => {
      const name = canonical(dotted(call.func), imported);
      return known.betweenTwo.includes(lastPart(name)) && ["distributed", "dist"].includes(lastPart(ownerPart(name)));
    };
    /** The rank to which a body sends before it receives. */
    const sendsFirstTo = (body) => {
      const pairs = body.flatMap((statement) => walk(statement)).filter((node) => node.type === "Call" && isBetweenTwo(node)).sort((a, b) => a.from - b.from);
      const [first] = pairs, isPlain = body.some(({ type, value }) => type === "Expr" && value === first);
      if (!isPlain || last(first.func) !== "send" || !pairs.some(({ func }) => last(func).includes("recv"))) return null;
      return numberOf(first.args[1] ?? first.keywords.find(({ arg }) => arg === "dst")?.value);
    };
    /** Whether two ranks begin with a blocking send to each other: one in the `if`, the other in the `else`. */
    const bothSendFirst = ({ test, body, orelse }) => {
      const isElif = orelse.length === 1 && orelse[0].type === "If", one = oneRank(test), there = sendsFirstTo(body);
      if (one === null || there === null || there === one || (isElif && oneRank(orelse[0].test) !== there)) return false;
      return sendsFirstTo(isElif ? orelse[0].body : orelse) === one;
    };

    /** Whether this is the number of the rank by what gave it, and not by its name. */
    const isKnownRank = (node, where) => givesARank(node) || kindsAt(dotted(node), where).has("rank");
    /** The place in a loop: ranks come to it unequally often where its range ends at the rank. */
    const counted = (over, where) => {
      if (over.type !== "Call" || dotted(over.func) !== "range" || !over.args.some((part) => walk(part).some((node) => isKnownRank(node, where)))) return where;
      return { ...(over.args.length === 1 && isKnownRank(over.args[0], where) ? adding(where, "some-ranks") : where), branch: ++branches };
    };

    const READERS = {
      FunctionDef: readFunction,
      AsyncFunctionDef: readFunction,
      ClassDef: (node, where) => readBody(node.body, { ...where, inClass: `${node.name}.` }),
      If: (node, where) => {
        readExpression(node.test, where);
        const test = unparse(node.test);
        const inside = { ...where, tests: [...where.tests, test] }, otherwise = { ...where, tests: [...where.tests, `not (${test})`] };
        if (test.includes("__name__")) return readBody(node.body, adding(inside, "guarded"));
        if (!asks(node.test, where)) {
          readBody(node.body, node.orelse.length ? inside : adding(inside, ...few(node.test))); // with an else, the other ranks may make their own group there
          return readBody(node.orelse, otherwise);
        }
        if (bothSendFirst(node)) for (const one of [inside, otherwise]) one.around = union(one.around, ["both-send"]);
        const branch = ++branches;
        branchOfTest.set(node, branch);
        readBody(node.body, { ...adding(inside, "some-ranks"), branch });
        if (isAnd(node.test)) return readBody(node.orelse, { ...otherwise, branch: where.branch || -branch }); // all ranks may come here
        return readBody(node.orelse, { ...adding(otherwise, "some-ranks"), branch: ++branches });
      },
      Match: (node, where) => {
        readExpression(node.subject, where);
        const ofRank = isRank(node.subject) || kindsAt(dotted(node.subject), where).has("rank");
        let isParted = false; // whether a case has taken a rank, so that the cases below are for the others
        for (const { pattern, body } of node.cases) {
          isParted ||= ofRank && takesARank(pattern);
          readBody(body, isParted ? { ...adding(where, "some-ranks"), branch: ++branches } : where);
        }
      },
      For: (node, where) => {
        readExpression(node.iter, where);
        const over = unparse(node.iter), words = ["loop"];
        if (unparse(node.target).toLowerCase().includes("epoch") || /\bepochs?\b|num_epochs|max_epochs/.test(over)) words.push("epochs");
        else if (kindsAt(dotted(looped(node.iter)), where).has("loader") || expression(known.loader, "i").test(over)) words.push("batches");
        readBody(node.body, counted(node.iter, { ...adding(where, ...words), over, overKinds: made(node.iter, where), tests: [] }));
        readBody(node.orelse, where);
      },
      While: (node, where) => {
        readExpression(node.test, where);
        const inside = { ...adding(where, "loop"), tests: [], over: "", overKinds: NONE };
        readBody(node.body, asks(node.test, where) ? { ...adding(inside, "some-ranks"), branch: ++branches } : inside);
        readBody(node.orelse, where);
      },
      With: (node, where) => {
        const words = [];
        for (const { context_expr: context } of node.items) {
          readExpression(context, where);
          if (stopsGradients(context)) words.push("no-grad");
          if (walk(context).some((call) => call.type === "Call" && last(call.func) === "no_sync")) words.push("no-sync");
        }
        readBody(node.body, adding(where, ...words));
      },
      Break: (node, where) => add({ name: "break" }, node, where),
      Continue: (node, where) => add({ name: "continue" }, node, where),
      Assert: (node, where) => {
        for (const part of [node.test, node.msg]) if (part) readExpression(part, where);
        add({ name: "assert", args: [unparse(node.test)] }, node, where);
      },
      Delete: (node, where) => {
        for (const target of node.targets) {
          readExpression(target, where);
          if (target.type === "Attribute") add({ name: `del .${target.attr}`, receiver: dotted(target.value) }, node, where);
        }
      },
      Assign: (node, where) => node.targets.forEach((target) => assigned(target, node.value, where, node)),
      AnnAssign: (node, where) => { if (node.value) assigned(node.target, node.value, where, node); },
      AugAssign: (node, where) => {
        readExpression(node.value, where);
        if (["+", "*", "/"].includes(node.op)) add({ name: `${node.op}=`, target: dotted(node.target) || unparse(node.target), args: [unparse(node.value)] }, node, where);
      },
      Expr: (node, where) => readExpression(node.value, where, "", false),
    };

    const readStatement = (statement, where) => {
      const read = READERS[statement.type];
      if (read) return read(statement, where);
      for (const node of children(statement)) {
        if (isStatement(node)) readStatement(node, where);
        else if (node.type === "ExceptHandler" || node.type === "match_case") readBody(node.body, where);
        else if (isExpression(node)) readExpression(node, where);
      }
    };

    const assigned = (target, value, where, node) => {
      if (target.type === "Tuple" || target.type === "List") {
        const values = value.type === "Tuple" || value.type === "List" ? value.elts : [];
        if (values.length === target.elts.length) return target.elts.forEach((one, i) => assigned(one, values[i], where, node));
        readExpression(value, where, target.elts.map(dotted).filter(Boolean).join(", "));
        for (const name of target.elts.map(dotted)) {
          if (!name) continue;
          kindsOf.delete(key(name, where));
          add({ name: `= ${name}`, target: name }, node, where);
        }
        return;
      }
      const name = dotted(target), text = unparse(value);
      readExpression(value, where, name);
      if (target.type === "Attribute") {
        const receiver = dotted(target.value);
        add({ name: `= .${target.attr}`, receiver, kinds: kindsAt(receiver, where), args: [text], target: name }, node, where);
      }
      if (target.type === "Name") add({ name: `= ${name}`, args: [text], target: name }, node, where);
      if (target.type === "Subscript") add({ name: `= ${dotted(target.value)}[]`, args: [unparse(target.slice), text] }, node, where);
      learn(name, made(value, where), where);
    };

    // Expressions

    const readExpression = (node, where, target = "", used = true) => {
      if (node.type === "Lambda") return; // it runs later, or not at all
      if (node.type === "BoolOp") { // after `rank == 0 and` some ranks go on
        for (const value of node.values) {
          readExpression(value, where);
          if (asks(value, where)) where = { ...adding(where, "some-ranks"), branch: ++branches };
        }
        return;
      }
      if (node.type === "IfExp" && asks(node.test, where)) {
        readExpression(node.test, where);
        for (const part of [node.body, node.orelse]) readExpression(part, { ...adding(where, "some-ranks"), branch: ++branches });
        return;
      }
      if (node.type === "IfExp" && node.orelse.type === "Constant") {
        readExpression(node.test, where);
        return readExpression(node.body, adding(where, ...few(node.test)));
      }
      for (const child of children(node)) {
        if (child.type === "keyword") readExpression(child.value, where);
        else if (child.type === "comprehension") readExpression(child.iter, where);
        else if (isExpression(child)) readExpression(child, where);
      }
      if (node.type === "Call") readCall(node, where, target, used);
    };

    const readCall = (node, where, target, used) => {
      const text = dotted(node.func), called = last(node.func), [first] = node.args;
      const receiver = !text && node.func.type === "Attribute" ? unparse(node.func.value) : ownerPart(text);
      const name = text ? canonical(text, imported) : `?.${called}`;
      const keywords = Object.fromEntries(node.keywords.filter(({ arg }) => arg !== null).map(({ arg, value }) => [arg, unparse(value)]));
      if (node.keywords.some(({ arg }) => arg === null)) keywords["**"] = "";
      if (node.args.some(({ type }) => type === "Starred")) keywords["*"] = "";
      if (called === "fully_shard" && first) learn(dotted(first), union(kindsAt(dotted(first), where), ["fully-shard"]), where);
      if (["DDP", "DistributedDataParallel"].includes(called) && first) learn(dotted(first), new Set(["inside-ddp"]), where);
      const kinds = union(kindsAt(receiver, where), [...kindsAt(text, where)].map((kind) => `is-${kind}`));
      const isMet = [...kinds].some((kind) => Object.hasOwn(known.methods, kind) && known.methods[kind].includes(called));
      const meets = (isCollective(name) && !Object.hasOwn(keywords, "group")) || isMet || meeting.has(short(node));
      const argKinds = first ? made(first, where) : NONE, given = union(...givenTo(node).map((arg) => made(arg, where)));
      add({ name, receiver, kinds, args: node.args.map((arg) => unparse(arg)), keywords, argKinds, given, target, used, meets }, node, where);
    };

    readBody(tree.body, { around: new Set(["module"]), tests: [], over: "", overKinds: NONE, scope: "", branch: 0, inClass: "" });

    // A collective that other ranks call in a branch of their own: then all of them meet. One below 0 is where all ranks may
    // come but those of the branch above 0, so it answers that one alone.
    const alone = events.map((event, i) => {
      const mine = branchOf.get(i) ?? 0;
      const isMet = mine > 0 && event.meets && [...branchesWith.get(nameIn(event))].some((branch) => branch !== mine && (branch > 0 || branch === -mine));
      return isMet ? { ...event, around: new Set([...event.around].filter((word) => word !== "some-ranks")) } : event;
    });

    // Functions that a line which all ranks reach calls or hands on
    const called = new Set([""]);
    for (const scope of called) { // a set goes on to what is added meanwhile
      for (const event of events) {
        if (lastPart(event.scope) !== scope || event.around.has("some-ranks")) continue;
        for (const name of [lastPart(event.name), ...event.args, ...Object.values(event.keywords)]) if (functions.has(name)) called.add(name);
      }
    }

    const words = new Set();
    for (const node of nodes) {
      if (node.kind === "str" && IDENTIFIER.test(node.value)) words.add(node.value);
      else if (node.type === "Name") words.add(node.id);
      else if (node.type === "Attribute") words.add(node.attr);
    }
    for (const word of [...words]) if (imported.has(word)) words.add(lastPart(imported.get(word)));
    for (const name of imported.values()) {
      name.split(".").slice(0, -1).forEach((part) => words.add(part));
      if (!name.includes(".")) words.add(name);
    }
    for (const node of nodes) if ((node.type === "keyword" || node.type === "arg") && node.arg) words.add(node.arg);

    /** The names that the tests around an early end rest on, through assignments and methods of its function. */
    const restsOn = (end) => {
      const steps = alone.filter(({ scope }) => scope === end.scope).map(({ name, receiver, target, args, keywords }) => [
        namesIn(known, target, receiver.includes("(") ? "" : receiver, name), namesIn(known, receiver, ...args, ...Object.values(keywords))]);
      const found = new Set();
      for (let more = namesIn(known, ...end.tests); ;) {
        more = [...more].filter((name) => !found.has(name) && !imported.has(name));
        if (!more.length) return found;
        more.forEach((name) => found.add(name));
        more = steps.flatMap(([changed, names]) => (meet(changed, found) ? [...names] : []));
      }
    };
    const whole = alone.map((event) => (called.has(lastPart(event.scope)) ? { ...event, around: union(event.around, ["called"]) } : event));
    return { words, events: whole.map((event) => (event.name === "break" ? { ...event, restsOn: restsOn(event) } : event)) };
  };

  /* Rules: see rule.py for what a field means */

  const isNamed = (event, name) => (name.startsWith(".") ? Boolean(event.receiver) && lastPart(event.name) === name.slice(1) : event.name === name || event.name.endsWith(`.${name}`));
  const isNumber = (name) => /^\d+$/.test(name);
  const argument = (event, name) => (isNumber(name) ? event.args[name] : Object.hasOwn(event.keywords, name) ? event.keywords[name] : undefined);
  const isGiven = (event, name) => Object.hasOwn(event.keywords, name) || (isNumber(name) && Number(name) < event.args.length);
  const finds = (source, text) => !source || expression(source, "i").test(text);
  const anyOf = (names, has) => !names || names.some((name) => has.has(name));
  const isWhole = (source, text) => text !== undefined && expression(`^(?:${source})$`, "s").test(text);

  const matches = (pattern, event) => (!pattern.call || pattern.call.some((name) => isNamed(event, name)))
    && !pattern.but?.some((name) => isNamed(event, name))
    && anyOf(pattern.kinds, event.kinds) && anyOf(pattern.arg, event.argKinds) && anyOf(pattern.given, event.given) && anyOf(pattern.over, event.overKinds)
    && (pattern.around ?? []).every((word) => event.around.has(word))
    && !pattern.outside?.some((word) => event.around.has(word))
    && Object.entries(pattern.keyword ?? {}).every(([names, source]) => names.split(/\s+/).some((name) => isWhole(source, argument(event, name))))
    && !pattern.lacks?.some((name) => isGiven(event, name))
    && finds(pattern.target, event.target) && finds(pattern.scope, event.scope) && finds(pattern.by, event.receiver)
    && !(pattern.plain && event.tests.length)
    && !(pattern.untest && event.tests.some((test) => expression(pattern.untest).test(test)))
    && (!pattern.test || event.tests.some((test) => expression(pattern.test).test(test)))
    && (pattern.meets ?? event.meets) === event.meets && (pattern.used ?? event.used) === event.used;

  const fieldOf = (event, name) => {
    if (name === "scope") return event.scope;
    if (name === "arg0") return (event.args[0] ?? "").replace(/\.parameters\(\)$/, "") || null;
    if (name === "owner") return ownerPart(event.receiver) || null; // `trainer` of `trainer.optimizer`
    if (name === "arg1") return event.args[1] ?? null;
    return (name === "receiver" ? event.receiver : event.target) || null;
  };
  /** Whether a collective, or a function that holds one, may change what an early end rests on. */
  const decides = (known, { name, args, keywords, target, over }, end) => {
    const owner = ownerPart(name), texts = [...args, ...Object.values(keywords)];
    if (!["distributed", "dist"].includes(lastPart(owner))) {
      if (!texts.length && !target) return true; // what this function reduces cannot be seen here
      if (["self", "cls"].includes(owner) && [...end.restsOn].some((one) => one.startsWith("self."))) return true;
    }
    return meet(namesIn(known, target, over === end.over ? "" : over, ...texts), end.restsOn); // for value in [loss, accuracy]: all_reduce(value)
  };
  const isEqual = (known, pair, other, found) => {
    if (pair === "decides") return decides(known, other, found);
    const asked = namesIn(known, ...found.tests), texts = [...other.args, ...Object.values(other.keywords)];
    if (pair === "flag") return other.name === `= ${other.target}` && meet(namesIn(known, other.target), asked); // sets what the early end asks
    if (pair === "of") return namesIn(known, other.receiver).has(found.target);
    if (pair === "told") { // may give all ranks what it asks
      const isReset = other.name.startsWith("= ") && texts.every((text) => ["True", "False", "None", "0", "1"].includes(text));
      return !isReset && meet(namesIn(known, other.target, other.receiver, ...texts), asked);
    }
    if (pair === "tests") return other.tests.every((test, i) => test === found.tests[i]);
    const [left, right] = pair.split("=").map((part) => part.trim());
    const mine = fieldOf(other, left);
    return mine !== null && mine === fieldOf(found, right || left);
  };
  const order = (one, other) => one.line - other.line || one.column - other.column;
  const goesWith = (known, pattern, other, found) => other !== found && matches(pattern, other)
    && !(pattern.place === "before" && order(other, found) >= 0) && !(pattern.place === "after" && order(other, found) <= 0)
    && (pattern.same ?? []).every((pair) => isEqual(known, pair, other, found));

  /** The events by the last part of their name, those that meet and those with a kind: a long script is not read for each rule. */
  const indexOf = (events) => {
    const byName = new Map(), meeting = [], withKinds = [], all = [...events.keys()];
    events.forEach((event, place) => {
      const name = lastPart(event.name), places = byName.get(name);
      if (places) places.push(place); else byName.set(name, [place]);
      if (event.meets) meeting.push(place);
      if ([event.kinds, event.argKinds, event.given, event.overKinds].some(({ size }) => size)) withKinds.push(place);
    });
    return ({ call, meets, kinds, arg, given, over }) => {
      if (call) return [...new Set(call.map(lastPart))].flatMap((name) => byName.get(name) ?? []);
      if (meets) return meeting;
      return kinds || arg || given || over ? withKinds : all;
    };
  };

  const search = (known, rule, { events, words }, places) => {
    if ((rule.words && !rule.words.some((word) => words.has(word))) || rule.without?.some((word) => words.has(word))) return [];
    const scopes = new Set();
    const isMatched = (pattern, event) => places(pattern).some((place) => goesWith(known, pattern, events[place], event));
    const found = [...new Set(rule.find.flatMap(places))].sort((a, b) => a - b).map((place) => events[place]);
    return found.filter((event) => {
      if (rule.once && scopes.has(event.scope)) return false;
      const isFound = rule.find.some((pattern) => matches(pattern, event))
        && (rule.needs ?? []).every((need) => isMatched(need, event)) && !(rule.never ?? []).some((bar) => isMatched(bar, event));
      if (isFound) scopes.add(event.scope);
      return isFound;
    });
  };

  /* Files */

  // eslint-disable-next-line no-control-regex
  const BREAKS = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
  const linesOf = (text) => {
    const lines = text.split(BREAKS);
    if (lines.at(-1) === "") lines.pop();
    return lines;
  };

  class Unreadable extends Error {}
  const TOO_DEEP = "This is nested too deep to be read. Split the longest expression or chain of elif.";

  /** The code cells of a notebook as one text, lines of magic as `pass`, and where each begins. Behind it the texts of the Python files that cells write. */
  const notebook = (known, text) => {
    const parts = new Map([["", []]]), cells = [], magic = expression(known.magic, "gm");
    let language, whole;
    try {
      whole = JSON.parse(text);
    } catch {
      throw new Unreadable("This is not JSON, as a notebook is. Save it anew; a part of it may be missing.");
    }
    try {
      language = whole.metadata?.kernelspec?.language ?? "python";
      whole.cells.forEach(({ cell_type: type, source }, i) => {
        if (type !== "code") return;
        const code = Array.isArray(source) ? source.join("") : source;
        if (typeof code !== "string") throw new TypeError();
        const start = parts.get("").length, own = linesOf(code), written = expression(`^${known.written}`).exec(code), name = written?.groups.name ?? "";
        cells.push([start + 1, i + 1]);
        const isPython = !code.trimStart().startsWith("%%") || expression(`^${known.inPython}`).test(code);
        const heads = written ? linesOf(written[0]).length : 0, blank = own.map(() => "");
        const lines = written ? own.map((line, at) => (at < heads ? "" : line)) : isPython ? linesOf(code.replace(magic, (_, indent, what) => `${indent}pass${what.replace(/[^\n]/g, "")}`)) : blank;
        if (!parts.has(name)) parts.set(name, Array(start).fill(""));
        for (const [other, above] of parts) above.push(...(other === name ? lines : blank));
      });
    } catch {
      throw new Unreadable("This is not a notebook of version 4. Save it anew, or open a .py file.");
    }
    if (!String(language).toLowerCase().includes("python")) throw new Unreadable(`This is a notebook of ${language}. Open one of Python.`);
    return { texts: [...parts.values()].map((lines) => `${lines.join("\n")}\n`), cells };
  };

  const isDeep = (text, most) => {
    let depth = 0;
    for (const character of text) {
      if ("([{".includes(character)) { if (++depth > most) return true; } else if (")]}".includes(character)) depth = Math.max(0, depth - 1);
    }
    return false;
  };

  /** A place in words: of a notebook with the number of the cell. */
  const placeIn = (cells, line) => {
    const cell = cells.findLast(([start]) => start <= line);
    return cell ? `Cell ${cell[1]}, line ${line - cell[0] + 1}` : `Line ${line}`;
  };

  const isIgnored = (known, code, rule) => {
    const comment = expression(known.ignore).exec(code);
    return Boolean(comment) && (comment[1] === undefined || comment[1].split(/[\s,]+/).includes(rule.name));
  };

  /** The reports on a file, in the order of its lines, or the sentence that says why it cannot be read. */
  Lockstep.checkScript = (known, name, given) => {
    let text = given.replace(/^\ufeff/, ""), texts = [text], cells = [];
    const one = (part) => {
      text = part.replace(/\r\n?/g, "\n");
      if (text.includes("\0")) throw new Unreadable("This is not text. Open a Python file.");
      if (isDeep(text, known.deepest)) throw new Unreadable(TOO_DEEP);
      const facts = factsOf(known, text), lines = text.split("\n"), places = indexOf(facts.events);
      const isTest = known.tests.some((word) => facts.words.has(word));
      const reports = known.rules.filter(({ level }) => level !== "note" || !isTest).flatMap((rule) => search(known, rule, facts, places)
        .filter(({ line }) => !isIgnored(known, lines[line - 1], rule))
        .map((event) => ({ rule, line: event.line, column: event.column, place: placeIn(cells, event.line), what: rule.what.replace("{name}", lastPart(event.name)), code: lines[event.line - 1].trim() })));
      return { reports, facts };
    };
    try {
      if (name.endsWith(".ipynb") || expression(`^${known.notebook}`).test(text)) ({ texts, cells } = notebook(known, text));
      const written = texts.slice(1).map(one), { reports: own, facts } = one(texts[0]), reports = [own, ...written.map((file) => file.reports)].flat();
      const sorted = reports.sort((a, b) => order(a, b) || (a.rule.name < b.rule.name ? -1 : a.rule.name > b.rule.name ? 1 : 0));
      const once = sorted.filter((a, i) => !i || order(a, sorted[i - 1]) || a.rule.name !== sorted[i - 1].rule.name); // two calls of one chain begin at the same place
      return { reports: once, refused: "", facts };
    } catch (error) {
      const { line, column } = error;
      if (error instanceof Unreadable) return { reports: [], refused: error.message };
      if (error instanceof RangeError) return { reports: [], refused: TOO_DEEP };
      if (line === undefined) throw error;
      return { reports: [], refused: `${placeIn(cells, line)} is not Python 3: ${error.message}.`, line, column, code: text.split("\n")[line - 1].trim() };
    }
  };
})();
