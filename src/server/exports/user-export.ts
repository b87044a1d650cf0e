import { asc, eq } from 'drizzle-orm';
import { campaigns, casts, sessions } from '#server/campaigns/tables.ts';
import { bodyStream } from '#server/http/body-stream.ts';
import { correctionChanges, corrections, names } from '#server/names/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { campaignWebhooks } from '#server/posting/tables.ts';
import { answers } from '#server/questions/tables.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { accountFiles } from './account-files.ts';
import { numbered } from './file-names.ts';
import { recordingsOf, sessionFiles } from './session-files.ts';
import { notesImports } from './tables.ts';
import { jsonFile, type TextFile } from './text-files.ts';
import { type ZipEntry, zip } from './zip.ts';

export const exportedTables: readonly string[] = [
  'users',
  'identities',
  'logins',
  'preferences',
  'agreement_acceptances',
  'ledger',
  'reservations',
  'billing_customers',
  'checkouts',
  'payments',
  'lot_refunds',
  'subscriptions',
  'feedback',
  'campaigns',
  'sessions',
  'uploads',
  'audio_assets',
  'transcripts',
  'segments',
  'transcript_edits',
  'voice_erasures',
  'quotes',
  'analyses',
  'notes',
  'notes_versions',
  'share_links',
  'proposals',
  'notes_imports',
  'campaign_webhooks',
  'posts',
  'casts',
  'answers',
  'names',
  'corrections',
  'correction_changes',
];

export const leftOutTables: Readonly<Record<string, string>> = {
  billing_events: 'only ids from Stripe’s events; what they changed is in the archive',
  stand_in_objects: 'the embedded stand-in for Stripe: no real payments',
  stand_in_events: 'as stand_in_objects',
  notes_import_stages: 'notes of an import under way, gone when it ends; then they are in the archive',
  model_use: 'what an analysis cost the operator in calls and tokens; none of its text',
  playbacks: 'copies of recordings in another format; the recordings themselves are in the archive',
  analysis_checkpoints: 'the working state of an analysis; its result is in the archive',
  credit_accounts: 'has only the id; what was credited is in the ledger',
  deleted_identities: 'has only deleted identities',
  idp_users: 'the address is in account.json; a password’s verifier is a secret',
  idp_challenges: 'half-finished sign-ins, gone within minutes',
  idp_sessions: 'secrets of sign-ins; their times are in account.json',
  idp_authorizations: 'half-finished sign-ins, gone within minutes',
  idp_codes: 'secret codes, gone within hours',
  installation_values: 'ids and keys of the installation, nothing of a user’s',
  outbox: 'emails on an installation without a mail server, encrypted, gone within a day',
  text_limit: 'one setting of this installation',
  rate_counts: 'counts calls for their limits under hashed keys, gone within a day',
  idp_attempts: 'counts attempts for the lock-out under hashed keys, gone within the hour',
};

const readMe = `This is everything that Hearthscribe stores about you.

account.json, preferences.json, agreements.json, feedback.json and the folder credits are about your account.
share-links.json lists the links you made, and proposals.json what players suggested on their pages.
The folder campaigns has a folder for each campaign with its cast, answered questions, glossary and corrected names, and in it one for each session: your notes (notes.md), what was
said (transcript.txt), the result of each analysis, and the recording while it is stored.
The .json files contain the same for programs. Times are UTC.
`;

export interface UserExport {
  /** @throws Refusal notFound before the first byte */
  archive(userId: string): Promise<ReadableStream<Uint8Array>>;
}

export function createUserExport(deps: { database: Database; files: AudioFiles; clock: Clock }): UserExport {
  const { orm } = deps.database;

  async function* campaignEntries(userId: string, modified: Date): AsyncGenerator<ZipEntry> {
    const own = await orm
      .select()
      .from(campaigns)
      .where(eq(campaigns.userId, userId))
      .orderBy(asc(campaigns.createdAt));
    for (const [index, { userId: _, ...campaign }] of own.entries()) {
      const folder = `campaigns/${numbered(index, campaign.title, 'Campaign')}`;
      yield { ...jsonFile(`${folder}/campaign.json`, campaign), modified };
      const [imported] = await orm
        .select()
        .from(notesImports)
        .where(eq(notesImports.campaignId, campaign.id));
      if (imported !== undefined) yield { ...jsonFile(`${folder}/latest import.json`, imported), modified };
      const [cast] = await orm.select().from(casts).where(eq(casts.campaignId, campaign.id));
      if (cast !== undefined) yield { ...jsonFile(`${folder}/cast.json`, cast), modified };
      const answered = await orm
        .select()
        .from(answers)
        .where(eq(answers.campaignId, campaign.id))
        .orderBy(asc(answers.id));
      if (answered.length > 0) yield { ...jsonFile(`${folder}/answers.json`, answered), modified };
      const glossary = await orm
        .select()
        .from(names)
        .where(eq(names.campaignId, campaign.id))
        .orderBy(asc(names.id));
      if (glossary.length > 0) yield { ...jsonFile(`${folder}/glossary.json`, glossary), modified };
      const corrected = await orm
        .select()
        .from(corrections)
        .where(eq(corrections.campaignId, campaign.id))
        .orderBy(asc(corrections.id));
      for (const correction of corrected) {
        const changes = await orm
          .select()
          .from(correctionChanges)
          .where(eq(correctionChanges.correctionId, correction.id))
          .orderBy(asc(correctionChanges.ordinal));
        const name = `${folder}/corrections/${correction.id}.json`;
        yield { ...jsonFile(name, { ...correction, changes }), modified };
      }
      const [webhook] = await orm
        .select({
          kind: campaignWebhooks.kind,
          host: campaignWebhooks.host,
          ending: campaignWebhooks.ending,
          automatic: campaignWebhooks.automatic,
          turnedOffBecause: campaignWebhooks.turnedOffBecause,
          savedAt: campaignWebhooks.savedAt,
        })
        .from(campaignWebhooks)
        .where(eq(campaignWebhooks.campaignId, campaign.id));
      // Without its secret address: a finder of the archive could post in the user's name.
      if (webhook !== undefined) yield { ...jsonFile(`${folder}/webhook.json`, webhook), modified };
      const evenings = await orm
        .select()
        .from(sessions)
        .where(eq(sessions.campaignId, campaign.id))
        .orderBy(asc(sessions.position));
      for (const [evening, session] of evenings.entries()) {
        const place = `${folder}/${numbered(evening, session.title, 'Session')}`;
        for await (const { name, content } of sessionFiles(orm, session))
          yield { name: `${place}/${name}`, content, modified };
        for (const { name, uploadId, size } of await recordingsOf(orm, deps.files, session.id)) {
          const stream = deps.files.read(uploadId, size);
          yield { name: `${place}/${name}`, size, stream, modified };
        }
      }
    }
  }

  async function* entries(userId: string, account: readonly TextFile[]): AsyncGenerator<ZipEntry> {
    const modified = deps.clock.now();
    yield { name: 'README.txt', content: readMe, modified };
    for (const file of account) yield { ...file, modified };
    yield* campaignEntries(userId, modified);
  }

  return {
    async archive(userId) {
      const account = await accountFiles(orm, userId);
      if (account === null) throw new Refusal('notFound');
      return bodyStream(zip(entries(userId, account)));
    },
  };
}
