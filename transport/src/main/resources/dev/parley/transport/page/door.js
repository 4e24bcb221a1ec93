import { element, Part } from "./part.js";

/** Asks for the key, if neither the address nor this tab has one that counts. */
customElements.define("parley-door", class extends Part {
  begin() {
    const input = element("input", { id: "key", name: "key", type: "password", autocomplete: "off", required: true, "aria-describedby": "key-help" });
    const said = element("p", { class: "said", role: "alert" });
    const form = element(
      "form",
      { onsubmit: (event) => { event.preventDefault(); this.connection.enter(input.value.trim()); input.value = ""; } },
      element("h2", {}, "Who is it?"),
      element("label", { for: "key" }, "Key"),
      element("div", { class: "row" }, input, element("button", { type: "submit" }, "Enter")),
      element("p", { id: "key-help", class: "hint" }, "The line that ./parley serve prints has it, or the configuration. It stays in this tab."),
      said,
    );
    this.append(form);
    this.hidden = true;
    this.on(this.connection, "entered", () => { this.hidden = true; });
    this.on(this.connection, "refused", (event) => {
      this.hidden = false;
      said.textContent = event.detail;
      input.focus();
    });
  }
});
