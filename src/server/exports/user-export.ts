import { asc, eq } from 'drizzle-orm';
import { users } from '#server/accounts/tables.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import { bodyStream } from '#server/http/body-stream.ts';
import type { Archived } from '#server/platform/archived.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { jsonFile, type ListFile, objectFile, type TextFile } from '#server/platform/text-files.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { numbered } from './file-names.ts';
import { recordingsOf } from './session-files.ts';
import { type ZipEntry, zip } from './zip.ts';

const readMe = `This is everything that Hearthscribe stores about you.

account.json, sign-ins.json, preferences.json, agreements.json, feedback.json and the credits folder are about your account.
share-links.json lists the links you made, and proposals.json what players suggested on their pages.
The folder campaigns has a folder for each campaign with its cast, answered questions, glossary and corrected names, and in it one for each session: your notes (notes.md), what was
said (transcript.txt), the result of each analysis, and the recording while it is stored.
The .json files contain the same for programs. Times are UTC.
`;

export type UserExport = ReturnType<typeof createUserExport>;

export function createUserExport(
  deps: Pick<Shared, 'database' | 'clock'> & { files: AudioFiles; archived: readonly Archived[] },
) {
  const { orm } = deps.database;
  const { archived } = deps;

  async function* campaignEntries(userId: string, modified: Date): AsyncGenerator<ZipEntry> {
    const own = await orm
      .select()
      .from(campaigns)
      .where(eq(campaigns.userId, userId))
      .orderBy(asc(campaigns.createdAt));
    for (const [index, campaign] of own.entries()) {
      const folder = `campaigns/${numbered(index, campaign.title, 'Campaign')}`;
      for (const part of archived)
        for await (const file of part.campaign?.(orm, campaign.id) ?? [])
          yield { ...file, name: `${folder}/${file.name}`, modified };
      const evenings = await orm
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.campaignId, campaign.id))
        .orderBy(asc(sessions.position));
      for (const [evening, { id }] of evenings.entries()) {
        const [session] = await orm.select().from(sessions).where(eq(sessions.id, id));
        // Deleted while the files before it were sent.
        if (session === undefined) continue;
        const place = `${folder}/${numbered(evening, session.title, 'Session')}`;
        const { userId: _, ...own } = session;
        const lists = Object.assign({}, ...archived.map((part) => part.listsOf?.(orm, session.id)));
        yield { ...objectFile('session.json', own, lists), name: `${place}/session.json`, modified };
        for (const part of archived)
          for await (const file of part.session?.(orm, session) ?? [])
            yield { ...file, name: `${place}/${file.name}`, modified };
        for (const { name, uploadId, size } of await recordingsOf(orm, deps.files, session.id)) {
          const stream = deps.files.read(uploadId, size);
          yield { name: `${place}/${name}`, size, stream, modified };
        }
      }
    }
  }

  async function* entries(
    userId: string,
    account: readonly (TextFile | ListFile)[],
  ): AsyncGenerator<ZipEntry> {
    const modified = deps.clock.now();
    yield { name: 'README.txt', content: readMe, modified };
    for (const file of account) yield { ...file, modified };
    yield* campaignEntries(userId, modified);
  }

  return {
    /** @throws Refusal notFound before the first byte */
    async archive(userId: string): Promise<ReadableStream<Uint8Array>> {
      const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.id, userId));
      if (user === undefined) throw new Refusal('notFound');
      const own = await Promise.all(archived.map((part) => part.user?.(orm, userId)));
      const account: (TextFile | ListFile)[] = [jsonFile('account.json', Object.assign({}, ...own))];
      for (const part of archived)
        for await (const file of part.account?.(orm, userId) ?? []) account.push(file);
      return bodyStream(zip(entries(userId, account)));
    },
  };
}
