import { element, Part } from "./part.js";

const STATES = { listening: "Listening", thinking: "Thinking", speaking: "Speaking" };

/** What the agent does at the moment. */
customElements.define("parley-state", class extends Part {
  begin() {
    this.setAttribute("role", "status");
    this.dot = element("span", { class: "dot", "aria-hidden": "true" });
    this.label = element("span", {});
    this.append(this.dot, this.label);
    this.on(this.view, "state questions cleared", this.show);
    this.on(this.connection, "opened closed", this.show);
    this.show();
  }

  show() {
    const state = this.view.ended ? "ended" : this.view.halted ? "halted" : this.view.state;
    this.dataset.state = state;
    const waits = state === "thinking" && this.view.questions.size > 0;
    this.label.textContent = this.connection.conversation
      ? waits ? "Waiting for your yes or no" : STATES[state] ?? (state === "halted" ? "Halted until an operator resumes it" : "Over")
      : "";
  }
});

/** Who is here, as far as the record and this key tell. */
customElements.define("parley-people", class extends Part {
  begin() {
    this.list = element("ul", { "aria-label": "Who is here" });
    this.append(this.list);
    this.on(this.view, "people cleared", this.show);
    this.show();
  }

  show() {
    const here = [...this.view.people].filter(([, person]) => person.here);
    const people = here.map(([name, person]) =>
      element("li", { class: person.confirmed ? "confirmed" : "" }, name, element("span", { class: "hint" }, person.confirmed ? " confirmed" : " not confirmed")));
    const company = this.view.company
      ? [element("li", { class: "company" }, this.view.company.toLowerCase().replaceAll("_", " "))]
      : [];
    this.list.replaceChildren(...(people.length ? people : [element("li", {}, "nobody known")]), ...company);
  }
});
