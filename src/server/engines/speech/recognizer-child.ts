/** Runs sherpa-onnx in its own process, because a damaged model aborts the process. */
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
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

// Hours of work: what someone waits for, such as the sound of a recording, goes before it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let recognizer: Recognizer | null = null;

process.on('message', (message: ToRecognizer) => {
  const id = message.type === 'hear' ? message.id : null;
  answer(message).then(send, (error: unknown) => {
    send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  });
});
process.on('disconnect', () => process.exit());

async function answer(message: ToRecognizer): Promise<FromRecognizer> {
  if (message.type === 'load') {
    const sherpa: Sherpa = createRequire(import.meta.url)('sherpa-onnx-node');
    recognizer = await sherpa.OfflineRecognizer.createAsync({
      featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
      modelConfig: { ...message.model, numThreads: message.threads, provider: 'cpu', debug: 0 },
      // Beam search with hot words gives about 20 % bad output with Parakeet.
      decodingMethod: 'greedy_search',
    });
    return { type: 'loaded' };
  }
  if (recognizer === null) throw new Error('No model is loaded.');
  const stream = recognizer.createStream();
  const samples = Float32Array.from(message.samples, (sample) => sample / 32_768);
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  const { text, tokens, timestamps, durations } = await recognizer.decodeAsync(stream);
  return { type: 'heard', id: message.id, result: { text, tokens, timestamps, durations } };
}

function send(message: FromRecognizer): void {
  process.send?.(message);
}
