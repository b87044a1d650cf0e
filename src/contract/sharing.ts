import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Timestamp } from './common.ts';
import { NotesSection } from './notes.ts';
import { SessionParams } from './sessions.ts';

/** 128 random bits as base64url (D10). */
export const PublicId = z.string().regex(/^[\w-]{22}$/);

/** What a public page shows of what is visible to the public at all. */
export const Show = z.object({
  recap: z.boolean(),
  scenes: z.boolean(),
  moments: z.boolean(),
  entities: z.boolean(),
  /** Off: the players' names become "Player 1" and so on. */
  playerNames: z.boolean(),
});
export type Show = z.infer<typeof Show>;

export const defaultShow: Show = {
  recap: true,
  scenes: true,
  moments: true,
  entities: true,
  playerNames: false,
};

/** The link of a campaign or a session. While it is off it has no publicId; each time it is on it has a new one. */
export const PublicLink = z.object({ publicId: PublicId.nullable(), enabled: z.boolean(), show: Show });
export type PublicLink = z.infer<typeof PublicLink>;

export const LiveLink = z.object({
  kind: z.enum(['campaign', 'session']),
  /** Of the campaign or the session. */
  id: Id,
  publicId: PublicId,
  title: z.string(),
  campaignTitle: z.string(),
  show: Show,
  enabledAt: Timestamp,
});
export type LiveLink = z.infer<typeof LiveLink>;

export type SharedKind = LiveLink['kind'];

/** Address of a public page (R2.7, R2.8). */
export const publicPath = (kind: SharedKind, id: string, publicId: string): string =>
  `/${kind === 'campaign' ? 'campaign' : 'sessions'}/${id}/public/${publicId}`;

const responses = { 200: PublicLink };
const body = z.object({ show: Show });

export const readCampaignLink = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/public-link',
  auth: 'required',
  params: CampaignParams,
  responses,
  errors: ['notFound'],
  description: 'The public link of a campaign, on or off.',
});

export const setCampaignLink = defineCall({
  method: 'PUT',
  path: '/campaigns/{campaignId}/public-link',
  auth: 'required',
  params: CampaignParams,
  body,
  responses,
  errors: ['notFound'],
  description: 'Turns the link of a campaign on, or changes what it shows.',
});

export const revokeCampaignLink = defineCall({
  method: 'DELETE',
  path: '/campaigns/{campaignId}/public-link',
  auth: 'required',
  params: CampaignParams,
  responses: { 204: null },
  errors: ['notFound'],
  description: 'Revokes the link of a campaign at once.',
});

export const renewCampaignLink = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/public-link/renewal',
  auth: 'required',
  params: CampaignParams,
  responses,
  errors: ['notFound', 'conflict'],
  description: 'Revokes the link of a campaign and gives it a new address; 409 where it is off.',
});

export const readSessionLink = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/public-link',
  auth: 'required',
  params: SessionParams,
  responses,
  errors: ['notFound'],
  description: 'The public link of a session, on or off.',
});

export const setSessionLink = defineCall({
  method: 'PUT',
  path: '/sessions/{sessionId}/public-link',
  auth: 'required',
  params: SessionParams,
  body,
  responses,
  errors: ['notFound'],
  description: 'Turns the link of a session on, or changes what it shows.',
});

export const revokeSessionLink = defineCall({
  method: 'DELETE',
  path: '/sessions/{sessionId}/public-link',
  auth: 'required',
  params: SessionParams,
  responses: { 204: null },
  errors: ['notFound'],
  description: 'Revokes the link of a session at once.',
});

export const renewSessionLink = defineCall({
  method: 'POST',
  path: '/sessions/{sessionId}/public-link/renewal',
  auth: 'required',
  params: SessionParams,
  responses,
  errors: ['notFound', 'conflict'],
  description: 'Revokes the link of a session and gives it a new address; 409 where it is off.',
});

export const listLiveLinks = defineCall({
  method: 'GET',
  path: '/public-links',
  auth: 'required',
  responses: { 200: z.object({ links: z.array(LiveLink) }) },
  errors: [],
  description: 'Every link of the bearer that is on, the newest first.',
});

/** A section as an audience reads it. */
export const SharedPart = NotesSection.pick({ key: true, title: true, body: true });
export type SharedPart = z.infer<typeof SharedPart>;

export const readSharedNotes = defineCall({
  method: 'GET',
  path: '/sessions/{sessionId}/shared-notes',
  auth: 'required',
  params: SessionParams,
  query: z.object({ audience: z.enum(['players', 'public']) }),
  responses: { 200: z.object({ title: z.string(), parts: z.array(SharedPart) }) },
  errors: ['notFound'],
  description: 'Exactly what players, or visitors of the public page, may see of the notes of a session.',
});
