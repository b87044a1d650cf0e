import { type InstructionFailure, instructionLimits } from '#contract/instructions.ts';
import { useFixName } from '#web/flows/name-correction/use-name-correction.ts';
import { useOpenProposals } from '#web/flows/proposal-review/use-proposal-review.ts';
import { askedText } from '#web/results/writer-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { instructionForm } from '../record-change/use-drafts.ts';
import { useKeptDraft } from '../record-change/use-kept-draft.ts';
import { useInstruction } from './use-instruction.ts';

type Instructing = ReturnType<typeof useInstruction>;

const failures: Record<InstructionFailure, string> = {
  writerAway: 'The language model can’t be reached right now. Nothing has changed. Try again later.',
  unusable:
    'The language model gave no answer that could be used. Nothing has changed. Say it in other words, or try again.',
  noNotes: 'These notes have no text that could be changed. Write a section first.',
};

/** What should be different in the notes of a session, and what a language model makes of it. */
export function InstructionModal() {
  const instructing = useInstruction();
  const { place, step, failure, close } = instructing;
  return (
    <Dialog
      open
      title={place === null ? 'Ask for a change' : `Ask for a change in “${place.title}”`}
      onClose={close}
    >
      {failure === null ? null : <Notice kind="error">{failure.message}</Notice>}
      {step === 'reading' ? <Skeleton label="Loading" lines={3} /> : null}
      {step === 'unread' ? <Button onClick={instructing.retry}>Try again</Button> : null}
      {step === 'writing' || step === 'sending' || step === 'failed' ? <Asking {...instructing} /> : null}
      {step === 'following' || step === 'cancelling' ? <AtWork {...instructing} /> : null}
      {step === 'proposed' ? <Proposed {...instructing} /> : null}
    </Dialog>
  );
}

function Asking({ place, step, status, submit }: Instructing) {
  const why = step === 'failed' ? status?.instruction?.failure : null;
  const { state, text: asked = '' } = status?.instruction ?? {};
  const form = useKeptDraft(instructionForm(place?.sessionId ?? ''), {
    text: state === 'failed' ? asked : '',
  });
  const { text } = form.fields;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(text);
      }}
    >
      {why == null ? null : <Notice kind="error">{failures[why]}</Notice>}
      <TextArea
        label="What should be different?"
        hint="For example “Bryce is a woman”, “Shorten the fight” or “Write it as a letter from the bard”."
        limit={instructionLimits.characters}
        value={text}
        readOnly={step === 'sending'}
        onChange={(event) => form.write({ text: event.target.value })}
      />
      {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
      <p className="muted">
        {status?.writer == null
          ? ''
          : askedText(
              status.writer,
              'proposes changes, and you accept or reject each.',
              'Your notes and what you ask for are',
            )}{' '}
        It costs no credits; you can ask {instructionLimits.anHour} times an hour.
      </p>
      <div className="dialog-actions">
        <Button kind="primary" type="submit" disabled={text.trim() === ''} busy={step === 'sending'}>
          Propose changes
        </Button>
      </div>
    </form>
  );
}

function AtWork({ step, text, status, cancel }: Instructing) {
  return (
    <>
      <p>“{text}”</p>
      <ProgressBar value={status?.instruction?.progress ?? null} label="Changes by the language model" />
      <p role="status">
        {status?.instruction?.state === 'waiting'
          ? 'Waiting for the language model.'
          : 'The language model is reading your notes.'}
      </p>
      <p className="muted">You can close this and carry on; the changes will wait for you here.</p>
      <div className="dialog-actions">
        <Button busy={step === 'cancelling'} onClick={cancel}>
          Stop
        </Button>
      </div>
    </>
  );
}

function Proposed({ place, status, close, another }: Instructing) {
  const openProposals = useOpenProposals();
  const fixName = useFixName();
  if (place === null || status?.instruction == null) return null;
  const { proposed, waiting = proposed, dropped, unread, unclear = 0, fixes } = status.instruction;
  return (
    <>
      <p role="status">
        {proposed === 0
          ? 'The language model proposes no change.'
          : waiting === 0
            ? `You have decided on ${proposed === 1 ? 'the change' : `all ${proposed} changes`} that it proposed.`
            : `${waiting < proposed ? `${waiting} of ` : ''}${countOf(proposed, 'change')} proposed. Nothing changes until you accept.`}
      </p>
      {dropped > 0 ? (
        <p className="muted">
          {countOf(dropped, 'proposal')} left out: the text to change isn’t in your notes word for word.
        </p>
      ) : null}
      {unclear > 0 ? (
        <p className="muted">
          {countOf(unclear, 'sentence')} left as {unclear === 1 ? 'it is' : 'they are'}: someone else may be
          meant. Check the pronouns in your notes.
        </p>
      ) : null}
      {unread > 0 ? (
        <p className="muted">
          {countOf(unread, 'section')} not read: your notes are too long for this model.
        </p>
      ) : null}
      {fixes.map(({ wrong, right }) => (
        <p key={wrong}>
          “{wrong}” should be “{right}”?{' '}
          <Button
            kind="quiet"
            onClick={() => {
              close();
              fixName(place.campaignId, wrong, right);
            }}
          >
            Fix “{wrong}” everywhere
          </Button>
        </p>
      ))}
      <div className="dialog-actions">
        <Button onClick={another}>Ask for something else</Button>
        {waiting > 0 ? (
          <Button
            kind="primary"
            onClick={() => {
              close();
              openProposals({ kind: 'session', id: place.sessionId, title: place.title });
            }}
          >
            Review the changes
          </Button>
        ) : null}
      </div>
    </>
  );
}
