import type { Correction } from '#contract/corrections.ts';
import { useCorrections, useUndoCorrection } from '#web/hooks/names-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countOf, dayAndTime } from '#web/ui/text.ts';

export function PastCorrections({ campaignId }: { campaignId: string }) {
  const corrections = useCorrections(campaignId);
  const undo = useUndoCorrection();
  if (!corrections.data || corrections.data.length === 0) return null;
  return (
    <section className="glossary-past" aria-labelledby="past-corrections">
      <h3 id="past-corrections">Corrected names</h3>
      {undo.error ? <Notice kind="error">{undo.error.message}</Notice> : null}
      <ul className="glossary-names">
        {corrections.data.map((correction) => (
          <li key={correction.id} className="glossary-name">
            <Past correction={correction} />
            {correction.undoneAt === null ? (
              <Button
                icon="undo"
                aria-label={`Undo ${correction.wrong} to ${correction.right}`}
                busy={undo.isPending && undo.variables === correction.id}
                disabled={undo.isPending}
                onClick={() => undo.mutate(correction.id)}
              >
                Undo
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Past({ correction }: { correction: Correction }) {
  const { wrong, right, automatic, changed, sessions, createdAt, undoneAt, left } = correction;
  return (
    <div className="glossary-words">
      <p>
        <strong>{wrong}</strong> to <strong>{right}</strong>
      </p>
      <p className="muted">
        {[
          dayAndTime(createdAt),
          `${countOf(changed, 'place')}${sessions > 0 ? ` in ${countOf(sessions, 'session')}` : ''}`,
          automatic ? 'by an analysis' : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {undoneAt === null ? null : (
        <p className="muted">
          Undone {dayAndTime(undoneAt)}
          {left.length > 0
            ? `, except for ${countOf(left.length, 'text')} changed since: ${left
                .map(({ session, label }) => [session?.title, label].filter(Boolean).join(', '))
                .join('; ')}`
            : ''}
        </p>
      )}
    </div>
  );
}
