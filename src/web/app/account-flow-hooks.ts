import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import {
  selectCanConfirm,
  selectCanRetry,
  selectDeletionFailure,
  selectDeletionStep,
  selectPhrase,
  selectSignInMethod,
} from '#machines/account-deletion/account-deletion.selectors.ts';
import {
  selectAgreementsFailure,
  selectAgreementsStep,
  selectCanAccept,
  selectIsBoxChecked,
  selectPendingAgreements,
} from '#machines/agreements/agreements.selectors.ts';
import {
  selectCanCancelChange,
  selectCredentialsFailure,
  selectCredentialsStep,
  selectIsChangingCredentials,
  selectNewAddress,
} from '#machines/credentials-change/credentials-change.selectors.ts';
import {
  selectExportFailure,
  selectIsExportSaved,
  selectIsPreparingExport,
} from '#machines/data-export/data-export.selectors.ts';
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
import { tag } from '#machines/kit/tags.ts';
import {
  selectPreferences,
  selectPreferencesFailure,
  selectSavedState,
  selectUnsavedPreferences,
} from '#machines/preferences/preferences.selectors.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import type { SignInMethod } from '#web/identity/port.ts';
import { useApp } from './site-provider.tsx';

/** Deleting the account (R4.15): the phrase, the sign-in once more, the deletion. */
export function useAccountDeletion() {
  const { accountDeletion, credentialEntries: secrets } = useApp();
  const flow = accountDeletion();
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

/** Confirming the email address (R4.12). */
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

/** Agreements that are to be accepted (R4.20, R5.8). */
export function useAgreements() {
  const flow = useApp().agreements();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      check: (isChecked: boolean) => flow.send({ type: 'box.changed', isChecked }),
      accept: () => flow.send({ type: 'agreements.accepted' }),
      decline: () => flow.send({ type: 'agreements.declined' }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  );
  return {
    step: selectAgreementsStep(snapshot),
    pending: selectPendingAgreements(snapshot),
    isBoxChecked: selectIsBoxChecked(snapshot),
    canAccept: selectCanAccept(snapshot),
    isBusy: snapshot.hasTag(tag.busy),
    failure: selectAgreementsFailure(snapshot),
    ...commands,
  };
}

/** Puts the notice of old users away (R4.17). */
export function useCopylessNotice() {
  const flow = useApp().copylessNotice();
  return useMemo(() => ({ dismiss: () => flow.send({ type: 'notice.dismissed' }) }), [flow]);
}

/** What the user prefers, and how it is changed (R3.4); null while nobody is signed in. */
export function usePreferences() {
  const flow = useApp().preferences();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      change: (change: PreferenceChange) => flow.send({ type: 'preference.changed', change }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  );
  return {
    preferences: selectPreferences(snapshot),
    savedState: selectSavedState(snapshot),
    unsaved: selectUnsavedPreferences(snapshot),
    failure: selectPreferencesFailure(snapshot),
    ...commands,
  };
}

/** Changing the address by a mailed code, and the password by the present one. Nothing secret is kept. */
export function useCredentialsChange() {
  const { credentialsChange, credentialEntries: secrets, identity } = useApp();
  const flow = credentialsChange();
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
    ...commands,
  };
}

/** How the user signs in; null while that is not known. */
export function useSignInMethod(): SignInMethod | null {
  const { identity } = useApp();
  const [method, setMethod] = useState<SignInMethod | null>(null);
  useEffect(() => {
    let isWanted = true;
    identity.session().then(
      (session) => isWanted && setMethod(session?.method ?? null),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [identity]);
  return method;
}

/** All data of the user as one archive. */
export function useDataExport() {
  const flow = useApp().dataExport();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      request: () => flow.send({ type: 'export.requested' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow],
  );
  return {
    isPreparing: selectIsPreparingExport(snapshot),
    isSaved: selectIsExportSaved(snapshot),
    failure: selectExportFailure(snapshot),
    ...commands,
  };
}
