/* In keep.html, a hidden frame of each page that is read from a folder: the one storage of all pages. See folder.js. */
const tell = (stored) => parent.postMessage(stored, "*"); // over file:// there is no origin to name

addEventListener("pageshow", () => tell({ ...localStorage })); // also when the reader comes back to a page
addEventListener("storage", ({ key, newValue }) => newValue !== null && tell({ [key]: newValue }));
addEventListener("message", ({ source, data }) => {
  if (source === parent) for (const [key, text] of Object.entries(data)) localStorage.setItem(key, text);
});
