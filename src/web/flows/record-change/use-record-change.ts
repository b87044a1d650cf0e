import { useCallback, useMemo, useRef } from 'react';
import { createActor } from 'xstate';
import { failureOf } from '#machines/kit/failure.ts';
import {
  selectChangeFailure,
  selectChangeWords,
  selectIsSaving,
} from '#machines/record-change/record-change.selectors.ts';
import type { RecordChange, RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
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

/** The server may have it although it did not respond. What the record said before is not what was written. */
const isSaved = (kept: RecordDraft, fields: RecordDraft) =>
  Object.keys(kept).every(
    (field) =>
      field === 'revision' ||
      field.startsWith('before') ||
      kept[field]?.trim() === (fields[field] ?? '').trim(),
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
 */
export function useRecordChange(form: string | null = null) {
  const { adapt } = useSite();
  const drafts = useDrafts();
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
            (draft, kept) =>
              drafts.keep(placeOf(form, draft), kept === null ? null : { written: kept, from: {} }),
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
        const kept = stored === undefined || isSaved(stored, fields) ? null : stored;
        if (kept === null) drafts.keep(place, null);
        if (kept === null && !isAsked) return;
        actor?.send({ type: 'form.closed' });
        actor?.send({ type: 'form.opened', draft: kept ?? fields });
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
      seen: (revision: number) => actor?.send({ type: 'record.seen', revision }),
      takeTheirs: () => actor?.send({ type: 'theirs.taken' }),
      retry: () => actor?.send({ type: 'retry' }),
      dismiss: () => actor?.send({ type: 'notice.dismissed' }),
    }),
    [actor, remember, drafts, form],
  );
  return {
    draft: snapshot?.context.draft ?? null,
    theirs: snapshot?.matches('stale') ? snapshot.context.theirs : null,
    isStale: snapshot?.matches('stale') ?? false,
    isSaving: snapshot !== undefined && selectIsSaving(snapshot),
    words: snapshot === undefined ? null : selectChangeWords(snapshot),
    failure: snapshot === undefined ? null : selectChangeFailure(snapshot),
    can: {
      open: snapshot?.can({ type: 'form.opened', draft: {} }) ?? false,
      undo: snapshot?.can({ type: 'undo.requested' }) ?? false,
      retry: snapshot?.can({ type: 'retry' }) ?? false,
    },
    ...commands,
  };
}

export type RecordChanges = ReturnType<typeof useRecordChange>;
