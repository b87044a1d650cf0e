import type { Quote } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import { balanceHours, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { Failure } from '#machines/kit/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { clock, countOf, credits, dayAndTime, hoursRange } from '#web/ui/text.ts';
import { LevelChoice, type LevelCost } from './level-choice.tsx';

interface QuoteCardProps {
  quote: Quote;
  detailLevel: DetailLevel;
  busy: boolean;
  canStart: boolean;
  failure: Failure | null;
  hasWaited?: boolean;
  onChooseLevel: (level: DetailLevel) => void;
  onStart: () => void;
  onOpenExisting: () => void;
  onKeep?: (() => void) | undefined;
  onLackingCredits?: OfferCredits | undefined;
}

export type OfferCredits = (need: { missing: number }) => void;

const basisTexts: Record<Quote['basis'], string> = {
  audio: 'measured from the recording',
  transcript: 'from the transcript’s timestamps',
  words: 'estimated from the number of words',
};

const kindTexts: Record<Quote['notesKind'], string> = {
  highlights:
    'You will get Highlights: what was said at the table, such as “Forty candles burn on the altar, all of them blue.” Rules pick the passages, without a language model.',
  notes:
    'You will get notes that retell the evening, such as “They find Oda ringing the bell with her bare hand.” A language model writes them, and we check them against your transcript.',
};

const examples: Record<Quote['notesKind'], string> = { highlights: '/#demo', notes: '/ai#example' };

function costOf(quote: Quote, level: DetailLevel): LevelCost | null {
  const found = quote.levels.find((each) => each.detailLevel === level);
  if (!found) return null;
  if (found.isFreeRerun) return { credits: 0, free: true, isRerun: true };
  return { credits: found.costCredits, free: found.payment === 'free', missing: found.missingCredits };
}

export function QuoteCard(props: QuoteCardProps) {
  const { quote, detailLevel, busy, canStart, failure } = props;
  const chosen = costOf(quote, detailLevel);
  const short = chosen?.missing ? chosen.missing : 0;
  const existing = quote.levels.find((level) => level.detailLevel === detailLevel)?.existingAnalysis;
  return (
    <Card className="quote" aria-labelledby="quote-heading">
      <h2 id="quote-heading">Start the analysis</h2>
      {props.hasWaited ? (
        <Notice kind="success" title="This server can transcribe again">
          We kept your recording free of charge. You can analyze it now.
        </Notice>
      ) : null}
      <p>
        <strong>{clock(quote.durationSeconds)}</strong>{' '}
        <span className="muted">{basisTexts[quote.basis]}</span>
        {quote.reusesTranscript ? (
          <span className="muted"> · quick, because we already have the transcript</span>
        ) : null}
      </p>
      <LevelChoice
        kind={quote.notesKind}
        costs={{ brief: costOf(quote, 'brief'), comprehensive: costOf(quote, 'comprehensive') }}
        selected={detailLevel}
        disabled={busy}
        onChoose={props.onChooseLevel}
      />
      <p className="quote-kind">
        {kindTexts[quote.notesKind]} <a href={examples[quote.notesKind]}>See an example</a>
      </p>
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {short > 0 ? (
        <Notice kind="warning" title={`You need ${credits(short)} more`}>
          <p>
            You haven’t been charged, and we kept your file.{' '}
            {quote.levels.some((level) => level.affordable)
              ? 'Choose the level that your balance covers, or buy more credits first.'
              : 'Buy more credits first.'}
          </p>
          {props.onLackingCredits ? (
            <Button icon="coins" onClick={() => props.onLackingCredits?.({ missing: short })}>
              Purchase credits
            </Button>
          ) : null}
        </Notice>
      ) : null}
      <p className="quote-balance">
        Your balance: <strong>{credits(quote.balance)}</strong>{' '}
        <span className="muted">({hoursRange(balanceHours(quote.balance))})</span>
        {quote.freeAnalysisBalance > 0
          ? ` · ${countOf(quote.freeAnalysisBalance, 'free analysis', 'free analyses')}`
          : ''}
        {quote.freeAnalysisBalance > 0 && quote.durationSeconds > freeAnalysisMaxSeconds
          ? ` (for recordings of up to ${freeAnalysisMaxSeconds / 3600} hours)`
          : ''}
      </p>
      {existing ? (
        <Notice
          kind="information"
          title={`You already have these notes from ${dayAndTime(existing.finishedAt)}.`}
        >
          <p>
            {chosen?.isRerun
              ? 'Since then you have added names, said who plays whom, or answered questions. Analyze this transcript again to use that. It’s free.'
              : 'The transcript hasn’t changed since. Analyzing it again costs the same as the first time.'}
          </p>
          <Button
            kind={chosen?.isRerun ? 'secondary' : 'primary'}
            disabled={busy}
            onClick={props.onOpenExisting}
          >
            Open them
          </Button>
        </Notice>
      ) : null}
      <div className="button-row">
        <Button
          kind={existing && !chosen?.isRerun ? 'secondary' : 'primary'}
          icon="sparkle"
          busy={busy}
          disabled={!busy && (!canStart || short > 0)}
          onClick={props.onStart}
        >
          {busy ? 'Starting …' : startText(chosen, existing !== undefined)}
        </Button>
        {props.onKeep ? (
          <Button kind="quiet" onClick={props.onKeep}>
            Later
          </Button>
        ) : null}
      </div>
      <p className="muted quote-terms">
        We charge credits only when the notes are ready. An analysis that fails costs nothing.
      </p>
    </Card>
  );
}

function startText(cost: LevelCost | null, isRepeated: boolean): string {
  if (!cost) return 'Start analysis';
  if (isRepeated) return cost.free ? 'Analyze again for free' : `Analyze again for ${credits(cost.credits)}`;
  return cost.free ? 'Start analysis — free' : `Start analysis — ${credits(cost.credits)}`;
}
