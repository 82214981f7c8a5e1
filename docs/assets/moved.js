/* On a page that has moved: to where it is now, with what stands behind the address. See lockstep/publish.py. */
location.replace(document.querySelector("link[rel=canonical]").href + location.search + location.hash);
