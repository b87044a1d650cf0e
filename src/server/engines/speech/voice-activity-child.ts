/** Runs Silero VAD in a process of its own, because a damaged model aborts the process. */
import { createRequire } from 'node:module';
import { answerParent } from '../models/answer-parent.ts';
import { SAMPLE_RATE } from './port.ts';
import type { FromVoiceActivity, ToVoiceActivity } from './voice-activity.ts';

interface Detector {
  acceptWaveform(samples: Float32Array): void;
  isEmpty(): boolean;
  front(enableExternalBuffer: boolean): { start: number; samples: Float32Array };
  pop(): void;
  flush(): void;
  reset(): void;
}
interface Sherpa {
  Vad: new (config: object, bufferSeconds: number) => Detector;
}

const WINDOW_SAMPLES = 512;
/** Below Silero's own .5: words that nobody hears are worse than a piece too many. */
const THRESHOLD = 0.35;
const BUFFER_SECONDS = 60;

let detector: Detector | null = null;

answerParent<ToVoiceActivity, FromVoiceActivity>(async (question) => {
  if ('load' in question) {
    const sherpa: Sherpa = createRequire(import.meta.url)('sherpa-onnx-node');
    const config = {
      sileroVad: {
        model: question.load,
        threshold: THRESHOLD,
        minSpeechDuration: 0.1,
        minSilenceDuration: 0.3,
        // Otherwise it becomes stricter in the middle of a long speech.
        maxSpeechDuration: 100_000,
        windowSize: WINDOW_SAMPLES,
      },
      sampleRate: SAMPLE_RATE,
      numThreads: 1,
      debug: 0,
      provider: 'cpu',
    };
    detector = new sherpa.Vad(config, BUFFER_SECONDS);
    return null;
  }
  if (detector === null) throw new Error('No model is loaded.');
  return spokenIn(detector, question.find);
});

function spokenIn(vad: Detector, samples: Int16Array): [number, number][] {
  const found: [number, number][] = [];
  const milliseconds = (count: number) => Math.round((count / SAMPLE_RATE) * 1000);
  const take = () => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples: spoken } = vad.front(false);
      found.push([milliseconds(start), milliseconds(start + spoken.length)]);
    }
  };
  vad.reset();
  for (let from = 0; from < samples.length; from += WINDOW_SAMPLES) {
    const window = samples.subarray(from, from + WINDOW_SAMPLES);
    vad.acceptWaveform(Float32Array.from(window, (sample) => sample / 32_768));
    take();
  }
  vad.flush();
  take();
  return found;
}
