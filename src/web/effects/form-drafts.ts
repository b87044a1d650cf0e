import { keysOfUser } from '#contract/stored.ts';
import { storedDraft } from '#contract/stored-forms.ts';
import { readFact, replaceFact } from './stored-facts.ts';

export type KeptDraft = ReturnType<ReturnType<typeof storedDraft>['read']>;

/** What a form says when a browser has no room for what is written. */
export const keptHereOnly = 'This browser is full: what you write is kept only while this page is open.';

/** By storage and key: drafts that it has no room for. */
const onlyHere = new WeakMap<Storage, Map<string, KeptDraft>>();

/**
 * Forms that are not saved, by place, in this browser, or in this page if the browser has no room; of the user who is signed
 * in, and none without one.
 */
export function formDrafts(storage: Storage, userId: () => string | null) {
  const here = onlyHere.get(storage) ?? new Map<string, KeptDraft>();
  onlyHere.set(storage, here);
  const factAt = (place: string) => {
    const user = userId();
    return user === null ? null : storedDraft(user, place);
  };
  return {
    read(place: string): KeptDraft | null {
      const fact = factAt(place);
      return fact === null ? null : (here.get(fact.key) ?? readFact(storage, fact));
    },
    /** Null forgets it. @returns false if the browser has no room for it */
    keep(place: string, draft: KeptDraft | null): boolean {
      const fact = factAt(place);
      if (fact === null) return true;
      here.delete(fact.key);
      if (draft === null) storage.removeItem(fact.key);
      else if (!replaceFact(storage, fact, draft)) here.set(fact.key, draft);
      return !here.has(fact.key);
    },
    /** The browser has no room for what is written there. */
    isOnlyHere: (place: string): boolean => here.has(factAt(place)?.key ?? ''),
    /** Of records that are deleted. @param ids of records, whose forms have them in their place */
    forgetAbout(ids: readonly string[]): void {
      for (const key of [...keysOfUser(storage, userId() ?? ''), ...here.keys()])
        if (ids.some((id) => key.includes(id))) {
          here.delete(key);
          storage.removeItem(key);
        }
    },
  };
}

/** Of a user who is signed out: what only this page has. */
export const forgetHere = (storage: Storage) => onlyHere.get(storage)?.clear();

type Fields = Readonly<Record<string, string>>;

/**
 * Of the fields that were written on, those of which the record says something else; null: it says the same of all.
 * @param sent what this form has sent: a record that says so was not changed elsewhere, and the last of it is what the record
 * says next
 */
export function unsavedIn(
  draft: KeptDraft | null,
  saved: Fields,
  sent: Readonly<Record<string, readonly string[]>> = {},
): KeptDraft | null {
  const isUnsaved = ([field, words]: [string, string]) =>
    [saved[field], ...(sent[field] ?? []).slice(-1)].some((said = '') => words.trim() !== said.trim());
  const written = Object.fromEntries(Object.entries(draft?.written ?? {}).filter(isUnsaved));
  const own = Object.fromEntries(
    Object.entries(saved).filter(([field, words]) => sent[field]?.includes(words)),
  );
  const from = Object.fromEntries(
    Object.entries({ ...draft?.from, ...own }).filter(([field]) => field in written),
  );
  return Object.keys(written).length === 0 ? null : { written, from };
}
