import { dayOf } from '#contract/dates.ts';
import { publicPath, type SharedPart } from '#contract/sharing.ts';
import { escapeHtml } from './html.ts';
import { markdownHtml, plainStart } from './markdown-html.ts';
import type { PreviewWords } from './preview/preview-svg.ts';
import type { HideNames } from './pseudonyms.ts';

/** A session on a public page; its address where it has one. */
export interface SharedSession {
  id: string;
  title: string;
  playedAt: Date | null;
  publicId: string | null;
  parts: SharedPart[];
}
type Neighbour = Omit<SharedSession, 'parts'>;

interface SharedCampaign {
  id: string;
  title: string;
  publicId: string | null;
}

/** What a public page says. `html` is safe, the others are plain text. */
export interface PageContent {
  title: string;
  description: string;
  html: string;
  /** What others show with a link to it. */
  picture: { words: PreviewWords; alt: string };
}

const DESCRIPTION_LENGTH = 200;
const recapKeys = ['previouslyOn', 'shortSummary', 'summary'];
const entityKeys = ['npcs', 'locations', 'items', 'factions', 'quests'];

/** The page of one session (R2.8). */
export async function sessionPage(page: {
  campaign: SharedCampaign;
  session: SharedSession;
  previous: Neighbour | null;
  next: Neighbour | null;
  hide: HideNames;
}): Promise<PageContent> {
  const { campaign, session, previous, next, hide } = page;
  const title = hide(session.title);
  const parts = await each(session.parts, (part) => sectionHtml(part, hide));
  const neighbours = [neighbourHtml(previous, 'prev', hide), neighbourHtml(next, 'next', hide)].join('');
  return {
    title: `${title} · ${hide(campaign.title)}`,
    description: descriptionOf([session], hide) || `Session notes from ${hide(campaign.title)}.`,
    picture: {
      words: sessionWords(campaign, session, hide),
      alt: `${title}: session notes from ${hide(campaign.title)}`,
    },
    html: [
      `<header class="shared-head"><p class="eyebrow">${campaignName(campaign, hide)}</p>`,
      `<h1>${escapeHtml(title)}</h1>${dateHtml(session)}</header>`,
      parts.length > 0 ? parts.join('') : nothingYet,
      neighbours === '' ? '' : `<nav class="shared-neighbours" aria-label="Sessions">${neighbours}</nav>`,
    ].join(''),
  };
}

/** The page of a campaign: its sessions in their order, then the people and places of all of them (R2.7). */
export async function campaignPage(page: {
  campaign: SharedCampaign & { system: string };
  sessions: SharedSession[];
  hide: HideNames;
}): Promise<PageContent> {
  const { campaign, sessions, hide } = page;
  const title = hide(campaign.title);
  const told = await each(sessions, (session) => chapterHtml(session, hide));
  const world = (await each(entityKeys, (key) => worldHtml(key, sessions, hide))).join('');
  return {
    title,
    description: descriptionOf(sessions.toReversed(), hide) || `The story of ${title}, session by session.`,
    picture: { words: campaignWords(campaign, hide), alt: `${title}: a campaign, session by session` },
    html: [
      `<header class="shared-head"><p class="eyebrow">Campaign</p><h1>${escapeHtml(title)}</h1>`,
      campaign.system === '' ? '' : `<p class="shared-date">${escapeHtml(hide(campaign.system))}</p>`,
      '</header>',
      told.length > 0 ? `<ol class="shared-chapters">${told.join('')}</ol>` : nothingYet,
      world,
    ].join(''),
  };
}

/** The words of the picture of a session's page. */
export const sessionWords = (
  campaign: Pick<SharedCampaign, 'title'>,
  session: Pick<SharedSession, 'title' | 'playedAt'>,
  hide: HideNames,
): PreviewWords => ({
  kicker: hide(campaign.title),
  title: hide(session.title),
  day: session.playedAt === null ? '' : dayOf(session.playedAt.getTime(), 'UTC'),
});

/** The words of the picture of a campaign's page. */
export const campaignWords = (
  campaign: { title: string; system: string },
  hide: HideNames,
): PreviewWords => ({ kicker: hide(campaign.system) || 'Campaign', title: hide(campaign.title), day: '' });

const nothingYet = '<p class="shared-empty">There is nothing to read here yet.</p>';

function campaignName({ id, title, publicId }: SharedCampaign, hide: HideNames): string {
  const name = escapeHtml(hide(title));
  return publicId === null ? name : `<a href="${publicPath('campaign', id, publicId)}">${name}</a>`;
}

function dateHtml({ playedAt }: Neighbour): string {
  if (playedAt === null) return '';
  return `<p class="shared-date"><time datetime="${playedAt.toISOString().slice(0, 10)}">${dayOf(playedAt.getTime(), 'UTC')}</time></p>`;
}

async function sectionHtml({ key, title, body }: SharedPart, hide: HideNames): Promise<string> {
  return `<section class="shared-part"${kindOf(key)}><h2>${escapeHtml(hide(title))}</h2><div class="prose">${await markdownHtml(body, hide, 2)}</div></section>`;
}

/** Which look a part has. Keys of a game master's own sections are not told. */
function kindOf(key: string): string {
  if (key === 'previouslyOn') return ' data-kind="read-aloud"';
  if (key === 'memorableMoments') return ' data-kind="moments"';
  if (key === 'scenes') return ' data-kind="scenes"';
  return entityKeys.includes(key) ? ' data-kind="entities"' : '';
}

async function chapterHtml(session: SharedSession, hide: HideNames): Promise<string> {
  const name = escapeHtml(hide(session.title));
  const heading =
    session.publicId === null
      ? name
      : `<a href="${publicPath('session', session.id, session.publicId)}">${name}</a>`;
  const told = session.parts.filter(({ key }) => !entityKeys.includes(key));
  const recap = recapKeys
    .map((key) => told.find((part) => part.key === key))
    .find((part) => part !== undefined);
  const rest = told.filter((part) => part !== recap);
  return [
    `<li class="shared-chapter"><h2>${heading}</h2>${dateHtml(session)}`,
    recap === undefined ? '' : `<div class="prose">${await markdownHtml(recap.body, hide, 3)}</div>`,
    ...(await each(rest, async ({ title, body }) => {
      const inner = await markdownHtml(body, hide, 3);
      return `<details><summary>${escapeHtml(hide(title))}</summary><div class="prose">${inner}</div></details>`;
    })),
    '</li>',
  ].join('');
}

/** What all sessions say of one kind of thing, the latest first. */
async function worldHtml(key: string, sessions: readonly SharedSession[], hide: HideNames): Promise<string> {
  const parts = sessions.flatMap((session) => session.parts.filter((part) => part.key === key)).toReversed();
  const first = parts[0];
  if (first === undefined) return '';
  return sectionHtml({ ...first, body: eachNameOnce(parts.map(({ body }) => body)) }, hide);
}

/** Of the items that begin with the same name, the first. */
function eachNameOnce(bodies: readonly string[]): string {
  const names = new Set<string>();
  return bodies
    .flatMap((body) => body.split(/\n(?=[-*+] )/))
    .filter((item) => {
      const name = /^[-*+] \*\*(.+?)\*\*/.exec(item)?.[1]?.toLowerCase();
      if (name === undefined) return true;
      if (names.has(name)) return false;
      names.add(name);
      return true;
    })
    .join('\n');
}

function neighbourHtml(session: Neighbour | null, relation: 'prev' | 'next', hide: HideNames): string {
  if (session === null || session.publicId === null) return '';
  const words = relation === 'prev' ? 'Previous session' : 'Next session';
  const href = publicPath('session', session.id, session.publicId);
  return `<a class="shared-${relation}" rel="${relation}" href="${href}"><span>${words}</span><strong>${escapeHtml(hide(session.title))}</strong></a>`;
}

function descriptionOf(sessions: readonly SharedSession[], hide: HideNames): string {
  const parts = sessions.flatMap((session) =>
    ['shortSummary', 'previouslyOn', 'summary'].flatMap(
      (key) => session.parts.find((part) => part.key === key) ?? [],
    ),
  );
  const [first] = parts.length > 0 ? parts : sessions.flatMap((session) => session.parts);
  return first === undefined ? '' : plainStart(first.body, hide, DESCRIPTION_LENGTH);
}

/** One after the other: each lets other requests have their turn. */
async function each<Item>(items: readonly Item[], html: (item: Item) => Promise<string>): Promise<string[]> {
  const texts: string[] = [];
  for (const item of items) texts.push(await html(item));
  return texts;
}
