import type { ReactNode } from 'react';
import type { Mark } from '#contract/sessions.ts';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/text.ts';
import './marks.css';

interface MarkListProps {
  marks: readonly Mark[];
  removed?: Mark | null;
  onWord: (atMs: number, word: string) => void;
  onWordDone?: ((atMs: number) => void) | undefined;
  onRemove: (atMs: number) => void;
  onRestore?: () => void;
  onPlay?: ((atMs: number) => void) | null;
  /** What else belongs to a mark. */
  more?: ((mark: Mark) => ReactNode) | undefined;
}

/** The game master's own marks of moments, each with what it is. */
export function MarkList({
  marks,
  removed = null,
  onWord,
  onWordDone,
  onRemove,
  onRestore,
  onPlay,
  more,
}: MarkListProps) {
  return (
    <>
      <ol className="marks">
        {marks.map(({ atMs, word }, index) => {
          const time = clock(atMs / 1000);
          return (
            <li key={atMs} className="mark">
              {onPlay ? (
                <Button kind="quiet" icon="play" className="mark-time" onClick={() => onPlay(atMs)}>
                  {`Play from ${time}`}
                </Button>
              ) : (
                <span className="mark-time">{time}</span>
              )}
              <input
                className="field-control"
                aria-label={`Word for mark ${index + 1}`}
                placeholder="What happened?"
                maxLength={200}
                value={word}
                onChange={({ target }) => onWord(atMs, target.value)}
                onBlur={() => onWordDone?.(atMs)}
                onKeyDown={({ key, currentTarget }) => {
                  if (key === 'Enter') currentTarget.blur();
                }}
              />
              <Button kind="quiet" icon="trash" iconOnly onClick={() => onRemove(atMs)}>
                {`Remove mark ${index + 1}`}
              </Button>
              {more?.({ atMs, word })}
            </li>
          );
        })}
      </ol>
      {removed ? (
        <div className="button-row" role="status">
          <span>The mark at {clock(removed.atMs / 1000)} was removed.</span>
          <Button kind="quiet" icon="undo" onClick={onRestore}>
            Restore the mark
          </Button>
        </div>
      ) : null}
    </>
  );
}
