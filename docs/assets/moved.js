/* On a page that has moved: to where it is now, with what stands behind the address. See lockstep/publish.py. */
const { href } = document.querySelector("link[rel=canonical]");
const page = location.protocol === "file:" ? href.replace(/\/$/, "/index.html") : href;
location.replace(page + location.search + location.hash);
