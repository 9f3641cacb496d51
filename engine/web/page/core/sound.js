/** The sounds of the page. The browser synthesises them, so that the page loads no files. */

/**
 * A note of a sound.
 *
 * @typedef {object} Note
 * @property {number} at when it begins, in seconds after the sound
 * @property {number} long how long it takes to fade away, in seconds
 * @property {number} loud the volume at its start, 0 to 1
 * @property {number} pitch the frequency in hertz: of the tone, or the middle of the noise
 * @property {number} [to] the frequency at the end, if it glides
 * @property {boolean} [noise] whether it is filtered noise instead of a tone
 */

/** A knock on wood: a short noise and a low tone. @param {number} at @param {number} loud @param {number} pitch @returns {Note[]} */
function knock(at, loud, pitch) {
  return [
    { at, long: 0.035, loud: loud * 0.8, pitch: pitch * 7, noise: true },
    { at, long: 0.09, loud, pitch, to: pitch * 0.7 },
    // Small loudspeakers lose the low tone.
    { at, long: 0.05, loud: loud * 0.3, pitch: pitch * 3.7, to: pitch * 3.2 },
  ];
}

/** A soft tone, as of a small bell. @param {number} at @param {number} pitch @param {number} long @returns {Note[]} */
function bell(at, pitch, long) {
  return [
    { at, long, loud: 0.42, pitch },
    { at, long: long * 0.6, loud: 0.12, pitch: pitch * 2.01 },
    // A partial between the multiples, as metal has.
    { at, long: long * 0.25, loud: 0.07, pitch: pitch * 3.93 },
  ];
}

/** Every sound of the page. */
export const SOUNDS = {
  /** A stone or another piece is placed. */
  place: knock(0, 0.5, 210),
  /** A piece moves. */
  slide: [{ at: 0, long: 0.11, loud: 0.22, pitch: 900, to: 520, noise: true }, ...knock(0.09, 0.3, 180)],
  /** A piece is captured, hit or flattened. */
  capture: [...knock(0, 0.6, 150), ...knock(0.07, 0.4, 240)],
  dice: [0, 0.08, 0.15, 0.25, 0.4, 0.5].flatMap((at, index) => knock(at, [0.34, 0.28, 0.24, 0.2, 0.34, 0.3][index], 430 - 30 * (index % 3))),
  /** A wall drops into its groove. */
  wall: [...knock(0, 0.55, 110), { at: 0, long: 0.14, loud: 0.12, pitch: 400, noise: true }],
  /** A tile is laid. */
  tile: [{ at: 0, long: 0.03, loud: 0.4, pitch: 2600, noise: true }, { at: 0, long: 0.06, loud: 0.35, pitch: 330, to: 260 }],
  win: [...bell(0, 523, 0.5), ...bell(0.13, 659, 0.5), ...bell(0.26, 784, 0.9)],
  loss: [...bell(0, 440, 0.5), ...bell(0.18, 349, 0.9)],
  /** The game is over without a winner or a loser at this device. */
  end: [...bell(0, 523, 0.5), ...bell(0.15, 523, 0.8)],
  /** Another player offers a draw, a takeback, a double or another game. */
  offer: [...bell(0, 587, 0.25), ...bell(0.14, 784, 0.5)],
  /** Another player joins the room: knocks at the door. */
  join: [...knock(0, 0.4, 260), ...knock(0.15, 0.45, 260)],
  /** A second of the countdown before a game in real time. */
  count: bell(0, 440, 0.2),
  /** The game in real time begins. */
  go: bell(0, 880, 0.5),
  /** A player calls "Gobble!". */
  gobble: [...bell(0, 659, 0.2), ...bell(0.09, 880, 0.2), ...bell(0.18, 1175, 0.45)],
  /** A right answer in a puzzle or a lesson. */
  right: [...bell(0, 659, 0.2), ...bell(0.1, 784, 0.35)],
  /** A wrong answer, an illegal move, or another error. */
  wrong: [...bell(0, 233, 0.25), ...bell(0.13, 196, 0.4)],
  /** A phrase of another player. */
  phrase: bell(0, 698, 0.25),
  /** Little time is left. */
  time: [...bell(0, 880, 0.18), ...bell(0.2, 880, 0.18)],
};

/** @typedef {keyof typeof SOUNDS} SoundName */

/** The sounds of pieces, whose pitch varies. @type {Set<string>} */
const VARIED = new Set(["place", "slide", "capture", "dice", "wall", "tile"]);
/** The greatest volume of all sounds. */
const LOUDEST = 0.8;
/** Equal sounds within this time are one sound, in milliseconds. */
const APART = 45;

export class Sounds {
  /** @type {AudioContext | null} */
  #audio = null;
  /** Several sounds at once are not louder than one. @type {DynamicsCompressorNode | null} */
  #out = null;
  /** @type {AudioBuffer | null} */
  #noise = null;
  /** Whether the user has pressed a key or a button. Browsers allow no sound before that. */
  #allowed = false;
  /** When each sound was played last. @type {Map<SoundName, number>} */
  #played = new Map();
  /** The notes of pieces that are still moving, and when they begin. @type {{ source: AudioScheduledSourceNode, at: number }[]} */
  #later = [];

  /** @param {import("./settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
    // Some browsers start the output only during a gesture.
    const allow = () => {
      this.#allowed = true;
      if (settings.get("sound")) this.#start();
    };
    for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, allow, { once: true, capture: true });
  }

  /**
   * Plays a sound, unless sounds are off, or the user has not touched the page yet. A hidden tab sounds too, when the opponent has
   * moved.
   *
   * @param {SoundName} name
   * @param {number} [wait] the delay in seconds
   * @param {number} [weight] the weight of the piece; a piece of twice the weight sounds an octave lower
   */
  play(name, wait = 0, weight = 1) {
    if (!this.#allowed || !this.settings.get("sound")) return;
    const now = performance.now() + 1000 * wait;
    if (Math.abs(now - (this.#played.get(name) ?? -APART)) < APART) return;
    this.#played.set(name, now);
    const audio = this.#start();
    if (!audio) return;
    // No two knocks on wood sound the same.
    const [higher, louder] = [(1 + 0.04 * (2 * Math.random() - 1)) / weight, 0.85 + 0.15 * Math.random()];
    for (const note of SOUNDS[name]) {
      const at = audio.currentTime + wait + note.at;
      const source = this.#sound(audio, varied(note, VARIED.has(name) ? higher : 1, louder), at);
      if (VARIED.has(name)) this.#later.push({ source, at });
    }
  }

  /** Turns all sounds on or off. */
  toggle() {
    this.settings.set("sound", !this.settings.get("sound"));
  }

  /** Leaves out the sounds of pieces that have not begun, because the motion has ended early. */
  hush() {
    const now = this.#audio?.currentTime ?? 0;
    for (const { source, at } of this.#later) if (at > now) source.disconnect();
    this.#later = [];
  }

  /** The audio output; null if the browser has none. */
  #start() {
    try {
      this.#audio ??= new AudioContext();
      if (!this.#out) {
        this.#out = this.#audio.createDynamicsCompressor();
        this.#out.connect(this.#audio.destination);
      }
    } catch (error) {
      console.debug("no sound:", error);
      return null;
    }
    if (this.#audio.state === "suspended") void this.#audio.resume();
    return this.#audio;
  }

  /** @param {AudioContext} audio @param {Note} note @param {number} at */
  #sound(audio, { long, loud, pitch, to = pitch, noise }, at) {
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime((loud * LOUDEST * this.settings.get("volume")) / 100, at + 0.004);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + long);
    volume.connect(this.#out ?? audio.destination);
    const source = noise ? this.#hiss(audio, pitch, to, at, long, volume) : tone(audio, pitch, to, at, long, volume);
    source.start(at);
    source.stop(at + long + 0.02);
    return source;
  }

  /** Noise around a frequency. @param {AudioContext} audio @param {number} pitch @param {number} to @param {number} at @param {number} long @param {AudioNode} out */
  #hiss(audio, pitch, to, at, long, out) {
    const source = audio.createBufferSource();
    source.buffer = this.#noise ??= noiseOf(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    glide(filter.frequency, pitch, to, at, long);
    source.connect(filter).connect(out);
    return source;
  }
}

/** A note at another pitch and volume. @param {Note} note @param {number} higher @param {number} louder @returns {Note} */
function varied(note, higher, louder) {
  const { pitch, to = pitch, loud } = note;
  return { ...note, pitch: pitch * higher, to: to * higher, loud: loud * louder };
}

/** @param {AudioContext} audio @param {number} pitch @param {number} to @param {number} at @param {number} long @param {AudioNode} out */
function tone(audio, pitch, to, at, long, out) {
  const source = audio.createOscillator();
  glide(source.frequency, pitch, to, at, long);
  source.connect(out);
  return source;
}

/** @param {AudioParam} frequency @param {number} from @param {number} to @param {number} at @param {number} long */
function glide(frequency, from, to, at, long) {
  frequency.setValueAtTime(from, at);
  if (to !== from) frequency.exponentialRampToValueAtTime(to, at + long);
}

/** Half a second of noise. @param {AudioContext} audio */
function noiseOf(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return buffer;
}
