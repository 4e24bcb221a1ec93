// Puts the page together: one connection, one view of the record, and components that show it.
import { Connection } from "./connection.js";
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

for (const name of ["door", "state", "people", "transcript", "questions", "caption", "composer", "timeline", "inspector"]) {
  document.querySelector(`parley-${name}`).attach({ view, connection, sound });
}

connection.addEventListener("entered", () => { house.hidden = false; });
connection.addEventListener("refused", () => { house.hidden = true; });
connection.addEventListener("notice", (event) => {
  notice.textContent = event.detail;
  notice.hidden = !event.detail;
});
document.getElementById("new").addEventListener("click", () => connection.begin());

// A stop works wherever the focus is.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    connection.stop();
    sound.flush();
  }
});

connection.enter();
