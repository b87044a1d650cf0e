import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useSearch } from 'wouter';
import {
  selectCanConfirm,
  selectCanRetry,
  selectDeletionFailure,
  selectDeletionStep,
  selectPhrase,
  selectSignInMethod,
} from '#machines/account-deletion/account-deletion.selectors.ts';
import type { Proof } from '#machines/account-deletion/account-deletion.setup.ts';
import {
  selectAgreementsFailure,
  selectAgreementsStep,
  selectCanAccept,
  selectIsBoxChecked,
  selectPendingAgreements,
} from '#machines/agreements/agreements.selectors.ts';
import {
  selectCanResend,
  selectCodeFailure,
  selectDestination,
  selectIsConfirming,
  selectIsSendingMail,
  selectMailFailure,
} from '#machines/email-verification/email-verification.selectors.ts';
import { tag } from '#machines/kit/tags.ts';
import {
  selectArePreferencesSaved,
  selectIsSavingPreferences,
  selectPreferences,
  selectPreferencesFailure,
} from '#machines/preferences/preferences.selectors.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import { useApp } from './site-provider.tsx';

/** Deleting the account (R4.15): the phrase, the sign-in once more, the deletion. */
export function useAccountDeletion() {
  const flow = useApp().accountDeletion();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      request: () => flow.send({ type: 'deletion.requested' }),
      changePhrase: (phrase: string) => flow.send({ type: 'phrase.changed', phrase }),
      confirm: () => flow.send({ type: 'deletion.confirmed' }),
      prove: (proof: Proof) => flow.send({ type: 'proof.given', proof }),
      retry: () => flow.send({ type: 'retry' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow],
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

/** Confirming the e-mail address (R4.12). */
export function useEmailVerification() {
  const flow = useApp().emailVerification();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      resend: () => flow.send({ type: 'mail.requested' }),
      submit: (code: string) => flow.send({ type: 'code.submitted', code }),
    }),
    [flow],
  );
  return {
    destination: selectDestination(snapshot),
    mailFailure: selectMailFailure(snapshot),
    codeFailure: selectCodeFailure(snapshot),
    canResend: selectCanResend(snapshot),
    isSendingMail: selectIsSendingMail(snapshot),
    isConfirming: selectIsConfirming(snapshot),
    ...commands,
  };
}

/** The code that the link in the mail brings, `/campaign?verifyCode=…`; null without one. */
export function useVerifyCode(): string | null {
  const code = new URLSearchParams(useSearch()).get('verifyCode');
  return code !== null && /^\d{6}$/.test(code) ? code : null;
}

/** Agreements that are to be accepted (R4.20, R5.8). */
export function useAgreements() {
  const flow = useApp().agreements();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      check: (isChecked: boolean) => flow.send({ type: 'box.changed', isChecked }),
      accept: () => flow.send({ type: 'agreements.accepted' }),
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
    isSaving: selectIsSavingPreferences(snapshot),
    isSaved: selectArePreferencesSaved(snapshot),
    failure: selectPreferencesFailure(snapshot),
    ...commands,
  };
}
