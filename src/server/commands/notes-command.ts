import { constants } from 'node:fs';
import { access, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { audioEndings } from '#contract/audio-formats.ts';
import { DetailLevel } from '#contract/common.ts';
import { accountLines } from '#contract/intake-account.ts';
import type { FileSection } from '#contract/notes-file.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { messageOf } from '#contract/unknown-values.ts';
import { UnsupportedAudio } from '#server/engines/audio/errors.ts';
import { hearFile } from '#server/engines/audio/hear-recording.ts';
import { mergeArchive, writeHeard } from '#server/engines/audio/merge-archive.ts';
import { SNIFF_BYTES, sniffAudio } from '#server/engines/audio/sniff.ts';
import { isZipFile } from '#server/engines/audio/unpack.ts';
import { findNotesService, findSpeechService } from '#server/engines/local-services/find-services.ts';
import { createTurns } from '#server/engines/models/turns.ts';
import { allowedHere, openModelHere } from '#server/engines/notes/embedded/model-here.ts';
import { createWriterHere, type WriterHere } from '#server/engines/notes/embedded/writer-here.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { longerRead } from '#server/engines/notes/longer-read.ts';
import { renderNotesMarkdown } from '#server/engines/notes/markdown.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { notesSections } from '#server/engines/notes/sections.ts';
import { selectNotesEngine } from '#server/engines/notes/select.ts';
import { SpeechError } from '#server/engines/speech/errors.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import {
  MOST_TRANSCRIPT_BYTES,
  TranscriptImportError,
  takeInTranscript,
} from '#server/engines/transcripts/import.ts';
import { exportFile } from '#server/exports/export-files.ts';
import { documentFor } from '#server/exports/formats/document.ts';
import { type NotesSettings, readConfig } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readOptions } from './run-command.ts';

const USAGE =
  'Usage: npm run --silent notes -- FILE [--detail brief|comprehensive] [--format markdown|json|notes-json|yaml|obsidian|discord|html|text] [--language TAG] [--longer-read]';
/** `json` is the result itself; `notes-json` is what the app exports and imports. */
const FORMATS = ['markdown', 'json', 'notes-json', 'yaml', 'obsidian', 'discord', 'html', 'text'] as const;
const AUDIO_NAMES = new RegExp(`^\\.(${audioEndings.join('|')})$`, 'i');
/** Zips inside, but no recordings. */
const DOCUMENT_NAMES = /\.(?:docx|odt)$/i;

interface CommandProcess {
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  print(piece: string | Uint8Array): void;
  tell(line: string): void;
}

interface Wanted {
  path: string;
  detailLevel: DetailLevel;
  format: (typeof FORMATS)[number];
  language: string | null;
  longerRead: boolean;
}

function readArguments(argv: string[], env: CommandProcess['env']): Wanted | 'help' {
  const { values, positionals } = readOptions(USAGE, {
    args: argv,
    allowPositionals: true,
    options: {
      detail: { type: 'string', default: 'comprehensive' },
      format: { type: 'string', default: 'markdown' },
      language: { type: 'string' },
      'longer-read': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const detailLevel = DetailLevel.safeParse(values.detail);
  if (!detailLevel.success)
    throw new StartError(`--detail is brief or comprehensive, not "${values.detail}".`);
  const format = FORMATS.find((known) => known === values.format);
  if (format === undefined)
    throw new StartError(`--format is one of ${FORMATS.join(', ')}, not "${values.format}".`);
  const [file, ...more] = positionals;
  if (!file || more.length > 0)
    throw new StartError(`${file ? 'One file at a time' : 'No file given'}. ${USAGE}`);
  // npm runs scripts in the package's folder.
  const path = resolve(env.INIT_CWD ?? '', file);
  return {
    path,
    detailLevel: detailLevel.data,
    format,
    language: values.language ?? null,
    longerRead: values['longer-read'],
  };
}

async function lookAt(path: string): Promise<{ head: Uint8Array; size: number }> {
  const name = basename(path);
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'ENOENT'
        ? `There is no file ${name}.`
        : `The file ${name} cannot be read (${error.code}).`,
    );
  });
  if (!info.isFile()) throw new StartError(`${name} is not a file.`);
  if (info.size === 0) throw new StartError(`The file ${name} is empty.`);
  await access(path, constants.R_OK).catch(() => {
    throw new StartError(`The file ${name} cannot be read (no permission).`);
  });
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size: info.size };
  } finally {
    await file.close();
  }
}

function isAudio(head: Uint8Array): boolean {
  try {
    sniffAudio(head);
    return true;
  } catch (error) {
    if (error instanceof UnsupportedAudio) return false;
    throw error;
  }
}

async function readTranscript(wanted: Wanted, command: CommandProcess): Promise<TranscriptDocument> {
  const { path } = wanted;
  const { head, size } = await lookAt(path);
  const isZip = extname(path).toLowerCase() === '.zip';
  if (isZip || (!DOCUMENT_NAMES.test(path) && isAudio(head))) return hear(wanted, command);
  if (AUDIO_NAMES.test(extname(path))) throw new UnsupportedAudio();
  if (size > MOST_TRANSCRIPT_BYTES)
    throw new StartError(`${basename(path)} is neither audio we can read nor a transcript of at most 20 MB.`);
  const { document, account } = takeInTranscript(await readFile(path), { fileName: basename(path) });
  for (const line of accountLines(account)) command.tell(line);
  return document;
}

async function hear(wanted: Wanted, command: CommandProcess): Promise<TranscriptDocument> {
  const { createSpeechEngine } = await import('#server/engines/speech/create-engine.ts');
  const { transcribeAudio } = await import('#server/engines/speech/transcribe.ts');
  const { speech, port } = readSettings(command.env);
  const found = await findSpeechService(speech, { ownPort: port });
  if (found.text !== '') command.tell(found.text);
  const engine = createSpeechEngine(found.settings);
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-notes-'));
  try {
    const { kind, tracks, path, account } = await readRecording(wanted.path, folder, command);
    for (const line of accountLines(account)) command.tell(line);
    return await transcribeAudio({
      path,
      account,
      ...(kind === 'multitrack' ? { tracks: tracks.map(({ name }) => name) } : {}),
      engine,
      language: wanted.language,
      vocabulary: [],
      context: stageContext('Listening', command),
    });
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readRecording(path: string, folder: string, { signal, env }: CommandProcess) {
  const { maxAudioSeconds: maxSeconds, maxUploadBytes: maxBytes } = readSettings(env).limits;
  if (await isZipFile(path)) return mergeArchive(path, folder, { maxBytes, maxSeconds, signal });
  return writeHeard(await hearFile(path, { maxSeconds, signal }), folder, signal);
}

function stageContext(stage: string, { signal, tell }: CommandProcess) {
  let shown = '';
  return inMemoryStageContext({
    signal,
    onProgress: (fraction, message) => {
      const line = `${message ?? stage} (${Math.floor(fraction * 10) * 10} %)`;
      if (fraction < 0.1 || line === shown) return;
      shown = line;
      tell(line);
    },
  });
}

const readSettings = (env: CommandProcess['env']) => readConfig({ ...env, NODE_ENV: '' });

/** The model on this computer, unless a service writes. */
function writerHere({ url, here: settings, contextTokens }: NotesSettings): WriterHere | null {
  const allowed = url === null ? allowedHere(settings, true) : null;
  const here = allowed && openModelHere({ settings: allowed });
  return here?.canWrite()
    ? createWriterHere({ here, turns: createTurns(), contextTokens: contextTokens ?? null })
    : null;
}

async function run(argv: string[], command: CommandProcess): Promise<string | AsyncIterable<Uint8Array>> {
  const wanted = readArguments(argv, command.env);
  if (wanted === 'help') return `${USAGE}\n`;
  const { notes, port } = readSettings(command.env);
  const found = await findNotesService(notes, { ownPort: port });
  if (found.text !== '') command.tell(found.text);
  const writer = writerHere(found.settings);
  const notesEngine = selectNotesEngine(found.settings, writer);
  const transcript = await readTranscript(wanted, command);
  const result = await takeNotes(
    notesEngine,
    { transcript, detailLevel: wanted.detailLevel, language: wanted.language, campaign: noCampaign },
    stageContext('Taking notes', command),
  ).finally(() => writer?.close());
  if (wanted.format === 'json') return `${JSON.stringify(result, null, 2)}\n`;
  if (wanted.format === 'markdown') return renderNotesMarkdown(result, transcript, wanted);
  const more = wanted.longerRead && result.evening ? longerRead(result.evening, result.summary) : null;
  const sections: FileSection[] = [
    ...notesSections(result),
    ...(more ? [{ ...more, visibility: 'gm' as const }] : []),
  ];
  const session = { title: result.title, order: 1, playedAt: null, sections };
  const format = wanted.format === 'notes-json' ? 'json' : wanted.format;
  return exportFile(documentFor(null, [session], 'gm'), format, new Date()).bytes;
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof StartError ||
    error instanceof TranscriptImportError ||
    error instanceof SpeechUnavailable ||
    error instanceof SpeechError ||
    error instanceof NotesUnavailable ||
    (error instanceof Error && 'code' in error && 'retryable' in error)
  );
}

/** @returns exit code, 2 for what the user can correct */
export async function notesCommand(argv: string[], command: CommandProcess): Promise<number> {
  try {
    const output = await run(argv, command);
    if (typeof output === 'string') command.print(output);
    else for await (const piece of output) command.print(piece);
    return 0;
  } catch (error) {
    command.tell(messageOf(error).replace(/\s+/g, ' ').trim());
    return isExpected(error) ? 2 : 1;
  }
}
