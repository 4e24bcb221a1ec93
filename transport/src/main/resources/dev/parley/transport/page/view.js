// The record as the page shows it: a fold over its events, in their order. Nothing here talks to the server.

/** Kinds that say something to a person; all others are shown on demand. */
const TELLING = new Set([
  "user.words", "agent.reply", "agent.sentence", "tool.dispatched", "tool.result", "turn.started", "turn.completed",
  "turn.interrupted", "turn.error", "playback.started", "playback.ended", "control.barge_in", "control.ended",
  "system.invariant_violation", "verdict.tool", "verdict.household",
]);

/** What a reply is about that is no question about a call. */
const BESIDE = new Set(["dead_air", "birthday", "question_dropped", "withheld"]);

export class View extends EventTarget {
  clear() {
    this.head = 0;
    this.runes = new Map();
    this.order = [];
    this.messages = [];
    this.replies = new Map();
    this.questions = new Map();
    this.answers = new Map();
    this.people = new Map();
    this.company = "";
    this.state = "listening";
    this.turn = 0;
    this.ended = false;
    this.halted = false;
    this.#changed("cleared");
  }

  constructor() {
    super();
    this.clear();
  }

  #changed(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  static tells(rune) {
    return TELLING.has(rune.kind);
  }

  gap(from, to) {
    this.head = Math.max(this.head, to);
    this.messages.push({ who: "record", text: `Events ${from} to ${to} are no longer there.` });
    this.#changed("messages");
  }

  /** The next event; without its rune it is one that this key may not see. */
  take(id, rune) {
    if (id <= this.head) {
      return;
    }
    this.head = id;
    if (!rune) {
      return;
    }
    this.runes.set(id, rune);
    this.order.push(id);
    this.#fold(rune, rune.payload ?? {});
    this.#changed("event", rune);
  }

  #fold(rune, payload) {
    switch (rune.kind) {
      case "session.created":
        for (const name of payload.people ?? []) {
          this.#person(name, { confirmed: true, here: true });
        }
        break;
      case "user.words":
        if (payload.by) {
          this.#person(payload.by, { here: true });
        }
        this.#add({ who: "person", name: payload.by || "Somebody", text: payload.pii_text ?? "", event: rune.event_id });
        break;
      case "user.answered":
        if (payload.call_id) {
          this.pressed(payload.call_id, payload.yes === true, payload.by, rune.event_id);
        }
        break;
      case "agent.reply":
        this.#reply(rune, payload);
        break;
      case "agent.sentence":
        this.#sentence(rune, payload);
        break;
      case "playback.started":
        this.#play(payload.reply, { playing: true, audioMs: payload.audio_ms ?? 0, playedMs: 0 });
        break;
      case "playback.progress":
        this.#play(payload.reply, { playedMs: payload.played_ms ?? 0 });
        break;
      case "playback.ended":
        this.#play(payload.reply, {
          playing: false,
          ended: true,
          audioMs: payload.audio_ms ?? 0,
          playedMs: payload.played_ms ?? 0,
          words: payload.words,
          interrupted: payload.interrupted === true,
        });
        break;
      case "agent.state":
        this.state = payload.state;
        this.#changed("state");
        break;
      case "turn.started":
        this.turn = rune.turn;
        break;
      case "turn.closed":
        this.turn = 0;
        this.questions.clear();
        this.#changed("questions");
        break;
      case "tool.result":
        this.questions.delete(payload.call_id);
        this.#changed("questions");
        break;
      case "tool.dispatched":
        this.questions.delete(payload.call_id);
        this.#changed("questions");
        break;
      case "control.ended":
        this.ended = true;
        this.questions.clear();
        this.#changed("questions");
        this.#changed("state");
        break;
      case "session.state":
        if (payload.key === "halted") {
          this.halted = payload.value === true;
          this.#changed("state");
        }
        break;
      case "verdict.household":
        this.#household(payload);
        break;
      case "verdict.tool":
        this.#answered(payload);
        break;
      default:
    }
  }

  #add(message) {
    this.messages.push(message);
    this.#changed("messages");
    return message;
  }

  /** A yes or no that was pressed and not said is a line of its own, once: as it is done here, or as it is recorded. */
  pressed(call, yes, by, event) {
    if (!this.answers.has(call)) {
      this.answers.set(call, yes);
      this.#add({ who: "person", name: by || "Somebody", text: yes ? "yes" : "no", event });
    }
  }

  #reply(rune, payload) {
    const text = payload.pii_text ?? "";
    const message = { who: "agent", name: View.speaker(rune), text, event: rune.event_id, about: payload.about, playedMs: 0, audioMs: 0 };
    this.replies.set(payload.reply, message);
    if (text) {
      this.#add(message);
    }
    if (payload.about && !BESIDE.has(payload.about) && !this.questions.has(payload.about)) {
      this.questions.set(payload.about, { call: payload.about, text });
      this.#changed("questions");
    }
  }

  /** A sentence of a reply that is spoken by itself: what was heard of it is heard of the reply. */
  #sentence(rune, payload) {
    const whole = this.replies.get(payload.of);
    if (whole && whole.text) {
      whole.parts = [...(whole.parts ?? []), payload.reply];
      this.replies.set(payload.reply, { part: whole, text: payload.pii_text ?? "" });
    } else {
      const message = { who: "agent", name: whole?.name ?? "Parley", text: payload.pii_text ?? "", event: rune.event_id, playedMs: 0, audioMs: 0 };
      this.replies.set(payload.reply, message);
      this.#add(message);
    }
  }

  #play(reply, change) {
    const spoken = this.replies.get(reply);
    if (!spoken) {
      return;
    }
    Object.assign(spoken, change);
    const whole = spoken.part;
    if (whole) {
      const parts = whole.parts.map((each) => this.replies.get(each));
      whole.playing = parts.some((each) => each.playing);
      whole.ended = !whole.playing && parts.some((each) => each.ended);
      whole.interrupted = parts.some((each) => each.interrupted);
      whole.heard = parts.map((each) => View.heard(each)).join(" ").trim();
      whole.audioMs = parts.reduce((sum, each) => sum + (each.audioMs ?? 0), 0);
      whole.playedMs = parts.reduce((sum, each) => sum + (each.playedMs ?? 0), 0);
    }
    this.#changed("messages");
  }

  /** Who says this reply: a reply that a human wrote names the event with the words. */
  static speaker(rune) {
    return rune.payload?.words ? `${rune.agent ?? "somebody"} (a human)` : "Parley";
  }

  /** What was heard of a reply, in whole words. */
  static heard(message) {
    if (message.heard !== undefined) {
      return message.heard;
    }
    if (!message.ended && !message.playing) {
      return "";
    }
    if (message.ended && !message.interrupted) {
      return message.text;
    }
    const words = message.text.split(/\s+/).filter(Boolean);
    const part = message.audioMs > 0 && message.audioMs < 1e12 ? message.playedMs / message.audioMs : 0;
    return words.slice(0, message.words ?? Math.floor(words.length * part)).join(" ");
  }

  #person(name, change) {
    this.people.set(name, { confirmed: false, ...(this.people.get(name) ?? {}), ...change });
    this.#changed("people");
  }

  /** Who of those that are here is known to the house, as it says itself. */
  known(people) {
    for (const { person, confirmed } of people) {
      this.#person(person, { confirmed, ...(confirmed ? { here: this.people.get(person)?.here ?? true } : {}) });
    }
  }

  #household(payload) {
    if (payload.decision !== "allowed") {
      return;
    }
    const about = payload.parameters?.person ?? payload.target;
    if (payload.machine === "identity" && payload.action === "validation_success") {
      this.#person(about, { confirmed: true, here: true });
    } else if (payload.action === "participant_detected") {
      this.#person(payload.parameters?.person ?? "somebody", { here: true });
    } else if (payload.action === "participant_left") {
      this.#person(payload.parameters?.person ?? "somebody", { here: false });
    }
  }

  #answered(payload) {
    if (payload.decision !== "allowed") {
      return;
    }
    if (payload.parameters?.mode) {
      this.company = payload.parameters.mode;
      this.#changed("people");
    }
    if (["approve", "reject", "expire", "cancel"].includes(payload.action)) {
      this.questions.delete(payload.target);
      this.#changed("questions");
    }
  }
}
