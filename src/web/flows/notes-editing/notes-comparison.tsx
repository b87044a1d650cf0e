import { useMemo } from 'react';
import type { ReadVersion } from '#contract/notes.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { dayAndTime } from '#web/ui/text.ts';
import { type ComparedPiece, type ComparedSection, compareNotes } from './compare-notes.ts';
import type { NotesEditing } from './use-notes-editing.ts';

const audiences = { gm: 'the game master', players: 'players', public: 'the public' } as const;

export function NotesComparison({ editing, read }: { editing: NotesEditing; read: ReadVersion }) {
  const { version, present } = read;
  const { sections, isReordered } = useMemo(
    () => compareNotes(present.sections, version.sections),
    [present, version],
  );
  const changed = sections.filter(({ kind }) => kind !== 'same');
  const same = sections.filter(({ kind }) => kind === 'same');
  const isBusy = editing.step === 'restoring';
  return (
    <>
      <h3>Version of {dayAndTime(version.writtenAt)}</h3>
      {changed.length === 0 && !isReordered ? (
        <p>This version is the same as the notes now.</p>
      ) : (
        <p>
          If you restore it, <ins>text marked like this</ins> comes back and <del>text marked like this</del>{' '}
          is removed.
        </p>
      )}
      {isReordered ? <p>The sections also return to their earlier order.</p> : null}
      {changed.map((section) => (
        <Compared key={`${section.kind} ${section.key}`} section={section} />
      ))}
      {same.length === 0 ? null : (
        <p className="muted">
          The same in both: {new Intl.ListFormat('en').format(same.map(({ title }) => `“${title}”`))}.
        </p>
      )}
      <div className="dialog-actions">
        <Button kind="primary" busy={isBusy} onClick={editing.restore}>
          Restore this version
        </Button>
        <Button disabled={isBusy} data-starts-here onClick={editing.leave}>
          Back to the list
        </Button>
      </div>
    </>
  );
}

const badges = { back: 'Comes back', gone: 'Goes away', changed: 'Changes', same: 'Stays' } as const;

function Compared({ section: { title, titleNow, kind, pieces, visibility } }: { section: ComparedSection }) {
  return (
    <section className="compared-section">
      <div className="compared-head">
        <h4>
          {titleNow === null ? (
            title
          ) : (
            <>
              <del>{titleNow}</del> <ins>{title}</ins>
            </>
          )}
        </h4>
        <Badge kind={kind === 'gone' ? 'danger' : kind === 'back' ? 'calm' : 'plain'}>{badges[kind]}</Badge>
      </div>
      {visibility === null ? null : (
        <p>
          Who may see it: <del>{audiences[visibility.from]}</del> <ins>{audiences[visibility.to]}</ins>
        </p>
      )}
      <p className="compared-text">
        {pieces.map((piece, index) => {
          const key = `${index} ${piece.kind}`;
          if (piece.kind === 'back') return <ins key={key}>{piece.text}</ins>;
          if (piece.kind === 'gone') return <del key={key}>{piece.text}</del>;
          return <span key={key}>{shortened(piece, index > 0, index < pieces.length - 1)}</span>;
        })}
      </p>
    </section>
  );
}

const LETTERS_AROUND = 160;

function shortened({ text }: ComparedPiece, isAfterChange: boolean, isBeforeChange: boolean): string {
  const start = isAfterChange ? text.slice(0, LETTERS_AROUND) : '';
  const end = isBeforeChange ? text.slice(-LETTERS_AROUND) : '';
  if (text.length <= LETTERS_AROUND * 2) return text;
  return `${start} … ${end}`;
}
