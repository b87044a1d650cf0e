import { present } from '#contract/unknown-values.ts';
import { ownProgram } from '#server/platform/own-program.ts';
import { startModelChild } from '../models/model-child.ts';
import type { RecognizerModel } from './model-files.ts';
import type { FromRecognizer, RecognizerResult, ToRecognizer } from './recognizer-protocol.ts';

export type RecognizerProcess = Awaited<ReturnType<typeof startRecognizer>>;

export async function startRecognizer(
  model: RecognizerModel,
  options: { threads: number; signal: AbortSignal },
) {
  const { signal, threads } = options;
  signal.throwIfAborted();
  const child = startModelChild<ToRecognizer, FromRecognizer>(
    ownProgram('recognizer-child', import.meta.url),
    'The recognizer',
  );
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await child.ask({ load: model, threads });
  } catch (error) {
    stop();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return {
    hear: async (samples: Int16Array): Promise<RecognizerResult> =>
      present(await child.ask({ hear: samples }), 'answer of the recognizer'),
    get ended() {
      return child.ended;
    },
    stop: child.stop,
  };
}
