/* Python 3 as a syntax tree with the nodes and fields of Python's module ast, and a tree as the text that ast.unparse gives.

   `Lockstep.python(text)` gives the tree or throws an error with `line` and `column`; `Lockstep.unparse(node)` the text of an
   expression. What Python refuses after parsing, such as a return outside of a function, is not looked at.

   It is written here because @lezer/python 1.1.19, the parser that could be had, takes 33 KB compressed and refuses 518 of
   5,656 public files that Python reads: for `1.`, a bare `yield`, `for a, *_ in b` and others. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.python) return; // Material's instant navigation runs scripts again

  const KEYWORDS = new Set(("False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield").split(" "));
  const AFTER_NUMBER = new Set(["and", "else", "for", "if", "in", "is", "not", "or"]);
  const NAME = /[\p{XID_Start}_]\p{XID_Continue}*/uy;
  const NUMBER = /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y;
  const STRING = /([rR][bBfF]?|[bBfF][rR]?|[uU])?("""|'''|"|')/y;
  const OPERATOR = /\*\*=|\/\/=|>>=|<<=|\.\.\.|\*\*|\/\/|>>|<<|<=|>=|==|!=|->|:=|[-+*/%@&|^]=|[-+*/%@&|^~<>()[\]{},:.;=]/y;
  const INDENT = /[ \t\f]*/y;
  const SPACE = /(?:[ \t\f]|\\\n)+/y;

  class PythonError extends Error {
    constructor(message, at) {
      super(message);
      this.at = at;
    }
  }
  const fail = (message, at) => { throw new PythonError(message, at); };

  /* Tokens: { type, text, from, to }. A string has `prefix` and `body`, one with replacements `parts` instead: texts and fields. */

  class Lexer {
    constructor(text) {
      this.text = text;
      this.at = 0;
    }

    match(expression) {
      expression.lastIndex = this.at;
      const found = expression.exec(this.text);
      if (found) this.at = expression.lastIndex;
      return found;
    }

    /** All tokens of a file. */
    file() {
      const tokens = [], indents = [0], open = [];
      const add = (type, text, from) => tokens.push({ type, text, from, to: this.at });
      let isNewLine = true;
      for (;;) {
        if (isNewLine) {
          const white = this.match(INDENT)[0];
          const next = this.text[this.at];
          if (next === "#") this.comment();
          if (this.text[this.at] === "\n") { this.at++; continue; }
          if (this.at >= this.text.length) break;
          this.indented(white, indents, add);
          isNewLine = false;
        }
        this.match(SPACE);
        const next = this.text[this.at];
        if (next === undefined) break;
        if (next === "#") this.comment();
        else if (next === "\n") {
          if (!open.length) add("newline", "", this.at);
          this.at++;
          isNewLine = !open.length;
        } else tokens.push(this.token(open));
      }
      if (open.length) fail(`'${open.at(-1)[0]}' was never closed`, open.at(-1)[1]);
      if (tokens.length && tokens.at(-1).type !== "newline") add("newline", "", this.at);
      while (indents.pop()) add("dedent", "", this.at);
      add("end", "", this.at);
      return tokens;
    }

    indented(white, indents, add) {
      let width = 0;
      for (const one of white) width = one === "\t" ? (width >> 3 << 3) + 8 : one === "\f" ? 0 : width + 1;
      if (width > indents.at(-1)) {
        indents.push(width);
        add("indent", "", this.at);
      }
      while (width < indents.at(-1)) {
        indents.pop();
        if (width > indents.at(-1)) fail("unindent does not match any outer indentation level", this.at);
        add("dedent", "", this.at);
      }
    }

    comment() {
      const end = this.text.indexOf("\n", this.at);
      this.at = end < 0 ? this.text.length : end;
    }

    /** The token here, which is no white space; `open` holds the brackets around it. */
    token(open) {
      const from = this.at;
      let found;
      if ((found = this.match(STRING))) return this.string(from, found[1] ?? "", found[2]);
      if ((found = this.match(NAME))) return { type: KEYWORDS.has(found[0]) ? "keyword" : "name", text: found[0].normalize("NFKC"), from, to: this.at };
      const digit = this.text[from] === "." ? this.text[from + 1] : this.text[from];
      if (digit >= "0" && digit <= "9" && (found = this.match(NUMBER))) return this.number(from, found[0]);
      if (!(found = this.match(OPERATOR))) fail("invalid character or syntax", from);
      const [text] = found;
      if ("([{".includes(text)) open.push([text, from]);
      else if (")]}".includes(text)) {
        const pair = open.pop();
        if (!pair) fail(`unmatched '${text}'`, from);
        if (pair[0] + text !== "()" && pair[0] + text !== "[]" && pair[0] + text !== "{}") fail(`closing parenthesis '${text}' does not match opening parenthesis '${pair[0]}'`, from);
      }
      return { type: "op", text, from, to: this.at };
    }

    number(from, text) {
      const to = this.at;
      if (/^0[0-9_]*[1-9]/.test(text) && /^[0-9_]+$/.test(text)) fail("leading zeros in decimal integer literals are not permitted", from);
      const word = this.match(NAME);
      if (word && ![...AFTER_NUMBER].some((one) => word[0].startsWith(one))) fail("invalid decimal literal", from);
      this.at = to;
      return { type: "number", text, from, to };
    }

    string(from, prefix, quote) {
      const kind = prefix.toLowerCase();
      const token = { type: "string", text: "", prefix: kind, from };
      if (kind.includes("f")) token.parts = this.parts(from, quote, kind.includes("r"));
      else {
        const start = this.at;
        this.skip(from, quote);
        token.body = this.text.slice(start, this.at);
        this.at += quote.length;
      }
      token.to = this.at;
      return token;
    }

    /** Go to the end of a plain string. */
    skip(from, quote) {
      for (;;) {
        const next = this.text[this.at];
        if (next === undefined || (next === "\n" && quote.length === 1)) fail("unterminated string literal", from);
        if (this.text.startsWith(quote, this.at)) return;
        this.at += next === "\\" ? 2 : 1;
      }
    }

    /** The parts of an f-string, or of the format of a field in one, which ends at `}`. */
    parts(from, quote, isRaw, isFormat = false) {
      const parts = [];
      let text = "";
      const flush = () => { if (text) parts.push({ text, isRaw }); text = ""; };
      for (;;) {
        const next = this.text[this.at];
        if (next === undefined || (next === "\n" && quote.length === 1)) fail("unterminated f-string literal", from);
        if (isFormat ? next === "}" : this.text.startsWith(quote, this.at)) break;
        if (next === "\\" && !isRaw && this.text.startsWith("N{", this.at + 1)) {
          const end = this.text.indexOf("}", this.at);
          if (end < 0) fail("unterminated f-string literal", from);
          text += this.text.slice(this.at, end + 1);
          this.at = end + 1;
        } else if (next === "\\") {
          const isField = "{}".includes(this.text[this.at + 1] ?? " "); // the backslash stands for itself, and the field follows
          text += isField ? (isRaw ? "\\" : "\\\\") : this.text.slice(this.at, this.at + 2);
          this.at += isField ? 1 : 2;
        } else if (next === "{" && this.text[this.at + 1] === "{" && !isFormat) {
          text += "{";
          this.at += 2;
        } else if (next === "}") {
          if (this.text[this.at + 1] !== "}") fail("f-string: single '}' is not allowed", this.at);
          text += "}";
          this.at += 2;
        } else if (next === "{") {
          flush();
          parts.push(this.field(from, quote, isRaw));
        } else {
          text += next;
          this.at++;
        }
      }
      flush();
      if (!isFormat) this.at += quote.length;
      return parts;
    }

    field(from, quote, isRaw) {
      const start = ++this.at, tokens = [], open = [];
      const field = { tokens, conversion: "", format: null, shown: "" };
      const add = (type, text) => tokens.push({ type, text, from: this.at, to: this.at });
      const white = /[ \t\f\n]+|\\\n/y;
      for (;;) {
        while (this.match(white));
        const next = this.text[this.at];
        if (next === undefined) fail("f-string: expecting '}'", from);
        if (next === "#") { this.comment(); continue; }
        const after = this.text[this.at + 1];
        if (!open.length) {
          if (next === "}" || next === ":" || (next === "!" && after !== "=")) break;
          if (next === "=" && after !== "=" && /^=\s*[}!:]/.test(this.text.slice(this.at, this.at + 99))) {
            this.at++;
            while (this.match(white));
            field.shown = this.text.slice(start, this.at);
            break;
          }
        }
        tokens.push(this.token(open));
      }
      if (!tokens.length) fail("f-string: valid expression required before '}'", this.at);
      add("newline", "");
      add("end", "");
      if (this.text[this.at] === "!") {
        field.conversion = this.text[++this.at];
        if (!"sra".includes(field.conversion)) fail("f-string: invalid conversion character", this.at);
        this.at++;
        while (this.match(white));
      }
      if (this.text[this.at] === ":") {
        this.at++;
        field.format = this.parts(from, quote, isRaw, true);
      }
      if (this.text[this.at] !== "}") fail("f-string: expecting '}'", this.at);
      this.at++;
      return field;
    }
  }

  /* What a string literal says */

  const ESCAPES = { "\n": "", "\\": "\\", "'": "'", '"': '"', a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
  const ESCAPE = /\\(?:([\n\\'"abfnrtv])|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^}]*)\}|([xuUN]))/g;
  const decoded = (body, prefix, at) => {
    if (prefix.includes("r") || !body.includes("\\")) return body;
    const isBytes = prefix.includes("b");
    return body.replace(ESCAPE, (whole, simple, octal, hex, four, eight, name, wrong) => {
      if (simple !== undefined) return ESCAPES[simple];
      if (octal !== undefined) return String.fromCharCode(isBytes ? parseInt(octal, 8) & 255 : parseInt(octal, 8));
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (isBytes) return whole;
      if (four !== undefined) return String.fromCharCode(parseInt(four, 16));
      if (eight !== undefined && parseInt(eight, 16) < 0x110000) return String.fromCodePoint(parseInt(eight, 16));
      if (name !== undefined) return "\ufffd"; // the names of characters are a megabyte
      return fail(`cannot decode the escape \\${wrong ?? "U"}`, at);
    });
  };

  /* The parser. A node is { type, from, … } with the fields of ast. */

  const FIELDS = {}; // in the order of ast, which decides what is walked first
  for (const line of `Module body|Expression body|FunctionDef decorator_list type_params args returns body|AsyncFunctionDef decorator_list type_params args returns body
    |ClassDef bases keywords body decorator_list type_params|Return value|Delete targets|Assign targets value|TypeAlias name type_params value
    |AugAssign target value|AnnAssign target annotation value|For target iter body orelse|AsyncFor target iter body orelse|While test body orelse
    |If test body orelse|With items body|AsyncWith items body|Match subject cases|Raise exc cause|Try body handlers orelse finalbody
    |TryStar body handlers orelse finalbody|Assert test msg|Import names|ImportFrom names|Global|Nonlocal|Expr value|Pass|Break|Continue
    |BoolOp values|NamedExpr target value|BinOp left right|UnaryOp operand|Lambda args body|IfExp test body orelse|Dict keys values|Set elts
    |ListComp elt generators|SetComp elt generators|DictComp key value generators|GeneratorExp elt generators|Await value|Yield value|YieldFrom value
    |Compare left comparators|Call func args keywords|FormattedValue value format_spec|JoinedStr values|Constant|Attribute value|Subscript value slice
    |Starred value|Name|List elts|Tuple elts|Slice lower upper step|comprehension target iter ifs|ExceptHandler kind body
    |arguments posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults|arg annotation|keyword value|alias|withitem context_expr optional_vars
    |match_case pattern guard body|MatchValue value|MatchSingleton|MatchSequence patterns|MatchMapping keys patterns|MatchClass cls patterns kwd_patterns
    |MatchStar|MatchAs pattern|MatchOr patterns|TypeVar bound default_value|TypeVarTuple default_value|ParamSpec default_value`.split("|")) {
    const [type, ...fields] = line.trim().split(/\s+/);
    FIELDS[type] = fields;
  }
  FIELDS.FunctionDef = FIELDS.AsyncFunctionDef = ["args", "body", "decorator_list", "returns", "type_params"];

  const BINARY = { "|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "@": 6, "//": 6 };
  const COMPARES = new Set(["<", ">", "==", ">=", "<=", "!=", "in", "is", "not"]);
  const AUGMENTED = new Set(["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**=", "//=", "@="]);

  class Parser {
    constructor(tokens) {
      this.tokens = tokens;
      this.at = 0;
    }

    get token() { return this.tokens[this.at]; }

    is(text) {
      const { token } = this;
      return token.text === text && (token.type === "op" || token.type === "keyword");
    }

    isSoft(text) { return this.token.type === "name" && this.token.text === text; }

    take(text) {
      if (!this.is(text)) return null;
      return this.tokens[this.at++];
    }

    wrong(message = "invalid syntax") {
      const { type } = this.token;
      if (type === "indent") message = "unexpected indent";
      fail(message, this.token.from);
    }

    need(text) { return this.take(text) ?? this.wrong(text === ":" ? "expected ':'" : "invalid syntax"); }

    isType(type) { return this.token.type === type; }

    takeType(type) { return this.isType(type) ? this.tokens[this.at++] : this.wrong(); }

    name() { return this.takeType("name").text; }

    /** Try what may not stand here, and come back if it does not. */
    attempt(read) {
      const { at } = this;
      try {
        return read();
      } catch (error) {
        if (!(error instanceof PythonError)) throw error;
        this.at = at;
        return null;
      }
    }

    // Statements

    module() {
      const body = [];
      while (!this.isType("end")) body.push(...this.statement());
      return { type: "Module", from: 0, body };
    }

    block() {
      this.need(":");
      if (!this.isType("newline")) return this.simple();
      this.at++;
      if (!this.isType("indent")) this.wrong("expected an indented block");
      this.at++;
      const body = [];
      while (!this.isType("dedent")) body.push(...this.statement());
      this.at++;
      return body;
    }

    statement() {
      const { token } = this;
      const { from, text, type } = token;
      if (type === "keyword" || text === "@") {
        switch (text) {
          case "if": return [this.branch()];
          case "while": return [this.loop()];
          case "for": return [this.forLoop("For", from)];
          case "try": return [this.trial()];
          case "with": return [this.withBlock("With", from)];
          case "def": return [this.definition("FunctionDef", from, [])];
          case "class": return [this.classDefinition(from, [])];
          case "@": return [this.decorated()];
          case "async": return [this.asynchronous([])];
        }
      }
      if (this.isSoft("match")) {
        const found = this.matchBlock();
        if (found) return [found];
      }
      return this.simple();
    }

    asynchronous(decorators) {
      const { from } = this.need("async");
      if (this.is("def")) return this.definition("AsyncFunctionDef", from, decorators);
      if (this.is("for")) return this.forLoop("AsyncFor", from);
      if (this.is("with")) return this.withBlock("AsyncWith", from);
      return this.wrong();
    }

    branch() {
      const { from } = this.tokens[this.at++];
      const test = this.named(), body = this.block();
      const orelse = this.is("elif") ? [this.branch()] : this.otherwise();
      return { type: "If", from, test, body, orelse };
    }

    otherwise() { return this.take("else") ? this.block() : []; }

    loop() {
      const { from } = this.need("while");
      return { type: "While", from, test: this.named(), body: this.block(), orelse: this.otherwise() };
    }

    forLoop(type, from) {
      this.need("for");
      const target = this.targets();
      this.need("in");
      return { type, from, target, iter: this.expressions(), body: this.block(), orelse: this.otherwise() };
    }

    trial() {
      const { from } = this.need("try");
      const body = this.block(), handlers = [];
      let type = "Try";
      while (this.is("except")) {
        const handler = { type: "ExceptHandler", from: this.need("except").from, kind: null, name: null };
        if (this.take("*")) type = "TryStar";
        if (!this.is(":")) handler.kind = this.expression();
        if (handler.kind && this.take("as")) handler.name = this.name();
        handler.body = this.block();
        handlers.push(handler);
      }
      const orelse = handlers.length ? this.otherwise() : [];
      const finalbody = this.take("finally") ? this.block() : [];
      if (!handlers.length && !finalbody.length) this.wrong("expected 'except' or 'finally' block");
      return { type, from, body, handlers, orelse, finalbody };
    }

    withBlock(type, from) {
      this.need("with");
      const inParentheses = this.is("(") && this.attempt(() => {
        this.at++;
        const items = [this.withItem()];
        while (this.take(",") && !this.is(")")) items.push(this.withItem());
        this.need(")");
        if (!this.is(":")) this.wrong();
        return items;
      });
      const items = inParentheses || [this.withItem()];
      if (!inParentheses) while (this.take(",")) items.push(this.withItem());
      return { type, from, items, body: this.block() };
    }

    withItem() {
      const item = { type: "withitem", from: this.token.from, context_expr: this.expression(), optional_vars: null };
      if (this.take("as")) item.optional_vars = this.target(this.starOr(() => this.bitwise(1)));
      return item;
    }

    decorated() {
      const decorators = [];
      while (this.take("@")) {
        decorators.push(this.named());
        this.takeType("newline");
      }
      if (this.is("async")) return this.asynchronous(decorators);
      if (this.is("class")) return this.classDefinition(this.token.from, decorators);
      return this.definition("FunctionDef", this.token.from, decorators);
    }

    definition(type, from, decorators) {
      this.need("def");
      const name = this.name(), type_params = this.typeParameters();
      this.need("(");
      const args = this.parameters(")", true);
      this.need(")");
      const returns = this.take("->") ? this.expressions() : null;
      return { type, from, name, args, body: this.block(), decorator_list: decorators, returns, type_params };
    }

    classDefinition(from, decorators) {
      this.need("class");
      const name = this.name(), type_params = this.typeParameters();
      const { args, keywords } = this.take("(") ? this.callArguments() : { args: [], keywords: [] };
      return { type: "ClassDef", from, name, bases: args, keywords, body: this.block(), decorator_list: decorators, type_params };
    }

    typeParameters() {
      const found = [];
      if (!this.take("[")) return found;
      while (!this.is("]")) {
        const { from } = this.token;
        const type = this.take("*") ? "TypeVarTuple" : this.take("**") ? "ParamSpec" : "TypeVar";
        const one = { type, from, name: this.name(), bound: null, default_value: null };
        if (type === "TypeVar" && this.take(":")) one.bound = this.expression();
        if (this.take("=")) one.default_value = this.starOr(() => this.expression());
        found.push(one);
        if (!this.take(",")) break;
      }
      this.need("]");
      return found;
    }

    /** Parameters up to `end`, which is left there. */
    parameters(end, isTyped) {
      const found = { type: "arguments", from: this.token.from, posonlyargs: [], args: [], vararg: null, kwonlyargs: [], kw_defaults: [], kwarg: null, defaults: [] };
      let isKeyword = false;
      const one = (star = false) => {
        const arg = { type: "arg", from: this.token.from, arg: this.name(), annotation: null };
        if (isTyped && this.take(":")) arg.annotation = star ? this.starOr(() => this.expression()) : this.expression();
        return arg;
      };
      while (!this.is(end)) {
        if (found.kwarg) this.wrong("arguments cannot follow var-keyword argument");
        if (this.take("/")) {
          if (isKeyword || !found.args.length || found.posonlyargs.length) this.wrong();
          found.posonlyargs = found.args.splice(0);
        } else if (this.take("**")) found.kwarg = one();
        else if (this.take("*")) {
          if (isKeyword) this.wrong("* argument may appear only once");
          isKeyword = true;
          if (!this.is(",")) found.vararg = one(true);
          else if (this.tokens[this.at + 1].text === end || this.tokens[this.at + 1].text === "**") this.wrong("named arguments must follow bare *");
        } else {
          const arg = one(), value = this.take("=") ? this.expression() : null;
          if (isKeyword) {
            found.kwonlyargs.push(arg);
            found.kw_defaults.push(value);
          } else {
            found.args.push(arg);
            if (value) found.defaults.push(value);
            else if (found.defaults.length) fail("parameter without a default follows parameter with a default", arg.from);
          }
        }
        if (!this.take(",")) break;
      }
      return found;
    }

    simple() {
      const body = [this.small()];
      while (this.take(";") && !this.isType("newline")) body.push(this.small());
      this.takeType("newline");
      return body;
    }

    small() {
      const { from, text, type } = this.token;
      const isEnd = () => this.isType("newline") || this.is(";");
      if (type === "keyword") {
        switch (text) {
          case "pass": this.at++; return { type: "Pass", from };
          case "break": this.at++; return { type: "Break", from };
          case "continue": this.at++; return { type: "Continue", from };
          case "return": this.at++; return { type: "Return", from, value: isEnd() ? null : this.expressions() };
          case "raise": {
            this.at++;
            const exc = isEnd() ? null : this.expression();
            return { type: "Raise", from, exc, cause: exc && this.take("from") ? this.expression() : null };
          }
          case "global": case "nonlocal":
            this.at++;
            do this.name(); while (this.take(","));
            return { type: text === "global" ? "Global" : "Nonlocal", from };
          case "del": {
            this.at++;
            const targets = [];
            do {
              if (isEnd()) break;
              targets.push(this.target(this.bitwise(1)));
            } while (this.take(","));
            if (!targets.length) this.wrong();
            return { type: "Delete", from, targets };
          }
          case "assert": {
            this.at++;
            const test = this.expression();
            return { type: "Assert", from, test, msg: this.take(",") ? this.expression() : null };
          }
          case "import": return this.importing();
          case "from": return this.importingFrom();
        }
      }
      if (this.isSoft("type") && this.tokens[this.at + 1].type === "name") return this.typeAlias();
      return this.assignment();
    }

    dotted() {
      let name = this.name();
      while (this.take(".")) name += `.${this.name()}`;
      return name;
    }

    alias(name) {
      return { type: "alias", from: this.token.from, name, asname: this.take("as") ? this.name() : null };
    }

    importing() {
      const { from } = this.need("import");
      const names = [];
      do names.push(this.alias(this.dotted())); while (this.take(","));
      return { type: "Import", from, names };
    }

    importingFrom() {
      const { from } = this.need("from");
      let level = 0;
      while (this.is(".") || this.is("...")) level += this.tokens[this.at++].text.length;
      const module = level && this.is("import") ? "" : this.dotted();
      this.need("import");
      const names = [];
      if (this.take("*")) names.push({ type: "alias", from, name: "*", asname: null });
      else {
        const inParentheses = this.take("(");
        do {
          if (inParentheses && names.length && this.is(")")) break;
          names.push(this.alias(this.name()));
        } while (this.take(","));
        if (inParentheses) this.need(")");
      }
      return { type: "ImportFrom", from, module, names, level };
    }

    typeAlias() {
      const { from } = this.tokens[this.at++];
      const name = { type: "Name", from: this.token.from, id: this.name() };
      const type_params = this.typeParameters();
      this.need("=");
      return { type: "TypeAlias", from, name, type_params, value: this.expression() };
    }

    assignment() {
      const { from } = this.token;
      const first = this.yieldOrExpressions();
      if (this.is(":") && ["Name", "Attribute", "Subscript"].includes(first.type)) {
        this.at++;
        const annotation = this.expression();
        return { type: "AnnAssign", from, target: first, annotation, value: this.take("=") ? this.yieldOrExpressions() : null };
      }
      if (this.token.type === "op" && AUGMENTED.has(this.token.text)) {
        if (!["Name", "Attribute", "Subscript"].includes(first.type)) this.wrong("illegal expression for augmented assignment");
        const op = this.tokens[this.at++].text.slice(0, -1);
        return { type: "AugAssign", from, target: first, op, value: this.yieldOrExpressions() };
      }
      if (!this.is("=")) return { type: "Expr", from, value: first };
      const targets = [];
      let value = first;
      while (this.take("=")) {
        targets.push(this.target(value));
        value = this.yieldOrExpressions();
      }
      return { type: "Assign", from, targets, value };
    }

    /** An expression that takes a value, or an error. */
    target(node) {
      if (node.type === "Starred") this.target(node.value);
      else if (node.type === "Tuple" || node.type === "List") node.elts.forEach((one) => this.target(one));
      else if (!["Name", "Attribute", "Subscript"].includes(node.type)) fail("cannot assign to this expression", node.from);
      return node;
    }

    targets() {
      const { from } = this.token;
      const first = this.starOr(() => this.bitwise(1));
      if (!this.is(",")) return this.target(first);
      const elts = [first];
      while (this.take(",") && !this.is("in")) elts.push(this.starOr(() => this.bitwise(1)));
      return this.target({ type: "Tuple", from, elts });
    }

    // match

    matchBlock() {
      const head = this.attempt(() => {
        const { from } = this.tokens[this.at++];
        const subject = this.expressions(true);
        this.need(":");
        this.takeType("newline");
        this.takeType("indent");
        if (!this.isSoft("case")) this.wrong();
        return { type: "Match", from, subject, cases: [] };
      });
      if (!head) return null;
      while (!this.isType("dedent")) {
        if (!this.isSoft("case")) this.wrong();
        const { from } = this.tokens[this.at++];
        const pattern = this.openPattern();
        const guard = this.take("if") ? this.named() : null;
        head.cases.push({ type: "match_case", from, pattern, guard, body: this.block() });
      }
      this.at++;
      return head;
    }

    openPattern() {
      const first = this.starPattern();
      if (!this.is(",")) return first;
      const patterns = [first];
      while (this.take(",") && !this.is(":") && !this.is("if")) patterns.push(this.starPattern());
      return { type: "MatchSequence", patterns };
    }

    starPattern() {
      if (!this.take("*")) return this.pattern();
      this.name();
      return { type: "MatchStar" };
    }

    pattern() {
      const patterns = [this.closedPattern()];
      while (this.take("|")) patterns.push(this.closedPattern());
      const found = patterns.length > 1 ? { type: "MatchOr", patterns } : patterns[0];
      if (!this.take("as")) return found;
      this.name();
      return { type: "MatchAs", pattern: found };
    }

    patternsTo(end) {
      const patterns = [];
      while (!this.is(end)) {
        patterns.push(this.starPattern());
        if (!this.take(",")) break;
      }
      this.need(end);
      return patterns;
    }

    closedPattern() {
      const { type, text } = this.token;
      if (this.take("(")) {
        const { at } = this;
        const patterns = this.patternsTo(")");
        const isGroup = patterns.length === 1 && this.tokens[this.at - 2].text !== "," && this.tokens[at].text !== "*";
        return isGroup ? patterns[0] : { type: "MatchSequence", patterns };
      }
      if (this.take("[")) return { type: "MatchSequence", patterns: this.patternsTo("]") };
      if (this.take("{")) return this.mappingPattern();
      if (type === "keyword" && ["None", "True", "False"].includes(text)) { this.at++; return { type: "MatchSingleton" }; }
      if (type !== "name") return { type: "MatchValue", value: this.bitwise(5) };
      let node = { type: "Name", from: this.token.from, id: this.name() };
      while (this.take(".")) node = { type: "Attribute", from: node.from, value: node, attr: this.name() };
      if (!this.take("(")) return node.type === "Name" ? { type: "MatchAs", pattern: null } : { type: "MatchValue", value: node };
      const found = { type: "MatchClass", cls: node, patterns: [], kwd_patterns: [] };
      while (!this.is(")")) {
        const isKeyword = this.isType("name") && this.tokens[this.at + 1].text === "=";
        if (isKeyword) this.at += 2;
        found[isKeyword ? "kwd_patterns" : "patterns"].push(this.pattern());
        if (!this.take(",")) break;
      }
      this.need(")");
      return found;
    }

    mappingPattern() {
      const found = { type: "MatchMapping", keys: [], patterns: [] };
      while (!this.is("}")) {
        if (this.take("**")) this.name();
        else {
          found.keys.push(this.bitwise(5));
          this.need(":");
          found.patterns.push(this.pattern());
        }
        if (!this.take(",")) break;
      }
      this.need("}");
      return found;
    }

    // Expressions

    starOr(read) {
      const { from } = this.token;
      return this.take("*") ? { type: "Starred", from, value: this.bitwise(1) } : read();
    }

    /** Whether an expression can begin here. */
    isStart() {
      const { type, text } = this.token;
      if (type === "keyword") return ["None", "True", "False", "not", "lambda", "await", "yield"].includes(text);
      if (type === "op") return ["(", "[", "{", "-", "+", "~", "...", "*"].includes(text);
      return type === "name" || type === "number" || type === "string";
    }

    /** One expression, or several with commas as a tuple. */
    expressions(isNamed = false) {
      const { from } = this.token;
      const read = () => this.starOr(() => (isNamed ? this.named() : this.expression()));
      const first = read();
      if (!this.is(",")) return first;
      const elts = [first];
      while (this.take(",") && this.isStart()) elts.push(read());
      return { type: "Tuple", from, elts };
    }

    yieldOrExpressions() { return this.is("yield") ? this.yielded() : this.expressions(); }

    yielded() {
      const { from } = this.need("yield");
      if (this.take("from")) return { type: "YieldFrom", from, value: this.expression() };
      return { type: "Yield", from, value: this.isStart() ? this.expressions() : null };
    }

    named() {
      const { from, text } = this.token;
      if (this.isType("name") && this.tokens[this.at + 1].text === ":=") {
        this.at += 2;
        return { type: "NamedExpr", from, target: { type: "Name", from, id: text }, value: this.expression() };
      }
      return this.expression();
    }

    expression() {
      const { from } = this.token;
      if (this.take("lambda")) {
        const args = this.parameters(":", false);
        this.need(":");
        return { type: "Lambda", from, args, body: this.expression() };
      }
      const body = this.either();
      if (!this.take("if")) return body;
      const test = this.either();
      this.need("else");
      return { type: "IfExp", from, test, body, orelse: this.expression() };
    }

    either() { return this.joined("or", () => this.joined("and", () => this.negated())); }

    joined(op, read) {
      const { from } = this.token;
      const first = read();
      if (!this.is(op)) return first;
      const values = [first];
      while (this.take(op)) values.push(read());
      return { type: "BoolOp", from, op, values };
    }

    negated() {
      const { from } = this.token;
      return this.take("not") ? { type: "UnaryOp", from, op: "not", operand: this.negated() } : this.comparison();
    }

    comparison() {
      const { from } = this.token;
      const left = this.bitwise(1), ops = [], comparators = [];
      while (COMPARES.has(this.token.text) && (this.isType("op") || this.isType("keyword"))) {
        let op = this.tokens[this.at].text;
        if (op === "not" && this.tokens[this.at + 1].text !== "in") break;
        this.at++;
        if (op === "not") { this.need("in"); op = "not in"; }
        if (op === "is" && this.take("not")) op = "is not";
        ops.push(op);
        comparators.push(this.bitwise(1));
      }
      return ops.length ? { type: "Compare", from, left, ops, comparators } : left;
    }

    /** Operators that bind at least as tightly as a level of BINARY. */
    bitwise(level) {
      const { from } = this.token;
      let left = this.unary();
      for (;;) {
        const { text, type } = this.token, its = type === "op" ? BINARY[text] : 0;
        if (!its || its < level) return left;
        this.at++;
        left = { type: "BinOp", from, left, op: text, right: this.bitwise(its + 1) };
      }
    }

    unary() {
      const { from, text } = this.token;
      if (this.take("-") || this.take("+") || this.take("~")) return { type: "UnaryOp", from, op: text, operand: this.unary() };
      const left = this.awaited();
      return this.take("**") ? { type: "BinOp", from, left, op: "**", right: this.unary() } : left;
    }

    awaited() {
      const { from } = this.token;
      return this.take("await") ? { type: "Await", from, value: this.primary() } : this.primary();
    }

    primary() {
      const { from } = this.token;
      let node = this.atom();
      for (;;) {
        if (this.take(".")) node = { type: "Attribute", from, value: node, attr: this.name() };
        else if (this.take("(")) node = { type: "Call", from, func: node, ...this.callArguments() };
        else if (this.take("[")) node = { type: "Subscript", from, value: node, slice: this.slices() };
        else return node;
      }
    }

    /** The arguments of a call, with the bracket that ends them. */
    callArguments() {
      const args = [], keywords = [];
      while (!this.is(")")) {
        const { from } = this.token;
        if (this.take("**")) keywords.push({ type: "keyword", from, arg: null, value: this.expression() });
        else if (this.take("*")) {
          if (keywords.some(({ arg }) => arg === null)) fail("iterable argument unpacking follows keyword argument unpacking", from);
          args.push({ type: "Starred", from, value: this.expression() });
        } else if (this.isType("name") && this.tokens[this.at + 1].text === "=" && this.tokens[this.at + 1].type === "op") {
          const arg = this.name();
          this.at++;
          keywords.push({ type: "keyword", from, arg, value: this.expression() });
        } else {
          const value = this.named();
          if (this.is("for") || this.is("async")) {
            args.push({ type: "GeneratorExp", from, elt: value, generators: this.generators() });
            if (args.length + keywords.length > 1 || (this.is(",") && this.tokens[this.at + 1].text !== ")")) fail("Generator expression must be parenthesized", from);
          } else {
            if (keywords.length) fail("positional argument follows keyword argument", from);
            args.push(value);
          }
        }
        if (!this.take(",")) break;
      }
      this.need(")");
      return { args, keywords };
    }

    slices() {
      const { from } = this.token;
      const elts = [this.slice()];
      let isTuple = elts[0].type === "Starred";
      while (this.take(",")) {
        isTuple = true;
        if (this.is("]")) break;
        elts.push(this.slice());
      }
      this.need("]");
      return isTuple ? { type: "Tuple", from, elts } : elts[0];
    }

    slice() {
      const { from } = this.token;
      const isEnd = () => this.is(":") || this.is(",") || this.is("]");
      const lower = this.is(":") ? null : this.starOr(() => this.named());
      if (!this.take(":")) return lower;
      const upper = isEnd() ? null : this.expression();
      const step = this.take(":") && !isEnd() ? this.expression() : null;
      return { type: "Slice", from, lower, upper, step };
    }

    generators() {
      const found = [];
      while (this.is("for") || this.is("async")) {
        const { from } = this.token;
        const is_async = Boolean(this.take("async"));
        this.need("for");
        const target = this.targets();
        this.need("in");
        const one = { type: "comprehension", from, target, iter: this.either(), ifs: [], is_async };
        while (this.take("if")) one.ifs.push(this.condition());
        found.push(one);
      }
      return found;
    }

    condition() {
      return this.isType("name") && this.tokens[this.at + 1].text === ":=" ? this.wrong() : this.either();
    }

    isFor() { return this.is("for") || this.is("async"); }

    atom() {
      const { from, text, type } = this.token;
      if (type === "name") { this.at++; return { type: "Name", from, id: text }; }
      if (type === "number") { this.at++; return number(text, from); }
      if (type === "string") return this.strings();
      if (type === "keyword" && ["None", "True", "False"].includes(text)) { this.at++; return { type: "Constant", from, kind: text }; }
      if (this.take("...")) return { type: "Constant", from, kind: "..." };
      if (this.take("(")) return this.group(from);
      if (this.take("[")) return this.list(from);
      if (this.take("{")) return this.braces(from);
      return this.wrong();
    }

    group(from) {
      if (this.take(")")) return { type: "Tuple", from, elts: [] };
      if (this.is("yield")) {
        const node = this.yielded();
        this.need(")");
        return node;
      }
      const first = this.starOr(() => this.named());
      if (this.isFor()) {
        if (first.type === "Starred") this.wrong("iterable unpacking cannot be used in comprehension");
        const node = { type: "GeneratorExp", from, elt: first, generators: this.generators() };
        this.need(")");
        return node;
      }
      if (this.is(",")) {
        const elts = [first];
        while (this.take(",") && !this.is(")")) elts.push(this.starOr(() => this.named()));
        this.need(")");
        return { type: "Tuple", from, elts };
      }
      if (first.type === "Starred") this.wrong("cannot use starred expression here");
      this.need(")");
      return first;
    }

    list(from) {
      const elts = [];
      while (!this.is("]")) {
        elts.push(this.starOr(() => this.named()));
        if (elts.length === 1 && this.isFor()) {
          if (elts[0].type === "Starred") this.wrong("iterable unpacking cannot be used in comprehension");
          const node = { type: "ListComp", from, elt: elts[0], generators: this.generators() };
          this.need("]");
          return node;
        }
        if (!this.take(",")) break;
      }
      this.need("]");
      return { type: "List", from, elts };
    }

    braces(from) {
      const keys = [], values = [], elts = [];
      let node = null;
      while (!this.is("}")) {
        if (this.take("**")) {
          keys.push(null);
          values.push(this.bitwise(1));
        } else {
          const first = this.starOr(() => this.named());
          if (this.is(":") && first.type !== "Starred" && !elts.length) {
            this.at++;
            keys.push(first);
            values.push(this.expression());
          } else elts.push(first);
        }
        if (keys.length && elts.length) this.wrong("':' expected after dictionary key");
        if (keys.length + elts.length === 1 && this.isFor()) {
          const [elt] = elts, [key] = keys, [value] = values;
          if (elts.length ? elt.type === "Starred" : !key) this.wrong("unpacking cannot be used in comprehension");
          node = elts.length ? { type: "SetComp", from, elt } : { type: "DictComp", from, key, value };
          node.generators = this.generators();
          break;
        }
        if (!this.take(",")) break;
      }
      this.need("}");
      return node ?? (elts.length ? { type: "Set", from, elts } : { type: "Dict", from, keys, values });
    }

    strings() {
      const { from, prefix } = this.token;
      const tokens = [];
      while (this.isType("string")) tokens.push(this.tokens[this.at++]);
      const bytes = tokens.filter((one) => one.prefix.includes("b"));
      if (bytes.length && bytes.length < tokens.length) fail("cannot mix bytes and nonbytes literals", from);
      const text = (token) => decoded(token.body, token.prefix, token.from);
      if (bytes.length) {
        // eslint-disable-next-line no-control-regex
        if (bytes.some(({ body }) => /[^\x00-\x7f]/.test(body))) fail("bytes can only contain ASCII literal characters", from);
        return { type: "Constant", from, kind: "bytes", value: tokens.map(text).join("") };
      }
      const isU = prefix === "u";
      if (!tokens.some(({ parts }) => parts)) return { type: "Constant", from, kind: "str", value: tokens.map(text).join(""), isU };
      const values = [];
      for (const token of tokens) {
        if (token.parts) this.fill(values, token.parts, token.from);
        else addText(values, text(token), token.from, isU);
      }
      return { type: "JoinedStr", from, values };
    }

    fill(values, parts, from) {
      for (const part of parts) {
        if (!part.tokens) {
          addText(values, decoded(part.text, part.isRaw ? "r" : "", from), from);
          continue;
        }
        if (part.shown) addText(values, part.shown, from);
        const inner = new Parser(part.tokens);
        const value = inner.is("yield") ? inner.yielded() : inner.expressions();
        if (!inner.isType("newline")) inner.wrong();
        let format = null;
        if (part.format) {
          format = { type: "JoinedStr", from, values: [] };
          this.fill(format.values, part.format, from);
        }
        const conversion = part.conversion || (part.shown && !part.format ? "r" : "");
        values.push({ type: "FormattedValue", from, value, conversion, format_spec: format });
      }
    }
  }

  const addText = (values, value, from, isU = false) => {
    if (!value) return;
    const before = values.at(-1);
    if (before?.type === "Constant") before.value += value;
    else values.push({ type: "Constant", from, kind: "str", value, isU });
  };

  const number = (text, from) => {
    const plain = text.replaceAll("_", "");
    if (/^0[xob]/i.test(plain)) return { type: "Constant", from, kind: "int", value: BigInt(plain.toLowerCase()).toString() };
    if (/j$/i.test(plain)) return { type: "Constant", from, kind: "complex", value: Number(plain.slice(0, -1)) };
    if (/[.e]/i.test(plain)) return { type: "Constant", from, kind: "float", value: Number(plain) };
    return { type: "Constant", from, kind: "int", value: plain.replace(/^0+(?=\d)/, "") };
  };

  /** The line and the column of a place, from 1; Python counts columns in bytes of UTF-8. */
  const placer = (text) => {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return (from) => {
      let low = 0, high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= from) low = middle;
        else high = middle - 1;
      }
      const before = text.slice(starts[low], from);
      // eslint-disable-next-line no-control-regex
      return { line: low + 1, column: (/^[\x00-\x7f]*$/.test(before) ? before.length : new TextEncoder().encode(before).length) + 1 };
    };
  };

  const python = (text) => {
    try {
      return new Parser(new Lexer(text).file()).module();
    } catch (error) {
      if (error instanceof PythonError) Object.assign(error, placer(text)(Math.min(error.at, text.length)));
      throw error;
    }
  };

  /** The nodes in a node. */
  function* children(node) {
    for (const field of FIELDS[node.type]) {
      const value = node[field];
      if (Array.isArray(value)) { for (const one of value) if (one) yield one; } else if (value) yield value;
    }
  }

  /** A node and all that is in it, in the order of ast.walk. */
  const walk = (node) => {
    const all = [node];
    for (let i = 0; i < all.length; i++) for (const child of children(all[i])) all.push(child);
    return all;
  };

  /* A tree as text: lib/python3/ast.py, class _Unparser */

  const NAMED = 1, TUPLE = 2, YIELD = 3, TEST = 4, OR = 5, AND = 6, NOT = 7, CMP = 8, EXPR = 9, ATOM = 18, FACTOR = 15, POWER = 16, AWAIT = 17;
  const LEVELS = { "|": 9, "^": 10, "&": 11, "<<": 12, ">>": 12, "+": 13, "-": 13, "*": 14, "@": 14, "/": 14, "%": 14, "//": 14 };
  const QUOTES = ["'", '"', '"""', "'''"];
  const ODD = /[\p{C}\p{Z}]/u; // what is not printable, but for a space

  const escaped = (one) => {
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" }[one];
    if (short) return short;
    if (one === " " || !ODD.test(one)) return one;
    const code = one.codePointAt(0), hex = code.toString(16);
    return code < 256 ? `\\x${hex.padStart(2, "0")}` : code < 65536 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  };
  const repr = (text) => {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    return quote + Array.from(text, (one) => (one === quote ? `\\${one}` : escaped(one))).join("") + quote;
  };
  const bytesRepr = (text) => {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    const shown = (one) => (one === quote ? `\\${one}` : one > "~" ? `\\x${one.charCodeAt(0).toString(16)}` : escaped(one));
    return `b${quote}${Array.from(text, shown).join("")}${quote}`;
  };
  const floatRepr = (value, isWhole = false) => {
    if (value === Infinity) return "1e309";
    const [digits, power] = value.toExponential().split("e"), exponent = Number(power);
    if (value !== 0 && (exponent < -4 || exponent >= 16)) return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
    const plain = exponent < 0 && value ? value.toFixed(digits.replace(/[.]/, "").length - 1 - exponent) : String(value);
    return isWhole || plain.includes(".") ? plain : `${plain}.0`;
  };

  const constant = ({ kind, value, isU }) => {
    if (kind === "str") return (isU ? "u" : "") + repr(value);
    if (kind === "bytes") return bytesRepr(value);
    if (kind === "float") return floatRepr(value);
    if (kind === "complex") return `${floatRepr(value, true)}j`;
    return kind === "int" ? value : kind;
  };

  const literal = (text, quotes) => {
    const shown = Array.from(text, escaped).join("");
    let possible = shown.includes("\n") ? quotes.filter((one) => one.length === 3) : quotes;
    possible = possible.filter((one) => !shown.includes(one));
    if (!possible.length) {
      const whole = repr(text);
      return [whole.slice(1, -1), [quotes.find((one) => one.includes(whole[0])) ?? whole[0]]];
    }
    if (!shown) return [shown, possible];
    possible = [...possible].sort((a, b) => (a[0] === shown.at(-1)) - (b[0] === shown.at(-1)));
    return [possible[0][0] === shown.at(-1) ? `${shown.slice(0, -1)}\\${shown.at(-1)}` : shown, possible];
  };

  const inField = (node, isFormat) => {
    if (node.type === "Constant") {
      const text = node.value.replaceAll("{", "{{").replaceAll("}", "}}");
      return isFormat ? text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll('"', '\\"').replaceAll("\n", "\\n") : text;
    }
    const inner = unparse(node.value, TEST + 1);
    const format = node.format_spec ? `:${node.format_spec.values.map((one) => inField(one, true)).join("")}` : "";
    const conversion = node.conversion && `!${node.conversion}`;
    return `{${inner.startsWith("{") ? " " : ""}${inner}${conversion}${format}}`;
  };

  const joinedText = ({ values }) => {
    const parts = values.map((value) => [inField(value, false), value.type === "Constant"]);
    let quotes = QUOTES, shown = [];
    for (const [text, isText] of parts) {
      const [its, possible] = isText ? literal(text, quotes) : [text, quotes.filter((one) => !text.includes("\n") || one.length === 3).filter((one) => !text.includes(one))];
      if (!possible.some((one) => quotes.includes(one))) {
        quotes = ["'''"];
        shown = parts.map(([one, isTextToo]) => (isTextToo ? repr(`"${one}`).slice(2, -1) : one));
        break;
      }
      quotes = possible;
      shown.push(its);
    }
    return `f${quotes[0]}${shown.join("")}${quotes[0]}`;
  };

  /* No template stands within another from here on: what packs the scripts does not know that. */
  const list = (nodes, level = TEST) => nodes.map((node) => unparse(node, level)).join(", ");
  const items = (nodes) => (nodes.length === 1 ? `${unparse(nodes[0])},` : list(nodes));
  const clauses = (generators) => generators.map(({ target, iter, ifs, is_async }) => [
    `${is_async ? " async" : ""} for ${unparse(target, TUPLE)} in ${unparse(iter, TEST + 1)}`, ...ifs.map((one) => unparse(one, TEST + 1))].join(" if ")).join("");
  const item = (key, value) => (key ? `${unparse(key)}: ${unparse(value)}` : `**${unparse(value, EXPR)}`);
  const word = ({ arg, value }) => (arg === null ? "**" : `${arg}=`) + unparse(value);
  const compared = (left, ops, others) => [unparse(left, CMP + 1), ...ops.map((op, i) => `${op} ${unparse(others[i], CMP + 1)}`)].join(" ");

  const parameters = ({ posonlyargs, args, vararg, kwonlyargs, kw_defaults, kwarg, defaults }) => {
    const all = [...posonlyargs, ...args], first = all.length - defaults.length, shown = [];
    all.forEach(({ arg }, i) => {
      shown.push(arg + (i >= first ? `=${unparse(defaults[i - first])}` : ""));
      if (i + 1 === posonlyargs.length) shown.push("/");
    });
    if (vararg || kwonlyargs.length) shown.push(`*${vararg?.arg ?? ""}`);
    kwonlyargs.forEach(({ arg }, i) => shown.push(arg + (kw_defaults[i] ? `=${unparse(kw_defaults[i])}` : "")));
    if (kwarg) shown.push(`**${kwarg.arg}`);
    return shown.join(", ");
  };

  const WRITERS = { // by type: the level at which it needs parentheses, if any, and its text
    Name: [0, ({ id }) => id],
    Constant: [0, constant],
    JoinedStr: [0, joinedText],
    List: [0, ({ elts }) => `[${list(elts)}]`],
    Set: [0, ({ elts }) => `{${list(elts)}}`],
    ListComp: [0, ({ elt, generators }) => `[${unparse(elt)}${clauses(generators)}]`],
    SetComp: [0, ({ elt, generators }) => `{${unparse(elt)}${clauses(generators)}}`],
    GeneratorExp: [0, ({ elt, generators }) => `(${unparse(elt)}${clauses(generators)})`],
    DictComp: [0, ({ key, value, generators }) => `{${unparse(key)}: ${unparse(value)}${clauses(generators)}}`],
    Dict: [0, ({ keys, values }) => `{${keys.map((key, i) => item(key, values[i])).join(", ")}}`],
    Starred: [0, ({ value }) => `*${unparse(value, EXPR)}`],
    Slice: [0, ({ lower, upper, step }) => [lower ? unparse(lower) : "", upper ? unparse(upper) : "", ...(step ? [unparse(step)] : [])].join(":")],
    Tuple: [TUPLE, ({ elts }) => items(elts)],
    NamedExpr: [NAMED, ({ target, value }) => `${unparse(target, ATOM)} := ${unparse(value, ATOM)}`],
    Await: [AWAIT, ({ value }) => `await ${unparse(value, ATOM)}`],
    Yield: [YIELD, ({ value }) => (value ? `yield ${unparse(value, ATOM)}` : "yield")],
    YieldFrom: [YIELD, ({ value }) => `yield from ${unparse(value, ATOM)}`],
    IfExp: [TEST, ({ test, body, orelse }) => `${unparse(body, TEST + 1)} if ${unparse(test, TEST + 1)} else ${unparse(orelse, TEST)}`],
    Lambda: [TEST, ({ args, body }) => `${["lambda", parameters(args)].join(" ").trim()}: ${unparse(body, TEST)}`],
    Compare: [CMP, ({ left, ops, comparators }) => compared(left, ops, comparators)],
    Attribute: [0, ({ value, attr }) => `${unparse(value, ATOM)}${["int", "True", "False"].includes(value.kind) ? " " : ""}.${attr}`],
    Subscript: [0, ({ value, slice }) => `${unparse(value, ATOM)}[${slice.type === "Tuple" && slice.elts.length ? items(slice.elts) : unparse(slice)}]`],
    Call: [0, ({ func, args, keywords }) => `${unparse(func, ATOM)}(${[...args.map((one) => unparse(one)), ...keywords.map(word)].join(", ")})`],
  };

  const unparse = (node, level = TEST) => {
    const { type, op } = node;
    let own, text;
    if (type === "BinOp") {
      own = op === "**" ? POWER : LEVELS[op];
      const [left, right] = op === "**" ? [own + 1, own] : [own, own + 1];
      text = `${unparse(node.left, left)} ${op} ${unparse(node.right, right)}`;
    } else if (type === "UnaryOp") {
      own = op === "not" ? NOT : FACTOR;
      text = `${op}${op === "not" ? " " : ""}${unparse(node.operand, own)}`;
    } else if (type === "BoolOp") {
      own = op === "and" ? AND : OR;
      text = node.values.map((value, i) => unparse(value, Math.min(own + i + 1, ATOM))).join(` ${op} `);
    } else {
      const [its, write] = WRITERS[type];
      own = its || ATOM;
      text = write(node);
      if (type === "Tuple" && !node.elts.length) return "()";
    }
    return level > own ? `(${text})` : text;
  };

  Object.assign(Lockstep, { python, unparse, walk, children, placer, PythonError });
})();
