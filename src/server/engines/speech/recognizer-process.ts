import { present } from '#contract/unknown-values.ts';
import { ownProgram } from '#server/platform/own-program.ts';
import { loading, startModelChild } from '../models/model-child.ts';
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
  await loading(child, { load: model, threads }, { signal });
  return {
    hear: async (samples: Int16Array): Promise<RecognizerResult> =>
      present(await child.ask({ hear: samples }), 'answer of the recognizer'),
    get ended() {
      return child.ended;
    },
    stop: child.stop,
  };
}
