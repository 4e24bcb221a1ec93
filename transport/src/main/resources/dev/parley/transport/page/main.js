// Puts the page together: one connection, one view of the record, and components that show it.
import { Connection } from "./connection.js";
import { set } from "./part.js";
import { Sound } from "./sound.js";
import { View } from "./view.js";
import "./door.js";
import "./heading.js";
import "./transcript.js";
import "./composer.js";
import "./timeline.js";
import "./inspector.js";

const view = new View();
const connection = new Connection(view);
const sound = new Sound(connection);
const house = document.getElementById("house");
const notice = document.getElementById("notice");

for (const name of ["door", "state", "people", "transcript", "announcer", "questions", "caption", "composer", "timeline", "inspector"]) {
  document.querySelector(`parley-${name}`).attach({ view, connection, sound });
}

const another = document.getElementById("new");

function shown(inside) {
  house.hidden = !inside;
  another.hidden = !inside;
}

connection.addEventListener("entered", () => shown(true));
connection.addEventListener("refused", () => { shown(false); notice.hidden = true; });
connection.addEventListener("notice", (event) => {
  set(notice, event.detail);
  notice.hidden = !event.detail;
});
another.addEventListener("click", () => connection.begin());

// Nobody is listened to who cannot be answered any more.
view.addEventListener("state", () => view.ended && sound.off());

// A stop works wherever the focus is; in the panel of an event Escape closes it, and its own button stops.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
    connection.stop();
    sound.flush();
  }
});

connection.enter();
