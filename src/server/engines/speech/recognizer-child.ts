/** Runs sherpa-onnx in its own process, because a damaged model aborts the process. */
import { createRequire } from 'node:module';
import { answerParent } from '../models/answer-parent.ts';
import { SAMPLE_RATE } from './port.ts';
import type { FromRecognizer, RecognizerResult, ToRecognizer } from './recognizer-protocol.ts';

interface Stream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
}
interface Recognizer {
  createStream(): Stream;
  decodeAsync(stream: Stream): Promise<RecognizerResult>;
}
interface Sherpa {
  OfflineRecognizer: { createAsync(config: object): Promise<Recognizer> };
}

let recognizer: Recognizer | null = null;

answerParent<ToRecognizer, FromRecognizer>(async (question) => {
  if ('load' in question) {
    const sherpa: Sherpa = createRequire(import.meta.url)('sherpa-onnx-node');
    recognizer = await sherpa.OfflineRecognizer.createAsync({
      featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
      modelConfig: { ...question.load, numThreads: question.threads, provider: 'cpu', debug: 0 },
      // Beam search with hot words gives about 20 % bad output with Parakeet.
      decodingMethod: 'greedy_search',
    });
    return null;
  }
  if (recognizer === null) throw new Error('No model is loaded.');
  const stream = recognizer.createStream();
  const samples = Float32Array.from(question.hear, (sample) => sample / 32_768);
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  const { text, tokens, timestamps, durations } = await recognizer.decodeAsync(stream);
  return { text, tokens, timestamps, durations };
});
