import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Passage } from '#contract/analysis-result.ts';
import type { ExportFormat } from '#contract/export-formats.ts';
import type { ImportChoice } from '#contract/exports.ts';
import type { NotesSection } from '#contract/notes.ts';
import type { FileSection } from '#contract/notes-file.ts';
import type { WebhookKind } from '#contract/posting.ts';
import { timesOf } from '#contract/said-times.ts';
import { present } from '#contract/unknown-values.ts';
import { type Audience, visibleSections } from '#contract/visibility.ts';
import {
  type CastNow,
  eveningWithCast,
  linesNow,
  sectionsWithCast,
  sectionsWithoutCast,
} from '#server/campaigns/cast-in-texts.ts';
import { type EditedSection, withKeptEvidence } from '#server/campaigns/notes-sections.ts';
import { longerRead } from '#server/engines/notes/longer-read.ts';
import { storableJson, storableText } from '#server/platform/database/storable.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { charactersIn, refuseBeyond, refuseLongNotes } from '#server/platform/text-limits.ts';
import { createPeer } from '#server/platform/threads/peer.ts';
import { exportFile, zipped } from '../export-files.ts';
import { discordMessages } from '../formats/discord.ts';
import { documentFor, type NotesDocument } from '../formats/document.ts';
import { postMessages } from '../formats/post.ts';
import {
  type PlannedSession,
  type PresentSession,
  planImport,
  planSession,
  previewOf,
  sectionsAfter,
} from '../imports/import-plan.ts';
import { type ReadNotes, readNotesFile } from '../imports/read-notes-file.ts';
import { unzipNotes } from '../imports/unzip-notes.ts';
import { mergeVault } from '../vault/merge-vault.ts';
import { renderVault } from '../vault/vault.ts';
import type { GivenSession, NotesContext, PlannedWrite, Product } from './notes-messages.ts';

const nothing: NotesContext = {
  campaign: null,
  audience: 'gm',
  cast: { people: [], chosen: [], rejected: [] },
  address: null,
};

let given: NotesContext = nothing;
let sessions: (PresentSession &
  Pick<GivenSession, 'order' | 'marks' | 'timing' | 'revision'> & {
    cast: CastNow;
    stored: NotesSection[];
    more: FileSection[];
  })[] = [];
let pieces: Uint8Array<ArrayBuffer>[] = [];
let planned: PlannedSession[] = [];

const documentOf = (audience: Audience = given.audience): NotesDocument =>
  documentFor(
    given.campaign,
    sessions.map((session) => ({
      ...session,
      address: given.address && `${given.address}&sessionId=${session.id}`,
      sections: [
        ...session.sections.map((section) => ({
          ...section,
          times: timesOf(linesNow(session.cast, section.lines), session.timing),
        })),
        ...session.more,
      ],
    })),
    audience,
  );

async function kept(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  pieces = [];
  for await (const piece of bytes) pieces.push(new Uint8Array(piece));
}

/** For players only if their notes have its chapters, and without what is hidden there. */
function longerOf(
  { audience }: NotesContext,
  cast: CastNow,
  session: GivenSession,
  sections: readonly NotesSection[],
): FileSection[] {
  if (session.evening === null) return [];
  const chapters = sections.find(({ key }) => key === 'summary');
  const visibility = session.isWordForWord ? (chapters?.visibility ?? 'gm') : 'gm';
  const above = visibleSections(sections, audience).map(({ body }) => body);
  const evening = eveningWithCast(cast, session.id, JSON.parse(session.evening));
  const isReadable = ({ shown }: Passage) => audience === 'gm' || shown === 'more';
  const read = longerRead(evening, above.join('\n\n'), { isReadable });
  if (read === null) return [];
  const { lines, ...section } = read;
  return [{ ...section, visibility, times: timesOf(linesNow(cast, lines), session.timing) }];
}

const methods = {
  begin(context: NotesContext): void {
    given = context;
    sessions = [];
  },
  addSession({ sections, voices, ...session }: GivenSession): void {
    const stored: NotesSection[] = sections === null ? [] : JSON.parse(sections);
    const cast = voices === undefined ? given.cast : { ...given.cast, voices };
    sessions.push({
      ...session,
      cast,
      stored,
      sections: sectionsWithCast(cast, session.id, stored),
      more: longerOf(given, cast, { ...session, sections }, stored),
    });
  },

  async file(format: ExportFormat, modified: Date): Promise<Product> {
    const { name, mediaType, bytes } = exportFile(documentOf(), format, modified);
    await kept(bytes);
    return { name, mediaType };
  },
  messages: (): string[] => discordMessages(documentOf()),
  postMessages: (kind: WebhookKind): string[] | null => postMessages(kind, documentOf('players')),
  async vault(archive: Uint8Array, modified: Date): Promise<void> {
    await kept(zipped(mergeVault(await unzipNotes(archive), renderVault(documentOf())), modified));
  },

  async plan(bytes: Uint8Array, sessionId: string | null): Promise<string> {
    const file = await readNotesFile(bytes);
    const into = sessions.find(({ id }) => id === sessionId) ?? null;
    planned = sessionId === null ? planImport(file.sessions, sessions) : [planInto(into, file)];
    const changed = planned.flatMap(({ into: one }) => one?.sections ?? []);
    refuseBeyond(
      'importCharacters',
      charactersIn(file.sessions.flatMap(({ sections }) => sections)) + charactersIn(changed),
    );
    const version = versionOf(
      bytes,
      sessions.map(({ id, revision }) => ({ id, revision })),
    );
    const preview = { kind: file.kind, version, sessions: previewOf(planned), warnings: file.warnings };
    pieces = [new TextEncoder().encode(JSON.stringify(preview))];
    return version;
  },
  nextWrite(existing: ImportChoice): PlannedWrite | null {
    for (let next = planned.shift(); next !== undefined; next = planned.shift()) {
      const after = sectionsAfter(next, existing);
      if (after === null) continue;
      refuseLongNotes(after);
      const { title, playedAt } = next.read;
      const into = next.into?.id ?? null;
      const present = sessions.find(({ id }) => id === into);
      const before = present?.stored ?? [];
      const own =
        present === undefined
          ? after
          : sectionsWithoutCast<EditedSection>(present.cast, present.id, before, after);
      return {
        into,
        title: storableText(title),
        playedAt,
        before: JSON.stringify(before),
        after: JSON.stringify(storableJson(withKeptEvidence(before, own))),
      };
    }
    return null;
  },

  /** As one buffer, whose copy is moved to the server's thread. */
  nextPiece: (): Uint8Array<ArrayBuffer> | null => pieces.shift() ?? null,
  forget(): void {
    given = nothing;
    sessions = [];
    pieces = [];
    planned = [];
  },
};

function planInto(into: PresentSession | null, file: ReadNotes): PlannedSession {
  if (into === null) throw new Refusal('notFound');
  const [only, ...others] = file.sessions;
  if (only === undefined || others.length > 0)
    throw new Refusal('notesUnreadable', {
      message: `This file has ${file.sessions.length} sessions. Import it from the campaign’s page.`,
    });
  return planSession(only, into);
}

const versionOf = (bytes: Uint8Array, revisions: unknown): string =>
  createHash('sha256').update(bytes).update(JSON.stringify(revisions)).digest('hex').slice(0, 32);

export type NotesMethods = typeof methods;

createPeer(present(parentPort, 'parent of this thread'), () => methods);
