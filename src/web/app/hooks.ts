import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import type { DetailLevel } from '#contract/common.ts';
import { commentLimit } from '#contract/feedback.ts';
import type { Notes } from '#contract/notes.ts';
import { selectAlphaFlag } from '#machines/alpha-flag/alpha-flag.selectors.ts';
import { selectAnalysisStep, selectConnection, selectStages } from '#machines/analysis/analysis.selectors.ts';
import { selectFeedbackStep } from '#machines/feedback/feedback.selectors.ts';
import type { FeedbackDraft } from '#machines/feedback/feedback.setup.ts';
import { tag } from '#machines/kit/tags.ts';
import {
  selectHasUnsaved,
  selectNotesAutosaveStep,
} from '#machines/notes-autosave/notes-autosave.selectors.ts';
import type { SectionDraft } from '#machines/notes-autosave/section-draft.ts';
import { selectFraction, selectIsUploadBusy, selectUploadStep } from '#machines/upload/upload.selectors.ts';
import { queryKeys } from '#web/api/queries.ts';
import { lookUpClientId } from '#web/effects/look-up-client-id.ts';
import { type Tab, tabOf } from './paths.ts';
import { useApp, useSite } from './site-provider.tsx';

export * from './account-flow-hooks.ts';
export * from './billing-hooks.ts';
export * from './copy-hooks.ts';
export * from './data-hooks.ts';
export type { Choice } from './dialog-hooks.ts';
export * from './modal-hooks.ts';
export * from './sign-in-hooks.ts';
export * from './site-hooks.ts';

/** The tab in the hash (D9) and how to change it; each change is a step that Back undoes. */
export function useTab(): [Tab, (tab: Tab) => void] {
  const app = useApp();
  const tab = tabOf(useLocationProperty(() => window.location.hash));
  const setTab = useMemo(
    () => (next: Tab) => app.navigate(`${window.location.pathname}${window.location.search}#${next}`),
    [app],
  );
  return [tab, setTab];
}

/** The upload of a session; it goes on when the view has gone. */
export function useUpload(sessionId: string) {
  const app = useApp();
  const actor = useMemo(() => app.upload(sessionId), [app, sessionId]);
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      chooseFile: (file: File) => actor.send({ type: 'file.chosen', file: app.files.keep(file) }),
      confirm: () => actor.send({ type: 'upload.confirmed' }),
      pause: () => actor.send({ type: 'pause' }),
      resume: () => actor.send({ type: 'resume' }),
      retry: () => actor.send({ type: 'retry' }),
      discard: () => actor.send({ type: 'discard' }),
      chooseLevel: (detailLevel: DetailLevel) => actor.send({ type: 'level.chosen', detailLevel }),
      start: () => actor.send({ type: 'start.confirmed' }),
      openExisting: () => actor.send({ type: 'existing.requested' }),
      keep: () => actor.send({ type: 'keep' }),
      askQuote: () => actor.send({ type: 'quote.requested' }),
    }),
    [app, actor],
  );
  const { context } = snapshot;
  return {
    step: selectUploadStep(snapshot),
    isBusy: selectIsUploadBusy(snapshot),
    file: context.file,
    estimate: context.estimate,
    openUpload: context.upload,
    sentBytes: context.sentBytes,
    sizeBytes: context.upload?.sizeBytes ?? context.file?.sizeBytes ?? 0,
    fraction: selectFraction(snapshot),
    quote: context.quote,
    detailLevel: context.detailLevel,
    analysisId: context.analysisId,
    failure: context.failure,
    ...commands,
    can: {
      chooseFile: snapshot.can({ type: 'file.chosen', file: { key: '', name: '', sizeBytes: 0 } }),
      confirm: snapshot.can({ type: 'upload.confirmed' }),
      pause: snapshot.can({ type: 'pause' }),
      resume: snapshot.can({ type: 'resume' }),
      retry: snapshot.can({ type: 'retry' }),
      discard: snapshot.can({ type: 'discard' }),
      chooseLevel: snapshot.can({ type: 'level.chosen', detailLevel: 'brief' }),
      start: snapshot.can({ type: 'start.confirmed' }),
      keep: snapshot.can({ type: 'keep' }),
      askQuote: snapshot.can({ type: 'quote.requested' }),
    },
  };
}

/**
 * An analysis from its price to its end.
 * @param analysisId null: one that is about to be started
 * @param source tells one recording or transcript of the session from another; null while there is none
 */
export function useAnalysis({
  sessionId,
  analysisId,
  source,
}: {
  sessionId: string;
  analysisId: string | null;
  source: string | null;
}) {
  const app = useApp();
  const hasSource = source !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the source is an event, below
  const actor = useMemo(() => app.analysis(sessionId, analysisId, hasSource), [app, sessionId, analysisId]);
  useEffect(() => app.hold(actor), [app, actor]);
  const knownSource = useRef(source);
  useEffect(() => {
    if (knownSource.current === source) return;
    knownSource.current = source;
    if (source !== null) actor.send({ type: 'source.changed' });
  }, [actor, source]);
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      chooseLevel: (detailLevel: DetailLevel) => actor.send({ type: 'level.chosen', detailLevel }),
      start: () => actor.send({ type: 'start.confirmed' }),
      openExisting: () => actor.send({ type: 'existing.requested' }),
      askPrice: () => actor.send({ type: 'price.requested' }),
      cancel: () => actor.send({ type: 'cancel.requested' }),
      retry: () => actor.send({ type: 'retry' }),
      /** A new analysis of the same session. */
      again: () => actor.send({ type: 'again.requested' }),
    }),
    [actor],
  );
  const { context } = snapshot;
  return {
    step: selectAnalysisStep(snapshot),
    isBusy: snapshot.hasTag(tag.busy),
    quote: context.quote,
    detailLevel: context.detailLevel,
    analysisId: context.analysisId,
    progress: context.progress,
    stages: selectStages(snapshot),
    connection: selectConnection(snapshot),
    failure: context.failure,
    ...commands,
    can: {
      chooseLevel: snapshot.can({ type: 'level.chosen', detailLevel: 'brief' }),
      start: snapshot.can({ type: 'start.confirmed' }),
      askPrice: snapshot.can({ type: 'price.requested' }),
      cancel: snapshot.can({ type: 'cancel.requested' }),
      retry: snapshot.can({ type: 'retry' }),
      again: snapshot.can({ type: 'again.requested' }),
    },
  };
}

/** Whether the address names an analysis that is not one of the session's (R2.4). */
export function useIsAnalysisMissing(sessionId: string, analysisId: string | null): boolean {
  const app = useApp();
  const actor = useMemo(
    () => (analysisId === null ? undefined : app.analysis(sessionId, analysisId, true)),
    [app, sessionId, analysisId],
  );
  useEffect(() => (actor === undefined ? undefined : app.hold(actor)), [app, actor]);
  return useSelector(
    actor,
    (snapshot) => snapshot !== undefined && selectAnalysisStep(snapshot) === 'missing',
  );
}

/** The section of a session's notes that is being edited; it is saved also when the view has gone. */
export function useNotesAutosave(sessionId: string) {
  const app = useApp();
  const actor = useMemo(() => app.notesAutosave(sessionId), [app, sessionId]);
  const snapshot = useSelector(actor, (current) => current);
  const commands = useMemo(
    () => ({
      change: (draft: SectionDraft, base: SectionDraft | null) =>
        actor.send({ type: 'draft.changed', draft, base }),
      saveNow: () => actor.send({ type: 'save.requested' }),
      end: () => actor.send({ type: 'editing.ended' }),
      discard: () => actor.send({ type: 'draft.discarded' }),
      chooseMine: () => actor.send({ type: 'mine.chosen' }),
      chooseTheirs: () => actor.send({ type: 'theirs.chosen' }),
      retry: () => actor.send({ type: 'retry' }),
    }),
    [actor],
  );
  const { draft, saved, restoredFrom, theirs, failure } = snapshot.context;
  return {
    step: selectNotesAutosaveStep(snapshot),
    hasUnsaved: selectHasUnsaved(snapshot),
    draft,
    saved,
    restoredFrom,
    theirs,
    failure,
    ...commands,
    /** The notes as they are known this moment, before the view is drawn again. */
    present: () => app.queryClient.getQueryData<Notes>(queryKeys.notes(sessionId)) ?? null,
    can: {
      end: snapshot.can({ type: 'editing.ended' }),
      discard: snapshot.can({ type: 'draft.discarded' }),
      chooseTheirs: snapshot.can({ type: 'theirs.chosen' }),
      retry: snapshot.can({ type: 'retry' }),
    },
  };
}

/** What the user has to say (R4.19); the flow lives as long as the app, so closing the form loses nothing. */
export function useFeedback() {
  const feedback = useApp().feedback();
  const snapshot = useSelector(feedback, (current) => current);
  const commands = useMemo(
    () => ({
      open: () => feedback.send({ type: 'feedback.opened' }),
      change: (draft: FeedbackDraft) => feedback.send({ type: 'draft.changed', draft }),
      submit: () => feedback.send({ type: 'feedback.submitted' }),
      close: () => feedback.send({ type: 'feedback.closed' }),
    }),
    [feedback],
  );
  const { draft, failure } = snapshot.context;
  return { step: selectFeedbackStep(snapshot), draft, failure, commentLimit, ...commands };
}

/** Whether screens under trial are shown (R4.21). */
export function useAlphaFlag(): boolean {
  return useSelector(useApp().alphaFlag(), selectAlphaFlag);
}

/** Looks up the analytics client id; null where there is none within 200 ms (R9.11). */
export function useClientIdLookup(): () => Promise<string | null> {
  const { dependencies, clock } = useSite();
  return useCallback(() => lookUpClientId(dependencies.cookies, clock), [dependencies, clock]);
}
