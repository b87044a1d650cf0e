import { dayOf } from '#contract/dates.ts';
import { boldStart, rowsOf } from '#contract/markdown/rows.ts';
import { highlightsLabel, withoutLabel } from '#contract/result-parts.ts';
import { type LinkAudience, sharedPath } from '#contract/sharing.ts';
import type { PlayerSessions } from '#server/campaigns/attendance.ts';
import { previously, storyIn } from '#server/campaigns/story.ts';
import { escapeHtml } from './html.ts';
import { markdownHtml, plainStart } from './markdown-html.ts';
import type { PreviewWords } from './preview/preview-svg.ts';
import type { HideNames } from './pseudonyms.ts';
import type { PagePart } from './shared-parts.ts';
import type { ShownDates } from './shown-dates.ts';
import { itemExtras, type Origin, pageEnd, sectionEnd, type Table } from './suggest-html.ts';

export interface SharedSession {
  audience: LinkAudience;
  id: string;
  title: string;
  playedAt: Date | null;
  publicId: string | null;
  parts: PagePart[];
  losesLabel: boolean;
  dated: ShownDates;
}
type Neighbour = Omit<SharedSession, 'parts' | 'losesLabel' | 'dated'>;

export interface SessionRange {
  page: number;
  from: number;
  to: number;
}

/** Of a page with some of the campaign's sessions. */
export interface PlaceOfPage {
  previous: SessionRange | null;
  here: SessionRange | null;
  next: SessionRange | null;
  all: number;
}

/** From 1: of a page with a session's notes that are too long for one. */
interface PlaceOfPart {
  at: number;
  of: number;
}

interface SharedCampaign {
  audience: LinkAudience;
  id: string;
  title: string;
  publicId: string | null;
}

export interface PageContent {
  title: string;
  description: string;
  head: string;
  /** Below its head. */
  html: string;
  picture: { words: PreviewWords; alt: string };
}

const DESCRIPTION_LENGTH = 200;
const recapKeys = ['previouslyOn', 'shortSummary', 'summary'];
const entityKeys = ['npcs', 'locations', 'items', 'factions', 'quests'];

interface Around {
  hide: HideNames;
  table: Table | null;
}

export async function sessionPage(
  page: Around & {
    campaign: SharedCampaign;
    part: PlaceOfPart;
    session: SharedSession;
    previous: Neighbour | null;
    next: Neighbour | null;
  },
): Promise<PageContent> {
  const { campaign, session, part: place, previous, next, hide, table } = page;
  const title = hide(session.title);
  const parts = await each(session.parts, (part) => sectionHtml({ sessionId: session.id, part }, page));
  const neighbours = [neighbourHtml(previous, 'prev', hide), neighbourHtml(next, 'next', hide)].join('');
  return {
    title: `${title} · ${hide(campaign.title)}`,
    description: descriptionOf([session], hide) || `Session notes from ${hide(campaign.title)}.`,
    picture: {
      words: sessionWords(campaign, session, hide),
      alt: `${title}: session notes from ${hide(campaign.title)}`,
    },
    head: [
      `<header class="shared-head"><p class="eyebrow">${campaignName(campaign, hide)}</p>`,
      `<h1>${escapeHtml(title)}</h1>${dateHtml(session)}${inWorldHtml(session, hide)}${partWords(place)}</header>`,
    ].join(''),
    html: [
      labelHtml(session),
      session.dated.isSet ? timelineHtml({ sessions: [session], part: place, hide }) : '',
      parts.length > 0 ? parts.join('') : nothingYet,
      table === null ? '' : pageEnd(table, session.id, hide),
      pagesHtml(linkOfPart(place, place.at - 1), linkOfPart(place, place.at + 1)),
      neighbours === '' ? '' : `<nav class="shared-neighbours" aria-label="Sessions">${neighbours}</nav>`,
    ].join(''),
  };
}

/** R2.7. */
export async function campaignPage(
  page: Around & {
    campaign: SharedCampaign & { system: string };
    sessions: SharedSession[];
    place: PlaceOfPage | null;
    part: PlaceOfPart;
    players: PlayerSessions[];
  },
): Promise<PageContent> {
  const { campaign, sessions, place, part, hide, table } = page;
  const title = hide(campaign.title);
  const told = await each(sessions, (session) => chapterHtml(session, page));
  const world = (await each(entityKeys, (key) => worldHtml(key, sessions, page))).join('');
  return {
    title,
    description: descriptionOf(sessions.toReversed(), hide) || `The story of ${title}, session by session.`,
    picture: { words: campaignWords(campaign, hide), alt: `${title}: a campaign, session by session` },
    head: [
      `<header class="shared-head"><p class="eyebrow">Campaign</p><h1>${escapeHtml(title)}</h1>`,
      campaign.system === '' ? '' : `<p class="shared-date">${escapeHtml(hide(campaign.system))}</p>`,
      place?.here ? `<p class="shared-date">${rangeWords(place.here)} of ${place.all}</p>` : '',
      partWords(part),
      '</header>',
    ].join(''),
    html: [
      storyHtml(page),
      timelineHtml(page),
      told.length > 0 ? `<ol class="shared-chapters">${told.join('')}</ol>` : nothingYet,
      world,
      table === null ? '' : pageEnd(table, null, hide),
      pagesHtml(
        linkOfPart(part, part.at - 1, place?.here?.page) ?? linkOfRange(place?.previous, 'Earlier sessions'),
        linkOfPart(part, part.at + 1, place?.here?.page) ?? linkOfRange(place?.next, 'More sessions'),
      ),
    ].join(''),
  };
}

const ALOUD_SECONDS = 60;

/** On top of a campaign's page: what to read aloud before the next evening, each session in short, and what players missed. */
function storyHtml({
  sessions,
  place,
  players,
  hide,
}: {
  sessions: readonly SharedSession[];
  place: PlaceOfPage | null;
  players: PlayerSessions[];
  hide: HideNames;
}): string {
  const stories = sessions.flatMap(({ id, title, parts }) => {
    const told = storyIn(parts.map((part) => ({ ...part, lines: [] })));
    return told === null ? [] : [{ id, title, ...told }];
  });
  const words = (statements: readonly { text: string }[]) =>
    escapeHtml(hide(withoutLabel(statements.map(({ text }) => text).join(' '))));
  const aloud = place?.next ? '' : words(previously(stories, ALOUD_SECONDS));
  const inShort = (heading: string, some: typeof stories) =>
    some.length === 0
      ? ''
      : `<details class="shared-told"><summary>${escapeHtml(hide(heading))}</summary><div class="prose"><ol>${some
          .map(({ title, short }) => `<li><strong>${escapeHtml(hide(title))}</strong>: ${words(short)}</li>`)
          .join('')}</ol></div></details>`;
  const of = (ids: readonly string[]) => stories.filter(({ id }) => ids.includes(id));
  const isLonger = stories.length > 1 && stories.some(({ short, long }) => long.length > short.length);
  return [
    aloud === ''
      ? ''
      : `<section class="shared-part" data-kind="read-aloud"><h2>Previously on …</h2><div class="prose"><p>${aloud}</p></div></section>`,
    inShort('The story so far, in short', isLonger ? stories : []),
    ...players
      .filter(({ missed }) => missed.length > 0)
      .flatMap(({ player, character, missed, present }) => [
        inShort(`What ${player} missed`, of(missed)),
        inShort(`What ${character} knows`, of(present)),
      ]),
  ].join('');
}

/** Scenes in order with their in-world dates: of all parts of the page, on the first. */
function timelineHtml({
  sessions,
  part,
  hide,
}: {
  sessions: readonly SharedSession[];
  part: PlaceOfPart;
  hide: HideNames;
}): string {
  const dated = (name: string, dates: readonly string[]) => escapeHtml(hide([name, ...dates].join(' – ')));
  const rows = sessions.flatMap(({ title, dated: { scenes, dates } }) => {
    const listed = scenes.map((scene) => `<li>${dated(scene.title, scene.dates)}</li>`).join('');
    if (listed === '' && dates.length === 0) return [];
    return `<li><strong>${dated(title, dates)}</strong>${listed === '' ? '' : `<ol>${listed}</ol>`}</li>`;
  });
  return rows.length === 0 || part.at > 1
    ? ''
    : `<details class="shared-told"><summary>Timeline</summary><div class="prose"><ol>${rows.join('')}</ol></div></details>`;
}

export const sessionWords = (
  campaign: Pick<SharedCampaign, 'title'>,
  session: Pick<SharedSession, 'title' | 'playedAt'>,
  hide: HideNames,
): PreviewWords => ({
  kicker: hide(campaign.title),
  title: hide(session.title),
  day: session.playedAt === null ? '' : dayOf(session.playedAt.getTime(), 'UTC'),
});

export const campaignWords = (
  campaign: { title: string; system: string },
  hide: HideNames,
): PreviewWords => ({ kicker: hide(campaign.system) || 'Campaign', title: hide(campaign.title), day: '' });

const nothingYet = '<p class="shared-empty">There is nothing to read here yet.</p>';

function campaignName({ audience, id, title, publicId }: SharedCampaign, hide: HideNames): string {
  const name = escapeHtml(hide(title));
  return publicId === null
    ? name
    : `<a href="${sharedPath({ audience, kind: 'campaign', id }, publicId)}">${name}</a>`;
}

function dateHtml({ playedAt }: Neighbour): string {
  if (playedAt === null) return '';
  return `<p class="shared-date"><time datetime="${playedAt.toISOString().slice(0, 10)}">${dayOf(playedAt.getTime(), 'UTC')}</time></p>`;
}

const inWorldHtml = ({ dated: { date } }: SharedSession, hide: HideNames): string =>
  date === '' ? '' : `<p class="shared-date">In the world: ${escapeHtml(hide(date))}</p>`;

async function sectionHtml(origin: Origin, around: Around): Promise<string> {
  const { key, title } = origin.part;
  return `<section class="shared-part"${kindOf(key)}><h2>${escapeHtml(around.hide(title))}</h2>${await partHtml(origin, 2, around)}</section>`;
}

async function partHtml(origin: Origin, below: 2 | 3, { hide, table }: Around): Promise<string> {
  const { body, timed } = origin.part;
  const extras = table === null ? undefined : itemExtras(table, body, () => origin, hide);
  const prose = `<div class="prose">${await markdownHtml(timed, hide, below, extras)}</div>`;
  return table === null ? prose : prose + sectionEnd(table, [origin], hide);
}

function kindOf(key: string): string {
  if (key === 'previouslyOn') return ' data-kind="read-aloud"';
  if (key === 'memorableMoments') return ' data-kind="moments"';
  if (key === 'scenes') return ' data-kind="scenes"';
  return entityKeys.includes(key) ? ' data-kind="entities"' : '';
}

function labelHtml({ losesLabel }: SharedSession): string {
  return losesLabel ? `<p class="shared-label">${escapeHtml(highlightsLabel)}</p>` : '';
}

async function chapterHtml(session: SharedSession, around: Around): Promise<string> {
  const { hide } = around;
  const name = escapeHtml(hide(session.title));
  const heading =
    session.publicId === null
      ? name
      : `<a href="${sharedPath({ ...session, kind: 'session' }, session.publicId)}">${name}</a>`;
  const told = session.parts.filter(({ key }) => !entityKeys.includes(key));
  const recap = recapKeys
    .map((key) => told.find((part) => part.key === key))
    .find((part) => part !== undefined);
  const rest = told.filter((part) => part !== recap);
  const textOf = (part: PagePart) => partHtml({ sessionId: session.id, part }, 3, around);
  return [
    `<li class="shared-chapter"><h2>${heading}</h2>${dateHtml(session)}${inWorldHtml(session, hide)}${labelHtml(session)}`,
    recap === undefined ? '' : await textOf(recap),
    ...(await each(
      rest,
      async (part) =>
        `<details><summary>${escapeHtml(hide(part.title))}</summary>${await textOf(part)}</details>`,
    )),
    '</li>',
  ].join('');
}

async function worldHtml(
  key: string,
  sessions: readonly SharedSession[],
  { hide, table }: Around,
): Promise<string> {
  const origins = sessions
    .flatMap(({ id, parts }) =>
      parts.filter((part) => part.key === key).map((part): Origin => ({ sessionId: id, part })),
    )
    .toReversed();
  const [first] = origins;
  if (first === undefined) return '';
  const items = eachNameOnce(origins);
  const lines = items.flatMap(({ text, origin }) => text.split('\n').map(() => origin));
  const body = items.map(({ text }) => text).join('\n');
  const timed = items.map((item) => item.timed).join('\n');
  const extras = table === null ? undefined : itemExtras(table, body, (line) => lines[line] ?? null, hide);
  return [
    `<section class="shared-part"${kindOf(key)}><h2>${escapeHtml(hide(first.part.title))}</h2>`,
    `<div class="prose">${await markdownHtml(timed, hide, 2, extras)}</div>`,
    table === null ? '' : sectionEnd(table, origins, hide),
    '</section>',
  ].join('');
}

function eachNameOnce(origins: readonly Origin[]): { text: string; timed: string; origin: Origin }[] {
  const names = new Set<string>();
  return origins
    .flatMap((origin) => {
      const timed = itemsIn(origin.part.timed);
      return itemsIn(origin.part.body).map((item, at) => ({
        ...item,
        timed: (timed[at] ?? item).text,
        origin,
      }));
    })
    .filter(({ name }) => {
      if (name === null) return true;
      if (names.has(name)) return false;
      names.add(name);
      return true;
    });
}

/** Each with all that is below it, and what is before the first. @returns names in lower case */
function itemsIn(body: string): { text: string; name: string | null }[] {
  const items: { text: string; name: string | null }[] = [];
  for (const { kind, signs, marker, text } of rowsOf(body)) {
    const row = signs + marker + text;
    const isTop = kind === 'item' && /^[-*+]/.test(signs);
    const last = items.at(-1);
    if (last !== undefined && !isTop) last.text += `\n${row}`;
    else items.push({ text: row, name: isTop ? (boldStart(text)?.words.toLowerCase() ?? null) : null });
  }
  return items;
}

function neighbourHtml(session: Neighbour | null, relation: 'prev' | 'next', hide: HideNames): string {
  if (session === null || session.publicId === null) return '';
  const words = relation === 'prev' ? 'Previous session' : 'Next session';
  const href = sharedPath({ ...session, kind: 'session' }, session.publicId);
  return `<a class="shared-${relation}" rel="${relation}" href="${href}"><span>${words}</span><strong>${escapeHtml(hide(session.title))}</strong></a>`;
}

const rangeWords = ({ from, to }: SessionRange) =>
  from === to ? `Session ${from}` : `Sessions ${from}–${to}`;

const partWords = ({ at, of }: PlaceOfPart) =>
  of === 1 ? '' : `<p class="shared-date">Part ${at} of ${of}</p>`;

interface PageLink {
  query: string;
  words: string;
  to: string;
}

const linkOfRange = (range: SessionRange | null | undefined, words: string): PageLink | null =>
  range ? { query: `page=${range.page}`, words, to: rangeWords(range) } : null;

function linkOfPart({ at, of }: PlaceOfPart, part: number, page = 1): PageLink | null {
  if (part < 1 || part > of) return null;
  const query = [...(page > 1 ? [`page=${page}`] : []), `part=${part}`].join('&amp;');
  return { query, words: part < at ? 'Back' : 'More', to: `Part ${part} of ${of}` };
}

function pagesHtml(previous: PageLink | null, next: PageLink | null): string {
  const html = (link: PageLink | null, relation: 'prev' | 'next') =>
    link === null
      ? ''
      : `<a class="shared-${relation}" rel="${relation}" href="?${link.query}"><span>${link.words}</span><strong>${link.to}</strong></a>`;
  const links = html(previous, 'prev') + html(next, 'next');
  return links === '' ? '' : `<nav class="shared-neighbours" aria-label="Pages">${links}</nav>`;
}

function descriptionOf(sessions: readonly SharedSession[], hide: HideNames): string {
  const parts = sessions.flatMap((session) =>
    ['shortSummary', 'previouslyOn', 'summary'].flatMap(
      (key) => session.parts.find((part) => part.key === key) ?? [],
    ),
  );
  const [first] = parts.length > 0 ? parts : sessions.flatMap((session) => session.parts);
  return first === undefined ? '' : plainStart(withoutLabel(first.body), hide, DESCRIPTION_LENGTH);
}

async function each<Item>(items: readonly Item[], html: (item: Item) => Promise<string>): Promise<string[]> {
  const texts: string[] = [];
  for (const item of items) texts.push(await html(item));
  return texts;
}
