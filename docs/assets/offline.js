/* When a reader stays on a page of a server, the service worker keeps the whole site for the time without a network. A
   visitor who only looks, and a reader who saves data, load nothing more than the page: access.js brings this script at the
   first sign of a reader. */
(() => {
  const { connection, serviceWorker } = navigator;
  if (!serviceWorker || connection?.saveData) return;

  const address = new URL("../worker.js", document.currentScript.src);
  const ask = () => serviceWorker.controller?.postMessage("keep");
  const begin = () => {
    serviceWorker.addEventListener("controllerchange", ask); // the first worker, or that of a new build
    serviceWorker.register(address).then(ask, () => {}); // a browser that may store nothing keeps nothing
  };
  const whenIdle = () => (globalThis.requestIdleCallback ?? setTimeout)(begin);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle);
})();
