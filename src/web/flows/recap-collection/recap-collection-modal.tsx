import { useState } from 'react';
import { type Recap, type RecapFailure, type RecapReads, recapLimits } from '#contract/recap-collection.ts';
import { recapStyles } from '#contract/recap-styles.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { askedText } from '#web/results/writer-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useKeptDraft } from '../record-change/use-kept-draft.ts';
import { useRecapCollection } from './use-recap-collection.ts';
import './recap-collection.css';

type Collecting = ReturnType<typeof useRecapCollection>;

const failures: Record<RecapFailure, string> = {
  writerAway: 'The language model can’t be reached right now. Try again later.',
  unusable: 'The language model gave no answer that could be used. Try again, or choose another style.',
  otherLanguage: 'The language model wrote in another language. Try again, or with another model.',
  nothingToRead: 'There is nothing to retell: these readers can’t see any of your notes yet.',
  noRoom: 'Your notes are as long as they can be. Remove a section, then try again.',
};

const reading: Record<RecapReads, string> = {
  gm: 'All your notes',
  players: 'Only what players may see',
  public: 'Only what everyone may see',
};

const namesIn = (names: readonly string[]) => names.map((name) => ({ key: name, label: name }));

const titleOf = ({ style, character }: Pick<Recap, 'style' | 'character'>) =>
  character === null ? style : `${style} (${character})`;

export function RecapCollectionModal() {
  const collecting = useRecapCollection();
  const { place, step, collection, failure, close } = collecting;
  return (
    <Dialog open title={place === null ? 'Recaps' : `Recaps of “${place.title}”`} onClose={close}>
      {failure === null ? null : <Notice kind="error">{failure.message}</Notice>}
      {step === 'reading' ? <Skeleton label="Loading" lines={4} /> : null}
      {step === 'unread' ? <Button onClick={collecting.retry}>Try again</Button> : null}
      {collection === null || step === 'unread' ? null : (
        <>
          <Written {...collecting} />
          <Asking {...collecting} />
        </>
      )}
    </Dialog>
  );
}

function Written({ step, collection, ending, end }: Collecting) {
  if (collection === null || collection.recaps.length === 0) return null;
  return (
    <ul className="recap-list" aria-label="Recaps of this session">
      {collection.recaps.map((recap) => (
        <li key={recap.id}>
          <strong>{titleOf(recap)}</strong>
          <span role={recap.state === 'failed' ? 'alert' : 'status'}>{stateOf(recap)}</span>
          {recap.state === 'done' ? null : (
            <Button
              kind="quiet"
              busy={step === 'ending' && ending === recap.id}
              disabled={step === 'asking'}
              aria-label={`${recap.state === 'failed' ? 'Dismiss' : 'Stop'} ${titleOf(recap)}`}
              onClick={() => end(recap.id)}
            >
              {recap.state === 'failed' ? 'Dismiss' : 'Stop'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function stateOf({ state, failure, isStale }: Recap): string {
  if (state === 'waiting') return 'Waiting for the language model.';
  if (state === 'writing') return 'The language model is writing.';
  if (state === 'failed') return failures[failure ?? 'writerAway'];
  return isStale ? 'In your notes, which have changed since.' : 'In your notes.';
}

function Asking({ place, step, collection, wish, ask }: Collecting) {
  const writer = collection?.writer ?? null;
  const styles = [...new Set([...(collection?.styles ?? []), ...recapStyles])];
  const isListed = wish === null || styles.includes(wish.style);
  const form = useKeptDraft(`recap ${place?.sessionId}`, { own: isListed ? '' : (wish?.style ?? '') });
  const { own } = form.fields;
  const [chosen, setChosen] = useState(
    form.isKept || !isListed ? '' : wish === null ? (styles[0] ?? '') : wish.style,
  );
  const [character, setCharacter] = useState(wish?.character ?? null);
  const [reads, setReads] = useState<RecapReads>(wish?.reads ?? 'gm');
  const [isBlank, setBlank] = useState(false);
  const style = (chosen === '' ? own : chosen).trim();
  const same = collection?.recaps.find((recap) => recap.style === style && recap.character === character);
  const isAtWork = same?.state === 'waiting' || same?.state === 'writing';
  return (
    <form
      className="recap-form"
      onSubmit={(event) => {
        event.preventDefault();
        setBlank(style === '');
        if (style !== '') ask({ style, character, reads });
      }}
    >
      {writer === null ? (
        <Notice kind="information">No language model can write recaps here right now.</Notice>
      ) : null}
      <fieldset disabled={writer === null}>
        <Select
          label="Style"
          value={chosen}
          choices={[...namesIn(styles), { key: '', label: 'Your own style …' }]}
          onChoose={setChosen}
        />
        {chosen === '' ? (
          <Field
            label="Your own style"
            hint="For example “a letter home from the youngest of us”."
            maxLength={recapLimits.style}
            autoComplete="off"
            error={isBlank && style === '' ? 'Name a style.' : undefined}
            value={own}
            onChange={({ target }) => form.write({ own: target.value })}
          />
        ) : null}
        {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
        <Select
          label="Whose evening"
          value={character ?? ''}
          choices={[{ key: '', label: 'Everyone’s' }, ...namesIn(collection?.characters ?? [])]}
          onChoose={(name) => setCharacter(name || null)}
        />
        <Select
          label="Written from"
          hint="To share a recap, have it written from what its readers may see."
          value={reads}
          choices={keysOf(reading).map((key) => ({ key, label: reading[key] }))}
          onChoose={setReads}
        />
        {same?.isEdited ? (
          <p>You have edited this recap. Writing it again replaces your text; “History” keeps it.</p>
        ) : null}
        <p className="muted">
          {writer === null ? '' : `${askedText(writer, 'writes it.', 'What it reads is')} `}The recap becomes
          a section of your notes, which only you see until you share it. It costs no credits; you can ask{' '}
          {recapLimits.anHour} times an hour. You can close this and carry on.
        </p>
        <div className="dialog-actions">
          <Button
            kind="primary"
            type="submit"
            busy={step === 'asking'}
            disabled={isAtWork || step === 'ending'}
          >
            {same?.isWritten ? 'Write again' : 'Write this recap'}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
