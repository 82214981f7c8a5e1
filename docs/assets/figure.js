/* A button that plays a drawing of several steps, and the slider of a parameter. The drawing on the home page plays by
   itself, once, until a reader acts. */
(() => {
  const PAUSE = 2400; // ms on each step
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  const setUp = (figure) => {
    const inputs = [...figure.querySelectorAll("input[type=radio]")];
    if (inputs.length < 2 || figure.querySelector(".ls-play")) return;
    const slider = figure.querySelector(".ls-vary [type=range]");
    if (slider) {
      slider.oninput = () => (inputs[slider.value - 1].checked = true);
      inputs.forEach((input) => (input.onchange = () => (slider.value = input.value)));
      return;
    }
    const button = document.createElement("button");
    let timer = 0;
    const label = () => (button.textContent = timer ? "Pause" : "Play");
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      label();
    };
    const step = () => {
      const next = inputs.findIndex((input) => input.checked) + 1;
      if (!figure.isConnected || next === inputs.length) return stop();
      inputs[next].checked = true;
    };
    const play = () => {
      if (inputs.at(-1).checked) inputs[0].checked = true;
      timer = setInterval(step, PAUSE);
      label();
    };
    Object.assign(button, { type: "button", className: "ls-play", onclick: () => (timer ? stop() : play()) });
    label();
    figure.querySelector("legend").after(button); // the first that one sees is the first that a key reaches
    for (const input of inputs) input.addEventListener("click", stop);
    if (figure.closest(".ls-front") && !isStill()) {
      new IntersectionObserver(([{ isIntersecting }], watch) => {
        if (!isIntersecting) return;
        watch.disconnect();
        if (inputs[0].checked) play();
      }).observe(figure);
    }
  };

  document.querySelectorAll(".ls-figure").forEach(setUp);
})();
