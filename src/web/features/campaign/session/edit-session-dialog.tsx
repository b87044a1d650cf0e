import { type FormEvent, useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import {
  type Change,
  type RecordChanges,
  savedUnlessStale,
} from '#web/flows/record-change/use-record-change.ts';
import { useChangeSession } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { blankTitle, day } from '#web/ui/text.ts';
import { type Fields, fieldsOf } from './session-fields.ts';

interface EditSessionDialogProps {
  session: Session;
  onReload: () => Promise<Session | undefined>;
  changes: RecordChanges;
}

/** Title and date. */
export function EditSessionDialog({ session, changes, onReload }: EditSessionDialogProps) {
  const change = useChangeSession();
  const [isBlank, setBlank] = useState(false);
  const { draft, theirs, write, discard, isSaving } = changes;
  const { title = '', playedOn = '' }: Fields = draft ?? {};
  const seen: Fields = theirs ?? {};

  const changing = (to: Fields, before: Fields, revision: number): Change => ({
    words: 'Title and date are saved.',
    save: async () => {
      const changes = {
        title: to.title ?? '',
        playedAt: to.playedOn ? `${to.playedOn}T00:00:00.000Z` : null,
      };
      const saved = await savedUnlessStale(
        () => change.mutateAsync({ id: session.id, revision, changes }),
        async () => {
          const now = await onReload();
          return now && fieldsOf(now);
        },
      );
      return { revision: saved.revision, undo: changing(before, to, saved.revision) };
    },
  });

  function save(event: FormEvent) {
    event.preventDefault();
    setBlank(title.trim() === '');
    if (title.trim() === '') return;
    const onto = Number((theirs ?? draft)?.revision);
    changes.submit(changing({ title: title.trim(), playedOn }, fieldsOf(session), onto));
  }

  return (
    <Dialog open title="Edit session" {...(isSaving ? {} : { onClose: changes.close })}>
      <form className="campaign-form" onSubmit={save}>
        <Field
          label="Title"
          required
          maxLength={200}
          autoComplete="off"
          readOnly={isSaving}
          value={title}
          error={isBlank ? blankTitle : undefined}
          onChange={({ target }) => write({ ...draft, title: target.value })}
        />
        <Field
          label="Played on"
          optional
          type="date"
          readOnly={isSaving}
          value={playedOn}
          onChange={({ target }) => write({ ...draft, playedOn: target.value })}
        />
        <ChangeNotice changes={changes} />
        {changes.isStale ? (
          <StaleNotice while="editing" onTakeTheirs={changes.takeTheirs}>
            <p>
              It now says “{seen.title}”{seen.playedOn ? `, played ${day(seen.playedOn)}` : ''}. Saving
              replaces that with yours.
            </p>
          </StaleNotice>
        ) : null}
        <div className="button-row">
          <Button kind="primary" type="submit" busy={isSaving}>
            {changes.isStale ? 'Save mine' : 'Save'}
          </Button>
          <Button disabled={isSaving} onClick={discard}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
