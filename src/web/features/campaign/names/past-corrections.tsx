import { useState } from 'react';
import type { Correction } from '#contract/corrections.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type LastNotice, useOnlyNotice } from '#web/flows/record-change/use-only-notice.ts';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useCorrections, useUndoCorrection } from '#web/hooks/names-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { countOf, dayAndTime } from '#web/ui/text.ts';

export function PastCorrections({ campaignId, last }: { campaignId: string; last: LastNotice }) {
  const corrections = useCorrections(campaignId);
  const { mutateAsync: undo } = useUndoCorrection();
  const changes = useRecordChange();
  useOnlyNotice(changes, last);
  const [asked, setAsked] = useState<string | null>(null);
  if (!corrections.data || corrections.data.length === 0) return null;
  const undoing = ({ id, wrong }: Correction): Change => ({
    words: `“${wrong}” is back where it was corrected.`,
    save: async () => {
      await undo(id);
      return { revision: null, undo: null };
    },
  });
  return (
    <section className="glossary-past" aria-labelledby="past-corrections">
      <h3 id="past-corrections">Corrected names</h3>
      <ChangeNotice changes={changes} />
      <ul className="glossary-names">
        {corrections.data.map((correction) => (
          <li key={correction.id} className="glossary-name">
            <Past correction={correction} />
            {correction.undoneAt === null ? (
              <Button
                icon="undo"
                aria-label={`Undo ${correction.wrong} to ${correction.right}`}
                busy={changes.isSaving && asked === correction.id}
                disabled={changes.isSaving}
                onClick={() => {
                  setAsked(correction.id);
                  changes.request(undoing(correction));
                }}
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
