import { changeNotes, type Notes, readNotes, type SavedSection } from '#contract/notes.ts';
import { notesDraftKeys, storedNotesDraft } from '#contract/stored-drafts.ts';
import { implement } from '#machines/kit/implement.ts';
import { notesAutosaveMachine } from '#machines/notes-autosave/notes-autosave.machine.ts';
import type { KeptDraft } from '#machines/notes-autosave/notes-autosave.setup.ts';
import {
  isSameSection,
  type SectionDraft,
  sectionDraft,
  withoutBody,
} from '#machines/notes-autosave/section-draft.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { keptHereOnly } from '#web/effects/form-drafts.ts';
import { readFact, replaceFact } from '#web/effects/stored-facts.ts';
import { watchPage } from '#web/effects/watch-page.ts';
import type { SpawnedFlow } from '#web/hooks/flow-port.ts';
import { keepNotes } from '#web/hooks/save-notes.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function readKeptDraft(storage: Storage, userId: string, sessionId: string): KeptDraft | null {
  const found = notesDraftKeys(storage, userId, sessionId).flatMap((sectionKey) => {
    const kept = readFact(storage, storedNotesDraft(userId, sessionId, sectionKey));
    return kept === null ? [] : [kept];
  });
  return found.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null;
}

function provideNotesAutosave(effects: Surroundings): typeof notesAutosaveMachine {
  const { client, queryClient, storage } = effects;

  async function present(sessionId: string): Promise<Notes> {
    const known = queryClient.getQueryData<Notes>(keyOf('readNotes', { sessionId }));
    return known ?? client.call(readNotes, { params: { sessionId } });
  }

  let isFullSaid = false;

  /** The server may have it although it did not respond. */
  const unanswered = new Map<string, SectionDraft[]>();
  const sectionOf = (sessionId: string, { key }: SectionDraft) => `${sessionId} ${key}`;

  /** @throws staleRevision if someone else changed the section since `saved` */
  function sectionsWith(notes: Notes, draft: SectionDraft, saved: SectionDraft | null): SavedSection[] {
    // Voices may have other names since, but nobody changed the notes.
    const isAsRead = saved?.revision === notes.revision;
    const theirs = notes.sections.find(({ key }) => key === draft.key);
    const ours = [saved, draft, ...(unanswered.get(sectionOf(notes.sessionId, draft)) ?? [])];
    const isAsKnown = ours.some(
      (known) => theirs?.title.trim() === known?.title.trim() && theirs?.body === known?.body,
    );
    if (!isAsRead && !isAsKnown) {
      throw new ApiFailure('staleRevision', { details: { theirs: theirs ? sectionDraft(theirs) : null } });
    }
    const { key, visibility } = draft;
    const sent = {
      key,
      title: draft.title.trim(),
      body: draft.body,
      visibility,
      ...(isAsRead && { read: saved?.body }),
    };
    const sections = notes.sections.map((section) => (section === theirs ? sent : withoutBody(section)));
    return theirs ? sections : [...sections, sent];
  }

  const store = (context: { sessionId: string; draft: SectionDraft | null }) => {
    const userId = effects.userId();
    const { sessionId, draft } = context;
    return userId === null || draft === null ? null : storedNotesDraft(userId, sessionId, draft.key);
  };

  return implement(notesAutosaveMachine, ({ callback, promise }) => ({
    // Not aborted with the machine, so that text still arrives after signing out in another tab.
    ...promise('saveSection', async ({ input: { sessionId, draft, saved } }) => {
      const change = (notes: Notes) => {
        const sections = sectionsWith(notes, draft, saved);
        const key = sectionOf(sessionId, draft);
        unanswered.set(key, [...(unanswered.get(key) ?? []), draft]);
        return client.call(changeNotes, {
          params: { sessionId },
          headers: { 'if-match': String(notes.revision) },
          body: { sections },
        });
      };
      const known = await present(sessionId);
      let notes: Notes;
      try {
        notes = await change(known);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 412) throw error;
        const latest = await client.call(readNotes, { params: { sessionId } });
        keepNotes(queryClient, latest);
        notes = await change(latest);
      }
      keepNotes(queryClient, notes);
      unanswered.delete(sectionOf(sessionId, draft));
      return { ...draft, revision: notes.revision };
    }),
    ...callback('watchPage', ({ send }) =>
      watchPage(effects.page, {
        onLost: () => {},
        onRestored: () => send({ type: 'connection.restored' }),
      }),
    ),
  })).provide({
    actions: {
      keepOnDevice: ({ context }) => {
        const fact = store(context);
        if (fact === null || context.draft === null) return;
        const { draft, saved } = context;
        const isKept = replaceFact(storage, fact, { draft, saved, at: new Date().toISOString() });
        if (!isKept && !isFullSaid) effects.notices.show(keptHereOnly);
        isFullSaid ||= !isKept;
      },
      forgetOnDevice: ({ context }) => {
        const fact = store(context);
        if (fact === null) return;
        // Another tab may have stored newer text.
        const kept = readFact(storage, fact);
        if (kept === null || isSameSection(kept.draft, context.draft)) storage.removeItem(fact.key);
      },
    },
  });
}

export const notesAutosave: SpawnedFlow<'notesAutosave'> = (around) => {
  const machine = around.adapt(provideNotesAutosave(around));
  return {
    of: (sessionId) =>
      around.spawn(`notes:${sessionId}`, machine, () => {
        const user = around.userId();
        return { sessionId, kept: user === null ? null : readKeptDraft(around.storage, user, sessionId) };
      }),
  };
};
