import { element, Part, set } from "./part.js";

const STATES = {
  listening: "Listening", thinking: "Thinking", speaking: "Speaking",
  away: "Not connected", halted: "Halted until an operator resumes it", ended: "Over",
};

/** What the agent does at the moment. */
customElements.define("parley-state", class extends Part {
  begin() {
    this.dot = element("span", { class: "dot", "aria-hidden": "true" });
    this.label = element("span", {});
    this.append(this.dot, this.label);
    this.on(this.view, "state questions cleared", this.show);
    this.on(this.connection, "entered opened closed refused", this.show);
    this.show();
  }

  show() {
    const state = this.view.ended ? "ended" : !this.connection.isOpen ? "away" : this.view.halted ? "halted" : this.view.state;
    this.dataset.state = state;
    this.hidden = !this.connection.conversation;
    const waits = state === "thinking" && this.view.questions.size > 0;
    set(this.label, waits ? "Waiting for your yes or no" : STATES[state]);
  }
});

/** Who is here, as far as the record and this key tell. */
customElements.define("parley-people", class extends Part {
  begin() {
    this.list = element("ul", { "aria-label": "Who is here" });
    this.append(this.list);
    this.on(this.view, "people cleared", this.show);
    this.on(this.connection, "opened", this.ask);
    this.on(this.connection, "refused", () => { this.hidden = true; });
    this.hidden = true;
  }

  /** A client does not see the decisions by which people are known, and is told who of its own is. */
  async ask() {
    const conversation = this.connection.conversation;
    const answer = await this.connection.present();
    if (answer.ok && conversation === this.connection.conversation) {
      this.view.known(answer.body.people);
    }
  }

  show() {
    this.hidden = false;
    const here = [...this.view.people].filter(([, person]) => person.here);
    const people = here.map(([name, person]) =>
      element("li", { class: person.confirmed ? "confirmed" : "" }, name, element("span", { class: "hint" }, person.confirmed ? " confirmed" : " not confirmed")));
    const company = this.view.company
      ? [element("li", { class: "company" }, this.view.company.toLowerCase().replaceAll("_", " "))]
      : [];
    this.list.replaceChildren(...(people.length ? people : [element("li", {}, "nobody known")]), ...company);
  }
});
