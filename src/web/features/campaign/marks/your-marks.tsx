import { useState } from 'react';
import type { Mark, Session } from '#contract/sessions.ts';
import { usePlayFrom } from '#web/flows/player/use-player.ts';
import { useChangeMarks } from '#web/hooks/data-hooks.ts';
import { MarkList } from './mark-list.tsx';

interface YourMarksProps {
  session: Session;
  /** What is said at a mark, if that is known. */
  lineAt?: ((atMs: number) => string | null) | undefined;
}

/** The marks of the session's recording, also once it is deleted: they are times in its transcript too. */
export function YourMarks({ session, lineAt }: YourMarksProps) {
  const playFrom = usePlayFrom();
  const { mutate: change } = useChangeMarks(session);
  const [draft, setDraft] = useState<Mark | null>(null);
  const [removed, setRemoved] = useState<Mark | null>(null);
  const stored = session.audio?.marks ?? [];
  if (stored.length === 0 && removed === null) return null;
  const shown = stored.map((mark) => (mark.atMs === draft?.atMs ? draft : mark));

  function saveWord() {
    const before = stored.find(({ atMs }) => atMs === draft?.atMs);
    setDraft(null);
    if (draft === null || before === undefined || before.word === draft.word.trim()) return;
    change(shown.map((mark) => (mark === draft ? { ...draft, word: draft.word.trim() } : mark)));
  }

  return (
    <section className="your-marks" aria-label="Your marks">
      <h2>Your marks</h2>
      <MarkList
        marks={shown}
        removed={removed}
        onWord={(atMs, word) => setDraft({ atMs, word })}
        onWordDone={saveWord}
        onRemove={(atMs) => {
          setRemoved(stored.find((mark) => mark.atMs === atMs) ?? null);
          change(stored.filter((mark) => mark.atMs !== atMs));
        }}
        onRestore={() => {
          if (removed) change([...stored, removed].sort((one, other) => one.atMs - other.atMs));
          setRemoved(null);
        }}
        onPlay={
          session.audio?.deletedAt === null
            ? (atMs) =>
                playFrom(
                  { sessionId: session.id, campaignId: session.campaignId, title: session.title },
                  atMs / 1000,
                )
            : null
        }
        more={({ atMs }) => {
          const line = lineAt?.(atMs);
          return line ? <q className="muted mark-line">{line}</q> : null;
        }}
      />
    </section>
  );
}
