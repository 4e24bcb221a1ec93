// Runs beside the page, in its audio thread. 16 kHz is the rate of a conversation; the device has its own.
const RATE = 16000;
const FRAME = 320;
const TAPS = 32;
const FADE_MS = 5;

/** Brings samples from one rate to another, through a low-pass filter below the lower one's band. */
class Resampler {
  constructor(from, to) {
    this.step = from / to;
    this.cutoff = Math.min(1, to / from) * 0.95;
    this.reach = Math.ceil(TAPS / 2 / this.cutoff);
    this.held = new Float32Array(this.reach);
    this.at = this.reach;
  }

  weight(distance) {
    const x = distance * this.cutoff;
    if (Math.abs(distance) >= this.reach) {
      return 0;
    }
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return this.cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / this.reach));
  }

  take(samples, out) {
    const all = new Float32Array(this.held.length + samples.length);
    all.set(this.held);
    all.set(samples, this.held.length);
    while (this.at + this.reach < all.length) {
      const centre = Math.floor(this.at);
      let sum = 0;
      for (let i = centre - this.reach + 1; i <= centre + this.reach; i++) {
        if (i >= 0) {
          sum += all[i] * this.weight(this.at - i);
        }
      }
      out(sum);
      this.at += this.step;
    }
    const from = Math.max(0, Math.floor(this.at) - this.reach);
    this.held = all.slice(from);
    this.at -= from;
  }
}

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.resampler = new Resampler(sampleRate, RATE);
    this.frame = new Int16Array(FRAME);
    this.filled = 0;
    this.energy = 0;
  }

  process(inputs) {
    const samples = inputs[0]?.[0];
    if (samples) {
      this.resampler.take(samples, (sample) => this.add(sample));
    }
    return true;
  }

  add(sample) {
    const bounded = Math.max(-1, Math.min(1, sample));
    this.energy += bounded * bounded;
    this.frame[this.filled++] = Math.round(bounded * 32767);
    if (this.filled === FRAME) {
      const pcm = this.frame.slice().buffer;
      this.port.postMessage({ pcm, level: Math.sqrt(this.energy / FRAME) }, [pcm]);
      this.filled = 0;
      this.energy = 0;
    }
  }
}

class Player extends AudioWorkletProcessor {
  constructor() {
    super();
    this.ratio = RATE / sampleRate;
    this.fade = 1000 / (FADE_MS * sampleRate);
    this.level = 0;
    this.last = 0;
    this.clear();
    this.played = 0;
    this.told = 0;
    this.port.onmessage = (message) => {
      if (message.data === "flush") {
        this.clear();
      } else {
        this.resampler.take(Float32Array.from(new Int16Array(message.data), (each) => each / 32768), (sample) => this.queue.push(sample));
        this.taken += message.data.byteLength / 2;
      }
    };
  }

  clear() {
    this.resampler = new Resampler(RATE, sampleRate);
    this.queue = [];
    this.next = 0;
    this.taken = 0;
    this.done = 0;
    this.counted = 0;
  }

  process(_, outputs) {
    const out = outputs[0][0];
    for (let i = 0; i < out.length; i++) {
      out[i] = this.sample();
    }
    if (this.next > sampleRate) {
      this.queue = this.queue.slice(this.next);
      this.done += this.next;
      this.next = 0;
    }
    // The filter holds the last moment back: what is left of it when the queue is empty counts as played.
    const empty = this.next >= this.queue.length;
    const now = empty ? this.taken : Math.min(this.taken, Math.floor((this.done + this.next) * this.ratio));
    this.advance(now);
    return true;
  }

  /** What begins, breaks off or goes on in the middle of a word does so within 5 ms, and not with a click. */
  sample() {
    if (this.next < this.queue.length) {
      this.last = this.queue[this.next++];
      this.level = Math.min(1, this.level + this.fade);
    } else {
      this.level = Math.max(0, this.level - this.fade);
    }
    return this.last * this.level;
  }

  advance(now) {
    this.played += now - this.counted;
    this.counted = now;
    const idle = this.counted === this.taken;
    if (this.played - this.told >= FRAME || (idle && this.played !== this.told)) {
      this.told = this.played;
      this.port.postMessage({ ms: Math.floor(this.played / (RATE / 1000)), idle });
    }
  }
}

registerProcessor("parley-capture", Capture);
registerProcessor("parley-player", Player);
