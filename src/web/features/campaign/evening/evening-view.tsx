import { type ReactNode, useState } from 'react';
import type { Chapter, Evening } from '#contract/analysis-result.ts';
import { chapterTitle } from '#contract/evening-text.ts';
import { missingTexts } from '#contract/result-parts.ts';
import type { Speaker } from '#contract/transcript.ts';
import type { MovePlace } from '#machines/passage-move/passage-move.setup.ts';
import type { PassageMove } from '#web/flows/passage-move/use-passage-move.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { countOf } from '#web/ui/text.ts';
import { UntilFound } from '#web/ui/until-found.tsx';
import { chapterName, sharesOf } from './evening-places.ts';
import { PassageGrip, PassagePlaces } from './passage-places.tsx';
import { PassageView } from './passage-view.tsx';
import { PlacePlay } from './place-play.tsx';
import type { EveningActs } from './use-evening-acts.ts';
import { wordsOf } from './words-of.ts';
import '#web/results/speakers.css';
import './evening.css';

interface EveningViewProps {
  evening: Evening;
  access: EvidenceAccess;
  transcriptId: string | null;
  speakers: readonly Speaker[];
  /** In seconds; null without a recording of these words. */
  play: ((seconds: number) => void) | null;
  kept: ReadonlySet<string>;
  acts: EveningActs | null;
  /** The game master's own sections, which passages can go into. */
  places?: readonly MovePlace[];
  move?: PassageMove | null;
  /** Instead of a chapter’s title, where it can be changed. */
  titleOf?: (chapter: Chapter, index: number) => ReactNode;
  /** The passages of a chapter with a box beside them. */
  withBox?: (chapter: number, title: string, passages: ReactNode) => ReactNode;
  notice?: ReactNode;
  /** What helps where the game master is not known. */
  whoIsWho?: ReactNode;
}

const everybody = 'everybody';

/** Chapters of passages, word for word, that play. */
export function EveningView({
  evening,
  access,
  transcriptId,
  speakers,
  play,
  kept,
  acts,
  places = [],
  move = null,
  titleOf = (chapter, index) => <h4>{chapterName(chapter, index)}</h4>,
  withBox = (_chapter, _title, passages) => passages,
  notice,
  whoIsWho,
}: EveningViewProps) {
  const [voice, setVoice] = useState(everybody);
  const [isLonger, setLonger] = useState(false);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [showsHidden, setShowsHidden] = useState(false);
  const { isMeasured, placeOf, hueOf, speakerOf } = wordsOf(access, speakers);
  const shares = sharesOf(evening.timeline);
  const longer = evening.passages.filter(({ shown, hidden }) => shown === 'more' && !hidden);
  const hidden = evening.passages.filter((passage) => passage.hidden);

  return (
    <div className="evening">
      {evening.missing.map((what) => (
        <div key={what} className="muted evening-missing">
          <p>
            {missingTexts[what].found} {missingTexts[what].help}
          </p>
          {what === 'gameMaster' ? whoIsWho : null}
        </div>
      ))}
      <div className="evening-reading">
        {shares.length < 2 ? null : (
          <fieldset className="voices">
            <legend className="visually-hidden">Whose passages to show</legend>
            {[{ speakerId: everybody, label: 'Everyone', percent: 0 }, ...shares].map(
              ({ speakerId, label, percent }) => (
                <label key={speakerId ?? 'unknown'} className="voice">
                  <input
                    type="radio"
                    name="voice"
                    className="visually-hidden"
                    checked={voice === (speakerId ?? 'unknown')}
                    onChange={() => setVoice(speakerId ?? 'unknown')}
                  />
                  {speakerId === everybody ? null : (
                    <span className={`voice-dot ${hueOf(speakerId)}`} aria-hidden="true" />
                  )}
                  {label}
                  {percent === 0 ? null : <span className="muted"> {percent}%</span>}
                </label>
              ),
            )}
          </fieldset>
        )}
        {longer.length === 0 ? null : (
          <Button
            aria-pressed={isLonger}
            onClick={() => {
              setLonger(!isLonger);
              setUnfolded(new Set());
            }}
          >
            {isLonger ? 'Shorter read' : `Longer read (${countOf(longer.length, 'more passage')})`}
          </Button>
        )}
      </div>
      {evening.chapters.map((chapter, index) => {
        const own = evening.passages.filter(
          (passage) =>
            passage.chapter === index &&
            (showsHidden || !passage.hidden) &&
            (voice === everybody || (passage.speakerId ?? 'unknown') === voice),
        );
        const folds = !isLonger && voice === everybody;
        const isUnfolded = unfolded.has(index);
        const more = own.filter(({ shown }) => shown === 'more').length;
        const unfold = () => setUnfolded((before) => new Set([...before, index]));
        const fold = () => setUnfolded((before) => new Set([...before].filter((each) => each !== index)));
        return (
          <section key={chapter.startMs} className="chapter" id={`chapter-${index + 1}`}>
            <div className="chapter-head">
              {titleOf(chapter, index)}
              <PlacePlay
                place={placeOf(chapter.evidence, chapter.startMs)}
                words={`, chapter ${index + 1}`}
                onPlay={play && isMeasured ? () => play(chapter.startMs / 1000) : null}
                onOpen={() => access.open?.(chapter.evidence)}
              />
            </div>
            {chapter.place === null && chapter.names.length === 0 ? null : (
              <ul className="chapter-names" aria-label="Names heard in this chapter">
                {chapter.place === null ? null : <li className="chapter-place">{chapter.place}</li>}
                {chapter.names.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            )}
            {withBox(
              index,
              chapterTitle(chapter, index),
              <>
                {own.map((passage) => (
                  <UntilFound
                    key={passage.id}
                    folded={passage.shown === 'more' && folds && !isUnfolded}
                    onFound={unfold}
                  >
                    <PassageView
                      passage={passage}
                      place={placeOf(passage.evidence, passage.startMs)}
                      hue={hueOf(passage.speakerId)}
                      isKept={kept.has(passage.id)}
                      transcriptId={transcriptId}
                      speakerOf={speakerOf}
                      onPlay={play && isMeasured ? () => play(passage.startMs / 1000) : null}
                      onOpen={() => access.open?.(passage.evidence)}
                      isCarried={move?.isCarried === true && move.passageId === passage.id}
                      grip={move && <PassageGrip passageId={passage.id} move={move} places={places} />}
                      acts={
                        acts && {
                          keep: () => acts.keep(passage, !kept.has(passage.id)),
                          hide: () => acts.hide(passage, !passage.hidden),
                          move: () => move?.ask(passage.id),
                        }
                      }
                    />
                  </UntilFound>
                ))}
                {own.length === 0 ? (
                  <p className="muted">
                    {voice === everybody
                      ? 'No passages were picked from this chapter.'
                      : 'No passages by this voice in this chapter.'}
                  </p>
                ) : null}
                {folds && more > 0 ? (
                  <Button kind="quiet" aria-expanded={isUnfolded} onClick={isUnfolded ? fold : unfold}>
                    {isUnfolded ? 'Fewer passages' : countOf(more, 'more passage')}
                    <span className="visually-hidden">, chapter {index + 1}</span>
                  </Button>
                ) : null}
              </>,
            )}
          </section>
        );
      })}
      {move === null ? null : (
        <PassagePlaces
          place={`passages ${transcriptId}`}
          passage={evening.passages.find(({ id }) => id === move.passageId)}
          places={places}
          move={move}
        />
      )}
      {hidden.length === 0 ? null : (
        <Button kind="quiet" onClick={() => setShowsHidden(!showsHidden)}>
          {showsHidden ? 'Don’t show hidden passages' : `Show ${countOf(hidden.length, 'hidden passage')}`}
        </Button>
      )}
      {notice === undefined ? null : <div className="evening-notice">{notice}</div>}
    </div>
  );
}
