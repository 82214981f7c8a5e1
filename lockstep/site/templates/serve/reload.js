/* While the site is served from where it is written: load the page again when something was built since. */
let seen;
const look = async () => {
  const built = document.hidden ? seen : await fetch("/built").then((answer) => answer.text()).catch(() => seen);
  if (built !== (seen ??= built)) location.reload();
  else setTimeout(look, 500);
};
look();
