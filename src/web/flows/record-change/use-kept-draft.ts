import { useEffect, useRef, useState } from 'react';
import { type KeptDraft, useDrafts } from './use-drafts.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * What is written in a form, kept by this browser until the record says the same or `forget` is called: closing, Back and
 * reload lose nothing. Fields that were not written on follow the record. For another place, the component must be a new one.
 * @param place which form of which record
 * @param saved what the record says
 */
export function useKeptDraft<Saved extends Fields>(place: string, saved: Saved) {
  const drafts = useDrafts();
  const [kept, setKept] = useState<KeptDraft | null>(() => drafts.read(place));
  const differs = (words: Fields = {}) =>
    Object.keys(words).some((field) => words[field]?.trim() !== (saved[field] ?? '').trim());
  const isKept = differs(kept?.written);
  const store = (draft: KeptDraft | null) => {
    drafts.keep(place, differs(draft?.written) ? draft : null);
    setKept(draft);
  };
  const said = JSON.stringify(saved);
  const saidBefore = useRef(said);
  useEffect(() => {
    const isNews = saidBefore.current !== said;
    saidBefore.current = said;
    if (!isNews || kept === null || isKept) return;
    drafts.keep(place, null);
    setKept(null);
  }, [said, kept, isKept, drafts, place]);
  return {
    fields: { ...saved, ...kept?.written },
    isKept,
    /** What was written on was changed elsewhere meanwhile. */
    isStale: isKept && differs(kept?.from),
    write: (changed: Partial<Saved>) => {
      const before = Object.fromEntries(Object.keys(changed).map((field) => [field, saved[field] ?? '']));
      store({ written: { ...kept?.written, ...changed }, from: { ...before, ...kept?.from } });
    },
    forget: () => store(null),
  };
}
