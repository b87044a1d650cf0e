import type { AnalysisResult, Line, Moment } from '#contract/analysis-result.ts';
import type { Candidate } from './features.ts';
import { isQuotable, lineOf, speakerOf } from './lines.ts';
import type { Prepared } from './prepare.ts';
import { evidenceOf, type Sentence } from './text.ts';
import { sceneTitle } from './titles.ts';
import { HOUSEKEEPING, RULES_TALK } from './vocabulary.ts';

const LAUGHTER = /\((?:[^)]*)(laugh|cheer|applau|scream|gasp)/i;
const DECISION =
  /\b(the plan is|our plan|we(?:'re| are) going to|we agreed|we decided|i(?:'ve| have) decided|it's decided|(?:all )?agreed[,.]|(?:so )?let's (?:go|head|take|do|get|follow|leave|find|make|use|bring|try|keep|stay|rest|kill|talk|see|split)|we(?:'ll| will) (?:go|head|take|meet|leave|wait|stay|help|do|bring|find|pay|give)|we (?:should|have to|need to|must) (?:go|head|find|get|stop|kill|save|help|leave|warn|protect|destroy|return|tell))\b/i;
const TASK =
  /\b((?:i|we) (?:would )?(?:ask|need|want|beg|implore|task|charge|hire|require) (?:of )?(?:you|your|for you)|(?:i|we) (?:need|require) (?:your )?(?:help|aid|assistance)|(?:reward|bounty|payment|gold pieces?) (?:for|of|if|upon|on|to)|(?:job|task|mission|quest|contract|bounty) (?:is|for|to|that|you)|if you (?:can|could|were to|manage to) (?:find|bring|rescue|retrieve|kill|defeat|destroy|clear|help|return|stop|recover|deal))\b/i;
const WONDER =
  /\b(who|what|why|where|how) (?:is|are|was|were|did|does|do|could|would|happened|has|have|exactly)\b/i;
const UNKNOWN =
  /\b(no (?:idea|sign|trace|clue) (?:who|what|where|why|how|of)|(?:don't|do not|doesn't|didn't|not) (?:know|sure|certain|understand|recognize) (?:who|what|where|why|how|if)|still (?:need|have) to|unanswered|mysterious|unknown|nobody knows|no one (?:knows|can say)|never (?:found|heard|saw|learned)|we(?:'ll| will)? (?:need|have) to (?:find|figure|learn|stop|come back|return)|remains? (?:to be|unknown|unclear|a mystery)|(?:is|are|was|were|went|gone) missing|disappeared|vanished|wonder(?:s|ing)? (?:who|what|where|why|how|if))\b/i;
/** Says explicitly that something is not yet known or done. */
const STILL_OPEN =
  /\b(need to (find|figure|learn)|myster(y|ious)|unknown|no (idea|sign|trace|clue)|nobody knows|no one (knows|can say)|unanswered|still (need|have))\b/i;
/** A figure of speech, or talk about the table itself. */
const NO_THREAD =
  /\b((i|we) don't know (what|if|how) (to|that|you|i|rhymes)|(was|were|i'm) (just )?wondering|no idea what (i|we|you)|what (i'm|we're|you're) doing|not sure (if|what) (i|we|you))\b/i;
const FEELING =
  /\b(i(?:'m| am) (?:so |really |very )?(?:sorry|afraid|scared|proud|ashamed|worried|grateful)|i (?:love|hate|miss|forgive|trust|promise|swear|owe) (?:you|him|her|them|my|this)|my (?:mother|father|sister|brother|family|home|people|son|daughter|past|fault|friends?)|i(?:'ve| have) (?:never|always|lost|been)|i (?:lost|failed|killed|grew up|remember)|forgive me|thank you for)\b/i;
const FIGHT =
  /\b(roll (?:for )?initiative|initiative|damage|to hit|attack|saving throw|(?:your|next) turn|hit points?|end of (?:your|my) turn|how do you want to do this|sneak attack|reaction)\b/i;
const KILL =
  /\b(how do you want to do this|(?:falls|drops|collapses|slumps|crumples|crumbles|dies|is dead|lifeless|goes (?:limp|unconscious)|destroyed|decapitat\w+|explodes|flees|retreats?|escapes?|surrenders?))\b/i;

/** Spreads picks over the scenes, best of each first, up to `most`. In order of the transcript. */
export function spread<Item extends { scene: number; score: number; at: number }>(
  items: Item[],
  most: number,
): Item[] {
  const perScene = new Map<number, number>();
  const ranked = [...items].sort((a, b) => b.score - a.score || a.at - b.at);
  const rounds = ranked.map((item) => {
    const round = perScene.get(item.scene) ?? 0;
    perScene.set(item.scene, round + 1);
    return { item, worth: item.score - round * 1.2 };
  });
  return rounds
    .sort((a, b) => b.worth - a.worth || a.item.at - b.item.at)
    .slice(0, most)
    .map(({ item }) => item)
    .sort((a, b) => a.at - b.at);
}

const found = (candidate: Candidate, score: number) => ({
  candidate,
  scene: candidate.scene,
  at: candidate.sentence.index,
  score,
});

/** The table's reaction to a sentence: laughter in the next turns, or a quick exchange of short ones. */
function reaction({ speech }: Prepared, sentence: Sentence): number {
  let score = 0;
  const own = speech.turns[sentence.turn]!;
  if (own.to - 1 - sentence.index > 2) return 0;
  for (const turn of speech.turns.slice(own.index, own.index + 4)) {
    for (let at = Math.max(turn.from, sentence.index); at < turn.to; at += 1)
      if (LAUGHTER.test(speech.sentences[at]!.text)) score += 0.8;
    if (turn.index > own.index && turn.wordCount <= 5) score += 0.25;
  }
  return Math.min(score, 2);
}

/** Memorable lines: by a player, or by someone the game master speaks for, with a reaction from the table. */
export function findMoments(prepared: Prepared, candidates: Candidate[], most: number): Moment[] {
  const moments = candidates.flatMap((candidate) => {
    const { sentence } = candidate;
    const length = sentence.words.length;
    if (!isQuotable(sentence.text) || !sentence.complete || length < 6 || length > 32) return [];
    if (RULES_TALK.test(sentence.text) || /--/.test(sentence.text)) return [];
    const spoken = candidate.narrated ? -0.3 : 0.3;
    const feeling = FEELING.test(sentence.text) ? 0.5 : 0;
    const force = /!/.test(sentence.text) ? 0.3 : 0;
    const answered = reaction(prepared, sentence);
    if (candidate.narrated && answered < 0.8) return [];
    if (answered === 0 && feeling === 0 && prepared.speech.wordCount > 2000) return [];
    return [found(candidate, answered + feeling + force + spoken + candidate.score * 0.35)];
  });
  return spread(moments, most).map(({ candidate }) => {
    const { sentence } = candidate;
    return {
      description: sentence.text,
      isQuote: true,
      speaker:
        sentence.speakerId === null
          ? null
          : (speakerOf(prepared, sentence) ?? prepared.labels.get(sentence.speakerId) ?? null),
      context: sceneTitle(prepared, prepared.scenes[candidate.scene]!).title,
      evidence: evidenceOf(prepared.transcript, sentence),
    };
  });
}

/** Open questions; late ones count more. */
export function findOpenThreads(prepared: Prepared, candidates: Candidate[], most: number): Line[] {
  const total = prepared.speech.sentences.length;
  const threads = candidates.flatMap((candidate) => {
    const { text, index } = candidate.sentence;
    const named = (prepared.names.inSentence.get(index) ?? []).some(
      (each) => prepared.names.all[each]!.certainty > 0.4,
    );
    const asks = /\?$/.test(text) && WONDER.test(text) && named;
    const open = UNKNOWN.test(text) && (named || STILL_OPEN.test(text));
    if ((!asks && !open) || RULES_TALK.test(text) || candidate.sentence.words.length > 40) return [];
    if (NO_THREAD.test(text)) return [];
    return [found(candidate, candidate.score + (asks ? 1.2 : 1) + (named ? 0.5 : 0) + (index / total) * 0.8)];
  });
  return spread(threads, most).map(({ candidate }) => lineOf(prepared, candidate.sentence));
}

/** The party's decisions, in its own words. */
export function findDecisions(prepared: Prepared, candidates: Candidate[], most: number): Line[] {
  const decisions = candidates.flatMap((candidate) => {
    const { text } = candidate.sentence;
    if (candidate.narrated || !DECISION.test(text) || /\?/.test(text) || RULES_TALK.test(text)) return [];
    if (/\b(let's see|find out|maybe|double up)\b|--/i.test(text)) return [];
    const plan = /\b(plan is|agreed|decided)\b/i.test(text) ? 0.8 : 0;
    return [found(candidate, candidate.score + plan)];
  });
  return spread(decisions, most).map(({ candidate }) => lineOf(prepared, candidate.sentence));
}

/** Tasks that someone gives the party. */
export function findQuests(
  prepared: Prepared,
  candidates: Candidate[],
  most: number,
): AnalysisResult['quests'] {
  const tasks = candidates.flatMap((candidate) => {
    const { text } = candidate.sentence;
    if ((prepared.zones.gameMasterId !== null && !candidate.narrated) || !TASK.test(text)) return [];
    if (RULES_TALK.test(text) || /\?/.test(text) || HOUSEKEEPING.test(text)) return [];
    return [found(candidate, candidate.score)];
  });
  return spread(tasks, most).map(({ candidate }) => {
    const line = lineOf(prepared, candidate.sentence);
    return {
      name: clip(line.text, 90),
      status: 'unknown' as const,
      progress: [line],
      evidence: line.evidence,
    };
  });
}

/** Cuts at a word, with an ellipsis. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/\s+\S*$/, '')
    .replace(/[,;:–-]+$/, '')}…`;
}

/** Moments that show a character's motives. */
export function findCharacterMoments(
  prepared: Prepared,
  candidates: Candidate[],
  most: number,
): AnalysisResult['characterMoments'] {
  const moments = candidates.flatMap((candidate) => {
    const { sentence } = candidate;
    if (candidate.narrated || !FEELING.test(sentence.text) || sentence.words.length < 8) return [];
    if (RULES_TALK.test(sentence.text) || /\?|--/.test(sentence.text) || !isQuotable(sentence.text))
      return [];
    return speakerOf(prepared, sentence) === null ? [] : [found(candidate, candidate.score + 1)];
  });
  return spread(moments, most).map(({ candidate }) => ({
    character: speakerOf(prepared, candidate.sentence)!,
    text: `“${candidate.sentence.text}”`,
    evidence: evidenceOf(prepared.transcript, candidate.sentence),
  }));
}

/** Fights, by the density of talk about dice and turns; one entry for each. */
export function findCombats(prepared: Prepared, candidates: Candidate[]): AnalysisResult['combats'] {
  const { speech, zones } = prepared;
  const fights: { from: number; to: number; marks: number }[] = [];
  let open: { from: number; to: number; marks: number } | undefined;
  let quiet = 0;
  for (const sentence of speech.sentences) {
    if (zones.zones[sentence.index] !== 'play') continue;
    quiet += sentence.words.length;
    const begins = /\b(roll (for )?initiative|initiative,? (everyone|everybody|please|guys))\b/i.test(
      sentence.text,
    );
    if (open && (FIGHT.test(sentence.text) || begins)) {
      open.to = sentence.index;
      open.marks += 1;
      quiet = 0;
    } else if (open && quiet > 500) {
      fights.push(open);
      open = undefined;
    }
    if (!open && begins) {
      open = { from: sentence.index, to: sentence.index, marks: 1 };
      quiet = 0;
    }
  }
  if (open) fights.push(open);
  const byIndex = candidates.filter((candidate) => candidate.narrated);
  return fights
    .filter((fight) => fight.marks >= 8)
    .map((fight) => {
      const inside = byIndex.filter(
        ({ sentence }) => sentence.index >= fight.from && sentence.index <= fight.to,
      );
      const best = [...inside].sort((a, b) => b.score - a.score)[0];
      const last = inside
        .filter(
          (each) => each !== best && KILL.test(each.sentence.text) && !RULES_TALK.test(each.sentence.text),
        )
        .at(-1);
      const { title } = sceneTitle(prepared, { from: fight.from, to: fight.to + 1, wordCount: 0 });
      const first = speech.sentences[fight.from]!;
      return {
        title,
        description: best ? lineOf(prepared, best.sentence).text : '',
        outcome: last ? lineOf(prepared, last.sentence).text : null,
        evidence: evidenceOf(
          prepared.transcript,
          ...(best || last ? [best, last].flatMap((each) => each?.sentence ?? []) : [first]),
        ),
      };
    });
}
