import { type Proposal, proposalLimits } from '#contract/proposals.ts';
import { replacedBy, usableAtOnce } from '#machines/proposal-review/proposal-review.setup.ts';
import { keptHereOnly } from '#web/effects/form-drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf, dayAndTime } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { suggestionForm, useDrafts } from '../record-change/use-drafts.ts';
import { useProposalReview } from './use-proposal-review.ts';
import './proposals.css';

type Review = ReturnType<typeof useProposalReview>;

export function ProposalsModal() {
  const review = useProposalReview();
  const { target, step, close } = review;
  return (
    <Dialog
      open
      wide
      title={target === null ? 'Suggestions' : `Suggestions for “${target.title}”`}
      onClose={close}
    >
      <div className="proposals">
        <Outcome {...review} />
        {step === 'loading' ? <Skeleton label="Loading the suggestions" lines={6} /> : null}
        {step === 'unread' ? <TryAgain onRetry={review.retry} /> : null}
        {review.proposals ? <Lists {...review} proposals={review.proposals} /> : null}
      </div>
    </Dialog>
  );
}

function Outcome({ step, decision, failure, undo }: Review) {
  if (failure) return <Notice kind="error">{failure.message}</Notice>;
  if (step === 'outdated')
    return (
      <Notice kind="warning">
        The notes have changed, so nothing was replaced. Their current text is below.
      </Notice>
    );
  if (step === 'undoing') return <p role="status">Undoing …</p>;
  if (step === 'reloading') return <p role="status">Loading …</p>;
  if (step !== 'decided' || decision === null) return null;
  const words = {
    accepted:
      decision.ids.length > 1 ? `${countOf(decision.ids.length, 'suggestion')} accepted.` : 'Accepted.',
    rejected: `${countOf(decision.ids.length, 'suggestion')} rejected.`,
    removed: 'Comment removed from the page.',
  }[decision.what];
  return (
    <Notice kind="success">
      <span className="proposals-decided">
        {words}
        <Button kind="quiet" icon="undo" onClick={undo}>
          Undo
        </Button>
      </span>
    </Notice>
  );
}

function Lists(review: Review & { proposals: NonNullable<Review['proposals']> }) {
  const { proposals, target, canDecide, step, drafts, chosen, acceptAll, rejectAll, remove, readMore } =
    review;
  const { open, shown, more } = proposals;
  const isCampaign = target?.kind === 'campaign';
  const usable = usableAtOnce(proposals).length;
  const kept = useDrafts();
  const isFull = open.some((proposal) => kept.isOnlyHere(suggestionForm(target, proposal)));
  return (
    <>
      {canDecide && isFull ? <Notice kind="warning">{keptHereOnly}</Notice> : null}
      {open.length === 0 ? (
        <p className="proposals-none">No suggestions to review.</p>
      ) : (
        <ul className="proposals-list">
          {open.map((proposal) => (
            <li key={proposal.id} className="proposal">
              <Said proposal={proposal} isCampaign={isCampaign} />
              <Choices {...review} proposal={proposal} draft={drafts[proposal.id] ?? null} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? (
        <div className="button-row">
          <p className="muted">{countOf(more, 'more suggestion')} after these.</p>
          <Button disabled={!canDecide} onClick={readMore}>
            Load the next ones
          </Button>
        </div>
      ) : null}
      {open.length > 1 ? (
        <div className="button-row">
          {usable > 1 ? (
            <Button
              disabled={!canDecide || open.some(({ id }) => drafts[id]?.trim() === '')}
              busy={step === 'accepting' && chosen.length > 1}
              onClick={acceptAll}
            >
              {usable === open.length ? 'Use all' : `Use ${usable} as suggested`}
            </Button>
          ) : null}
          <Button kind="danger" disabled={!canDecide} busy={step === 'rejecting'} onClick={rejectAll}>
            Reject all
          </Button>
        </div>
      ) : null}
      {shown.length > 0 ? (
        <section className="proposals-shown">
          <h3>Comments that your players see</h3>
          <ul className="proposals-list">
            {shown.map((proposal) => (
              <li key={proposal.id} className="proposal">
                <Said proposal={proposal} isCampaign={isCampaign} />
                <div className="button-row">
                  <Button
                    disabled={!canDecide}
                    aria-label={`Remove the comment “${startOf(proposal.text)}”`}
                    onClick={() => remove(proposal.id)}
                  >
                    Remove from the page
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Said({ proposal, isCampaign }: { proposal: Proposal; isCampaign: boolean }) {
  const {
    kind,
    author,
    createdAt,
    session,
    section,
    quote,
    standing,
    present,
    text,
    isByModel = false,
  } = proposal;
  const place = [isCampaign && session ? session.title : null, section ?? 'The whole page'];
  return (
    <>
      <p className="proposal-head">
        <strong>
          {isByModel
            ? 'Change by the language model'
            : `${kind === 'correction' ? 'Correction' : 'Comment'} by ${author || 'a player'}`}
        </strong>
        <span className="muted">
          {[...place, dayAndTime(createdAt)].filter((part) => part !== null).join(' · ')}
        </span>
      </p>
      {quote === null ? null : (
        <Text label={standing === 'same' ? 'The notes say' : 'The notes said'} text={quote} />
      )}
      {standing === 'changed' && present !== null ? <Text label="They now say" text={present} /> : null}
      {standing === 'gone' ? (
        <p className="muted">The text this is about is no longer in the notes.</p>
      ) : null}
      <Text label={kind === 'correction' ? 'Suggested' : 'Comment'} text={text} isNew />
    </>
  );
}

function Text({ label, text, isNew = false }: { label: string; text: string; isNew?: boolean }) {
  return (
    <figure className={`proposal-text ${isNew ? 'proposal-text-new' : ''}`}>
      <figcaption>{label}</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  );
}

function Choices({
  proposal,
  step,
  chosen,
  canDecide,
  accept,
  replace,
  keepPresent,
  reject,
  draft,
  edit,
}: Review & { proposal: Proposal; draft: string | null }) {
  const { id, text } = proposal;
  const start = startOf(text);
  const isBlank = draft?.trim() === '';
  const isChosen = chosen.some((one) => one.id === id);
  if (isChosen && step === 'asking') {
    return (
      <Notice kind="warning" title="The notes have changed since this was written">
        <p>Replace the current text with {draft === null ? 'the suggested one' : 'yours'}?</p>
        <div className="button-row">
          <Button kind="primary" onClick={replace}>
            Replace it
          </Button>
          <Button onClick={keepPresent}>Keep the notes as they are</Button>
        </div>
      </Notice>
    );
  }
  const words =
    proposal.kind === 'comment'
      ? 'Show on the page'
      : replacedBy(proposal) === null
        ? 'Mark as done'
        : 'Use this text';
  return (
    <>
      {draft === null ? null : (
        <TextArea
          label={replacedBy(proposal) === null ? 'Your edit' : 'What your notes will say'}
          autoFocus
          limit={proposalLimits.text}
          error={isBlank ? 'Write what your notes should say, or reject the suggestion.' : undefined}
          value={draft}
          readOnly={!canDecide}
          onChange={(event) => edit(id, event.target.value)}
        />
      )}
      <div className="button-row">
        <Button
          kind="primary"
          disabled={isBlank || (!canDecide && !isChosen)}
          busy={isChosen && step === 'accepting'}
          aria-label={`${words}: “${start}”`}
          onClick={() => accept(id)}
        >
          {words}
        </Button>
        {draft === null && replacedBy(proposal) === null ? null : (
          <Button
            disabled={!canDecide}
            aria-label={draft === null ? `Edit: “${start}”` : `Discard your edit: “${start}”`}
            onClick={() => edit(id, draft === null ? text : null)}
          >
            {draft === null ? 'Edit' : 'Discard your edit'}
          </Button>
        )}
        <Button disabled={!canDecide} aria-label={`Reject: “${start}”`} onClick={() => reject(id)}>
          Reject
        </Button>
      </div>
    </>
  );
}

const startOf = (text: string) => (text.length <= 40 ? text : `${text.slice(0, 39).trimEnd()}…`);
