// The way to the server: the key, the conversation and its socket. Tells of everything by events.
const KEY = "parley.key";
const CONVERSATION = "parley.conversation";
const RETRY_MS = 1500;
const LOST = "Not connected. Trying again …";

export class Connection extends EventTarget {
  #view;
  #key = "";
  #socket = null;
  #asked = new Map();
  #next = 0;
  #retry = 0;
  #aside = "";
  oldest = 0;
  conversation = "";
  audio = false;
  why = false;
  people = [];
  speaker = "";

  constructor(view) {
    super();
    this.#view = view;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Comes in with the key of the address or of this tab, and goes on with the conversation that was under way. */
  async enter(typed) {
    const given = new URLSearchParams(location.hash.slice(1));
    if (given.has("key") || given.has("conversation")) {
      history.replaceState(null, "", location.pathname);
    }
    this.#key = typed || given.get("key") || sessionStorage.getItem(KEY) || "";
    if (!this.#key) {
      this.#tell("refused", "");
      return;
    }
    const known = given.get("conversation") || sessionStorage.getItem(CONVERSATION);
    const state = known ? await this.#request("GET", `/${encodeURIComponent(known)}`) : null;
    if (state?.ok && state.body.state !== "ended") {
      this.#join(known);
    } else if (state?.status === 401) {
      this.#refuse();
    } else {
      await this.begin();
    }
  }

  /** Begins another conversation; in sound if the server has a voice. */
  async begin() {
    let answer = await this.#request("POST", "", { audio: true });
    if (answer.status === 503 && answer.body?.code === "no_voice") {
      answer = await this.#request("POST", "", {});
    }
    if (answer.ok) {
      this.#join(answer.body.conversation);
    } else if (answer.status === 401) {
      this.#refuse();
    } else {
      this.#tell("notice", answer.body?.detail ?? "The server does not answer.");
    }
  }

  #refuse() {
    sessionStorage.removeItem(KEY);
    this.#leave();
    this.conversation = "";
    this.#tell("refused", "The server does not know this key.");
  }

  async #request(method, path, body) {
    try {
      const response = await fetch(`/v1/conversations${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${this.#key}`,
          ...(body ? { "Content-Type": "application/json" } : {}),
        },
        body: body ? JSON.stringify(body) : undefined,
      });
      return { ok: response.ok, status: response.status, body: await response.json().catch(() => null) };
    } catch {
      return { ok: false, status: 0, body: null };
    }
  }

  #join(conversation) {
    sessionStorage.setItem(KEY, this.#key);
    sessionStorage.setItem(CONVERSATION, conversation);
    this.#leave();
    this.conversation = conversation;
    this.oldest = 0;
    this.#view.clear();
    this.#tell("entered", conversation);
    this.#open();
  }

  #leave() {
    clearTimeout(this.#retry);
    const before = this.#socket;
    this.#socket = null;
    before?.close(1000);
  }

  #open() {
    const bytes = new TextEncoder().encode(this.#key);
    const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const address = new URL(`/v1/conversations/${encodeURIComponent(this.conversation)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("after", String(this.#view.head));
    const socket = new WebSocket(address, ["parley", `parley-key.${key}`]);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (message) => this.#take(message.data);
    socket.onclose = (event) => this.#closed(socket, event.reason);
    this.#socket = socket;
  }

  #closed(socket, reason) {
    if (socket !== this.#socket) {
      return;
    }
    this.#socket = null;
    this.#asked.forEach((asked) => asked({ type: "error" }));
    this.#asked.clear();
    this.#aside = reason.includes("another socket") ? "The microphone is used in another window now." : "";
    this.#tell("closed");
    if (!this.#view.ended) {
      this.#again();
    }
  }

  #again() {
    this.#tell("notice", this.#aside || LOST);
    this.#retry = setTimeout(() => this.#comeBack(), RETRY_MS);
  }

  /** A socket that is refused does not say why, a request does: the key may be another one by now. */
  async #comeBack() {
    const conversation = this.conversation;
    const state = await this.#request("GET", `/${encodeURIComponent(conversation)}`);
    if (conversation !== this.conversation || this.#socket) {
      return;
    }
    if (state.ok) {
      this.#open();
    } else if (state.status === 401) {
      this.#refuse();
    } else if (state.status === 404) {
      this.#tell("notice", "The server does not know this conversation any more. Begin a new one to go on.");
    } else {
      this.#again();
    }
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #take(data) {
    if (data instanceof ArrayBuffer) {
      this.#tell("speech", data);
      return;
    }
    const message = JSON.parse(data);
    switch (message.type) {
      case "opened":
        this.audio = message.audio;
        this.why = message.why;
        this.people = message.people;
        this.speaker = this.people.includes(this.speaker) ? this.speaker : this.people[0] ?? "";
        this.oldest = this.oldest || message.head;
        this.#tell("notice", this.#aside);
        this.#aside = "";
        this.#tell("opened", message);
        break;
      case "event":
        this.#view.take(message.id, message.rune);
        break;
      case "gap":
        this.#view.gap(message.from, message.to);
        break;
      case "flush":
      case "spoken":
        this.#tell(message.type);
        break;
      case "done":
      case "error":
        this.#answered(message);
        break;
      default:
    }
  }

  #answered(message) {
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    asked?.(message);
    if (message.type === "error") {
      this.#tell("notice", message.detail);
    }
  }

  #send(message) {
    const socket = this.#socket;
    if (!socket || socket.readyState > WebSocket.OPEN) {
      this.#tell("notice", LOST);
      return Promise.resolve({ type: "error" });
    }
    const id = ++this.#next;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      const send = () => socket.send(JSON.stringify({ ...message, id }));
      if (socket.readyState === WebSocket.CONNECTING) {
        socket.addEventListener("open", send, { once: true });
      } else {
        send();
      }
    });
  }

  /** Who speaks, where the key speaks for somebody. */
  #by() {
    return this.speaker ? { by: this.speaker } : {};
  }

  say(text) {
    return this.#send({ type: "say", text, ...this.#by() });
  }

  /** Stops the agent: over the socket, and by a request where there is none. */
  stop() {
    if (this.isOpen) {
      return this.#send({ type: "stop" });
    }
    return this.conversation ? this.#request("POST", `/${encodeURIComponent(this.conversation)}/stop`, {}) : null;
  }

  answer(call, approve) {
    return this.#send({ type: "answer", call, approve, ...this.#by() });
  }

  listen(on) {
    return this.#send({ type: "audio", on });
  }

  sound(pcm) {
    if (this.isOpen) {
      this.#socket.send(pcm);
    }
  }

  played(ms) {
    if (this.isOpen) {
      this.#socket.send(JSON.stringify({ type: "played", ms }));
    }
  }

  /** Who is here, as the house knows it. */
  present() {
    return this.#request("GET", `/${encodeURIComponent(this.conversation)}/people`);
  }

  explain(event) {
    return this.#request("GET", `/${encodeURIComponent(this.conversation)}/explain/${event}`);
  }
}
