/* When a reader stays on a page of a server, the service worker keeps the whole site for the time without a network. A
   visitor who only looks, and a reader who saves data, load nothing more than the page. */
(() => {
  const { connection, serviceWorker } = navigator;
  if (!serviceWorker || !location.protocol.startsWith("http") || connection?.saveData) return;

  const address = new URL("../worker.js", document.currentScript.src);
  const ask = () => serviceWorker.controller?.postMessage("keep");
  const begin = () => {
    serviceWorker.addEventListener("controllerchange", ask); // the first worker, or that of a new build
    serviceWorker.register(address).then(ask, () => {}); // a browser that may store nothing keeps nothing
  };
  const whenIdle = () => (globalThis.requestIdleCallback ?? setTimeout)(begin);
  addEventListener("load", () => {
    for (const sign of ["scroll", "pointerdown", "keydown"]) addEventListener(sign, whenIdle, { once: true, passive: true });
  });
})();
