import type { Timeline } from '#contract/analysis-result.ts';
import { countOf, cues } from '../reading/cues.ts';
import type { Prepared } from '../reading/prepare.ts';
import { evidenceOf } from '../reading/text.ts';
import { isEnglish } from '../reading/titles.ts';
import { rulesTalkOf } from './rules-talk.ts';

const MOST_STRETCHES = 240;
const MOST_VOICES = 12;
const SECOND = 1000;
/** Laughter that recognizers and subtitles note, in brackets of any kind. */
const LAUGHTER = /[([](?:[^)\]]{0,40}\b)?(?:laugh|chuckl|giggl|lacht|gelächter|rires?|risas?|笑)\p{L}*/giu;

/** Who talks when and how much, dice and rules, laughter, and what is not play. */
export function timelineOf(prepared: Prepared): Timeline {
  const { transcript, speech, zones, labels } = prepared;
  const end = transcript.segments.reduce((last, { endMs }) => Math.max(last, endMs), transcript.durationMs);
  const stretchMs = Math.max(SECOND, Math.ceil(end / MOST_STRETCHES / SECOND) * SECOND);
  const lane = () => Array.from({ length: Math.max(1, Math.ceil(end / stretchMs)) }, () => 0);
  const voices = new Map<string | null, number[]>();
  const dice = lane();
  const laughter = lane();
  const english = isEnglish(prepared);
  const rulesTalk = rulesTalkOf(prepared);
  const apart: Timeline['apart'] = [];
  const add = (values: number[], startMs: number, by: number) => {
    const at = Math.min(values.length - 1, Math.floor(startMs / stretchMs));
    values[at] = values[at]! + by;
  };
  for (const sentence of speech.sentences) {
    const { startMs, endMs } = evidenceOf(transcript, sentence);
    const own = voices.get(sentence.speakerId) ?? lane();
    voices.set(sentence.speakerId, own);
    add(own, startMs, sentence.words.length);
    add(dice, startMs, rulesTalk(sentence));
    add(
      laughter,
      startMs,
      Math.max(countOf(LAUGHTER, sentence.text), english ? countOf(cues.Laugh, sentence.text) : 0),
    );
    const kind = zones.zones[sentence.index]!;
    if (kind === 'play') continue;
    const last = apart.findLast((each) => each.kind === kind);
    if (last && startMs - last.endMs <= stretchMs) last.endMs = Math.max(last.endMs, endMs);
    else apart.push({ kind, startMs, endMs });
  }
  const total = (words: readonly number[]) => words.reduce((sum, each) => sum + each, 0);
  return {
    stretchMs,
    voices: [...voices]
      .sort((a, b) => total(b[1]) - total(a[1]))
      .slice(0, MOST_VOICES)
      .map(([speakerId, words]) => ({
        speakerId,
        label: speakerId === null ? null : (labels.get(speakerId) ?? null),
        words,
      })),
    dice,
    laughter,
    // A sentence or two amid play is no break.
    apart: apart.filter(({ kind, startMs, endMs }) => kind === 'recap' || endMs - startMs >= 2 * stretchMs),
  };
}
