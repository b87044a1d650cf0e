import { and, asc, eq, getTableColumns, inArray, notExists, sql } from 'drizzle-orm';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { analyses, quotes } from '#server/analyses/tables.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { sectionsWithCast, shownSpeakers } from '#server/campaigns/cast-rules.ts';
import type { SessionRow } from '#server/campaigns/tables.ts';
import { notes, notesVersions } from '#server/campaigns/tables.ts';
import { clockTime } from '#server/engines/notes/markdown.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { posts } from '#server/posting/tables.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { audioAssets, transcriptEdits, transcripts, uploads } from '#server/recordings/tables.ts';
import { loadTranscript } from '#server/recordings/transcript-rows.ts';
import { unsilenced, voiceErasures } from '#server/voices/tables.ts';
import { numbered, safeFileName } from './file-names.ts';
import { jsonFile, type TextFile } from './text-files.ts';

export interface RecordingFile {
  name: string;
  uploadId: string;
  size: number;
}

/** Never shows estimated times. */
export function transcriptText({ segments, speakers, timing }: TranscriptDocument): string {
  const labels = new Map(speakers.map(({ id, label }) => [id, label]));
  return segments
    .map(({ startMs, speakerId, text }) => {
      const time = timing === 'measured' ? `[${clockTime(startMs)}] ` : '';
      const speaker = speakerId === null ? '' : `${labels.get(speakerId) ?? speakerId}: `;
      return `${time}${speaker}${text}\n`;
    })
    .join('');
}

export async function* sessionFiles(orm: Orm, session: SessionRow): AsyncGenerator<TextFile> {
  const { userId: _, ...own } = session;
  const cast = await castOf(orm, session.campaignId);
  const sent = await orm
    .select()
    .from(uploads)
    .where(eq(uploads.sessionId, session.id))
    .orderBy(asc(uploads.id));
  const heard = await orm
    .select()
    .from(audioAssets)
    .where(eq(audioAssets.sessionId, session.id))
    .orderBy(asc(audioAssets.id));
  const prices = await orm
    .select()
    .from(quotes)
    .where(eq(quotes.sessionId, session.id))
    .orderBy(asc(quotes.id));
  yield jsonFile('session.json', { ...own, uploads: sent, recordings: heard, quotes: prices });

  const [written] = await orm.select().from(notes).where(eq(notes.sessionId, session.id));
  if (written !== undefined) {
    const sections = sectionsWithCast(cast, session.id, written.sections).map(
      ({ title, body }) => `# ${title}\n\n${body.trim()}\n`,
    );
    yield { name: 'notes.md', content: sections.join('\n') };
    yield jsonFile('notes.json', written);
  }
  const versions = await orm
    .select()
    .from(notesVersions)
    .where(eq(notesVersions.sessionId, session.id))
    .orderBy(asc(notesVersions.revision));
  for (const version of versions) yield jsonFile(`earlier notes/${version.revision}.json`, version);

  const edited = await orm
    .select(getTableColumns(transcriptEdits))
    .from(transcriptEdits)
    .innerJoin(transcripts, eq(transcriptEdits.transcriptId, transcripts.id))
    .where(eq(transcripts.sessionId, session.id))
    .orderBy(asc(transcriptEdits.createdAt), asc(transcriptEdits.id));
  if (edited.length > 0) yield jsonFile('transcript edits.json', edited);

  const erased = await orm
    .select()
    .from(voiceErasures)
    .where(eq(voiceErasures.sessionId, session.id))
    .orderBy(asc(voiceErasures.erasedAt));
  if (erased.length > 0) yield jsonFile('erased voices.json', erased);

  const posted = await orm.select().from(posts).where(eq(posts.sessionId, session.id)).orderBy(asc(posts.id));
  if (posted.length > 0) yield jsonFile('posts.json', posted);

  const known = await orm
    .select({ id: transcripts.id, replacedAt: transcripts.replacedAt })
    .from(transcripts)
    .where(and(eq(transcripts.sessionId, session.id), eq(transcripts.complete, true)))
    .orderBy(asc(transcripts.createdAt));
  for (const [index, { id, replacedAt }] of known.entries()) {
    const document = await loadTranscript(orm, id);
    if (document === null) continue;
    const speakers = shownSpeakers(cast, session.id, document.speakers);
    const folder = replacedAt === null ? '' : `earlier transcripts/${index + 1}/`;
    yield { name: `${folder}transcript.txt`, content: transcriptText({ ...document, speakers }) };
    yield jsonFile(`${folder}transcript.json`, { id, replacedAt, ...document });
  }

  const runs = await orm
    .select({ id: analyses.id })
    .from(analyses)
    .where(eq(analyses.sessionId, session.id))
    .orderBy(asc(analyses.createdAt));
  for (const [index, { id }] of runs.entries()) {
    const [run] = await orm.select().from(analyses).where(eq(analyses.id, id));
    if (run === undefined) continue;
    const { userId: _user, idempotencyKey: _key, result, ...rest } = run;
    yield jsonFile(`analyses/${index + 1}/analysis.json`, rest);
    if (result !== null) yield jsonFile(`analyses/${index + 1}/result.json`, result);
  }
}

/** Except those that still contain an erased voice. */
export async function recordingsOf(
  orm: Orm,
  files: Pick<AudioFiles, 'size'>,
  sessionId: string,
): Promise<RecordingFile[]> {
  const assets = await orm
    .select({ uploadId: audioAssets.uploadId, fileName: audioAssets.fileName })
    .from(audioAssets)
    .where(
      and(
        eq(audioAssets.sessionId, sessionId),
        notExists(
          orm
            .select({ one: sql`1` })
            .from(voiceErasures)
            .where(
              and(eq(voiceErasures.uploadId, audioAssets.uploadId), inArray(voiceErasures.sound, unsilenced)),
            ),
        ),
      ),
    )
    .orderBy(asc(audioAssets.createdAt));
  const found: RecordingFile[] = [];
  for (const { uploadId, fileName } of assets) {
    const size = await files.size(uploadId);
    if (size === null) continue;
    const name = numbered(found.length, safeFileName(fileName, 'recording'), 'recording');
    found.push({ name: `recordings/${name}`, uploadId, size });
  }
  return found;
}
