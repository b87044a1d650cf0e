import { sumOfOlderNotes } from '#contract/older-notes.ts';
import { useCreditOffer } from '#web/flows/checkout/use-purchase.ts';
import { sendsText, serviceText, writerName } from '#web/results/writer-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox, Choices } from '#web/ui/choice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { clock, countOf, credits, day, roughly } from '#web/ui/text.ts';
import { endText, writtenText } from './older-notes-words.ts';
import { useOlderNotes, useOlderNotesOf } from './use-older-notes.ts';
import './older-notes.css';

type Older = ReturnType<typeof useOlderNotes>;

/** Sessions of a campaign that no language model has written: offered, chosen, being written. */
export function OlderNotesField({ campaignId }: { campaignId: string }) {
  useOlderNotesOf(campaignId);
  return <OlderNotesPanel />;
}

export function OlderNotesPanel() {
  const older = useOlderNotes();
  if (older.step === 'quiet' || older.step === 'reading') return null;
  return (
    <Card className="older-notes" aria-labelledby="older-notes-heading">
      <h2 id="older-notes-heading">Written notes for older sessions</h2>
      {older.failure === null ? null : <Notice kind="error">{older.failure.message}</Notice>}
      {older.plan === null ? <Standing {...older} /> : <Choice {...older} plan={older.plan} />}
    </Card>
  );
}

function Standing({ step, known, canChoose, choose, cancel, close }: Older) {
  if (known === null) return null;
  const { run, unwritten } = known;
  if (run !== null && (step === 'running' || step === 'cancelling'))
    return (
      <>
        <ProgressBar
          value={(run.written + run.failed + (run.current?.progress ?? 0)) / Math.max(1, run.total)}
          label="Written notes for older sessions"
        />
        <p role="status">
          {writtenText(run)}
          {run.current === null ? '. Waiting for the next.' : `. Now “${run.current.title}”.`}
        </p>
        <p className="muted">You can close this page. Each session is charged when its notes are written.</p>
        <div className="button-row">
          <Button busy={step === 'cancelling'} onClick={cancel}>
            Stop writing
          </Button>
        </div>
      </>
    );
  const ended = run !== null;
  return (
    <>
      <p>
        {ended
          ? endText(run)
          : `${countOf(unwritten, 'session has', 'sessions have')} a page in its own words, but no notes by a language model.`}
      </p>
      <div className="button-row">
        {canChoose || step === 'planning' ? (
          <Button icon="sparkle" busy={step === 'planning'} onClick={choose}>
            {ended ? 'Write the rest' : 'Write notes for older sessions'}
          </Button>
        ) : null}
        {step === 'ended' || step === 'closing' ? (
          <Button kind="quiet" busy={step === 'closing'} onClick={close}>
            Dismiss
          </Button>
        ) : null}
      </div>
    </>
  );
}

type ChoiceProps = Older & { plan: NonNullable<Older['plan']> };

function Choice(props: ChoiceProps) {
  const { plan, leftOut, step, toggle, toggleAll, chooseWriter, start, leaveChoice } = props;
  const offerCredits = useCreditOffer();
  const by = plan.writers.find(({ writer }) => writer === props.writer);
  if (by === undefined)
    return (
      <>
        <p>No session is left that could be written now.</p>
        <Button onClick={leaveChoice}>Close</Button>
      </>
    );
  const isChosen = (sessionId: string) => !leftOut.includes(sessionId);
  const sum = sumOfOlderNotes(plan, by.writer, isChosen);
  const busy = step !== 'choosing';
  const count = sum.prices.length;
  return (
    <>
      {plan.writers.length > 1 ? (
        <Choices
          legend="Who writes"
          cards
          disabled={busy}
          selected={by.writer}
          onChoose={chooseWriter}
          choices={plan.writers.map((each) => ({
            key: each.writer,
            label: writerName(each),
            aside: each.model,
            text: sendsText(each.sends),
          }))}
        />
      ) : (
        <p>
          {writerName(by)}
          {by.model === null ? '' : ` (${by.model})`}. {sendsText(by.sends)}
        </p>
      )}
      <fieldset className="older-notes-sessions" disabled={busy}>
        <legend>Sessions</legend>
        {plan.sessions.length > 1 ? (
          <Button kind="quiet" disabled={busy} onClick={toggleAll}>
            {leftOut.length > 0 ? 'Choose all' : 'Choose none'}
          </Button>
        ) : null}
        <ul>
          {plan.sessions.map((session) => (
            <li key={session.sessionId}>
              <Checkbox
                label={session.title}
                checked={isChosen(session.sessionId)}
                onChange={() => toggle(session.sessionId)}
                hint={`${day(session.playedAt)} · ${clock(session.durationSeconds)} · ${costText(plan, by.writer, session.sessionId)}`}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      {plan.more > 0 ? (
        <p className="muted">{countOf(plan.more, 'more session')} can be written after these.</p>
      ) : null}
      <p>
        <strong>
          {countOf(count, 'session')}: {credits(sum.credits)}
          {sum.freeAnalyses > 0 ? ` and ${countOf(sum.freeAnalyses, 'free analysis', 'free analyses')}` : ''}
        </strong>
        {' · '}
        {sum.seconds === null
          ? 'The first session that is written shows how long it takes here.'
          : `${roughly(sum.seconds)} in all, as measured here.`}
        {sum.serviceCost ? ` ${serviceText(sum.serviceCost)}` : ''}
      </p>
      <p className="muted">
        They are written one after another in the background. Each is charged when it is written; one that
        fails costs nothing and keeps its page. Notes that you have edited are not replaced: the written ones
        are under the session’s analysis.
      </p>
      {sum.missing > 0 ? (
        <Notice kind="warning" title={`You need ${credits(sum.missing)} more`}>
          <p>Your balance is {credits(plan.balance)}. Choose fewer sessions, or buy more credits first.</p>
          <Button icon="coins" onClick={() => offerCredits({ missing: sum.missing })}>
            Purchase credits
          </Button>
        </Notice>
      ) : null}
      <div className="button-row">
        <Button
          kind="primary"
          icon="sparkle"
          busy={busy}
          disabled={!busy && (!props.canStart || sum.missing > 0)}
          onClick={() => start(sum.credits)}
        >
          {busy ? 'Starting …' : `Write ${countOf(count, 'session')} for ${credits(sum.credits)}`}
        </Button>
        <Button kind="quiet" disabled={busy} onClick={leaveChoice}>
          Not now
        </Button>
      </div>
    </>
  );
}

function costText(plan: ChoiceProps['plan'], writer: string, sessionId: string): string {
  const { prices = [] } = plan.sessions.find((each) => each.sessionId === sessionId) ?? {};
  return credits(prices.find((each) => each.writer === writer)?.costCredits ?? 0);
}
