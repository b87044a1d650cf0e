import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectCanConfirm,
  selectCanRetry,
  selectDeletionFailure,
  selectDeletionStep,
  selectPhrase,
  selectSignInMethod,
} from '#machines/account-deletion/account-deletion.selectors.ts';
import { tag } from '#machines/kit/tags.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useAccountDeletion() {
  const { credentialEntries: secrets } = useApp();
  const flow = useFlow('accountDeletion');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      request: () => flow.send({ type: 'deletion.requested' }),
      changePhrase: (phrase: string) => flow.send({ type: 'phrase.changed', phrase }),
      confirm: () => flow.send({ type: 'deletion.confirmed' }),
      proveByPassword(password: string) {
        secrets.put({ kind: 'proof', password });
        flow.send({ type: 'proof.given' });
      },
      proveByGoogle: () => flow.send({ type: 'proof.given' }),
      retry: () => flow.send({ type: 'retry' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow, secrets],
  );
  return {
    step: selectDeletionStep(snapshot),
    phrase: selectPhrase(snapshot),
    canConfirm: selectCanConfirm(snapshot),
    canRetry: selectCanRetry(snapshot),
    isBusy: snapshot.hasTag(tag.busy),
    failure: selectDeletionFailure(snapshot),
    method: selectSignInMethod(snapshot),
    ...commands,
  };
}
