import { element, Part } from "./part.js";

/** What a person can do: write, speak, stop. */
customElements.define("parley-composer", class extends Part {
  begin() {
    this.words = element("input", { id: "words", name: "words", type: "text", autocomplete: "off", placeholder: "Write something …", "aria-label": "What you want to say" });
    this.microphone = element("button", { type: "button", id: "microphone", class: "quiet", "aria-pressed": "false", onclick: () => this.toggle() }, "Microphone");
    this.stopper = element("button", { type: "button", id: "stop", class: "stop", title: "Escape does it too", onclick: () => this.stop() }, "Stop");
    this.speaker = element("select", { id: "speaker", "aria-label": "Who speaks", onchange: () => { this.connection.speaker = this.speaker.value; } });
    this.send = element("button", { type: "submit", id: "send" }, "Send");
    this.append(
      element("form", { class: "row", onsubmit: (event) => this.say(event) }, this.speaker, this.words, this.send),
      element("div", { class: "row tools" }, this.microphone, element("span", { id: "level", class: "level", "aria-hidden": "true" }), this.stopper),
    );
    this.on(this.connection, "opened", this.choose);
    this.on(this.connection, "opened closed", this.show);
    this.on(this.view, "state cleared", this.show);
    this.on(this.sound, "changed", this.show);
    this.on(this.sound, "level", (event) => {
      document.getElementById("level").style.setProperty("--level", String(Math.min(1, event.detail * 4)));
    });
    this.choose();
    this.show();
  }

  /** A key may speak for several people; one of them does. */
  choose() {
    this.speaker.replaceChildren(...this.connection.people.map((name) => element("option", { value: name }, name)));
    this.speaker.value = this.connection.speaker;
    this.speaker.hidden = this.connection.people.length < 2;
  }

  show() {
    this.microphone.hidden = !this.connection.audio || this.view.ended;
    this.microphone.setAttribute("aria-pressed", String(this.sound.isOn));
    this.microphone.textContent = this.sound.isOn ? "Microphone is on" : "Microphone";
    this.words.disabled = this.view.ended;
    this.words.placeholder = this.view.ended ? "This conversation is over." : "Write something …";
    this.send.disabled = this.view.ended;
  }

  async say(event) {
    event.preventDefault();
    const text = this.words.value.trim();
    if (!text) {
      return;
    }
    this.words.value = "";
    const answer = await this.connection.say(text);
    if (answer.type === "error" && !this.words.value) {
      this.words.value = text;
    }
  }

  toggle() {
    return this.sound.isOn ? this.sound.off() : this.sound.on();
  }

  /** What is heard here ends at once, whatever the server does. */
  stop() {
    this.sound.flush();
    return this.connection.stop();
  }
});
