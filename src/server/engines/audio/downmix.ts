/** 9 dB: a voice that the mix of the channels makes this much softer is as good as gone. */
const LOST_POWER = 8;
/** -60 dB below full scale, as the mean square of 16-bit samples. */
export const AUDIBLE_POWER = 1074;
/** Fewer seconds are noise. */
const FEWEST_SECONDS = 2;
const FEWEST_SHARE = 0.02;
const SOFTEST_CHANNEL = 0.001;

/** Collects how the channels of a recording go together, second by second, from every fourth sample. */
export class ChannelMeter {
  readonly #channels: number;
  readonly #seconds: Float32Array[] = [];

  constructor(channels: number) {
    this.#channels = channels;
  }

  /** @param covariance mean products of each pair of channels over one second, row by row */
  add(covariance: Float32Array): void {
    this.#seconds.push(covariance);
  }

  /** Weights of the channels for a mono mix that keeps every voice; null: the usual downmix does. */
  weights(layout: string): number[] | null {
    const usual = usualWeights(this.#channels, layout);
    const heard = this.#seconds.filter((second) => this.#loudest(second) > AUDIBLE_POWER);
    const lostBy = (weights: readonly number[]) =>
      heard.filter((second) => this.#power(second, weights) * LOST_POWER < this.#loudest(second)).length;
    const lost = lostBy(usual);
    if (lost < Math.min(FEWEST_SECONDS, heard.length) || lost < FEWEST_SHARE * heard.length || lost === 0)
      return null;
    const best = this.#candidates(heard)
      .map((weights) => ({ weights, lost: lostBy(weights) }))
      .reduce((least, other) => (other.lost < least.lost ? other : least));
    return best.lost < lost ? best.weights : null;
  }

  /** All audible channels, in phase with the loudest; as they are; each alone. */
  #candidates(seconds: readonly Float32Array[]): number[][] {
    const channels = Array.from({ length: this.#channels }, (_, channel) => channel);
    const total = (first: number, second: number) =>
      seconds.reduce((sum, covariance) => sum + (covariance[first * this.#channels + second] ?? 0), 0);
    const powers = channels.map((channel) => total(channel, channel));
    const loudest = powers.indexOf(Math.max(...powers));
    const audible = powers.map((power) => power > SOFTEST_CHANNEL * (powers[loudest] ?? 0));
    const level = 1 / Math.min(2, audible.filter(Boolean).length);
    const inPhase = channels.map((channel) =>
      audible[channel] ? level * (total(channel, loudest) < 0 ? -1 : 1) : 0,
    );
    const asTheyAre = audible.map((isAudible) => (isAudible ? level : 0));
    const alone = channels.map((only) => channels.map((channel) => (channel === only ? 1 : 0)));
    return [inPhase, asTheyAre, ...alone];
  }

  #loudest(covariance: Float32Array): number {
    let loudest = 0;
    for (let channel = 0; channel < this.#channels; channel += 1)
      loudest = Math.max(loudest, covariance[channel * this.#channels + channel] ?? 0);
    return loudest;
  }

  #power(covariance: Float32Array, weights: readonly number[]): number {
    let power = 0;
    for (const [row, first] of weights.entries())
      for (const [column, second] of weights.entries())
        power += first * second * (covariance[row * this.#channels + column] ?? 0);
    return power;
  }
}

/** As ffmpeg mixes to mono: the low-frequency channel is dropped, the others share the level. */
function usualWeights(channels: number, layout: string): number[] {
  const even = Array.from({ length: channels }, () => 1 / channels);
  if (channels <= 2) return even;
  const low = /^\d+\.1/.test(layout) ? (layout.startsWith('2.1') ? 2 : 3) : -1;
  const raw = even.map((_, channel) => {
    if (channel === low) return 0;
    if (channel < 2) return Math.SQRT1_2;
    return channel === 2 ? 1 : 0.5;
  });
  const sum = raw.reduce((total, weight) => total + weight, 0);
  return raw.map((weight) => weight / sum);
}

export const panFilter = (weights: readonly number[]): string =>
  `pan=mono|c0=${weights
    .map((weight, channel) => `${weight.toFixed(4)}*c${channel}`)
    .join('+')
    .replaceAll('+-', '-')},alimiter=limit=0.95:level=disabled`;
