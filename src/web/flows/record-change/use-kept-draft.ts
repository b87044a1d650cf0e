import { useEffect, useRef, useState } from 'react';
import { type KeptDraft, keptHereOnly, unsavedIn } from '#web/effects/form-drafts.ts';
import { useDrafts } from './use-drafts.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * What is written in a form, kept by this browser until the record says the same or `forget` is called: closing, Back and
 * reload lose nothing. Fields that were not written on follow the record. For another place, the component must be a new one.
 * @param place which form of which record
 * @param saved what the record says
 * @param written what is written if this browser keeps nothing
 */
export function useKeptDraft<Saved extends Fields>(place: string, saved: Saved, written?: Saved) {
  const drafts = useDrafts();
  const [kept, setKept] = useState<KeptDraft | null>(
    () => drafts.read(place) ?? (written ? { written, from: {} } : null),
  );
  const sent = useRef<Record<string, readonly string[]>>({}).current;
  const unsaved = unsavedIn(kept, saved, sent);
  const store = (draft: KeptDraft | null) => {
    drafts.keep(place, unsavedIn(draft, saved, sent));
    setKept(draft);
  };
  const said = JSON.stringify(saved);
  const last = useRef({ said: '', saved });
  // What the record says, or said until now, is no draft: it must not come back once the record says something else.
  useEffect(() => {
    const before = last.current;
    last.current = { said, saved };
    if (before.said === said) return;
    const other = unsavedIn(kept, before.saved, sent);
    for (const [field, words] of Object.entries(sent))
      if (saved[field] !== before.saved[field] && !words.includes(saved[field] ?? '')) delete sent[field];
    if (kept === null) return;
    const left = unsavedIn(other, saved, sent);
    drafts.keep(place, left);
    setKept(left);
  }, [said, saved, kept, sent, drafts, place]);
  /** What was written on was changed elsewhere meanwhile. */
  const isStaleIn = (field: string) => unsaved?.from[field]?.trim() !== (saved[field] ?? '').trim();
  return {
    fields: { ...saved, ...kept?.written },
    unsaved: unsaved?.written ?? {},
    isKept: unsaved !== null,
    /** What the form says of it. */
    warning: drafts.isOnlyHere(place) && unsaved !== null ? keptHereOnly : null,
    isStaleIn,
    isStale: Object.keys(unsaved?.from ?? {}).some(isStaleIn),
    write: (changed: Partial<Saved>) => {
      const before = Object.fromEntries(Object.keys(changed).map((field) => [field, saved[field] ?? '']));
      store({ written: { ...kept?.written, ...changed }, from: { ...before, ...unsaved?.from } });
    },
    /** Before they are saved: the field may be written on until they are. */
    sends: (field: string, words: string) => {
      sent[field] = [...(sent[field] ?? []), words];
    },
    /** By now. */
    hasSent: (field: string, words: string) => sent[field]?.includes(words) ?? false,
    forget: () => store(null),
  };
}
