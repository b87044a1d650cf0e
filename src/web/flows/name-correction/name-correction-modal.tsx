import { type FormEvent, useMemo, useState } from 'react';
import { nameKinds } from '#contract/name-kinds.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Choices } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { useKeptDraft } from '../record-change/use-kept-draft.ts';
import { HitGroups } from './hit-groups.tsx';
import { placeWords } from './place-words.ts';
import { useNameCorrection } from './use-name-correction.ts';
import './name-correction.css';

type Fix = ReturnType<typeof useNameCorrection>;

export function NameCorrectionModal() {
  const fix = useNameCorrection();
  const [opened] = useState(fix.wrong);
  return (
    <Dialog open wide title="Fix a name everywhere" onClose={fix.close}>
      <div className="name-correction">
        {fix.failure ? <Notice kind="error">{fix.failure.message}</Notice> : null}
        <Step fix={fix} opened={opened} />
      </div>
    </Dialog>
  );
}

interface StepProps {
  fix: Fix;
  /** The wrong name that the dialog was opened with. */
  opened: string;
}

function Step({ fix, opened }: StepProps) {
  switch (fix.step) {
    case 'asking':
      return <Names fix={fix} opened={opened} />;
    case 'previewing':
      return (
        <>
          <Skeleton label="Searching all sessions" lines={6} />
          <div className="dialog-actions">
            <Button onClick={fix.back}>Back</Button>
          </div>
        </>
      );
    case 'nothing':
      return (
        <>
          <p>
            “{fix.wrong}” doesn’t appear anywhere in this campaign, and neither does anything like it. Check
            how it is spelled there.
          </p>
          <div className="dialog-actions">
            <Button kind="primary" onClick={fix.back}>
              Back
            </Button>
          </div>
        </>
      );
    case 'choosing':
    case 'applying':
      return <Hits {...fix} />;
    case 'applied':
    case 'undoing':
      return <Made {...fix} />;
    case 'undone':
      return <Undone {...fix} />;
    default:
      return null;
  }
}

function Names({
  fix: { campaignId, wrong: askedWrong, right: askedRight, isIncomplete, search },
  opened,
}: StepProps) {
  // An incomplete search says what is written, and saves it nowhere.
  const [asked] = useState({ wrong: askedWrong, right: askedRight });
  const form = useKeptDraft(`fix ${campaignId} ${opened}`, asked);
  const { wrong, right } = form.fields;
  const problem =
    right.trim() === ''
      ? 'Enter the correct name.'
      : right.trim() === wrong.trim()
        ? 'Both names are the same.'
        : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    search(wrong, right);
    if (problem === undefined && wrong.trim() !== '') form.forget();
  }

  return (
    <form className="name-correction-names" onSubmit={submit} noValidate>
      <Field
        label="Wrong name"
        hint="As it appears in the text."
        value={wrong}
        maxLength={120}
        autoComplete="off"
        error={isIncomplete && wrong.trim() === '' ? 'Enter the name as it appears in the text.' : undefined}
        {...(askedWrong === '' ? { 'data-starts-here': true } : {})}
        onChange={({ target }) => form.write({ wrong: target.value })}
      />
      <Field
        label="Right name"
        value={right}
        maxLength={120}
        autoComplete="off"
        error={isIncomplete ? problem : undefined}
        {...(askedWrong === '' ? {} : { 'data-starts-here': true })}
        onChange={({ target }) => form.write({ right: target.value })}
      />
      {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
      <div className="dialog-actions">
        <Button kind="primary" type="submit">
          Find it in all sessions
        </Button>
      </div>
    </form>
  );
}

function Hits(fix: Fix) {
  const { wrong, right, preview, chosen, remember, kind, step, isOutdated } = fix;
  const ticked = useMemo(() => new Set(chosen), [chosen]);
  if (preview === null) return null;
  const busy = step === 'applying';
  const places = preview.hits.filter(({ id }) => ticked.has(id)).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {isOutdated ? (
        <Notice kind="warning">
          Some texts changed in the meantime, so nothing was corrected. This is a new preview.
        </Notice>
      ) : null}
      <p>
        “{wrong}” becomes “{right}” in the ticked places.
      </p>
      <HitGroups hits={preview.hits} chosen={ticked} disabled={busy} onToggle={fix.toggle} />
      {preview.more > 0 ? (
        <p className="muted">
          {countOf(preview.more, 'more place')} not shown. Correct these first, then search again.
        </p>
      ) : null}
      <Checkbox
        label="Remember it in the glossary"
        hint={`New transcripts will say “${right}” instead of “${wrong}”.`}
        checked={remember}
        disabled={busy}
        onChange={fix.toggleRemember}
      />
      {remember && preview.knownKind === null ? (
        <div className="name-correction-kinds">
          <Choices
            legend={`What is “${right}”?`}
            choices={nameKinds}
            selected={kind}
            disabled={busy}
            onChoose={fix.chooseKind}
          />
        </div>
      ) : null}
      <div className="dialog-actions name-correction-actions">
        <Button disabled={busy} onClick={fix.back}>
          Back
        </Button>
        <Button kind="primary" busy={busy} disabled={chosen.length === 0} onClick={fix.correct}>
          {places === 0 ? 'Correct the ticked places' : `Correct ${countOf(places, 'place')}`}
        </Button>
      </div>
    </>
  );
}

function Made({ made, step, undo, another }: Fix) {
  if (made === null) return null;
  const { wrong, right, changed, sessions, remembered } = made;
  const busy = step === 'undoing';
  return (
    <>
      <Notice kind="success">
        “{wrong}” is now “{right}” in {countOf(changed, 'place')}
        {sessions > 0 ? ` of ${countOf(sessions, 'session')}` : ''}.
        {remembered ? ' The glossary remembers it for new transcripts.' : ''}
      </Notice>
      <p className="muted">You can undo this now, or later in the glossary of the campaign.</p>
      <div className="dialog-actions name-correction-actions">
        <Button icon="undo" busy={busy} onClick={undo}>
          Undo all
        </Button>
        <Button kind="primary" disabled={busy} onClick={another}>
          Fix another name
        </Button>
      </div>
    </>
  );
}

function Undone({ made, another }: Fix) {
  const left = made?.left ?? [];
  return (
    <>
      {left.length === 0 ? (
        <Notice kind="success">Undone. Every text is as it was.</Notice>
      ) : (
        <Notice kind="warning" title="Undone, except for texts that have changed since">
          <ul>
            {left.map((place, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
              <li key={index}>{placeWords(place)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="dialog-actions">
        <Button kind="primary" onClick={another}>
          Fix another name
        </Button>
      </div>
    </>
  );
}
