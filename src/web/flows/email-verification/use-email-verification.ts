import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
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

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    emailVerification: typeof emailVerificationMachine;
  }
}

declare module '#web/hooks/modal-views.ts' {
  interface DemandedModals {
    emailVerification: true;
  }
}

export function useEmailVerification() {
  const { emailVerification, credentialEntries: secrets } = useApp();
  const flow = emailVerification();
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
