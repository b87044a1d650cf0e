import { mostLoudnessBins, mostSoundMarks, type SoundLanes, type SoundMark } from '#contract/sound-lanes.ts';
import { loudest, quietest } from '#contract/sound-levels.ts';
import { SAMPLE_RATE } from '../speech/port.ts';
import { LaughterMeter } from './laughter.ts';

const FULL_SCALE = 32_768 ** 2;
const WINDOWS_A_SECOND = 2;
const WINDOW_SAMPLES = SAMPLE_RATE / WINDOWS_A_SECOND;
/** The gates of EBU R128: what is quieter is not speech, and does not count for how loud the evening usually is. */
const SILENCE = 10 ** (-70 / 10);
const RELATIVE_GATE = 10 ** (-10 / 10);
const LOUD = 10 ** (5 / 10);
/** A voice near the microphone is louder all evening. */
const LOUDER_THAN_SHARE = 0.98;
/** EBU R128's “short term”. At least half of it is loud: a door that slams is not a moment. */
const MOMENT_WINDOWS = 3 * WINDOWS_A_SECOND;
const JOINED_WINDOWS = 5 * WINDOWS_A_SECOND;

/** What is quieter than the evening's voices by more is too far to be sure of. */
const LAUGHTER_BELOW_DECIBELS = 6;

/** Of mono 16-bit samples at the rate of speech engines. Keeps 108 bytes a second. */
export class LoudnessMeter {
  readonly #powers: number[] = [];
  readonly #laughter = new LaughterMeter();
  #sum = 0;
  #counted = 0;

  add(samples: Int16Array): void {
    this.#laughter.add(samples);
    for (let from = 0; from < samples.length; ) {
      const to = Math.min(samples.length, from + WINDOW_SAMPLES - this.#counted);
      let sum = 0;
      for (let at = from; at < to; at += 1) {
        const sample = samples[at] ?? 0;
        sum += sample * sample;
      }
      this.#sum += sum;
      this.#counted += to - from;
      from = to;
      if (this.#counted === WINDOW_SAMPLES) this.#endWindow();
    }
  }

  #endWindow(): void {
    this.#powers.push(this.#sum / Math.max(1, this.#counted) / FULL_SCALE);
    this.#sum = 0;
    this.#counted = 0;
  }

  lanes(): SoundLanes {
    if (this.#counted > 0) this.#endWindow();
    const powers = this.#powers;
    const usual = usualPower(powers);
    const binSeconds = Math.max(1, Math.ceil(powers.length / WINDOWS_A_SECOND / mostLoudnessBins));
    const perBin = binSeconds * WINDOWS_A_SECOND;
    const loudness = Array.from({ length: Math.ceil(powers.length / perBin) }, (_, bin) =>
      Math.round(unitsOver(usual, mean(powers, bin * perBin, (bin + 1) * perBin))),
    );
    return { binSeconds, loudness, marks: this.#marks(usual) };
  }

  #marks(usual: number | null): SoundMark[] {
    if (usual === null) return [];
    const sounds = this.#laughter
      .marks(10 * Math.log10(usual) - LAUGHTER_BELOW_DECIBELS)
      .slice(0, mostSoundMarks / 2);
    const isApart = ({ startSeconds, endSeconds }: SoundMark) =>
      sounds.every((sound) => sound.endSeconds <= startSeconds || sound.startSeconds >= endSeconds);
    const loud = loudMoments(this.#powers, usual, mostSoundMarks - sounds.length).filter(isApart);
    return [...sounds, ...loud].sort((one, other) => one.startSeconds - other.startSeconds);
  }
}

function mean(powers: readonly number[], from: number, to: number): number {
  const end = Math.min(to, powers.length);
  let sum = 0;
  for (let at = from; at < end; at += 1) sum += powers[at] ?? 0;
  return sum / Math.max(1, end - from);
}

/** Null for silence. */
function usualPower(powers: readonly number[]): number | null {
  const above = (gate: number) => powers.filter((power) => power > gate);
  const meanOf = (some: readonly number[]) => mean(some, 0, some.length);
  const heard = above(SILENCE);
  return heard.length === 0 ? null : meanOf(above(meanOf(heard) * RELATIVE_GATE));
}

function unitsOver(usual: number | null, power: number): number {
  if (usual === null || power <= 0) return quietest;
  return Math.min(loudest, Math.max(quietest, 10 * Math.log10(power / usual)));
}

/** The loudest of them. */
function loudMoments(powers: readonly number[], usual: number, most: number): SoundMark[] {
  const heard = powers.filter((power) => power > SILENCE).sort((one, other) => one - other);
  const limit = Math.max(usual * LOUD, heard[Math.floor(heard.length * LOUDER_THAN_SHARE)] ?? 0);
  const loud = powers.flatMap((power, at) => (power >= limit ? [at] : []));
  const found: { from: number; to: number; power: number }[] = [];
  for (const [index, from] of loud.entries()) {
    const to = loud[index + MOMENT_WINDOWS / 2 - 1];
    if (to === undefined || to - from >= MOMENT_WINDOWS) continue;
    const power = mean(powers, from, to + 1);
    const last = found.at(-1);
    if (last !== undefined && from - last.to <= JOINED_WINDOWS) {
      last.to = to + 1;
      last.power = Math.max(last.power, power);
    } else found.push({ from, to: to + 1, power });
  }
  return found
    .sort((one, other) => other.power - one.power)
    .slice(0, most)
    .sort((one, other) => one.from - other.from)
    .map(({ from, to }) => ({
      kind: 'loud' as const,
      startSeconds: from / WINDOWS_A_SECOND,
      endSeconds: to / WINDOWS_A_SECOND,
    }));
}
