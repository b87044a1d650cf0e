import type { AudioSampleSink } from 'mediabunny';
import { togetherWindowSeconds } from '#contract/recorded-together.ts';

/** @returns loudness of each from its beginning, by windows of `togetherWindowSeconds`; null where one cannot be decoded here */
export type HearRecordings = (files: readonly File[]) => Promise<Float32Array[] | null>;

const sliceSeconds = 60;
const sliceWindows = Math.round(sliceSeconds / togetherWindowSeconds);
const mostSlices = 15;
/** Of 16-bit units. */
const fullScale = 32_768;

/** Decodes the same minute of all before the next one, so that what was heard before it is late can be compared. */
export async function hearRecordings(
  files: readonly File[],
  isLate: () => boolean,
): Promise<Float32Array[] | null> {
  const { ALL_FORMATS, AudioSampleSink, BlobSource, Input } = await import('mediabunny');
  const inputs = files.map((file) => new Input({ source: new BlobSource(file), formats: ALL_FORMATS }));
  try {
    const sinks: AudioSampleSink[] = [];
    for (const input of inputs) {
      const track = await input.getPrimaryAudioTrack();
      if (track === null || !(await track.canDecode())) return null;
      sinks.push(new AudioSampleSink(track));
    }
    const heard = sinks.map(() => new Float32Array(mostSlices * sliceWindows));
    const lengths = sinks.map(() => 0);
    const all = () => heard.map((loudness, index) => loudness.slice(0, lengths[index]));
    for (let slice = 0; slice < mostSlices; slice += 1) {
      for (const [index, sink] of sinks.entries()) {
        if (isLate()) return all();
        const from = slice * sliceSeconds;
        const loudness = await loudnessOf(sink, from);
        if (loudness.length === 0) return all();
        heard[index]?.set(loudness, slice * sliceWindows);
        lengths[index] = slice * sliceWindows + loudness.length;
      }
    }
    return all();
  } finally {
    for (const input of inputs) input.dispose();
  }
}

/** Of one slice, as far as there is sound; of the first channel. */
async function loudnessOf(sink: AudioSampleSink, from: number): Promise<Float32Array> {
  const power = new Float64Array(sliceWindows);
  const frames = new Float64Array(sliceWindows);
  let length = 0;
  for await (const sample of sink.samples(from, from + sliceSeconds)) {
    const values = new Float32Array(sample.numberOfFrames);
    sample.copyTo(values, { planeIndex: 0, format: 'f32-planar' });
    const start = (sample.timestamp - from) / togetherWindowSeconds;
    const step = 1 / (sample.sampleRate * togetherWindowSeconds);
    for (let index = 0; index < values.length; index += 1) {
      const at = Math.floor(start + index * step);
      if (at < 0 || at >= sliceWindows) continue;
      power[at] = (power[at] ?? 0) + (values[index] ?? 0) ** 2;
      frames[at] = (frames[at] ?? 0) + 1;
      length = Math.max(length, at + 1);
    }
    sample.close();
  }
  return Float32Array.from(
    { length },
    (_, at) => fullScale * Math.sqrt((power[at] ?? 0) / Math.max(1, frames[at] ?? 0)),
  );
}
