import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectCanCancelChange,
  selectCredentialsFailure,
  selectCredentialsStep,
  selectIsChangingCredentials,
  selectNewAddress,
} from '#machines/credentials-change/credentials-change.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useCredentialsChange() {
  const { credentialEntries: secrets, identity } = useApp();
  const flow = useFlow('credentialsChange');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      requestAddress: () => flow.send({ type: 'address.requested' }),
      requestPassword: () => flow.send({ type: 'password.requested' }),
      submitAddress(address: string, password: string) {
        secrets.put({ kind: 'proof', password });
        flow.send({ type: 'address.submitted', address });
      },
      resend: () => flow.send({ type: 'mail.requested' }),
      submitCode(code: string) {
        secrets.put({ kind: 'code', code });
        flow.send({ type: 'code.submitted' });
      },
      submitPassword(given: { currentPassword: string; newPassword: string }) {
        secrets.put({ kind: 'password', ...given });
        flow.send({ type: 'password.submitted' });
      },
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow, secrets],
  );
  return {
    step: selectCredentialsStep(snapshot),
    newAddress: selectNewAddress(snapshot),
    isBusy: selectIsChangingCredentials(snapshot),
    canCancel: selectCanCancelChange(snapshot),
    failure: selectCredentialsFailure(snapshot),
    passwordMinimumLength: identity.passwordMinimumLength,
    mailPage: identity.mailPage,
    ...commands,
  };
}
