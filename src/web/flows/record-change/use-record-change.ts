import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createActor } from 'xstate';
import { failureOf } from '#machines/kit/failure.ts';
import {
  selectChangeFailure,
  selectChangeWords,
  selectIsSaving,
} from '#machines/record-change/record-change.selectors.ts';
import type { RecordChange, RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { keptHereOnly, unsavedIn } from '#web/effects/form-drafts.ts';
import { useSite } from '#web/hooks/site-provider.tsx';
import { type ActorOptions, useOwnActor } from '#web/hooks/use-own-actor.ts';
import { useSnapshot } from '#web/hooks/use-snapshot.ts';
import { randomKey } from '#web/ui/random-key.ts';
import { provideRecordChange } from './provide-record-change.ts';
import { useDrafts } from './use-drafts.ts';

export interface Change {
  /** What the page says once the server has it. */
  words: string;
  /** Resolves with how to undo it, and the record's revision since. */
  save: () => Promise<{ undo: Change | null; revision: number | null }>;
}

/** What was changed elsewhere meanwhile, as it is now. */
export const staleRecord = (theirs: RecordDraft, message = 'This was changed elsewhere meanwhile.') =>
  new ApiFailure('staleRevision', { message, details: { theirs } });

/**
 * Saves; if the record has changed elsewhere meanwhile, reads it again and fails with what it is now, or as the server said
 * if `readAgain` has no copy to show.
 */
export async function savedUnlessStale<Saved>(
  save: () => Promise<Saved>,
  readAgain: () => Promise<RecordDraft | undefined>,
): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code !== 'staleRevision') throw error;
    const now = await readAgain().catch(() => undefined);
    throw now === undefined ? error : staleRecord(now, message);
  }
}

const placeOf = (form: string | null, draft: RecordDraft | null) =>
  [form, draft?.id].filter(Boolean).join(' ');

/** Of a draft, which also has what the record said before. */
const writtenIn = (draft: RecordDraft) =>
  Object.fromEntries(
    Object.entries(draft).filter(([field]) => field !== 'revision' && !field.startsWith('before')),
  );

/** One change waits at a time, so the next one takes it along. */
const after = (waiting: Change, { words, save }: Change): Change => ({
  words,
  save: async () => {
    await waiting.save();
    return save();
  },
});

/**
 * One machine for the changes of a part of the page; the last one can be undone.
 * @param form which form of which record, for `open`, `write`, `submit`, `close` and `discard`; the `id` of a draft distinguishes several.
 * Null: the part has buttons, for `request`.
 * @param known the revision that the page shows, and what the record says for a form that opens by itself with what was kept of
 * it; null while it is being loaded
 */
export function useRecordChange(
  form: string | null = null,
  { revision, says = null }: { revision?: number | undefined; says?: RecordDraft | null } = {},
) {
  const { adapt } = useSite();
  const drafts = useDrafts();
  /** Null: the user has read it. */
  const [isFull, setFull] = useState<boolean | null>(false);
  const changes = useRef(new Map<string, Change>());
  const remember = useMemo(
    () =>
      (change: Change): RecordChange => {
        const id = randomKey();
        changes.current.set(id, change);
        return { id, words: change.words };
      },
    [],
  );
  const create = useCallback(
    (options: ActorOptions) =>
      createActor(
        adapt(
          provideRecordChange(
            async ({ id }) => {
              const change = changes.current.get(id);
              if (change === undefined) throw new Error(`There is no change ${id}.`);
              const { undo, revision } = await change.save();
              return { undo: undo === null ? null : remember(undo), revision };
            },
            (draft, kept) => {
              const written = kept === null ? null : { written: kept, from: {} };
              const isKept = drafts.keep(placeOf(form, draft), written);
              setFull((before) => (before === null ? null : !isKept));
            },
          ),
        ),
        { ...options, input: { isForm: form !== null } },
      ),
    [adapt, remember, drafts, form],
  );
  const actor = useOwnActor(create);
  const snapshot = useSnapshot(actor);
  const commands = useMemo(
    () => ({
      /**
       * In place of another one; with what was written in it before and not saved, or else with `fields`.
       * @param fields what the record says
       * @param isAsked false: only if something was written
       */
      open: (fields: RecordDraft, isAsked = true) => {
        const place = placeOf(form, fields);
        const stored = drafts.read(place)?.written;
        // The server may have it although it did not respond.
        const kept = stored && unsavedIn({ written: writtenIn(stored), from: {} }, fields) && stored;
        if (!kept) drafts.keep(place, null);
        if (!kept && !isAsked) return;
        actor?.send({ type: 'form.closed' });
        actor?.send({ type: 'form.opened', draft: kept || fields });
      },
      close: () => actor?.send({ type: 'form.closed' }),
      /** Opens a form that is always shown, too. */
      write: (draft: RecordDraft) => {
        if (actor?.getSnapshot().context.draft === null) actor.send({ type: 'form.opened', draft });
        actor?.send({ type: 'draft.changed', draft });
      },
      discard: () => actor?.send({ type: 'draft.discarded' }),
      submit: (change: Change) => actor?.send({ type: 'draft.submitted', change: remember(change) }),
      request: (change: Change) => {
        const waiting = changes.current.get(actor?.getSnapshot().context.next?.id ?? '');
        actor?.send({
          type: 'change.requested',
          change: remember(waiting === undefined ? change : after(waiting, change)),
        });
      },
      undo: () => actor?.send({ type: 'undo.requested' }),
      takeTheirs: () => actor?.send({ type: 'theirs.taken' }),
      retry: () => actor?.send({ type: 'retry' }),
      dismiss: () => {
        setFull((before) => (before === true ? null : before));
        actor?.send({ type: 'notice.dismissed' });
      },
    }),
    [actor, remember, drafts, form],
  );
  useEffect(() => {
    if (revision !== undefined) actor?.send({ type: 'record.seen', revision });
  }, [actor, revision]);
  const latest = useRef(says);
  latest.current = says;
  const isLoaded = says !== null;
  const { open } = commands;
  useEffect(() => {
    if (isLoaded && latest.current !== null) open(latest.current, false);
  }, [isLoaded, open]);
  return {
    draft: snapshot?.context.draft ?? null,
    theirs: snapshot?.matches('stale') ? snapshot.context.theirs : null,
    isStale: snapshot?.matches('stale') ?? false,
    isSaving: snapshot !== undefined && selectIsSaving(snapshot),
    words: snapshot === undefined ? null : selectChangeWords(snapshot),
    failure:
      snapshot === undefined
        ? null
        : (selectChangeFailure(snapshot) ??
          (isFull && snapshot.context.draft !== null ? keptHereOnly : null)),
    can: {
      open: snapshot?.can({ type: 'form.opened', draft: {} }) ?? false,
      undo: snapshot?.can({ type: 'undo.requested' }) ?? false,
      retry: snapshot?.can({ type: 'retry' }) ?? false,
    },
    ...commands,
  };
}

export type RecordChanges = ReturnType<typeof useRecordChange>;
