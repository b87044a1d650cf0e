import { createActor } from 'xstate';
import { tag } from '#machines/kit/tags.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { type OwnMachine, useOwnMachine } from '#web/hooks/use-own-machine.ts';
import { type ExportChoice, provideNotesExport } from './provide-notes-export.ts';

export type { ExportPlace } from './provide-notes-export.ts';

const create = ({
  effects,
  adapt,
  options,
}: OwnMachine<ReturnType<Parameters<typeof provideNotesExport>[0]>>) =>
  createActor(adapt(provideNotesExport(effects)), options);

/** @param choice read when a download begins */
export function useNotesExport(choice: () => ExportChoice) {
  const { snapshot, send } = useOwnMachine(create, { ...useApp(), choice });
  return {
    isPreparing: snapshot?.hasTag(tag.busy) ?? false,
    isSaved: snapshot?.hasTag(tag.done) ?? false,
    failure: snapshot?.context.failure?.message ?? null,
    request: () => send({ type: 'export.requested' }),
    chooseVault: () => send({ type: 'vault.chosen' }),
    chooseAnew: () => send({ type: 'choice.changed' }),
  };
}
