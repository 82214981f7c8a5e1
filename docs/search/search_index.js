/* Over file:// the theme asks for this file, then hides the search, because no browser starts its worker there. The
   copy that `nox -s offline` writes has the whole index here, and searches. */
var __index = { config: { lang: ["en"], separator: " " }, docs: [] };
