import { createHash } from 'node:crypto';
import { longestParsed, suspicious } from '#contract/note-blocks.ts';
import { createBoundedSearch } from '#contract/place-in.ts';
import { highlightsLabel } from '#contract/result-parts.ts';
import { itemsOf, type Visibility } from '#contract/visibility.ts';
import { withoutMarkers } from '#contract/visibility-markers.ts';
import type { CampaignText } from '#server/campaigns/room-texts.ts';
import { createPauses } from '#server/platform/breath.ts';
import type { Source, searchPassages, Turn } from './tables.ts';

export type Passage = Omit<typeof searchPassages.$inferInsert, 'digest' | 'terms'>;

/** Words of speech in a passage. A line of more is a passage of its own. */
const WORDS_OF_SPEECH = 60;
const SHORTEST = 2;
/** The first line of notes without a model. */
const NOTICE = `*${highlightsLabel}*`;
/** Characters. What is longer without a break is divided. */
const LONGEST = 1500;

/** Parts of a text, whole words where there are any. */
function slicesOf(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  const slices: string[] = [];
  for (let start = 0; start < text.length; ) {
    const most = text.slice(start, start + LONGEST);
    const space = most.lastIndexOf(' ');
    const end = start + most.length < text.length && space > LONGEST / 2 ? space : most.length;
    slices.push(most.slice(0, end).trim());
    start += end;
  }
  return slices;
}

/** Parts of a result that the notes have too, unless they were deleted from them. */
const entries = ['npcs', 'locations', 'items', 'factions', 'quests'] as const;
const kindOfPart = (key: string): 'entry' | 'quote' | 'notes' =>
  entries.some((one) => one === key) ? 'entry' : key === 'memorableMoments' ? 'quote' : 'notes';

/** Scripts without spaces have two letters in a word. */
const wordCount = (text: string): number => Math.max(text.match(/\S+/gu)?.length ?? 0, text.length / 12);

interface Session {
  id: string;
  campaignId: string;
  hasMeasuredTimes: boolean;
}

const bare = (session: Session, source: Source) => ({
  sessionId: session.id,
  campaignId: session.campaignId,
  source,
  section: '',
  title: '',
  ofResult: false,
  transcriptId: null,
  firstLine: null,
  lastLine: null,
  turns: [],
  speakers: [],
  startMs: null,
});

/** What is said becomes passages of several turns, so that a question and its answer are found together. */
export async function* passagesOfTranscript(
  session: Session,
  texts: AsyncIterable<CampaignText> | Iterable<CampaignText>,
): AsyncGenerator<Passage> {
  let lines: CampaignText[] = [];
  let words = 0;
  const transcriptOf = ({ id }: CampaignText) => id.split('~')[2] ?? null;
  const together = (): Passage => {
    const turns: Turn[] = lines.map(({ lineId = null, path, place }) => ({
      id: lineId,
      ordinal: Number(path[0]),
      startMs: place.startMs,
      label: place.label,
    }));
    const [first] = lines;
    return {
      ...bare(session, 'transcript'),
      kind: 'transcript',
      visibility: 'gm',
      transcriptId: first === undefined ? null : transcriptOf(first),
      firstLine: turns[0]?.ordinal ?? null,
      lastLine: turns.at(-1)?.ordinal ?? null,
      turns,
      speakers: [...new Set(turns.map(({ label }) => label))].filter(Boolean),
      startMs: turns[0]?.startMs ?? null,
      text: lines.map(({ text }) => text.replaceAll('\n', ' ')).join('\n'),
    };
  };
  for await (const text of texts) {
    if (text.kind !== 'segment') continue;
    for (const slice of slicesOf(text.text)) {
      const own = wordCount(slice);
      const isFull = words > 0 && (words + own > WORDS_OF_SPEECH || slice.length === LONGEST);
      const isOther = lines[0] !== undefined && transcriptOf(lines[0]) !== transcriptOf(text);
      if (isFull || isOther) {
        yield together();
        lines = [];
        words = 0;
      }
      lines.push({ ...text, text: slice });
      words += own;
    }
  }
  if (lines.length > 0) yield together();
}

/** Of notes, title and result of a session. */
export async function passagesOfNotes(
  session: Session,
  texts: AsyncIterable<CampaignText> | Iterable<CampaignText>,
): Promise<Passage[]> {
  const passages: Passage[] = [];
  const sections = new Set<string>();
  const result = new Map<string, CampaignText[]>();
  const pause = createPauses(false);
  for await (const text of texts) {
    if (text.kind === 'sessionTitle')
      passages.push({
        ...bare(session, 'notes'),
        kind: 'session',
        visibility: 'public',
        text: text.text,
      });
    if (text.kind === 'section') {
      const [key = '', field] = text.path.map(String);
      sections.add(key);
      if (field === 'body') {
        passages.push(...passagesOfSection(session, key, text));
        await pause();
      }
    }
    if (text.kind === 'result') {
      const entry = entryOf(text.path);
      if (entry !== null) result.set(entry, [...(result.get(entry) ?? []), text]);
    }
  }
  for (const [entry, texts] of result) {
    const [part = ''] = entry.split('.');
    if (!sections.has(part)) passages.push(...passageOfEntry(session, part, texts));
  }
  return passages.filter(({ text }) => text.length >= SHORTEST && text !== NOTICE);
}

/** The entry of a result that a text belongs to, such as “npcs.3”. */
function entryOf(path: CampaignText['path']): string | null {
  const [part, index] = path;
  return typeof part === 'string' && typeof index === 'number' && kindOfPart(part) !== 'notes'
    ? `${part}.${index}`
    : null;
}

function passageOfEntry(session: Session, part: string, texts: readonly CampaignText[]): Passage[] {
  const name = texts.find(({ path }) => path.at(-1) === 'name')?.text ?? '';
  const text = texts
    .map((one) => one.text.trim())
    .filter(Boolean)
    .join('\n');
  const startMs = texts.find(({ seconds }) => seconds !== null)?.seconds;
  return slicesOf(text).map((slice) => ({
    ...bare(session, 'notes'),
    kind: kindOfPart(part),
    visibility: 'gm',
    section: part,
    title: name,
    ofResult: true,
    startMs: startMs == null ? null : Math.round(startMs * 1000),
    text: slice,
  }));
}

function passagesOfSection(
  session: Session,
  key: string,
  { text, visibility, place, lines = [] }: CampaignText,
) {
  const blocks = together(blocksOf(text, visibility)).flatMap((block) =>
    slicesOf(block.text).map((slice) => ({ ...block, text: slice })),
  );
  const has = createBoundedSearch();
  return blocks.map(
    (block): Passage => ({
      ...bare(session, 'notes'),
      kind: kindOfPart(key),
      // Questions to the game master, whatever they are marked for.
      visibility: key === 'toConfirm' ? 'gm' : block.visibility,
      section: key,
      title: place.label,
      startMs: session.hasMeasuredTimes
        ? (lines.find((line) => has(block.text, line.text))?.evidence.startMs ?? null)
        : null,
      text: block.text,
    }),
  );
}

/** Of a section. Where there are more, neighbours for the same readers are one passage. */
const MOST_BLOCKS = 4000;

function together(blocks: readonly Block[]): readonly Block[] {
  if (blocks.length <= MOST_BLOCKS) return blocks;
  const joined: { lines: string[]; size: number; visibility: Visibility }[] = [];
  for (const { text, visibility } of blocks) {
    const last = joined.at(-1);
    if (last === undefined || last.visibility !== visibility || last.size + text.length > LONGEST)
      joined.push({ lines: [text], size: text.length, visibility });
    else {
      last.lines.push(text);
      last.size += text.length + 1;
    }
  }
  return joined.map(({ lines, visibility }) => ({ text: lines.join('\n').trim(), visibility }));
}

interface Block {
  text: string;
  visibility: Visibility;
}

/** Every paragraph, heading and list item, for those who may read it. */
function blocksOf(body: string, section: Visibility): Block[] {
  const isMarked = suspicious.test(body);
  if (isMarked && body.length <= longestParsed)
    return itemsOf({ body, visibility: section }).map(({ text, visibility }) => ({
      text: withoutMarkers(text).trim(),
      visibility,
    }));
  return body
    .split('\n')
    .map((line) => ({ text: withoutMarkers(line).trim(), visibility: isMarked ? ('gm' as const) : section }));
}

export const digestOf = (passage: Passage, configuration: string): string =>
  createHash('md5')
    .update(
      JSON.stringify([
        configuration,
        Object.entries(passage).sort(([one], [other]) => (one < other ? -1 : 1)),
      ]),
    )
    .digest('hex');
