import { z } from 'zod';
import { defineCall } from './call.ts';
import { campaignPageChoices } from './campaign-page-choice.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { normalized } from './normalized.ts';
import { NotesSection } from './notes.ts';
import { isRecapSection } from './recap-sections.ts';
import type { SectionKey } from './result-parts.ts';
import { SessionParams } from './sessions.ts';

/** 128 random bits (D10). */
export const PublicId = z.string().regex(/^[\w-]{22}$/);

export const Show = z.object({
  recap: z.boolean(),
  scenes: z.boolean(),
  moments: z.boolean(),
  entities: z.boolean(),
  /** Off: "Player 1" and so on. */
  playerNames: z.boolean(),
});
export type Show = z.infer<typeof Show>;

export type ShownSwitch = Exclude<keyof Show, 'playerNames'>;

/** Which switch of a link shows which section. Null: no link ever does. */
export const switchOfSection: Readonly<Record<SectionKey, ShownSwitch | null>> = {
  toConfirm: null,
  shortSummary: 'recap',
  glance: 'entities',
  previouslyOn: 'recap',
  ownWords: 'recap',
  summary: 'recap',
  decisions: 'recap',
  openThreads: 'recap',
  scenes: 'scenes',
  combats: 'scenes',
  memorableMoments: 'moments',
  characterMoments: 'moments',
  npcs: 'entities',
  locations: 'entities',
  items: 'entities',
  factions: 'entities',
  quests: 'entities',
};

/** A section of the user's own is shown to those that its visibility allows. */
export const isSwitchedOn = (key: string, show: Show): boolean => {
  if (isRecapSection({ key })) return show.recap;
  if (!isSectionKey(key)) return true;
  const wanted = switchOfSection[key];
  return wanted !== null && show[wanted];
};

const isSectionKey = (key: string): key is SectionKey => Object.hasOwn(switchOfSection, key);

export const LinkAudience = z.enum(['public', 'players']);
export type LinkAudience = z.infer<typeof LinkAudience>;

/** Players know one another's names. */
export const defaultShow = (audience: LinkAudience): Show => ({
  recap: true,
  scenes: true,
  moments: true,
  entities: true,
  playerNames: audience === 'players',
});

export const passphraseLength = { min: 4, max: 64 };
/** Case matters; surrounding spaces do not. */
export const Passphrase = z
  .string()
  .transform((text) => normalized(text).trim())
  .pipe(
    z
      .string()
      .min(passphraseLength.min, `Use at least ${passphraseLength.min} characters.`)
      .max(passphraseLength.max, `Use at most ${passphraseLength.max} characters.`),
  );

/** What the campaign's page for the same audience does with a session. */
export const OnCampaignPage = z.object({
  enabled: z.boolean(),
  hasPassphrase: z.boolean(),
  leftOut: z.boolean(),
});
export type OnCampaignPage = z.infer<typeof OnCampaignPage>;

const CampaignPageChoice = z.enum(campaignPageChoices);

/** Without a publicId while it is off; gets a new one each time it is turned on. */
export const ShareLink = z.object({
  publicId: PublicId.nullable(),
  enabled: z.boolean(),
  show: Show,
  hasPassphrase: z.boolean(),
  /** Null for the link of a campaign. */
  campaignPage: OnCampaignPage.nullable(),
});
export type ShareLink = z.infer<typeof ShareLink>;

export const LiveLink = z.object({
  audience: LinkAudience,
  kind: z.enum(['campaign', 'session']),
  id: Id,
  publicId: PublicId,
  title: z.string(),
  campaignTitle: z.string(),
  show: Show,
  hasPassphrase: z.boolean(),
  enabledAt: Timestamp,
});
export type LiveLink = z.infer<typeof LiveLink>;

export type SharedKind = LiveLink['kind'];

/** R2.7, R2.8. */
export const sharedPath = (
  { kind, id, audience }: { kind: SharedKind; id: string; audience: LinkAudience },
  publicId: string,
): string =>
  `/${kind === 'campaign' ? 'campaign' : 'sessions'}/${id}/${audience === 'public' ? 'public' : 'table'}/${publicId}`;

const responses = { 200: ShareLink };
const body = z.object({
  show: Show,
  /** For a players' link; null: none, left out: unchanged. */
  passphrase: Passphrase.nullable().optional(),
});
const CampaignLinkParams = CampaignParams.extend({ audience: LinkAudience });
const SessionLinkParams = SessionParams.extend({ audience: LinkAudience });

export const readCampaignLink = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/{audience}-link',
  params: CampaignLinkParams,
  responses,
  errors: ['notFound'],
  description: 'A link of a campaign, on or off.',
});

export const setCampaignLink = defineCall({
  method: 'PUT',
  path: '/campaigns/{campaignId}/{audience}-link',
  params: CampaignLinkParams,
  body,
  responses,
  errors: ['notFound'],
  description: 'Turns a link of a campaign on, changes what it shows, or its passphrase.',
});

export const revokeCampaignLink = defineCall({
  method: 'DELETE',
  path: '/campaigns/{campaignId}/{audience}-link',
  params: CampaignLinkParams,
  responses: { 204: null },
  errors: ['notFound'],
  description: 'Revokes a link of a campaign at once.',
});

export const renewCampaignLink = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/{audience}-link/renewal',
  params: CampaignLinkParams,
  responses,
  errors: ['notFound', 'conflict'],
  description: 'Revokes a link of a campaign and gives it a new address; 409 if it is off.',
});

export const readSessionLink = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/{audience}-link',
  params: SessionLinkParams,
  responses,
  errors: ['notFound'],
  description: 'A link of a session, on or off.',
});

export const setSessionLink = defineCall({
  method: 'PUT',
  path: '/sessions/{sessionId}/{audience}-link',
  params: SessionLinkParams,
  body,
  responses,
  errors: ['notFound'],
  description: 'Turns a link of a session on, changes what it shows, or its passphrase.',
});

export const revokeSessionLink = defineCall({
  method: 'DELETE',
  path: '/sessions/{sessionId}/{audience}-link',
  params: SessionLinkParams,
  responses: { 204: null },
  errors: ['notFound'],
  description: 'Revokes a link of a session at once.',
});

export const renewSessionLink = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/{audience}-link/renewal',
  params: SessionLinkParams,
  responses,
  errors: ['notFound', 'conflict'],
  description: 'Revokes a link of a session and gives it a new address; 409 if it is off.',
});

export const chooseCampaignPage = defineCall({
  method: 'PUT',
  path: '/sessions/{sessionId}/{audience}-link/campaign-page',
  params: SessionLinkParams,
  body: z.object({ choice: CampaignPageChoice }),
  responses,
  errors: ['notFound', 'conflict'],
  description:
    "Gives the campaign's link the passphrase of the session's, or leaves the session out of the campaign's page or in it; 409 if that changes nothing.",
});

export const listLiveLinks = defineCall({
  method: 'GET',
  path: '/links',
  responses: { 200: z.object({ links: z.array(LiveLink) }) },
  errors: [],
  description: 'Every link of the bearer that is on, the newest first.',
});

export const SharedPart = NotesSection.pick({ key: true, title: true, body: true });
export type SharedPart = z.infer<typeof SharedPart>;

export const readSharedNotes = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/shared-notes',
  params: SessionParams,
  query: z.object({ audience: LinkAudience, page: z.enum(['session', 'campaign']).optional() }),
  responses: { 200: z.object({ title: z.string(), parts: z.array(SharedPart) }) },
  errors: ['notFound'],
  description:
    'Exactly what players, or visitors of the public page, may see of the notes of a session: on its own page, or on that of its campaign.',
});
