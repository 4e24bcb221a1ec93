import { element, Part } from "./part.js";
import { View } from "./view.js";

/** Who said what. Of the agent's words those that were heard stand apart from those that were only made. */
customElements.define("parley-transcript", class extends Part {
  begin() {
    this.list = element("ol", {});
    this.box = element("div", { class: "box", role: "log", "aria-live": "polite", "aria-label": "Transcript", tabindex: "0" }, this.list);
    this.empty = element("p", { class: "hint empty" }, "Say something, or write it below.");
    this.append(this.box, this.empty);
    this.shown = [];
    this.on(this.view, "cleared", () => { this.shown = []; this.list.replaceChildren(); this.show(); });
    this.on(this.view, "messages", this.show);
  }

  show() {
    const messages = this.view.messages;
    this.empty.hidden = messages.length > 0;
    const atEnd = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < 80;
    messages.forEach((message, at) => {
      if (!this.shown[at]) {
        this.shown[at] = this.line(message);
        this.list.append(this.shown[at].item);
      }
      this.update(message, this.shown[at]);
    });
    if (atEnd) {
      this.box.scrollTop = this.box.scrollHeight;
    }
  }

  line(message) {
    const heard = element("span", { class: "heard" });
    const rest = element("span", { class: "unheard" });
    const note = element("span", { class: "hint note" });
    const why = message.event
      ? element("button", { type: "button", class: "link", onclick: () => this.inspect(message.event) }, "why?")
      : null;
    why?.setAttribute("aria-label", `Why? About: ${message.text.slice(0, 60)}`);
    const item = element(
      "li",
      { class: message.who },
      element("div", { class: "name" }, message.name ?? "Record", " ", why),
      element("p", {}, heard, " ", rest),
      note,
    );
    return { item, heard, rest, note };
  }

  inspect(event) {
    document.querySelector("parley-inspector").open(event);
  }

  update(message, shown) {
    if (message.who !== "agent") {
      set(shown.heard, message.text);
      return;
    }
    const heard = View.heard(message);
    const rest = message.text.startsWith(heard) ? message.text.slice(heard.length).trim() : message.text;
    set(shown.heard, message.text.startsWith(heard) ? heard : "");
    set(shown.rest, rest);
    shown.item.classList.toggle("playing", message.playing === true);
    shown.item.classList.toggle("cut", message.interrupted === true);
    const share = message.interrupted ? `cut off; heard ${seconds(message.playedMs)} of what was made` : "";
    set(shown.note, message.interrupted ? share : message.about ? "a question" : "");
  }
});

/** Text that does not change is not touched, so that nothing is read out twice. */
function set(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

function seconds(ms) {
  return `${((ms ?? 0) / 1000).toFixed(1)} s`;
}

/** Questions that wait for a yes or no. */
customElements.define("parley-questions", class extends Part {
  begin() {
    this.setAttribute("aria-live", "assertive");
    this.on(this.view, "questions cleared", this.show);
  }

  show() {
    this.replaceChildren(...[...this.view.questions.values()].map((question) => {
      const answer = (approve) => () => {
        box.querySelectorAll("button").forEach((button) => { button.disabled = true; });
        this.connection.answer(question.call, approve).then((done) => {
          box.querySelectorAll("button").forEach((button) => { button.disabled = done.type === "done"; });
          if (done.type === "done") {
            this.view.pressed(question.call, approve, this.connection.speaker);
          }
        });
        document.getElementById("words")?.focus();
      };
      const box = element(
        "div",
        { class: "question", role: "group", "aria-label": "A question for you" },
        element("p", {}, question.text),
        element("div", { class: "row" },
          element("button", { type: "button", class: "yes", onclick: answer(true) }, "Yes"),
          element("button", { type: "button", class: "quiet", onclick: answer(false) }, "No")),
      );
      return box;
    }));
  }
});

/** The words that are spoken right now. */
customElements.define("parley-caption", class extends Part {
  begin() {
    this.setAttribute("aria-hidden", "true");
    this.on(this.view, "messages state cleared", this.show);
  }

  show() {
    const playing = this.view.messages.findLast((message) => message.playing);
    this.hidden = !playing;
    set(this, playing ? playing.text : "");
  }
});
