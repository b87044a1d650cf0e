import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import type { Evening, Evidence } from '#contract/analysis-result.ts';
import type { SessionLanes, SoundMark } from '#contract/sound-lanes.ts';
import { loudest } from '#contract/sound-levels.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { clock } from '#web/ui/text.ts';
import {
  laughterInWords,
  nearestPlace,
  pictureInWords,
  placesOf,
  type TimelinePlace,
  voiceLanes,
  withRoom,
} from './evening-places.ts';
import { TimelineList } from './timeline-list.tsx';
import { areaPath, barsPath, inBars, pictureWidth, spansPath, ticksPath } from './timeline-paths.ts';
import { foldsOf, lengthInWords, lengthOf, scaleOf } from './timeline-scale.ts';

interface TimelinePictureProps {
  evening: Evening;
  kept: ReadonlySet<string>;
  lanes: SessionLanes | null;
  /** As shown beside a passage: a clock, or a line. */
  placeOf: (evidence: Evidence, ms?: number) => string;
  isMeasured: boolean;
  hueOf: (speakerId: string | null) => string;
  /** In seconds; null if nothing of it plays. */
  heard: number | null;
  canPlay: boolean;
  onChoose: (place: TimelinePlace) => void;
}

const top = { chapters: 0, passages: 24, marks: 38, voices: 54 };
const voiceHeight = 17;
/** Percent of the picture that a chapter's number needs. */
const roomOfNumber = { wide: 2.8, phone: 5.5 };
const soundHeight = 34;

/** The evening as one strip. Arrow keys move between its places, Enter or a press plays one. */
export function TimelinePicture({
  evening,
  kept,
  lanes,
  placeOf,
  isMeasured,
  hueOf,
  heard,
  canPlay,
  onChoose,
}: TimelinePictureProps) {
  const id = useId();
  const { chapters, passages, pointers, names, timeline } = evening;
  const length = lengthOf(evening);
  const sound = lanes?.state === 'ready' ? lanes : null;
  const folds = useMemo(() => (isMeasured ? foldsOf(evening, kept) : []), [evening, kept, isMeasured]);
  const { x, msAt } = useMemo(() => scaleOf(length, folds), [length, folds]);
  const places = useMemo(
    () => placesOf(evening, kept, canPlay ? (sound?.marks ?? []) : null, folds),
    [evening, kept, canPlay, sound, folds],
  );
  const [key, setKey] = useState('chapter 0');
  const at = Math.max(
    0,
    places.findIndex((place) => place.key === key),
  );
  const setAt = (index: number) => setKey(places[index]?.key ?? '');
  const [isLooking, setLooking] = useState(false);
  const current = places[at];
  const ofStretch = (stretch: number) => x(stretch * timeline.stretchMs);
  const lanesOfVoices = useMemo(() => voiceLanes(timeline), [timeline]);
  const most = Math.max(1, ...lanesOfVoices.flatMap(({ words }) => inBars(words)));
  const marksOf = (...kinds: SoundMark['kind'][]) =>
    sound?.marks.filter(({ kind }) => kinds.includes(kind)) ?? [];
  const laughter = marksOf('laughter', 'applause');
  const saysLaughter = timeline.laughter.some((count) => count > 0);
  const isOnlyApplause = !saysLaughter && laughter.every(({ kind }) => kind === 'applause');
  const hasLaughter = laughter.length > 0 || saysLaughter;
  const soundTop = top.voices + lanesOfVoices.length * voiceHeight + 4;
  const height = sound || hasLaughter ? soundTop + soundHeight : soundTop;
  const shown = passages.filter(({ hidden, shown: where }) => !hidden && where === 'page');
  const span = ({ startMs, endMs }: { startMs: number; endMs: number }) => ({
    from: x(startMs),
    to: x(endMs),
  });
  const spanOfSound = ({ startSeconds, endSeconds }: SoundMark) =>
    span({ startMs: startSeconds * 1000, endMs: endSeconds * 1000 });
  const of = (kind: (typeof pointers)[number]['kind']) => pointers.filter((each) => each.kind === kind);
  const numbers = chapters.map(({ startMs }) => x(startMs) / 10);
  const hasRoom = withRoom(numbers, roomOfNumber.wide);
  const hasRoomOnPhone = withRoom(numbers, roomOfNumber.phone);
  const rows = [
    { label: 'First heard', at: 8 },
    { label: 'Passages', at: top.passages - 2 },
    ...(pointers.some(({ kind }) => kind !== 'moment')
      ? [{ label: 'Rolls and fights', at: top.marks - 2 }]
      : []),
    ...lanesOfVoices.map(({ label, speakerId }, index) => ({
      label,
      hue: hueOf(speakerId),
      at: top.voices + index * voiceHeight + 1,
    })),
    ...(hasLaughter ? [{ label: isOnlyApplause ? 'Applause' : 'Laughter', at: soundTop - 2 }] : []),
    ...(sound ? [{ label: 'Loudness', at: soundTop + soundHeight - 16 }] : []),
  ];
  const clockOf = isMeasured ? (ms: number) => clock(ms / 1000) : null;

  function move(event: KeyboardEvent) {
    const chapterAfter = (step: 1 | -1) => {
      for (let index = at + step; places[index] !== undefined; index += step)
        if (places[index]?.kind === 'chapter') return index;
      return at;
    };
    const target = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageDown: chapterAfter(1),
      PageUp: chapterAfter(-1),
      Home: 0,
      End: places.length - 1,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setLooking(true);
      setAt(Math.min(places.length - 1, Math.max(0, target)));
    } else if ((event.key === 'Enter' || event.key === ' ') && current) {
      event.preventDefault();
      onChoose(current);
    }
  }

  function look({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
    const box = currentTarget.getBoundingClientRect();
    const nearest = nearestPlace(
      places,
      msAt((pictureWidth * (clientX - box.left)) / Math.max(1, box.width)),
    );
    setAt(nearest);
    setLooking(true);
    return nearest;
  }

  if (places.length === 0) return null;
  const title = current ? `${placeOf(current.evidence, current.startMs)} · ${current.title}` : '';
  return (
    <figure className="timeline" aria-labelledby={`${id}words`}>
      <div className="timeline-rows">
        <ul className="timeline-labels" aria-hidden="true">
          {rows.map(({ label, at: labelTop, ...row }) => (
            <li key={label} className={'hue' in row ? row.hue : undefined} style={{ top: labelTop }}>
              {label}
            </li>
          ))}
        </ul>
        <div
          className="timeline-picture"
          role="slider"
          tabIndex={0}
          aria-label="Timeline of the evening"
          aria-describedby={`${id}keys`}
          aria-valuemin={0}
          aria-valuemax={Math.round(length / 1000)}
          aria-valuenow={Math.round((current?.startMs ?? 0) / 1000)}
          aria-valuetext={current ? `${title}. ${current.words}` : ''}
          onKeyDown={move}
          onFocus={() => setLooking(true)}
          onBlur={() => setLooking(false)}
          onPointerMove={look}
          onPointerLeave={({ currentTarget }) => setLooking(currentTarget.matches(':focus'))}
          onClick={() => current && onChoose(current)}
        >
          <svg
            viewBox={`0 0 ${pictureWidth} ${height}`}
            height={height}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            {chapters.map((chapter, index) => (
              <path
                key={chapter.startMs}
                className="timeline-chapter"
                data-odd={index % 2 === 1 || undefined}
                d={spansPath([span(chapter)], top.chapters, height)}
              />
            ))}
            <path className="timeline-apart" d={spansPath(timeline.apart.map(span), 0, height)} />
            <path className="timeline-passages" d={spansPath(shown.map(span), top.passages, 9)} />
            <path
              className="timeline-kept"
              d={spansPath(
                passages.filter((passage) => kept.has(passage.id)).map(span),
                top.passages - 2,
                13,
                5,
              )}
            />
            <path className="timeline-fights" d={spansPath(of('fight').map(span), top.marks, 10, 4)} />
            <path
              className="timeline-rolls"
              d={ticksPath(
                of('roll').map(({ startMs }) => x(startMs)),
                top.marks,
                10,
              )}
            />
            <path
              className="timeline-questions"
              d={ticksPath(
                of('question').map(({ startMs }) => x(startMs)),
                top.marks + 4,
                6,
              )}
            />
            <path
              className="timeline-names"
              d={ticksPath(
                names.map(({ heard: { startsMs } }) => x(startsMs[0] ?? 0)),
                top.chapters + 17,
                5,
              )}
            />
            {lanesOfVoices.map(({ speakerId, words }, index) => (
              <path
                key={speakerId ?? 'unknown'}
                className={`timeline-voice ${hueOf(speakerId)}`}
                d={barsPath(words, {
                  most,
                  base: top.voices + (index + 1) * voiceHeight,
                  height: voiceHeight - 3,
                  x: ofStretch,
                })}
              />
            ))}
            {sound ? (
              <path
                className="timeline-loudness"
                d={areaPath(sound.loudness, {
                  least: -12,
                  most: loudest - 6,
                  base: soundTop + soundHeight,
                  height: soundHeight - 4,
                  x: (bin) => x(bin * sound.binSeconds * 1000),
                })}
              />
            ) : null}
            <path className="timeline-fold" d={spansPath(folds.map(span), 0, height)} />
            <path
              className="timeline-loud"
              d={spansPath(marksOf('loud').map(spanOfSound), soundTop + soundHeight - 4, 4, 3)}
            />
            {hasLaughter ? (
              <path
                className="timeline-laughter"
                d={
                  barsPath(timeline.laughter, {
                    most: 3,
                    base: soundTop + 12,
                    height: 12,
                    x: ofStretch,
                  }) + spansPath(laughter.map(spanOfSound), soundTop, 12, 3)
                }
              />
            ) : null}
            {heard === null ? null : (
              <path className="timeline-heard" d={ticksPath([x(heard * 1000)], 0, height)} />
            )}
            {isLooking && current ? (
              <path className="timeline-cursor" d={ticksPath([x(current.startMs)], 0, height)} />
            ) : null}
          </svg>
          {folds.map((each) => (
            <span
              key={each.startMs}
              className="timeline-break"
              aria-hidden="true"
              style={{
                left: `${x(each.startMs) / 10}%`,
                width: `${(x(each.endMs) - x(each.startMs)) / 10}%`,
              }}
            >
              {lengthInWords(each)}
            </span>
          ))}
          {chapters.map((chapter, index) => (
            <span
              key={chapter.startMs}
              className="timeline-number"
              data-room={hasRoom[index]}
              data-room-on-phone={hasRoomOnPhone[index]}
              aria-hidden="true"
              style={{ insetInlineStart: `${numbers[index]}%` }}
            >
              {index + 1}
            </span>
          ))}
        </div>
      </div>
      <p className="timeline-words" aria-hidden="true">
        {isLooking && current ? (
          <>
            <strong>{title}</strong> {current.words}
          </>
        ) : canPlay ? (
          'Point at the timeline to read it; click to listen.'
        ) : (
          'Point at the timeline to read it; click to open the transcript.'
        )}
      </p>
      <p id={`${id}keys`} className="visually-hidden">
        Arrow keys move between passages and marks, Page Up and Page Down between chapters.{' '}
        {canPlay ? 'Enter plays.' : 'Enter opens the transcript.'}
      </p>
      <figcaption id={`${id}words`} className="timeline-caption">
        {pictureInWords(evening, clockOf)}
        {laughter.length > 0 ? ` ${laughterInWords(laughter, clockOf)}` : ''}
      </figcaption>
      <Disclosure title="The timeline as a list">
        <TimelineList {...{ evening, places, placeOf, isMeasured, canPlay, onChoose }} />
      </Disclosure>
    </figure>
  );
}
