const bars = 200;
const height = 40;
/** Of 255. Quieter recordings are drawn as quiet as they are. */
const leastLoud = 32;

/** On a grid of 200 × 40; each bar is the loudest of its peaks. */
export function waveformPath(peaks: readonly number[]): string {
  const loudest = Math.max(...peaks, leastLoud);
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    const half = Math.max(0.6, ((height / 2 - 1) * Math.max(0, ...peaks.slice(from, to))) / loudest);
    return `M${bar + 0.5} ${(height / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
  }).join('');
}
