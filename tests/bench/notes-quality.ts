/**
 * How near the highlights come to notes that people wrote (../shared/data/crd3): a regression check for whoever changes the
 * engine, no claim of quality. Usage: node --import tsx tests/bench/notes-quality.ts [EPISODE … | train]
 */
import { readdirSync } from 'node:fs';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import {
  readSharedSession,
  SHARED_EPISODES,
  SHARED_SESSIONS,
  transcriptOf,
} from '#tests/support/sessions.ts';
import { firstWords, rougeL, rougeN } from './rouge.ts';

type Scores = Record<string, number>;

/** Words of the reference that are capitalised inside a sentence: mostly names. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/(?<=[a-z,;] )\p{Lu}[\p{L}'’]{2,}/gu))
    names.add(match[0].toLowerCase().replace(/['’]s$/, ''));
  return names;
}

const bare = (markdown: string): string => markdown.replace(/[#*“”_-]+/g, ' ');

function overlap(found: Set<string>, wanted: Set<string>): { recall: number; precision: number } {
  let common = 0;
  for (const name of found) if (wanted.has(name)) common += 1;
  return { recall: common / (wanted.size || 1), precision: common / (found.size || 1) };
}

async function score(episode: string): Promise<Scores> {
  const session = readSharedSession(episode);
  const transcript = transcriptOf(session.turns);
  const engine = createHighlightsEngine();
  const take = (detailLevel: 'brief' | 'comprehensive') =>
    takeNotes(
      engine,
      { transcript, detailLevel, language: null, campaign: noCampaign },
      inMemoryStageContext({}),
    );
  const full = await take('comprehensive');
  const brief = await take('brief');
  const synopsis = session.synopsis.map((part) => part.text).join(' ');
  const account = session.synopsis
    .filter((part) => !/announce|pre-?show|post-?show|break/i.test(part.heading))
    .map((part) => part.text)
    .join(' ');
  const blurb = session.blurb.replace(/^.*?\bCritical Role\b\.?( series premiere\.)?|^.*?campaign\./s, '');
  const summary = firstWords(bare(full.summary), 1000);
  const reference = firstWords(synopsis, 1000);
  const inSummary = overlap(namesIn(`a ${summary}`), namesIn(account));
  const listed = new Set(
    [full.npcs, full.locations, full.items, full.factions]
      .flat()
      .flatMap((item) => item.name.toLowerCase().split(/[\s-]+/)),
  );
  const inList = overlap(
    new Set([...listed].filter((name) => name.length > 2 && name !== 'the')),
    namesIn(account),
  );
  const short = bare(brief.shortSummary);
  return {
    r1: rougeN(summary, reference, 1),
    r2: rougeN(summary, reference, 2),
    rL: rougeL(summary, reference),
    whole1: rougeN(bare(full.summary), account, 1),
    whole2: rougeN(bare(full.summary), account, 2),
    names: inSummary.recall,
    listRecall: inList.recall,
    listPrecision: inList.precision,
    'b50 r1': rougeN(firstWords(short, 50), blurb, 1),
    'b50 r2': rougeN(firstWords(short, 50), blurb, 2),
    'b100 r1': rougeN(firstWords(short, 100), blurb, 1),
    'b100 r2': rougeN(firstWords(short, 100), blurb, 2),
    words: full.summary.split(/\s+/).length,
  };
}

const wanted = process.argv.slice(2);
const train = () =>
  readdirSync(new URL('train/', SHARED_SESSIONS))
    .map((name) => name.replace('.json.gz', ''))
    .sort();
const episodes = wanted[0] === 'train' ? train() : wanted.length > 0 ? wanted : SHARED_EPISODES;
const all: Scores[] = [];
for (const episode of episodes) {
  const scores = await score(episode);
  all.push(scores);
  if (all.length === 1)
    console.log(['episode', ...Object.keys(scores)].map((name) => name.padStart(9)).join(''));
  if (episodes.length <= 12) print(episode, scores);
}
const mean = Object.fromEntries(
  Object.keys(all[0] ?? {}).map((name) => [
    name,
    all.reduce((sum, each) => sum + each[name]!, 0) / all.length,
  ]),
);
print('mean', mean);

function print(name: string, scores: Scores): void {
  const cells = Object.values(scores).map((value) =>
    (value > 1 ? value.toFixed(0) : value.toFixed(3)).padStart(9),
  );
  console.log(`${name.padStart(9)}${cells.join('')}`);
}
