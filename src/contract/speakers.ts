import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams, IfMatch } from './campaigns.ts';
import { Id, Revision, Timestamp } from './common.ts';
import { VoicesChanged } from './voice-changes.ts';

export const castLimits = {
  name: 120,
  characters: 20,
  people: 100,
} as const;

export const PersonRole = z.enum(['player', 'gm', 'guest']);
export type PersonRole = z.infer<typeof PersonRole>;

const Written = z.string().trim().min(1).max(castLimits.name);

const PersonFields = z.object({
  player: Written,
  role: PersonRole,
  characters: z.array(Written).max(castLimits.characters),
});

export const CastPerson = PersonFields.extend({ id: Id });
export type CastPerson = z.infer<typeof CastPerson>;

export const CastSpeaker = z.object({
  label: z.string(),
  /** Percent of all words. */
  share: z.int().min(0).max(100),
  samples: z.array(
    z.object({ startMs: z.int().nonnegative(), endMs: z.int().nonnegative(), text: z.string() }),
  ),
  personId: Id.nullable(),
  character: z.string().nullable(),
  /** `chosen`: for this session; `known`: from other sessions, or by name. */
  source: z.enum(['chosen', 'known', 'none']),
  /** A numbered label is someone else each time. */
  isLasting: z.boolean(),
  suggestion: z.string().nullable(),
  /** Of whom the voice reminds, by how they sounded before; nothing follows from it until the user says so. */
  soundsLike: Id.nullable(),
});
export type CastSpeaker = z.infer<typeof CastSpeaker>;

export const CastUndo = z.enum([
  'assigned',
  'cleared',
  'accepted',
  'rejected',
  'recognized',
  'saved',
  'removed',
]);
export type CastUndo = z.infer<typeof CastUndo>;

export const CastSheet = z.object({
  revision: Revision,
  people: z.array(CastPerson),
  speakers: z.array(CastSpeaker),
  canBeHeard: z.boolean(),
  /** Who is probably the game master, with the name to give them; null once somebody is. */
  gameMaster: z.object({ label: z.string(), player: z.string() }).nullable(),
  undo: CastUndo.nullable(),
  /** Whether this server tells apart the voices of one track, so that it helps to say one's name while recording. */
  tellsVoicesApart: z.boolean(),
  /** Whose voices are remembered; null where voices are not remembered on this server. */
  memory: z
    .object({
      people: z.array(
        z.object({
          personId: Id,
          agreedAt: Timestamp,
          /** On which they were heard. */
          evenings: z.int().nonnegative(),
        }),
      ),
    })
    .nullable(),
  /** How the voices of the transcript can be changed; null without one. */
  voices: z
    .object({
      transcriptId: Id,
      /** How many voices the recording was divided into, whatever was merged, split or added by hand since. */
      heard: z.int().nonnegative(),
      /** For how many people it can be told apart again. */
      choices: z.array(z.int().min(1)),
      undo: VoicesChanged.nullable(),
      /** Of the change to undo. */
      version: z.string().nullable(),
    })
    .nullable(),
});
export type CastSheet = z.infer<typeof CastSheet>;

const Label = z.string().min(1).max(castLimits.name);

export const CastChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('assign'),
    label: Label,
    player: Written,
    role: PersonRole,
    character: Written.nullable(),
  }),
  z.object({ kind: z.literal('clear'), label: Label }),
  z.object({ kind: z.literal('accept'), label: Label, character: Written }),
  z.object({ kind: z.literal('reject'), label: Label, character: Written }),
  /** Everybody is who they sound like; with a label, that voice alone. */
  z.object({ kind: z.literal('recognize'), label: Label.nullable() }),
  z.object({ kind: z.literal('save'), personId: Id.nullable(), ...PersonFields.shape }),
  z.object({ kind: z.literal('remove'), personId: Id }),
]);
export type CastChange = z.infer<typeof CastChange>;

export const readCast = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/cast',
  params: CampaignParams,
  query: z.object({ sessionId: Id.optional() }),
  responses: { 200: CastSheet },
  errors: ['notFound'],
  description: 'Who plays in a campaign; with a session, who speaks in it.',
});

export const changeCast = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/cast',
  params: CampaignParams,
  headers: IfMatch,
  body: z.object({ sessionId: Id.nullable(), change: CastChange }),
  responses: { 200: CastSheet },
  errors: ['notFound', 'personExists', 'castFull', 'staleRevision', 'preconditionRequired'],
  description: 'Changes who is who, of the version named by If-Match.',
});

export const undoCast = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/cast/undo',
  params: CampaignParams,
  headers: IfMatch,
  body: z.object({ sessionId: Id.nullable() }),
  responses: { 200: CastSheet },
  errors: ['notFound', 'nothingToUndo', 'staleRevision', 'preconditionRequired'],
  description: 'Undoes the last change exactly.',
});

/** Evenings that count for it. */
export const mostTalkEvenings = 10;

export const TalkShare = z.object({
  /** With a transcript that says who speaks, the latest ten. */
  evenings: z.int().min(0).max(mostTalkEvenings),
  /** Those who talked longest first; of the named alone. */
  people: z.array(
    z.object({
      name: z.string(),
      role: PersonRole.nullable(),
      /** As whom they talked, longest first. */
      characters: z.array(z.object({ name: z.string(), talkMs: z.int().nonnegative() })),
      /** When they were there. */
      evenings: z.int().min(1).max(mostTalkEvenings),
      talkMs: z.int().nonnegative(),
      /** Percent of the talk on the evenings when they were there. */
      share: z.int().min(0).max(100),
    }),
  ),
  /** Voices that nobody has named, and the latest session with some. */
  unnamed: z
    .object({ talkMs: z.int().nonnegative(), session: z.object({ id: Id, title: z.string() }) })
    .nullable(),
});
export type TalkShare = z.infer<typeof TalkShare>;

export const readTalkShare = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/talk-share',
  params: CampaignParams,
  responses: { 200: TalkShare },
  errors: ['notFound'],
  description: 'Who spoke how long on the last evenings of a campaign.',
});
