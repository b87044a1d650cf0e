import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { searchable } from '#contract/recognized-text.ts';
import type { Mark } from '#contract/sessions.ts';
import type { Segment } from '#contract/transcript.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { TranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';
import { lineNumber } from '#web/results/evidence.tsx';
import { Warnings } from '#web/results/result-lists.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { clock, countOf, wholeNumber } from '#web/ui/text.ts';
import { citedLines } from './cited-lines.ts';
import { heardSegment } from './heard-segment.ts';
import { LastEdit } from './last-edit.tsx';
import { LineForm } from './line-form.tsx';
import { lineKeys } from './line-keys.ts';
import { SegmentRow } from './segment-row.tsx';
import { TranscriptSearch } from './transcript-search.tsx';
import '#web/results/speakers.css';
import { voiceHue } from '#web/results/voice-hue.ts';
import './transcript.css';

export interface TranscriptTarget {
  segmentIds: readonly string[];
  visit: number;
}

interface TranscriptViewProps {
  transcript: Transcript;
  segments: readonly Segment[];
  /** The game master's own. */
  marks?: readonly Mark[];
  visible: boolean;
  target: TranscriptTarget | null;
  recording: TranscriptRecording;
  editing: TranscriptEditing;
  /** Null: cannot be quoted. A new function renders every line again. */
  onQuote?: ((segment: Segment) => void) | null;
}

export interface TranscriptRecording {
  state: 'there' | 'deleted' | 'none';
  heard: number | null;
  play: (seconds: number) => void;
}

const guessRowHeight = () => 64;
const noMarks: readonly Mark[] = [];
const everybody = 'everybody';
const nobody = 'nobody';
/** Off after a jump down the list: each shift recalculates all lines. */
const mayShift: Virtualizer<HTMLDivElement, Element>['shouldAdjustScrollPositionOnItemSizeChange'] = (
  { start, end, key },
  _,
  { itemSizeCache, scrollDirection, scrollOffset },
) => {
  const top = scrollOffset ?? 0;
  return itemSizeCache.has(key)
    ? end <= top && scrollDirection !== 'backward'
    : start < top && scrollDirection === 'backward';
};
const buttonsOfLine = ['.transcript-play', '.transcript-quote', '.transcript-edit'];
const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

function isWithin(element: HTMLElement, frame: HTMLElement): boolean {
  const inner = element.getBoundingClientRect();
  const outer = frame.getBoundingClientRect();
  return inner.top >= outer.top && inner.bottom <= outer.bottom;
}

function whyNotHeard(
  state: Exclude<TranscriptRecording['state'], 'there'>,
  source: Transcript['source'],
): string {
  if (source !== 'speech') return 'This transcript was imported, so there is no recording to play.';
  return state === 'deleted'
    ? 'The recording was deleted, so its lines can’t be played.'
    : 'These lines come from an earlier recording, so they can’t be played.';
}

const importedFormats: Readonly<Record<string, string>> = {
  vtt: 'WebVTT subtitles',
  srt: 'SRT subtitles',
  json: 'a JSON file',
  text: 'a text file',
};

const sourceOf = ({ source, engine }: Pick<Transcript, 'source' | 'engine'>): string =>
  source === 'speech'
    ? 'transcribed from the recording'
    : `imported from ${importedFormats[engine] ?? 'a file'}`;

export function TranscriptView({
  transcript,
  segments: all,
  marks = noMarks,
  visible,
  target,
  recording,
  editing,
  onQuote = null,
}: TranscriptViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [query, setQuery] = useState('');
  const [hit, setHit] = useState(0);
  const [only, setOnly] = useState<string>(everybody);
  const highlighted = useMemo(() => citedLines(all, target?.segmentIds ?? []), [all, target]);
  const segments = useMemo(
    () =>
      only === everybody
        ? all
        : all.filter(({ id, speakerId }) => (speakerId ?? nobody) === only || highlighted.has(id)),
    [all, only, highlighted],
  );
  // The virtualizer measures every line again for a new function.
  const keys = useMemo(() => lineKeys(segments), [segments]);
  const keyOf = useCallback((index: number) => keys[index] ?? index, [keys]);
  const list = useVirtualizer({
    count: segments.length,
    getScrollElement: () => frame.current,
    estimateSize: guessRowHeight,
    overscan: 8,
    useFlushSync: false,
    getItemKey: keyOf,
  });
  list.shouldAdjustScrollPositionOnItemSizeChange = mayShift;

  const marked = useMemo(() => {
    const words = new Map<string, string>();
    for (const { atMs, word } of marks) {
      const id = all[heardSegment(all, atMs) ?? -1]?.id;
      if (id !== undefined) words.set(id, [words.get(id), word].filter(Boolean).join(' · '));
    }
    return words;
  }, [marks, all]);
  const speakers = useMemo(
    () =>
      new Map(
        transcript.speakers.map((speaker, index) => [
          speaker.id,
          { label: speaker.label, hue: voiceHue(index) },
        ]),
      ),
    [transcript.speakers],
  );
  const wanted = searchable(query).trim();
  const isSearching = wanted !== '';
  const searched = useMemo(
    () => (isSearching ? segments.map(({ text }) => searchable(text)) : []),
    [segments, isSearching],
  );
  const hits = useMemo(
    () => searched.flatMap((text, index) => (text.includes(wanted) ? [index] : [])),
    [searched, wanted],
  );
  const targetIndex = useMemo(
    () => (highlighted.size === 0 ? -1 : segments.findIndex(({ id }) => highlighted.has(id))),
    [segments, highlighted],
  );

  const visit = target?.visit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `visit` requests the same place again.
  useEffect(() => {
    if (!visible || targetIndex < 0) return;
    list.scrollToIndex(targetIndex, { align: 'center' });
    frame.current?.focus({ preventScroll: true });
  }, [visible, targetIndex, visit]);

  const hitIndex = hits[hit];
  useEffect(() => {
    if (!visible || hitIndex === undefined) return;
    list.scrollToIndex(hitIndex, { align: 'center' });
    const shown = frame.current?.getBoundingClientRect();
    if (shown && (shown.top < 0 || shown.bottom > window.innerHeight))
      whole.current?.scrollIntoView?.({ block: 'start' });
  }, [visible, hitIndex, list]);

  /** A long line may be taller than the frame: scroll to the hit, not to the line's middle. */
  const isHitDrawn = list.getVirtualItems().some(({ index }) => index === hitIndex);
  useEffect(() => {
    if (hitIndex === undefined || !isHitDrawn) return;
    const found = frame.current?.querySelector<HTMLElement>('[data-current-hit] mark');
    if (found && frame.current && !isWithin(found, frame.current))
      found.scrollIntoView?.({ block: 'center' });
  }, [hitIndex, isHitDrawn]);

  const heard = useMemo(() => {
    if (recording.heard === null || segments === all) return recording.heard;
    const id = all[recording.heard]?.id;
    const index = segments.findIndex((segment) => segment.id === id);
    return index < 0 ? null : index;
  }, [recording.heard, segments, all]);
  const [followed, setFollowed] = useState<number | null>(0);
  const isFollowing = followed === (visit ?? 0);
  useEffect(() => {
    if (visible && isFollowing && heard !== null) list.scrollToIndex(heard, { align: 'auto' });
  }, [visible, isFollowing, heard, list]);

  const follow = () => setFollowed(visit ?? 0);
  const stopFollowing = () => setFollowed(null);
  function play(segment: Segment) {
    follow();
    recording.play(segment.startMs / 1000);
  }

  function goToHit(next: number) {
    stopFollowing();
    if (hits.length > 0) setHit((next + hits.length) % hits.length);
  }

  const openId = editing.transcriptId === transcript.id ? (editing.line?.id ?? null) : null;
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    const before = lastOpen.current;
    lastOpen.current = openId;
    if (before === openId) return;
    const row = frame.current?.querySelector(`[data-line="${CSS.escape(openId ?? before ?? '')}"]`);
    if (openId !== null) row?.querySelector('textarea')?.focus();
    else
      (row?.querySelector<HTMLElement>('.transcript-edit') ?? frame.current)?.focus({ preventScroll: true });
  }, [openId]);

  function edit(segment: Segment) {
    stopFollowing();
    const next = all[all.indexOf(segment) + 1];
    const { id, text, originalText, speakerId } = segment;
    editing.open(transcript.id, {
      id,
      text,
      originalText,
      speakerId,
      next: next === undefined ? null : { id: next.id, text: next.text },
    });
  }

  const acts = useRef({ play, edit });
  acts.current = { play, edit };
  const playLine = useCallback((segment: Segment) => acts.current.play(segment), []);
  const editLine = useCallback((segment: Segment) => acts.current.edit(segment), []);

  const [entered, setEntered] = useState<string | null>(null);
  const isDrawn = (id: string | null | undefined) =>
    list.getVirtualItems().some(({ index }) => segments[index]?.id === id);
  const heardId = heard === null ? null : segments[heard]?.id;
  const tabStop = isDrawn(entered)
    ? entered
    : isDrawn(heardId)
      ? heardId
      : segments[list.range?.startIndex ?? 0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `visit` requests the same place again.
  useEffect(() => {
    const place = hitIndex ?? (targetIndex < 0 ? undefined : targetIndex);
    if (place !== undefined) setEntered(segments[place]?.id ?? null);
  }, [hitIndex, targetIndex, visit]);

  function stepByKey(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const from = event.target instanceof Element ? event.target.closest('button') : null;
    const line = from?.closest<HTMLElement>('.transcript-line');
    if (step === undefined || !from || !line || from.closest('form') !== null) return;
    const next = frame.current?.querySelector(`[data-index="${Number(line.dataset.index) + step}"]`);
    const same = buttonsOfLine.find((button) => from.matches(button)) ?? '.transcript-play';
    const button = next?.querySelector<HTMLElement>(same) ?? next?.querySelector('button');
    if (!button) return;
    event.preventDefault();
    button.focus();
  }

  const loading = all.length < transcript.segmentCount;
  const isGone = !loading && target !== null && target.segmentIds.length > 0 && highlighted.size === 0;
  return (
    <div className="transcript">
      <p className="muted transcript-facts">
        {countOf(transcript.segmentCount, 'line')} · {wholeNumber(transcript.wordCount)} words
        {transcript.timing === 'measured' ? ` · ${clock(transcript.durationMs / 1000)}` : ''} ·{' '}
        {sourceOf(transcript)}
        {loading ? ` · loading, ${wholeNumber(all.length)} so far …` : ''}
      </p>
      {transcript.timing === 'estimated' ? (
        <p className="muted">This file has no timestamps, so lines are numbered instead.</p>
      ) : null}
      {recording.state === 'there' ? null : (
        <p className="muted">{whyNotHeard(recording.state, transcript.source)}</p>
      )}
      <Warnings warnings={transcript.warnings} />
      {isGone ? (
        <Notice kind="warning">
          The line with this evidence was deleted from the transcript. Undo the deletion to see it again.
        </Notice>
      ) : null}
      <LastEdit editing={editing} transcript={transcript} />
      {heard !== null && !isFollowing ? (
        <div className="button-row">
          <Button kind="quiet" icon="play" onClick={follow}>
            Go to the line that is playing
          </Button>
        </div>
      ) : null}
      <div ref={whole} className="transcript-searched">
        <TranscriptSearch
          query={query}
          hit={hits.length === 0 ? 0 : hit + 1}
          hitCount={hits.length}
          onChange={(text) => {
            stopFollowing();
            setQuery(text);
            setHit(0);
          }}
          onNext={() => goToHit(hit + 1)}
          onPrevious={() => goToHit(hit - 1)}
        />
        <label className="transcript-only">
          <span className="muted">Lines of</span>
          <select
            className="field-control"
            value={only}
            onChange={({ target: chosen }) => {
              stopFollowing();
              setOnly(chosen.value);
              setHit(0);
            }}
          >
            <option value={everybody}>everybody</option>
            {transcript.speakers.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
            <option value={nobody}>unknown speakers</option>
          </select>
          {only === everybody ? null : (
            <span className="muted" role="status">
              {countOf(segments.length, 'line')}
            </span>
          )}
        </label>
        <p id={keysId} className="visually-hidden">
          Tab moves to the buttons of one line; arrow keys move between lines.
        </p>
        <section
          ref={frame}
          className="transcript-frame"
          aria-label="Transcript"
          aria-describedby={keysId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
          tabIndex={0}
          onWheel={stopFollowing}
          onTouchMove={stopFollowing}
          onPointerDown={({ target: pressed, currentTarget }) => {
            if (pressed === currentTarget) stopFollowing();
          }}
          onFocus={({ target: focused }) => {
            const line = focused.closest<HTMLElement>('.transcript-line')?.dataset.line;
            if (line !== undefined) setEntered(line);
          }}
          onKeyDown={(event) => {
            if (scrollKeys.has(event.key)) stopFollowing();
            stepByKey(event);
          }}
        >
          <ol className="transcript-lines" style={{ height: `${list.getTotalSize()}px` }}>
            {list.getVirtualItems().map((item) => {
              const segment = segments[item.index];
              if (!segment) return null;
              const previous = segments[item.index - 1];
              return (
                <li
                  key={item.key}
                  ref={list.measureElement}
                  data-index={item.index}
                  aria-setsize={only === everybody ? transcript.segmentCount : segments.length}
                  data-line={segment.id}
                  aria-posinset={item.index + 1}
                  className="transcript-line"
                  aria-current={heard === item.index ? 'true' : undefined}
                  data-highlighted={highlighted.has(segment.id) || undefined}
                  data-current-hit={(wanted !== '' && hits[hit] === item.index) || undefined}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <SegmentRow
                    segment={segment}
                    place={
                      transcript.timing === 'measured'
                        ? clock(segment.startMs / 1000)
                        : lineNumber(segment.id)
                    }
                    speaker={segment.speakerId ? (speakers.get(segment.speakerId) ?? null) : null}
                    sameSpeaker={previous !== undefined && previous.speakerId === segment.speakerId}
                    mark={marked.get(segment.id) ?? null}
                    wanted={wanted}
                    cited={highlighted.has(segment.id)}
                    citedFirst={item.index === targetIndex}
                    onPlay={recording.state === 'there' && transcript.timing === 'measured' ? playLine : null}
                    onEdit={editing.can.open ? editLine : null}
                    onQuote={onQuote}
                    isTabStop={segment.id === tabStop}
                    form={
                      segment.id === openId ? (
                        <LineForm editing={editing} speakers={transcript.speakers} />
                      ) : null
                    }
                  />
                </li>
              );
            })}
          </ol>
        </section>
      </div>
    </div>
  );
}
