import { element, Part, set } from "./part.js";
import { View } from "./view.js";

const ANNOUNCED_MAX = 5;
const OVER = "This conversation is over.";
const HALTED = "This conversation is halted until an operator resumes it.";

/** Who said what. Of the agent's words those that were heard stand apart from those that were only made. */
customElements.define("parley-transcript", class extends Part {
  begin() {
    this.list = element("ol", {});
    this.box = element("div", { class: "box", role: "log", "aria-live": "off", "aria-label": "Transcript", tabindex: "0" }, this.list);
    this.empty = element("p", { class: "hint empty" }, "Say something, or write it below.");
    this.append(this.box, this.empty);
    this.shown = [];
    this.on(this.view, "cleared", () => { this.shown = []; this.list.replaceChildren(); this.show(); });
    this.on(this.view, "messages", this.show);
    this.end = element("p", { class: "hint end", hidden: true });
    this.append(this.end);
    this.on(this.view, "state cleared", () => {
      this.end.hidden = !this.view.ended && !this.view.halted;
      set(this.end, this.view.ended ? `${OVER} Begin a new one to go on.` : HALTED);
    });
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
      ? element("button", { type: "button", class: "link", onclick: () => this.inspect(message.event) }, this.connection.why ? "why?" : "details")
      : null;
    why?.setAttribute("aria-label", `${this.connection.why ? "Why?" : "Details."} About: ${message.text.slice(0, 60)}`);
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

function seconds(ms) {
  return `${((ms ?? 0) / 1000).toFixed(1)} s`;
}

/**
 * Reads out to those who do not see the page: every sentence of the agent once and whole, when it comes. The transcript itself
 * changes with every word that is heard, and would be read out again and again.
 */
customElements.define("parley-announcer", class extends Part {
  begin() {
    this.setAttribute("role", "log");
    this.setAttribute("aria-label", "What is new");
    this.on(this.view, "cleared", () => { this.seen = 0; this.replaceChildren(); });
    this.on(this.view, "messages", this.show);
    this.on(this.view, "state", this.tell);
    this.seen = 0;
  }

  show() {
    for (const message of this.view.messages.slice(this.seen)) {
      if (message.who !== "person" && !(message.event <= this.connection.oldest)) {
        this.say(message.about ? `A question for you: ${message.text}` : message.text);
      }
    }
    this.seen = this.view.messages.length;
  }

  tell() {
    const state = this.view.ended ? OVER : this.view.halted ? HALTED : "";
    if (state && state !== this.told) {
      this.say(state);
    }
    this.told = state;
  }

  say(text) {
    this.append(element("p", {}, text));
    while (this.childElementCount > ANNOUNCED_MAX) {
      this.firstElementChild.remove();
    }
  }
});

/** Questions that wait for a yes or no. */
customElements.define("parley-questions", class extends Part {
  begin() {
    this.on(this.view, "questions cleared", this.show);
  }

  show() {
    const calls = [...this.view.questions.keys()].join(" ");
    if (calls === this.calls) {
      return;
    }
    this.calls = calls;
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
