// What all components of the page have in common.

/** A component that shows a part of the view. Components keep no state of their own that the record could tell. */
export class Part extends HTMLElement {
  attach(parts) {
    Object.assign(this, parts);
    this.begin();
  }

  begin() {}

  on(target, names, show) {
    for (const name of names.split(" ")) {
      target.addEventListener(name, (event) => show.call(this, event));
    }
  }
}

/** An element with its attributes and children; texts are texts, never markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value === true) {
      made.setAttribute(key, "");
    } else if (value !== false && value !== undefined && value !== null) {
      made.setAttribute(key, String(value));
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Text that does not change is not touched, so that nothing is read out twice. */
export function set(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

export function time(rune) {
  return new Date(rune.wall_ms ?? 0).toLocaleTimeString([], { hour12: false });
}
