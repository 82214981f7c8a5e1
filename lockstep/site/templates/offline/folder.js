/* For a copy of the site that is read from a folder: what browsers give only to the pages of a server. */
(() => {
  const frame = (properties) => {
    const made = Object.assign(document.createElement("iframe"), { hidden: true, ...properties });
    document.body.append(made);
    return made;
  };

  /* The theme searches in a worker, and no browser starts one from a file. A frame runs the worker's script in its place.
     iframe-worker, which the theme suggests, does so with an inline script, and the Content-Security-Policy refuses that. */
  globalThis.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.inside = new Promise((resolve) => {
        const engine = address.replace(/[^/]*$/, "minisearch.js"); // a frame has no importScripts
        const srcdoc = `<script src="${engine}"></script><script src="${address}"></script>`;
        const made = frame({ srcdoc, onload: () => resolve(made.contentWindow) });
      });
      this.inside.then((inside) => {
        inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      });
    }
    async postMessage(data) {
      (await this.inside).dispatchEvent(new MessageEvent("message", { data }));
    }
  };

  /* Firefox gives each file a storage of its own: no page would know what was answered on another. So all pages hand
     what they store to one file, keep.html, and take from it what others stored. Elsewhere both are the same storage. */
  const address = new URL("keep.html", document.currentScript.src);
  const { setItem } = Storage.prototype;
  addEventListener("DOMContentLoaded", () => {
    const keep = frame({ src: address });
    Storage.prototype.setItem = function (key, text) {
      setItem.call(this, key, text);
      if (this === localStorage) keep.contentWindow.postMessage({ [key]: String(text) }, "*");
    };
    addEventListener("message", ({ source, data }) => {
      if (source !== keep.contentWindow) return;
      for (const [key, text] of Object.entries(data)) take(key, text);
    });
  });

  const take = (key, text) => {
    if (localStorage.getItem(key) === text) return;
    setItem.call(localStorage, key, text);
    dispatchEvent(new StorageEvent("storage", { key, newValue: text })); // as if another tab had stored it
    if (key.endsWith(".__palette")) document.getElementsByName("__palette")[JSON.parse(text).index]?.click();
  };
})();
