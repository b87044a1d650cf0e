import { useMemo } from 'react';
import type { Chapter, Evening, Passage } from '#contract/analysis-result.ts';
import { isKept } from '#contract/evening-text.ts';
import type { Notes } from '#contract/notes.ts';
import {
  type Change,
  type RecordChanges,
  savedUnlessStale,
} from '#web/flows/record-change/use-record-change.ts';
import type { EveningCalls } from '#web/hooks/evening-hooks.ts';

export interface EveningActs {
  keep: (passage: Passage, keeps: boolean) => void;
  /** Into a section of one's own, which is made if it is missing. */
  add: (passage: Passage, section: { key: string; title: string }, isNew: boolean) => void;
  hide: (passage: Passage, hides: boolean) => void;
  /** To be sent by a form. */
  renaming: (chapter: number, title: string | null) => Change;
}

/** As its form has it. */
export function titleOf({ ownTitle, title }: Chapter) {
  const shown = ownTitle ?? title?.text ?? '';
  return { title: shown, before: shown };
}

const nothing: ReadonlySet<string> = new Set();

/** The passages that the notes keep. */
export const useKept = (evening: Evening, notes: Notes | undefined): ReadonlySet<string> =>
  useMemo(
    () =>
      notes === undefined
        ? nothing
        : new Set(evening.passages.filter((passage) => isKept(notes.sections, passage)).map(({ id }) => id)),
    [evening, notes],
  );

/** What the game master does with a press; each says what it did and can be undone. */
export function eveningActs(evening: Evening, calls: EveningCalls, changes: RecordChanges): EveningActs {
  const keeping = (id: string, keeps: boolean): Change => ({
    words: keeps ? 'Kept in your notes.' : 'No longer kept.',
    save: async () => {
      const { revision } = await calls.keep(keeps ? { keep: [id] } : { drop: [id] });
      return { revision, undo: keeping(id, !keeps) };
    },
  });
  const hiding = (id: string, hides: boolean): Change => ({
    words: hides ? 'Hidden, also in your notes.' : 'Shown again.',
    save: async () => {
      await calls.change({ passages: [{ id, hidden: hides }], chapters: [] });
      return { revision: null, undo: hiding(id, !hides) };
    },
  });
  const naming = (at: number, ownTitle: string | null, before: string | null): Change => ({
    words:
      ownTitle === null
        ? 'The chapter has its original title again.'
        : `The chapter is called “${ownTitle}”.`,
    save: async () => {
      await savedUnlessStale(
        () => calls.change({ passages: [], chapters: [{ at, ownTitle, from: before }] }),
        async () => {
          const chapter = (await calls.readAgain())?.chapters[at];
          return chapter && titleOf(chapter);
        },
      );
      return { revision: null, undo: naming(at, before, ownTitle) };
    },
  });
  return {
    keep: ({ id }, keeps) => changes.request(keeping(id, keeps)),
    hide: ({ id }, hides) => changes.request(hiding(id, hides)),
    add: ({ id }, { key, title }, isNew) =>
      changes.request({
        words: `Now in “${title}” of your notes.`,
        save: async () => {
          const { revision } = await calls.keep({ keep: [id], section: key, title });
          return {
            revision,
            undo: {
              words: `Removed from “${title}”.`,
              save: async () => ({
                revision: (await calls.keep({ drop: [id], section: key, ...(isNew ? { title } : {}) }))
                  .revision,
                undo: null,
              }),
            },
          };
        },
      }),
    renaming: (at, title) => naming(at, title, evening.chapters[at]?.ownTitle ?? null),
  };
}
