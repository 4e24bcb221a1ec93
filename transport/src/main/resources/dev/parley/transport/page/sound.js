// Sound both ways: the microphone to the server as 16 kHz samples, speech from it to the loudspeaker. Both run in worklets,
// which leave samples alone but for their rate. What was played is told to the server.
const REPORT_MS = 100;

/** What keeps the microphone away, and what to do about it. */
function said(failed) {
  return failed.name === "NotAllowedError"
    ? "The microphone is not allowed here. Allow it in the settings of this page, or write instead."
    : `There is no microphone: ${failed.message}. You can write instead.`;
}

export class Sound extends EventTarget {
  #connection;
  #context = null;
  #microphone = null;
  #player = null;
  #told = 0;
  isOn = false;

  constructor(connection) {
    super();
    this.#connection = connection;
    connection.addEventListener("speech", (event) => this.#player?.port.postMessage(event.detail, [event.detail]));
    connection.addEventListener("flush", () => this.flush());
    connection.addEventListener("entered", () => this.off());
    connection.addEventListener("closed", () => this.off());
  }

  async on() {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      });
      this.#context = new AudioContext();
      await this.#context.audioWorklet.addModule("/page/worklets.js");
      this.#microphone = stream;
      this.#listen(stream);
      this.#speak();
      await this.#context.resume();
      this.#told = 0;
      this.isOn = true;
      await this.#connection.listen(true);
    } catch (failed) {
      this.off();
      this.#connection.dispatchEvent(new CustomEvent("notice", { detail: said(failed) }));
    }
    this.dispatchEvent(new Event("changed"));
  }

  #listen(stream) {
    const capture = new AudioWorkletNode(this.#context, "parley-capture", { numberOfOutputs: 1 });
    capture.port.onmessage = (message) => {
      this.#connection.sound(message.data.pcm);
      this.dispatchEvent(new CustomEvent("level", { detail: message.data.level }));
    };
    this.#context.createMediaStreamSource(stream).connect(capture).connect(this.#context.destination);
  }

  #speak() {
    this.#player = new AudioWorkletNode(this.#context, "parley-player", { numberOfInputs: 0, outputChannelCount: [1] });
    this.#player.port.onmessage = (message) => {
      const { ms, idle } = message.data;
      if (idle || ms - this.#told >= REPORT_MS) {
        this.#told = ms;
        this.#connection.played(ms);
      }
    };
    this.#player.connect(this.#context.destination);
  }

  /** Throws away what was not played. */
  flush() {
    this.#player?.port.postMessage("flush");
  }

  off() {
    if (!this.#context) {
      return;
    }
    this.#microphone?.getTracks().forEach((track) => track.stop());
    this.#context.close();
    this.#context = null;
    this.#player = null;
    this.#microphone = null;
    this.isOn = false;
    if (this.#connection.isOpen) {
      this.#connection.listen(false);
    }
    this.dispatchEvent(new Event("changed"));
  }
}
