import { element, Part, time } from "./part.js";
import { View } from "./view.js";

/** What each kind of event is about, and how it is told in a few words. */
const TOLD = {
  "user.words": ["speech", (p) => `${p.by || "somebody"}: ${p.pii_text ?? ""}`],
  "agent.reply": ["speech", (p, rune) => (p.words ? `${View.speaker(rune)}: ${p.pii_text}` : p.pii_text) || (p.calls ?? []).map((call) => `wants ${call.tool}`).join(", ")],
  "agent.sentence": ["speech", (p) => p.pii_text ?? ""],
  "speech.withheld": ["speech", (p) => `${p.instead === "neutral" ? "said neutrally" : "not said"}: ${p.reason}`],
  "playback.started": ["speech", () => "begins to speak"],
  "playback.ended": ["speech", (p) => (p.interrupted ? `cut off after ${p.played_ms} ms` : `heard to the end, ${p.played_ms} ms`)],
  "tool.dispatched": ["tool", (p) => `${p.tool} runs`],
  "tool.result": ["tool", (p) => `${p.tool ?? p.call_id}: ${p.status}`],
  "turn.started": ["turn", (_, rune) => `turn ${rune.turn} begins`],
  "turn.completed": ["turn", (p, rune) => `turn ${rune.turn} ${p.reason}`],
  "turn.interrupted": ["cut", (p, rune) => `turn ${rune.turn} ${p.reason}`],
  "turn.error": ["denied", (p, rune) => `turn ${rune.turn} ends: ${p.reason}`],
  "control.barge_in": ["cut", () => "barge-in"],
  "control.ended": ["turn", () => "the conversation is over"],
  "system.invariant_violation": ["denied", (p) => `${p.id}: ${p.reason ?? p.level}`],
};

function told(rune) {
  const payload = rune.payload ?? {};
  if (rune.kind.startsWith("verdict.")) {
    const parameters = payload.parameters ?? {};
    const what = parameters.tool ?? parameters.command ?? payload.target ?? "";
    return [payload.decision === "allowed" ? "verdict" : "denied", `${payload.actor} ${payload.action} ${what}: ${payload.decision}`];
  }
  const known = TOLD[rune.kind];
  return known ? [known[0], known[1](payload, rune)] : ["other", payload.signal ?? ""];
}

const FILTERS = [["telling", "In short"], ["verdict", "Verdicts"], ["tool", "Tools"], ["all", "All"]];

/** Everything that is recorded, as it happens. */
customElements.define("parley-timeline", class extends Part {
  begin() {
    this.filter = "telling";
    this.chooser = element("div", { class: "row chooser", role: "group", "aria-label": "Which events" },
      ...FILTERS.map(([name, label]) =>
        element("button", { type: "button", class: "chip", "data-filter": name, "aria-pressed": String(name === this.filter), onclick: () => this.choose(name) }, label)));
    this.list = element("ol", { "aria-label": "Timeline", tabindex: "0" });
    this.append(this.chooser, this.list);
    this.on(this.view, "event", (event) => this.add(event.detail));
    this.on(this.view, "cleared", () => this.list.replaceChildren());
  }

  choose(name) {
    this.filter = name;
    this.chooser.querySelectorAll("button").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.filter === name));
    });
    this.list.replaceChildren(...this.view.order.map((id) => this.view.runes.get(id)).filter((rune) => this.shows(rune)).map(line));
    this.list.scrollTop = this.list.scrollHeight;
  }

  shows(rune) {
    switch (this.filter) {
      case "all": return true;
      case "verdict": return rune.kind.startsWith("verdict.") || rune.kind === "system.invariant_violation";
      case "tool": return rune.kind.startsWith("tool.") || rune.kind === "verdict.tool";
      default: return View.tells(rune) && !(rune.kind.startsWith("verdict.") && rune.payload?.decision === "allowed" && !["approve", "reject", "ask"].includes(rune.payload.action))
        && !(rune.kind === "agent.reply" && !rune.payload?.pii_text && !rune.payload?.calls?.length);
    }
  }

  add(rune) {
    if (!this.shows(rune)) {
      return;
    }
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 80;
    this.list.append(line(rune));
    if (atEnd) {
      this.list.scrollTop = this.list.scrollHeight;
    }
  }
});

function line(rune) {
  const [kind, text] = told(rune);
  const open = () => document.querySelector("parley-inspector").open(rune.event_id);
  return element("li", { class: kind },
    element("button", { type: "button", class: "event", "data-event": rune.event_id, "data-kind": rune.kind, onclick: open },
      element("span", { class: "when" }, time(rune)),
      element("span", { class: "kind" }, rune.kind),
      element("span", { class: "text" }, text)));
}
