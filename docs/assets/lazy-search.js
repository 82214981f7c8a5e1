/* The theme asks for the search index, a megabyte, and starts its worker on every page. Here both wait until the reader
   opens the search, or comes from it: then the words of the query (`?h=`) are marked on the page. This stands before the
   theme's own script. Over file:// the theme waits by itself. */
(() => {
  const toggle = document.getElementById("__search"); // the theme's switch of the search
  const { Worker, XMLHttpRequest } = globalThis;
  if (!toggle || !location.protocol.startsWith("http")) return;

  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    open(method, url, ...rest) {
      this.waits = String(url).endsWith("/search_index.json") && !new URLSearchParams(location.search).has("h");
      super.open(method, url, ...rest);
    }
    send(body) {
      if (!this.waits || toggle.checked) super.send(body);
      else toggle.addEventListener("change", () => super.send(body), { once: true });
    }
  };

  /* The worker of the search starts with its first message; any other is as ever, also on a host with "search" in its name. */
  globalThis.Worker = class extends EventTarget {
    constructor(...of) {
      super();
      if (!/\/search-worker\.js$/.test(of[0])) return new Worker(...of);
      this.of = of;
    }
    postMessage(...message) {
      this.worker ??= this.start();
      this.worker.postMessage(...message);
    }
    start() {
      const worker = new Worker(...this.of);
      worker.addEventListener("message", ({ data }) => this.dispatchEvent(new MessageEvent("message", { data })));
      return worker;
    }
  };
})();
