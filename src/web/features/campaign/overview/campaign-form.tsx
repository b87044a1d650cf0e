import { type FormEvent, Fragment, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { blankTitle } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { type NotesWishes, NotesWishesFields, noWishes } from './notes-wishes.tsx';
import './overview.css';

export const blankCampaign: CampaignDraft = { title: '', description: '', system: '', ...noWishes };

export interface CampaignDraft extends NotesWishes {
  title: string;
  description: string;
  system: string;
}

interface CampaignFormProps {
  initial: CampaignDraft;
  action: string;
  whole?: boolean;
  busy: boolean;
  failure: string | null;
  theirs?: CampaignDraft | null;
  onSubmit: (draft: CampaignDraft) => void;
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

  function takeTheirs(draft: CampaignDraft) {
    setDraft(draft);
    setVersion('theirs');
  }
  const change = (changes: Partial<CampaignDraft>) => setDraft({ ...draft, ...changes });

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
            <dt>Title</dt>
            <dd>{theirs.title}</dd>
            <dt>Game system</dt>
            <dd>{theirs.system || '—'}</dd>
            <dt>Description</dt>
            <dd>{theirs.description || '—'}</dd>
            {whole ? <Wishes {...theirs} /> : null}
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

function Wishes({ setting, genre, language, detailLevel, recapStyles, instructions }: NotesWishes) {
  const rows = {
    Setting: setting,
    Genre: genre,
    'Spoken language': language,
    'Level of detail': detailLevel,
    'Style of recaps': recapStyles.join('; '),
    Instructions: instructions,
  };
  return Object.entries(rows).map(([name, value]) => (
    <Fragment key={name}>
      <dt>{name}</dt>
      <dd>{value || '—'}</dd>
    </Fragment>
  ));
}
