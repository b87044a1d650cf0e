import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AnalysisStage } from '#contract/analyses.ts';
import { analysisFailures, errorCatalogue } from '#contract/errors.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { progressView } from '#server/analyses/analysis-rows.ts';
import { stageFailure } from '#server/analyses/job/stage-failure.ts';
import {
  AudioError,
  AudioTooLong,
  AudioUnreadable,
  audioErrorCodes,
  DecoderMissing,
  UnsupportedAudio,
} from '#server/engines/audio/errors.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { SpeechError, type SpeechErrorCode } from '#server/engines/speech/errors.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';
import { settings } from '#server/platform/settings.ts';
import { shownUploadError } from '#server/recordings/shown-upload-error.ts';

const raw =
  'getaddrinfo ENOTFOUND models.example.internal. Set SPEECH_URL or SPEECH_MODEL_DIR, see http://10.0.0.7:9000/v1 at /srv/data (TypeError: x) at run (app.ts:1:2)';

/** Hosts, settings, exceptions and stacks. */
const notForUsers = [
  ...keysOf(settings).map((name) => new RegExp(`\\b${name}\\b`)),
  /\b[A-Z]{2,}_[A-Z_]+\b/,
  /\bE[A-Z]{5,}\b/,
  /getaddrinfo|socket|errno|undefined|\bfetch failed\b|SQL/i,
  /\b\w*(Error|Exception)\b/,
  /\b(at|in) \S+\.(ts|js|mjs)\b|:\d+:\d+/,
  /https?:\/\/\w|\b\d+\.\d+\.\d+\.\d+\b|localhost|\.internal\b/,
];
const faultsOf = (text: string) => notForUsers.filter((fault) => fault.test(text)).map(String);

const speechCodes: readonly SpeechErrorCode[] = ['noSpeech', 'speechFailed', 'chunkFailed'];
const thrown: readonly [string, unknown][] = [
  ['SpeechUnavailable', new SpeechUnavailable(raw)],
  ...speechCodes.map((code) => [code, new SpeechError(code, raw, { retryable: true })] as const),
  ...[true, false].map(
    (retryable) => [`NotesUnavailable ${retryable}`, new NotesUnavailable(raw, { retryable })] as const,
  ),
  ['DecoderMissing', new DecoderMissing(raw)],
  ['UnsupportedAudio', new UnsupportedAudio()],
  ['AudioUnreadable in a zip', AudioError.inZip(new AudioUnreadable(raw), 'evening.mp3')],
  ['AudioUnreadable', new AudioUnreadable(raw)],
  ['AudioTooLong', new AudioTooLong(43_200)],
  ['an exception', new TypeError(raw)],
  ['no exception', raw],
].map(([name, error]) => [String(name), error] as const);

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(`${folder}/${path}`, 'utf8') }));
const sources = sourcesIn('src/server');

describe('what users read when something fails', () => {
  it('recognizes what is not for users', () => {
    expect(faultsOf(raw).length).toBeGreaterThan(6);
  });

  it.each(keysOf(errorCatalogue))('[R7.4] the refusal %s names no host, setting or exception', (code) => {
    expect(faultsOf(errorCatalogue[code].message)).toEqual([]);
  });

  it.each(keysOf(analysisFailures))('the stored failure %s names no host, setting or exception', (code) => {
    expect(faultsOf(analysisFailures[code].message)).toEqual([]);
  });

  it.each(thrown)(
    'of %s in an analysis is a message of ours, and keeps the cause for the log',
    (_, error) => {
      const failure = stageFailure(error);
      expect(failure.message).toBe(analysisFailures[failure.code].message);
      expect(failure.cause).toBe(error);
    },
  );

  it.each([...keysOf(analysisFailures), 'of an earlier version', 'toString'])(
    'is a message of ours whatever was stored with the code %s',
    (code) => {
      for (const stage of AnalysisStage.options) {
        const view = progressView({
          id: '01900000-0000-7000-8000-00000000a001',
          status: 'failed',
          progress: 0,
          etaSeconds: null,
          stageMessage: raw,
          error: { stage, code, message: raw, retryable: true },
          transcriptId: null,
          speechEngine: null,
          writer: 'page',
          writtenBy: null,
          request: { sessionId: '', quoteId: '', detailLevel: 'brief', language: null },
        });
        expect(faultsOf(JSON.stringify(view))).toEqual([]);
        expect(view.stageMessage).toBe(view.error?.message);
      }
    },
  );

  it.each([
    ...audioErrorCodes.filter((code) => code === 'audioUnreadable' || code === 'decoderMissing'),
    'of an earlier version',
    'toString',
  ])('is a message of ours whatever was stored of an upload with the code %s', (code) => {
    const told = shownUploadError({ code, message: raw });
    expect(faultsOf(JSON.stringify(told))).toEqual([]);
    expect(audioErrorCodes).toContain(told.code);
  });

  it('of an upload is what we wrote of the file, and no more', () => {
    const errors = [
      new AudioUnreadable(raw),
      new AudioTooLong(43_200),
      new UnsupportedAudio(),
      AudioError.inZip(new AudioUnreadable(raw), 'evening.mp3'),
    ];
    for (const { code, message } of errors)
      expect(shownUploadError({ code, message })).toEqual({ code, message });
    expect(shownUploadError(new DecoderMissing(raw)).message).toBe(DecoderMissing.forUser);
    expect(errors.flatMap(({ message }) => faultsOf(message))).toEqual([]);
  });

  it('no recording is rejected with the words of an exception, but of a zip that we refused', () => {
    const rejections = [...sources, ...sourcesIn('src/contract')].flatMap(({ path, text }) =>
      [...text.matchAll(/new (?:UnsupportedAudio|ZipRefused)\(([^;]*?)\)[;,\n ]/gs)].map(
        ([, words = '']) => ({
          path,
          words,
        }),
      ),
    );
    expect(rejections.length).toBeGreaterThan(12);
    const faulty = rejections.filter(
      ({ path, words }) =>
        path !== 'engines/audio/unpack.ts' &&
        (/messageOf|\.message|cause|stack/.test(words) ||
          faultsOf(words.replace(/\$\{[A-Z_]+\}|\$\{first\..*?\}/g, 'x')).length > 0),
    );
    expect(faulty).toEqual([]);
  });

  it('is stored by one place, and read through one mapper', () => {
    const storing = sources.filter(
      ({ text }) =>
        /analyses|changeRunning|changeAnalysis/.test(text) && /status: 'failed',\s*error/.test(text),
    );
    expect(storing.map(({ path }) => path)).toEqual(['analyses/analysis-endings.ts']);
    const selecting = sources.filter(({ text }) => /error: analyses\.error/.test(text));
    for (const { path, text } of selecting) expect(text, path).toContain('progressView(');
  });

  it('no refusal is given the words of an exception, and its own name nothing of the operator’s', () => {
    const refusals = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/new Refusal\([^;]*?\)[;,\n]/gs)].map(([words]) => ({ path, words })),
    );
    expect(refusals.length).toBeGreaterThan(100);
    // These words are the transcript reader's own.
    const ofReader = 'new Refusal(error.code, {\n      message: error.message';
    const faulty = refusals.filter(({ path, words }) => {
      if (path === 'recordings/transcripts.ts' && words.startsWith(ofReader)) return false;
      const literals = [...words.matchAll(/message:\s*[`'"]([^`]*?)[`'"],?\n/gs)].map(
        (match) => match[1] ?? '',
      );
      return (
        /message:[^,}]*(messageOf|error\.message|cause|stack)/.test(words) ||
        literals.some((text) => faultsOf(text).length > 0)
      );
    });
    expect(faulty).toEqual([]);
  });
});
