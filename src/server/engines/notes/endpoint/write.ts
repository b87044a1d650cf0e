import type { AnalysisResult, Line, Moment } from '#contract/analysis-result.ts';
import { factQuestion } from '#contract/check-questions.ts';
import { itemsOf } from '#contract/result-parts.ts';
import type { Warning } from '#contract/transcript.ts';
import { isEnglish, languageName, primaryTag } from '../../english-words.ts';
import type { StageContext } from '../../stage-context.ts';
import { compose } from '../highlights/compose.ts';
import { eveningOf } from '../highlights/evening.ts';
import type { NotesRequest } from '../port.ts';
import { type Prepared, prepare } from '../reading/prepare.ts';
import { salienceOf } from '../reading/salience.ts';
import { sessionTitle } from '../reading/titles.ts';
import { withoutAddressed } from './addressed.ts';
import { type Settled, settle } from './closing.ts';
import type { Connection } from './connect.ts';
import type { Extracted } from './extract.ts';
import { distinct, type Gathered, gather } from './gather.ts';
import { Ground } from './ground.ts';
import { lookOver } from './second-look.ts';
import { type Story, tellStory, withoutLines } from './story.ts';
import { spread, Writer } from './writer.ts';

const MOST_TO_CHECK = 12;
const LONGEST_SHORT_SUMMARY = 1200;
const LISTED = 'The party';
const MOST = {
  brief: { moments: 5, openThreads: 5, names: 12, others: 0 },
  comprehensive: { moments: 10, openThreads: 12, names: 60, others: 15 },
};

/**
 * Writes the notes in three steps, each saved: the lists of all parts are put in order, the story is told, and what will be shown is looked over once
 * more. Beside them stands the evening in its own words, which needs no model.
 */
export async function writeAll(
  request: NotesRequest,
  extracted: Extracted,
  connection: Connection,
  context: StageContext,
  engine: string,
): Promise<AnalysisResult> {
  const prepared = await prepare(withoutAddressed(request.transcript), request.campaign, {
    signal: context.signal,
  });
  const ground = new Ground(request);
  const gathered = gather(request, prepared, ground, extracted);
  if (gathered.events.length === 0) return nothingFound(prepared, extracted, request);
  const writer = new Writer({ request, prepared, ground, connection, context, engine }, extracted);
  context.progress(0.05, 'Putting names and threads in order');
  const settled = await settle(writer, gathered);
  context.progress(0.3, 'Writing the story');
  let told = 0;
  const story = await tellStory(writer, gathered.events, () => {
    told += 1;
    context.progress(0.3 + 0.15 * told, 'Writing the story');
  });
  context.progress(0.8, 'Checking the notes against the transcript');
  const result = assembled(writer, gathered, settled, story, extracted);
  const doubted = await lookOver(writer, statementsOf(result));
  removeDoubted(result, doubted);
  context.progress(1, 'Wrote the notes');
  addQuestions(result, ground, doubted);
  if (writer.unwritten > 0)
    result.warnings.push({
      code: 'writtenFromEvents',
      message: `The notes service failed for ${writer.unwritten === 1 ? 'one text' : `${writer.unwritten} texts`} of these notes; those parts list the events instead.`,
      startMs: null,
      endMs: null,
    });
  for (const warning of result.warnings) context.warn(warning);
  return result;
}

/** Small models sometimes write in the language they know best, even where the transcript then does not support what they say. */
function languageWarnings({ language, transcript }: NotesRequest, { chunks }: Extracted): Warning[] {
  const wanted = language ?? transcript.language;
  const wantsEnglish =
    wanted === null ? isEnglish(transcript.segments.map(({ text }) => text)) : primaryTag(wanted) === 'en';
  const english = isEnglish(chunks.flatMap(({ found }) => found.events.map(({ text }) => text)));
  if (wantsEnglish === null || english === null || english === wantsEnglish) return [];
  const name = wantsEnglish ? 'English' : wanted === null ? 'the session’s language' : languageName(wanted);
  const message = `These notes don’t seem to be in ${name}. Analyze again, or with another model.`;
  return [{ code: 'notesInOtherLanguage', message, startMs: null, endMs: null }];
}

const joined = (lines: readonly Line[]): string => lines.map(({ text }) => text).join(' ');

function assembled(
  { request, prepared }: Writer,
  gathered: Gathered,
  settled: Settled,
  story: Story,
  extracted: Extracted,
): AnalysisResult {
  const level = request.detailLevel;
  const most = MOST[level];
  const orElse = (lines: Line[], count: number) => (lines.length > 0 ? lines : spread(story.lines, count));
  const shortSummary: Line[] = [];
  for (const line of orElse(settled.shortSummary, 3))
    if (joined([...shortSummary, line]).length <= LONGEST_SHORT_SUMMARY) shortSummary.push(line);
  const previouslyOn = level === 'brief' ? [] : orElse(settled.previouslyOn, 6);
  const toConfirm = itemsOf(level, 'toConfirm', () => settled.toConfirm);
  return {
    kind: 'notes',
    detailLevel: level,
    title: settled.title ?? sessionTitle(prepared) ?? 'Untitled session',
    shortSummary: joined(shortSummary),
    summary: story.markdown,
    previouslyOn: joined(previouslyOn),
    lines: { shortSummary, summary: story.lines, previouslyOn },
    glance: settled.party.length > 0 ? [{ label: LISTED, entries: settled.party }] : [],
    ...(prepared.speech.wordCount > 0 ? { evening: eveningOf(prepared, salienceOf(prepared), level) } : {}),
    scenes: itemsOf(level, 'scenes', () => story.scenes),
    memorableMoments: bestMoments(gathered.quotes, most.moments),
    npcs: settled.npcs.slice(0, most.names),
    locations: settled.locations.slice(0, most.names),
    items: settled.items.slice(0, most.names),
    factions: settled.factions.slice(0, most.names),
    quests: itemsOf(level, 'quests', () => settled.quests.slice(0, most.others)),
    openThreads: [...(settled.stoppedAt ? [settled.stoppedAt] : []), ...settled.openThreads].slice(
      0,
      most.openThreads,
    ),
    decisions: itemsOf(level, 'decisions', () => gathered.decisions.slice(-most.others)),
    characterMoments: itemsOf(level, 'characterMoments', () =>
      spread(gathered.characterMoments, most.others),
    ),
    combats: itemsOf(level, 'combats', () => gathered.combats.slice(0, most.others)),
    toConfirm,
    warnings: [...extracted.warnings, ...languageWarnings(request, extracted)],
  };
}

/** In the order of the evening, the longer ones if there are too many: a short one says little alone. */
function bestMoments(quotes: readonly Moment[], most: number): Moment[] {
  const once = distinct(quotes, ({ description }) => description);
  const kept = new Set([...once].sort((a, b) => b.description.length - a.description.length).slice(0, most));
  return once.filter((quote) => kept.has(quote));
}

/** What readers see first comes first: a second look reads so many. */
function statementsOf(result: AnalysisResult): Line[] {
  const { shortSummary, summary, previouslyOn } = result.lines;
  const described = (items: AnalysisResult['npcs']) =>
    items.flatMap(({ name, description, evidence }) =>
      description === '' ? [] : [{ text: `${name}: ${description}`, evidence }],
    );
  return [
    ...shortSummary,
    ...summary,
    ...result.decisions,
    ...result.quests.flatMap(({ progress }) => progress),
    ...result.characterMoments.map(({ character, text, evidence }) => ({
      text: `${character}: ${text}`,
      evidence,
    })),
    ...described(result.npcs),
    ...previouslyOn,
  ];
}

/** What the turns do not bear out is nowhere in the notes. */
function removeDoubted(result: AnalysisResult, doubted: readonly Line[]): void {
  if (doubted.length === 0) return;
  const texts = new Set(doubted.map(({ text }) => text));
  const stays = ({ text }: { text: string }) => !texts.has(text);
  const { lines } = result;
  result.summary = withoutLines(
    result.summary,
    lines.summary.filter((line) => !stays(line)),
  );
  lines.summary = lines.summary.filter(stays);
  lines.shortSummary = lines.shortSummary.filter(stays);
  lines.previouslyOn = lines.previouslyOn.filter(stays);
  result.shortSummary = joined(lines.shortSummary);
  result.previouslyOn = joined(lines.previouslyOn);
  result.decisions = result.decisions.filter(stays);
  result.openThreads = result.openThreads.filter(stays);
  result.characterMoments = result.characterMoments.filter(({ character, text }) =>
    stays({ text: `${character}: ${text}` }),
  );
  result.quests = result.quests
    .map((quest) => ({ ...quest, progress: quest.progress.filter(stays) }))
    .filter(({ progress }) => progress.length > 0);
  result.npcs = result.npcs.map((npc) =>
    stays({ text: `${npc.name}: ${npc.description}` }) ? npc : { ...npc, description: '' },
  );
}

function addQuestions(result: AnalysisResult, ground: Ground, doubted: readonly Line[]): void {
  const unclear = distinct([...doubted, ...ground.unverified], ({ text }) => text);
  const asked = itemsOf(result.detailLevel, 'toConfirm', () => unclear.slice(0, MOST_TO_CHECK));
  result.toConfirm.push(
    ...asked.map(({ text, evidence }) => ({ kind: 'fact' as const, text: factQuestion(text), evidence })),
  );
  const leftOut = ground.dropped + unclear.length - asked.length;
  if (leftOut > 0)
    result.warnings.push({
      code: 'statementsWithoutEvidence',
      message: `${leftOut} of the model's statements were left out: the transcript does not support them.`,
      startMs: null,
      endMs: null,
    });
}

function nothingFound(prepared: Prepared, extracted: Extracted, request: NotesRequest): AnalysisResult {
  const result = compose(prepared, request.detailLevel);
  result.warnings.push(...extracted.warnings, ...languageWarnings(request, extracted), {
    code: 'nothingFound',
    message: 'The notes service found no events in this session, so these are highlights instead.',
    startMs: null,
    endMs: null,
  });
  return result;
}
