import { type FormEvent, Fragment, useState } from 'react';
import type { CampaignFields } from '#contract/campaigns.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { blankTitle } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { NotesWishesFields, noWishes } from './notes-wishes.tsx';
import './overview.css';

export const blankCampaign: CampaignFields = { title: '', description: '', system: '', ...noWishes };

/** In the order in which two versions are compared. */
const namesOfFields: Readonly<Record<keyof CampaignFields, string>> = {
  title: 'Title',
  system: 'Game system',
  description: 'Description',
  setting: 'Setting',
  genre: 'Genre',
  language: 'Spoken language',
  detailLevel: 'Level of detail',
  recapStyles: 'Style of recaps',
  instructions: 'Instructions',
};

interface CampaignFormProps {
  initial: CampaignFields;
  action: string;
  whole?: boolean;
  busy: boolean;
  failure: string | null;
  theirs?: CampaignFields | null;
  onSubmit: (draft: CampaignFields) => void;
  onCancel?: () => void;
}

export function CampaignForm({
  initial,
  action,
  whole = false,
  busy,
  failure,
  theirs,
  onSubmit,
  onCancel,
}: CampaignFormProps) {
  const [draft, setDraft] = useState(initial);
  const [isBlank, setBlank] = useState(false);
  const [version, setVersion] = useState<'mine' | 'theirs'>('mine');

  function takeTheirs(draft: CampaignFields) {
    setDraft(draft);
    setVersion('theirs');
  }
  const change = (changes: Partial<CampaignFields>) => setDraft({ ...draft, ...changes });

  function submit(event: FormEvent) {
    event.preventDefault();
    const title = draft.title.trim();
    setBlank(title === '');
    if (title !== '') onSubmit({ ...draft, title });
  }

  return (
    <form className="campaign-form" onSubmit={submit}>
      <Field
        label="Title"
        required
        maxLength={200}
        autoComplete="off"
        value={draft.title}
        error={isBlank ? blankTitle : undefined}
        onChange={(event) => change({ title: event.target.value })}
      />
      <Field
        label="Game system"
        optional
        maxLength={200}
        autoComplete="off"
        value={draft.system}
        onChange={(event) => change({ system: event.target.value })}
      />
      <TextArea
        label="Description"
        optional
        hint="What it is about and who plays. You can use Markdown."
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      {whole ? <NotesWishesFields key={version} wishes={draft} onChange={change} /> : null}
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      {theirs ? (
        <Notice kind="warning" title="This was changed elsewhere while you were editing">
          <p>Your version is above. The other version:</p>
          <dl className="versions">
            {keysOf(namesOfFields)
              .filter((field) => whole || !(field in noWishes))
              .map((field) => (
                <Fragment key={field}>
                  <dt>{namesOfFields[field]}</dt>
                  <dd>{[theirs[field] ?? ''].flat().join('; ') || '—'}</dd>
                </Fragment>
              ))}
          </dl>
          <Button onClick={() => takeTheirs(theirs)}>Use that version</Button>
        </Notice>
      ) : null}
      <div className="button-row">
        <Button kind="primary" type="submit" busy={busy}>
          {theirs ? 'Save mine' : action}
        </Button>
        {onCancel ? (
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
