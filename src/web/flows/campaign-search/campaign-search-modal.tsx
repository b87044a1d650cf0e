import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { shownLabel } from '#contract/labels.ts';
import { type SearchHit, type SearchKind, type SearchLine, searchLimits } from '#contract/search.ts';
import { useIsPlaying, usePauseHearing } from '#web/flows/player/use-player.ts';
import { askedText } from '#web/results/writer-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { clock, countOf, day } from '#web/ui/text.ts';
import { openWordsOf } from './hit-place.ts';
import { useCampaignSearch } from './use-campaign-search.ts';
import './campaign-search.css';

type Search = ReturnType<typeof useCampaignSearch>;

const kinds: readonly { key: SearchKind; label: string; of: string }[] = [
  { key: 'notes', label: 'Notes', of: 'Notes' },
  { key: 'entry', label: 'People, places and things', of: 'Entry' },
  { key: 'quote', label: 'Quotes', of: 'Quote' },
  { key: 'name', label: 'Glossary', of: 'Glossary' },
  { key: 'transcript', label: 'Transcripts', of: 'Transcript' },
  { key: 'session', label: 'Session titles', of: 'Session' },
];

/** Keys: arrows select, Enter plays or opens, Shift-Enter opens, Escape closes. */
export function CampaignSearchModal() {
  const search = useCampaignSearch();
  const { step, query, result, selected, close, move } = search;
  const [heard, setHeard] = useState<string | null>(null);
  const isPlaying = useIsPlaying();
  const pause = usePauseHearing();
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);

  function play(hit: SearchHit) {
    if (isPlaying && heard === hit.id) return pause();
    setHeard(hit.id);
    search.play(hit.id);
  }

  function press(event: KeyboardEvent) {
    const { key, target } = event;
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null;
    const hit = result?.hits[selected];
    if (target instanceof HTMLSelectElement) return;
    if (by !== null) move(by);
    else if (key === 'Enter' && target === field.current && hit !== undefined) {
      if (event.shiftKey || hit.playFromMs === null) search.open(hit.id);
      else play(hit);
    } else return;
    event.preventDefault();
  }

  return (
    <Dialog open wide title="Search your sessions" onClose={close}>
      <search className="search" onKeyDown={press}>
        <label className="search-field">
          <span className="visually-hidden">Search, or ask a question</span>
          <Icon name="search" />
          <input
            ref={field}
            enterKeyHint="search"
            autoComplete="off"
            className="field-control"
            data-starts-here
            placeholder="Search, or ask: did the captain promise us the ship?"
            value={query}
            maxLength={300}
            onChange={(event) => search.type(event.target.value)}
          />
        </label>
        <Filters {...search} />
        <Said {...search} />
        <Answer {...search} onPlay={play} />
        {step === 'blank' ? <Suggestions {...search} /> : null}
        {result && result.hits.length > 0 ? (
          <ol className="search-hits" ref={list}>
            {result.hits.map((hit, at) => (
              <Hit
                key={hit.id}
                hit={hit}
                isSelected={at === selected}
                isBest={result.isQuestion && at === 0}
                isHeard={isPlaying && heard === hit.id}
                onPlay={() => play(hit)}
                onOpen={() => search.open(hit.id)}
              />
            ))}
          </ol>
        ) : null}
        <p className="search-keys muted" aria-hidden="true">
          <Kbd keys="↑" /> <Kbd keys="↓" /> select · <Kbd keys="Enter" /> play · <Kbd keys="Shift+Enter" />{' '}
          open · <Kbd keys="Esc" /> close
        </p>
      </search>
    </Dialog>
  );
}

function Filters({ query, filters, result, filter }: Search) {
  if (query.trim() === '') return null;
  const speakers = new Set([
    ...(result?.speakers ?? []),
    ...(filters.speaker === null ? [] : [filters.speaker]),
  ]);
  const sessions = new Map(
    result?.hits.flatMap(({ session }) => (session ? [[session.id, session.title]] : [])),
  );
  if (filters.sessionId !== null && !sessions.has(filters.sessionId))
    sessions.set(filters.sessionId, 'This session');
  return (
    <>
      <fieldset className="search-filters">
        <legend className="visually-hidden">What to search</legend>
        {[{ key: null, label: 'Everything' }, ...kinds].map(({ key, label }) => (
          <Button
            key={label}
            kind="quiet"
            aria-pressed={filters.kind === key}
            onClick={() => filter({ kind: key })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className="search-filters">
        <Choice
          label="Session"
          all="All sessions"
          value={filters.sessionId}
          options={[...sessions]}
          onChoose={(sessionId) => filter({ sessionId })}
        />
        <Choice
          label="Speaker"
          all="Everyone"
          value={filters.speaker}
          options={[...speakers].map((speaker) => [speaker, shownLabel(speaker)])}
          onChoose={(speaker) => filter({ speaker })}
        />
        {filters.campaignId === null ? null : (
          <Button kind="quiet" onClick={() => filter({ campaignId: null, sessionId: null, speaker: null })}>
            Search all campaigns
          </Button>
        )}
      </div>
    </>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | null;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string | null) => void;
}

function Choice({ label, all, value, options, onChoose }: ChoiceProps) {
  if (options.length === 0) return null;
  return (
    <label>
      <span className="visually-hidden">{label}</span>
      <select
        className="field-control"
        value={value ?? ''}
        onChange={(event) => onChoose(event.target.value || null)}
      >
        <option value="">{all}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the search says beside its hits. */
function Said({ step, failure, result, retry }: Search) {
  if (step === 'failed' && failure)
    return (
      <>
        <Notice kind="error">{failure.message}</Notice>
        <div className="button-row">
          <Button onClick={retry}>Try again</Button>
        </div>
      </>
    );
  const also = result?.also.map(({ typed, found }) => `“${found}” for “${typed}”`) ?? [];
  return (
    <>
      <p className="search-state" role="status">
        {stateWords(step, result)}
      </p>
      {also.length > 0 ? <p className="muted">Also found: {also.join(', ')}.</p> : null}
      {result?.isPartial && step === 'found' ? (
        <p className="muted">No passage has all of these words. These have some of them.</p>
      ) : null}
      {result?.isIndexing ? (
        <p className="muted">The latest changes are still being added to the search.</p>
      ) : null}
      {step === 'nothing' && !result?.isIndexing ? (
        <p>
          Check the spelling, use fewer words, or choose “Everything” and “All sessions”. Words in quotation
          marks are found only side by side.
        </p>
      ) : null}
    </>
  );
}

/** What a language model makes of the passages, which stay below. */
function Answer({
  answerStep,
  answer,
  result,
  failure,
  ask,
  stopAnswer,
  open,
  onPlay,
}: Search & { onPlay: (hit: SearchHit) => void }) {
  if (answerStep === null || result?.answers == null) return null;
  const { model } = result.answers;
  if (answerStep === 'passages' || answerStep === 'unanswered')
    return (
      <div className="search-answer">
        {answerStep === 'unanswered' ? (
          <Notice kind="error">
            {failure?.message ??
              'The language model gave no answer. Ask again, or in other words. The passages below are as they were.'}
          </Notice>
        ) : null}
        <p className="muted">
          {askedText(result.answers, 'can answer from these passages.', 'They and your question are')} It
          costs no credits; you can ask {searchLimits.answersAnHour} times an hour.
        </p>
        <div className="button-row">
          <Button icon="sparkle" onClick={ask}>
            {answerStep === 'passages' ? 'Answer my question' : 'Ask again'}
          </Button>
        </div>
      </div>
    );
  if (answerStep === 'answering')
    return (
      <div className="search-answer">
        <p role="status">The language model is reading the passages …</p>
        <div className="button-row">
          <Button onClick={stopAnswer}>Stop</Button>
        </div>
      </div>
    );
  return (
    <section className="search-answer" aria-label="Answer" role="status">
      {answer?.length === 0 ? <p>Not said in your sessions.</p> : null}
      {answer?.map(({ text, hits }) => (
        <p key={text}>
          {text}{' '}
          {result.hits.map((hit) =>
            hits.includes(hit.id) ? (
              <Source
                key={hit.id}
                hit={hit}
                onUse={() => (hit.playFromMs === null ? open(hit.id) : onPlay(hit))}
              />
            ) : null,
          )}
        </p>
      ))}
      <p className="muted">
        {answer?.length === 0
          ? 'No passage below says it in so many words. Read them, or ask in other words.'
          : `Written by ${model ?? 'a language model'} from the passages below, and not stored.`}
      </p>
    </section>
  );
}

function Source({ hit, onUse }: { hit: SearchHit; onUse: () => void }) {
  const { playFromMs, session, title } = hit;
  const place = session?.title ?? title;
  const label = playFromMs === null ? place : clock(playFromMs / 1000);
  return (
    <Button
      kind="quiet"
      icon={playFromMs === null ? 'book' : 'play'}
      aria-label={playFromMs === null ? `Source: open ${place}` : `Source: play ${place} from ${label}`}
      onClick={onUse}
    >
      {label}
    </Button>
  );
}

function stateWords(step: Search['step'], result: Search['result']): string {
  if (step === 'searching') return 'Searching …';
  if (step === 'nothing' && result?.isIndexing) return 'Nothing found yet.';
  if (step === 'nothing')
    return result?.isQuestion ? 'Nothing in your sessions answers this.' : 'Nothing found.';
  if (step !== 'found' || result === null) return '';
  if (result.isQuestion) return 'Passages that may answer this, the best one first:';
  return result.hasMore
    ? `The best ${result.hits.length} places. Add a word to narrow them down.`
    : countOf(result.hits.length, 'place');
}

function Suggestions({ recent, suggestions, choose }: Search) {
  const groups = [
    { title: 'Recent searches', words: recent },
    { title: 'People and places', words: suggestions.filter((name) => !recent.includes(name)) },
  ];
  const hasAny = groups.some(({ words }) => words.length > 0);
  if (!hasAny)
    return <p className="muted">Notes, transcripts, quotes and names of all your sessions are searched.</p>;
  return groups.map(({ title, words }) =>
    words.length === 0 ? null : (
      <section key={title}>
        <h3>{title}</h3>
        <ul className="search-suggestions">
          {words.map((word) => (
            <li key={word}>
              <Button onClick={() => choose(word)}>{word}</Button>
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}

interface HitProps {
  hit: SearchHit;
  isSelected: boolean;
  isBest: boolean;
  isHeard: boolean;
  onPlay: () => void;
  onOpen: () => void;
}

function Hit({ hit, isSelected, isBest, isHeard, onPlay, onOpen }: HitProps) {
  const { kind, campaign, session, title, lines, best, playFromMs } = hit;
  const kindLabel = kinds.find(({ key }) => key === kind)?.of ?? '';
  const about = [
    kindLabel,
    title,
    session?.title ?? campaign.title,
    session?.playedAt ? day(session.playedAt) : '',
  ].filter(Boolean);
  const shown = isBest ? lines : lines.slice(Math.max(0, best - 1), best + 2);
  const playWords = isHeard ? 'Pause' : `Play from ${clock((playFromMs ?? 0) / 1000)}`;
  const openWords = openWordsOf(hit);
  const start = startOf(lines[best]?.text || title);
  return (
    <li className="search-hit" aria-current={isSelected ? 'true' : undefined} data-best={isBest || undefined}>
      <p className="search-about muted">{[...new Set(about)].join(' · ')}</p>
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one hit never move.
        <Line key={at} line={line} isBest={line === lines[best]} />
      ))}
      <div className="button-row">
        {playFromMs === null ? null : (
          <Button
            kind={isBest ? 'primary' : 'secondary'}
            icon={isHeard ? 'pause' : 'play'}
            aria-label={`${playWords}: “${start}”`}
            onClick={onPlay}
          >
            {playWords}
          </Button>
        )}
        <Button kind="quiet" aria-label={`${openWords}: “${start}”`} onClick={onOpen}>
          {openWords}
        </Button>
      </div>
    </li>
  );
}

const startOf = (text: string) => (text.length <= 40 ? text : `${text.slice(0, 39).trimEnd()}…`);

const AROUND = 140;

function Line({ line, isBest }: { line: SearchLine; isBest: boolean }) {
  const { text, start } = clipped(line, isBest);
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [from, to] of line.marks) {
    const [begin, end] = [Math.max(at, from - start), Math.min(text.length, to - start)];
    if (end <= begin) continue;
    pieces.push(
      { text: text.slice(at, begin), isMarked: false },
      { text: text.slice(begin, end), isMarked: true },
    );
    at = end;
  }
  pieces.push({ text: text.slice(at), isMarked: false });
  return (
    <p className={isBest ? 'search-line' : 'search-line search-around'}>
      {line.speaker === null ? null : <strong>{shownLabel(line.speaker)}: </strong>}
      {pieces.map(({ text: words, isMarked }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move.
        isMarked ? <mark key={index}>{words}</mark> : words,
      )}
    </p>
  );
}

/** Of a long line, what is around the first word that was looked for. */
function clipped({ text, marks }: SearchLine, isBest: boolean): { text: string; start: number } {
  const most = isBest ? 3 * AROUND : AROUND;
  if (text.length <= most) return { text, start: 0 };
  const first = marks[0]?.[0] ?? 0;
  const from = Math.max(0, Math.min(first - most / 3, text.length - most));
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + most >= text.length ? text.length : text.lastIndexOf(' ', start + most);
  const before = start === 0 ? '' : '… ';
  return {
    text: `${before}${text.slice(start, end)}${end === text.length ? '' : ' …'}`,
    start: start - before.length,
  };
}
