import type { ReactNode } from 'react';
import type { Quote, WriterQuote } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import { balanceHours, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import type { Failure } from '#machines/kit/failure.ts';
import { hearingText, sendsText } from '#web/results/writer-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { clock, countOf, credits, dayAndTime, hoursRange } from '#web/ui/text.ts';
import { LevelChoice, type LevelCost } from './level-choice.tsx';
import { WriterChoice } from './writer-choice.tsx';
import '../upload/upload.css';

interface QuoteCardProps {
  quote: Quote;
  detailLevel: DetailLevel;
  writer: NotesWriter;
  busy: boolean;
  canStart: boolean;
  failure: Failure | null;
  hasWaited?: boolean;
  onChooseLevel: (level: DetailLevel) => void;
  onChooseWriter: (writer: NotesWriter) => void;
  onStart: () => void;
  onOpenExisting: () => void;
  onKeep?: (() => void) | undefined;
  onLackingCredits?: OfferCredits | undefined;
  /** How many people speak, if that is asked. */
  people?: ReactNode;
  /** Of a language model that can be fetched. */
  offer?: ReactNode;
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

const exampleOf = (kind: Quote['notesKind'], level: DetailLevel): string =>
  kind === 'highlights' ? `/#demo-${level}` : '/ai#example';

function costOf({ levels }: WriterQuote, level: DetailLevel): LevelCost | null {
  const found = levels.find((each) => each.detailLevel === level);
  if (!found) return null;
  if (found.isFreeRerun) return { credits: 0, free: true, isRerun: true };
  return { credits: found.costCredits, free: found.payment === 'free', missing: found.missingCredits };
}

/** What comes first, and what stays if the model fails (D16). */
function pageText({ writer, levels }: WriterQuote, level: DetailLevel): string | null {
  const found = levels.find((each) => each.detailLevel === level);
  if (writer === 'page' || found === undefined) return null;
  const { pageCredits = null, payment } = found;
  if (pageCredits === null)
    return 'The page in its own words is there already, and the written notes join it. If the model fails or you cancel, you pay nothing more.';
  if (payment === 'free')
    return 'The page in its own words comes first, and the written notes join it. If the model fails or you cancel, the page stays, and your free analysis still covers the notes when you try again.';
  const cost = credits(pageCredits);
  return `The page in its own words comes first, and the written notes join it. If the model fails or you cancel, the page stays, and you pay only for that (${cost}).`;
}

export function QuoteCard(props: QuoteCardProps) {
  const { quote, detailLevel, busy, canStart, failure } = props;
  const by = quote.writers.find(({ writer }) => writer === props.writer);
  if (by === undefined) return null;
  const kind = by.writer === 'page' ? 'highlights' : 'notes';
  const chosen = costOf(by, detailLevel);
  const short = chosen?.missing ? chosen.missing : 0;
  const pageFirst = pageText(by, detailLevel);
  const offered = by.levels.find((level) => level.detailLevel === detailLevel);
  const existing = offered?.existingAnalysis;
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
        {quote.hearing === null ? null : <span className="muted"> · {hearingText(quote.hearing)}</span>}
      </p>
      {quote.writers.length > 1 ? (
        <WriterChoice
          writers={quote.writers}
          selected={by.writer}
          disabled={busy}
          onChoose={props.onChooseWriter}
        />
      ) : null}
      {props.people}
      <LevelChoice
        kind={kind}
        costs={{ brief: costOf(by, 'brief'), comprehensive: costOf(by, 'comprehensive') }}
        selected={detailLevel}
        disabled={busy}
        onChoose={props.onChooseLevel}
      />
      <p className="quote-kind">
        {kindTexts[kind]} {quote.writers.length > 1 ? null : <>{sendsText(by.sends)} </>}
        <a href={exampleOf(kind, detailLevel)}>See an example</a>
      </p>
      {pageFirst === null ? null : <p className="quote-page">{pageFirst}</p>}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {short > 0 ? (
        <Notice kind="warning" title={`You need ${credits(short)} more`}>
          <p>
            You haven’t been charged, and we kept your file.{' '}
            {by.levels.some((level) => level.affordable)
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
            {chosen?.isRerun && quote.people
              ? 'The voices could not be told apart. Analyze this transcript again to try that once more. It’s free.'
              : chosen?.isRerun
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
        {pageFirst === null || chosen?.free || offered?.pageCredits === chosen?.credits
          ? 'We charge credits only when the notes are ready. An analysis that fails costs nothing.'
          : 'We charge the rest only when the written notes are ready.'}
      </p>
      {props.offer}
    </Card>
  );
}

function startText(cost: LevelCost | null, isRepeated: boolean): string {
  if (!cost) return 'Start analysis';
  if (isRepeated) return cost.free ? 'Analyze again for free' : `Analyze again for ${credits(cost.credits)}`;
  return cost.free ? 'Start analysis — free' : `Start analysis — ${credits(cost.credits)}`;
}
