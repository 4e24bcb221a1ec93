import { element, Part } from "./part.js";

const ENVELOPE = ["event_id", "kind", "lane", "visibility", "turn", "causal_parent", "lease_epoch", "wall_ms", "monotonic_ns", "media_us", "previous", "hash"];

/** One event: its envelope, the decision behind it, why, and what would have changed it. */
customElements.define("parley-inspector", class extends Part {
  begin() {
    this.dialog = element("dialog", { "aria-labelledby": "event-title" });
    this.append(this.dialog);
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) {
        this.dialog.close();
      }
    });
  }

  async open(id) {
    const rune = this.view.runes.get(id);
    if (!rune) {
      return;
    }
    const why = element("div", { class: "why", "aria-live": "polite" }, element("p", { class: "hint" }, "Asking why …"));
    this.dialog.replaceChildren(
      element("header", {},
        element("h2", { id: "event-title", tabindex: "-1" }, `Event ${id}: ${rune.kind}`),
        element("div", { class: "row" },
          element("button", { type: "button", class: "stop", onclick: () => { this.sound.flush(); this.connection.stop(); } }, "Stop"),
          element("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close"))),
      why,
      element("h3", {}, "Envelope"),
      envelope(rune),
      element("h3", {}, "Payload"),
      element("pre", { tabindex: "0" }, JSON.stringify(rune.payload, null, 2)),
    );
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
    if (!this.connection.why) {
      why.replaceChildren(element("p", { class: "hint" }, "Why is told to those who run the house; this key is a client's."));
      return;
    }
    const answer = await this.connection.explain(id);
    why.replaceChildren(...(answer.ok ? this.explained(answer.body) : [element("p", {}, answer.body?.detail ?? "There is no answer.")]));
  }

  explained(body) {
    const explanation = body.explanation;
    const parts = [element("h3", {}, "Why")];
    if (body.told) {
      parts.push(...body.told.map((line) => element("p", { class: "told" }, line)), element("h3", {}, "The decision nearest to it"));
    }
    if (!explanation) {
      parts.push(element("p", {}, "No decision is behind it: it was reported from outside."));
    } else {
      parts.push(element("p", { class: `decision ${explanation.decision ?? "denied"}` },
        element("strong", {}, explanation.decision ?? "denied"),
        body.decided_at === body.event_id ? "" : ` at event ${body.decided_at}`,
        explanation.reason ? `: ${explanation.reason}` : ""));
      for (const failed of explanation.failed ?? []) {
        parts.push(element("p", { class: "failed" }, element("code", {}, failed.id), ` ${failed.demands ?? ""} ${failed.broken ? `Here, ${failed.broken}.` : ""}`));
      }
      const change = explanation.would_be_allowed;
      if (explanation.never) {
        parts.push(element("h3", {}, "What would have changed it"), element("p", { class: "change" }, `Nothing. ${explanation.never}`));
      } else if (change) {
        parts.push(element("h3", {}, "What would have changed it"), element("p", { class: "change" }, change.when ? `It would be allowed ${change.when}.` : JSON.stringify(change)));
      }
    }
    const because = (body.because ?? []).slice(0, 8);
    if (because.length) {
      parts.push(element("h3", {}, "What led to it"), element("ol", { class: "because" }, ...because.map((cause) =>
        element("li", {}, element("button", { type: "button", class: "link", onclick: () => this.open(cause.event_id) }, `${cause.event_id} ${cause.kind}`), " ", this.words(cause.event_id)))));
    }
    return parts;
  }

  words(id) {
    return this.view.runes.get(id)?.payload?.pii_text ?? "";
  }
});

function envelope(rune) {
  const list = element("dl", {});
  for (const name of ENVELOPE) {
    if (rune[name] !== undefined && rune[name] !== null) {
      list.append(element("dt", {}, name), element("dd", {}, String(rune[name])));
    }
  }
  return list;
}
