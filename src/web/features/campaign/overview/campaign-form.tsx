import { type FormEvent, Fragment, useState } from 'react';
import type { CampaignFields } from '#contract/campaigns.ts';
import { keysOf } from '#contract/unknown-values.ts';
import type { RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import { newCampaign } from '#web/flows/record-change/use-drafts.ts';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { blankTitle } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { draftOfWishes, inputsOf, NotesWishesFields, wishesIn } from './notes-wishes.tsx';
import './overview.css';

/** What the form shows of a campaign, as text. */
export const draftOf = ({ title, system, description, ...wishes }: CampaignFields): RecordDraft => ({
  title,
  system,
  description,
  ...draftOfWishes(wishes),
});

/** What is written in the form, for a campaign that had `before`. */
export const fieldsIn = (draft: RecordDraft, before?: CampaignFields): CampaignFields => ({
  title: draft.title?.trim() ?? '',
  system: draft.system ?? '',
  description: draft.description ?? '',
  ...wishesIn(draft, before),
});

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
  draft: RecordDraft;
  action: string;
  whole?: boolean;
  busy: boolean;
  failure: string | null;
  theirs?: RecordDraft | null;
  onWrite: (draft: RecordDraft) => void;
  onTakeTheirs?: () => void;
  onSubmit: () => void;
  onCancel?: (() => void) | undefined;
}

export function CampaignForm({
  draft,
  action,
  whole = false,
  busy,
  failure,
  theirs,
  onWrite,
  onTakeTheirs,
  onSubmit,
  onCancel,
}: CampaignFormProps) {
  const [isBlank, setBlank] = useState(false);
  const other = theirs ? fieldsIn(theirs) : null;
  const change = (changes: RecordDraft) => onWrite({ ...draft, ...changes });
  const of = inputsOf(draft, busy, change);

  function submit(event: FormEvent) {
    event.preventDefault();
    const { title } = fieldsIn(draft);
    setBlank(title === '');
    if (title !== '') onSubmit();
  }

  return (
    <form className="campaign-form" onSubmit={submit}>
      <Field
        label="Title"
        required
        maxLength={200}
        autoComplete="off"
        error={isBlank ? blankTitle : undefined}
        {...of('title')}
      />
      <Field label="Game system" optional maxLength={200} autoComplete="off" {...of('system')} />
      <TextArea
        label="Description"
        optional
        hint="What it is about and who plays. You can use Markdown."
        {...of('description')}
      />
      {whole ? <NotesWishesFields draft={draft} busy={busy} onChange={change} /> : null}
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      {other ? (
        <StaleNotice while="editing" onTakeTheirs={onTakeTheirs}>
          <p>Your version is above. The other version:</p>
          <dl className="versions">
            {keysOf(namesOfFields).map((field) => (
              <Fragment key={field}>
                <dt>{namesOfFields[field]}</dt>
                <dd>{[other[field] ?? ''].flat().join('; ') || '—'}</dd>
              </Fragment>
            ))}
          </dl>
        </StaleNotice>
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

interface NewCampaignFormProps extends Pick<CampaignFormProps, 'busy' | 'failure' | 'onCancel'> {
  onCreate: (fields: CampaignFields) => void;
}

export function NewCampaignForm({ onCreate, onCancel, ...form }: NewCampaignFormProps) {
  const { fields: draft, write, forget, warning } = useKeptDraft<RecordDraft>(newCampaign, {});
  return (
    <CampaignForm
      {...form}
      failure={form.failure ?? warning}
      draft={draft}
      action="Create campaign"
      onWrite={write}
      onCancel={
        onCancel &&
        (() => {
          forget();
          onCancel();
        })
      }
      onSubmit={() => onCreate(fieldsIn(draft))}
    />
  );
}
