import { ModelField } from '#web/flows/notes-model/model-field.tsx';
import { useLookForModel } from '#web/flows/notes-model/use-notes-model.ts';

/** Beside the price: once the model is there, the price has a writer more. */
export function ModelOffer({ onReady }: { onReady: () => void }) {
  useLookForModel();
  return <ModelField onReady={onReady} />;
}
