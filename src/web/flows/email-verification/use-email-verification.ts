import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectAddressFailure,
  selectCanCorrect,
  selectCanResend,
  selectCodeFailure,
  selectCorrectedAddress,
  selectDestination,
  selectIsChangingAddress,
  selectIsConfirmed,
  selectIsConfirming,
  selectIsCorrecting,
  selectIsSendingMail,
  selectMailFailure,
  selectWantedAddress,
} from '#machines/email-verification/email-verification.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useEmailVerification() {
  const { credentialEntries: secrets } = useApp();
  const flow = useFlow('emailVerification');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      resend: () => flow.send({ type: 'mail.requested' }),
      correct: () => flow.send({ type: 'address.requested' }),
      cancel: () => flow.send({ type: 'cancel' }),
      submitAddress(address: string, password: string) {
        secrets.put({ kind: 'proof', password });
        flow.send({ type: 'address.submitted', address });
      },
      submit(code: string) {
        secrets.put({ kind: 'code', code });
        flow.send({ type: 'code.submitted' });
      },
    }),
    [flow, secrets],
  );
  return {
    destination: selectDestination(snapshot),
    mailFailure: selectMailFailure(snapshot),
    codeFailure: selectCodeFailure(snapshot),
    canResend: selectCanResend(snapshot),
    isSendingMail: selectIsSendingMail(snapshot),
    isConfirming: selectIsConfirming(snapshot),
    isConfirmed: selectIsConfirmed(snapshot),
    isCorrecting: selectIsCorrecting(snapshot),
    canCorrect: selectCanCorrect(snapshot),
    isChangingAddress: selectIsChangingAddress(snapshot),
    correctedAddress: selectCorrectedAddress(snapshot),
    wantedAddress: selectWantedAddress(snapshot),
    addressFailure: selectAddressFailure(snapshot),
    ...commands,
  };
}
