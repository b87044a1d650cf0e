import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalysisResult } from '#contract/analysis-result.ts';
import { notesCommand } from '#server/commands/notes-command.ts';
import { encodeWav } from '#server/engines/audio/wav.ts';
import { importTranscript } from '#server/engines/transcripts/import.ts';
import { startChatServer } from '#tests/support/chat-server.ts';
import { packed } from '#tests/support/packed.ts';
import { coveredThirds, resultFaults } from '#tests/support/result-faults.ts';
import { asText, hasSharedSessions, readSharedSession, SHARED_EPISODES } from '#tests/support/sessions.ts';
import { smallSession } from '#tests/support/small-session.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer } from '#tests/support/tone-speech-server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-notes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Command = ChildProcessByStdio<null, Readable, Readable>;

function start(args: string[], environment: Record<string, string> = {}, program = packed('notes')): Command {
  const { NOTES_URL: _, SPEECH_URL: __, INIT_CWD: ___, ...inherited } = process.env;
  return spawn(process.execPath, [...program, ...args], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...inherited, HEARTHSCRIBE_DATA: folder, INIT_CWD: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(args: string[], environment?: Record<string, string>, program?: string[]) {
  const command = start(args, environment, program);
  let output = '';
  let errors = '';
  command.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  command.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve) => command.on('close', resolve));
  return { code, output, errors };
}

/** Starting a process takes a third of a second. */
async function runHere(args: string[], environment: Record<string, string> = {}) {
  let output = '';
  let errors = '';
  const code = await notesCommand(args, {
    env: { HEARTHSCRIBE_DATA: folder, INIT_CWD: folder, ...environment },
    signal: new AbortController().signal,
    print: (piece) => {
      output += typeof piece === 'string' ? piece : new TextDecoder().decode(piece);
    },
    tell: (line) => {
      errors += `${line}\n`;
    },
  });
  return { code, output, errors };
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content);
  return name;
}

const jsonOf = (output: string) => AnalysisResult.parse(JSON.parse(output));

describe('npm run notes', () => {
  it('prints Markdown to standard output and progress to standard error', async () => {
    const asStarted = ['--import', 'tsx', 'src/server/commands/notes.ts'];
    const { code, output, errors } = await run(
      [await file('small.txt', asText(smallSession))],
      {},
      asStarted,
    );
    expect(code).toBe(0);
    expect(output).toMatch(/^# .+\n[\s\S]*\n## The evening in its own words\n/);
    expect(output).not.toContain('%');
    expect(errors).toMatch(/%/);
  });

  it('prints exactly an AnalysisResult with --format json', async () => {
    const text = asText(smallSession);
    const name = await file('small.txt', text);
    const { code, output } = await run([name, '--detail', 'brief', '--format=json']);
    expect(code).toBe(0);
    const transcript = await importTranscript(new TextEncoder().encode(text), { fileName: name });
    expect(resultFaults(jsonOf(output), transcript)).toEqual([]);
    expect(jsonOf(output).detailLevel).toBe('brief');
  });

  it('[D12] reads captions, prints their account, and adds their times to the notes', async () => {
    const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
    const cues = smallSession.map(
      (turn, at) => `${time(at * 20)} --> ${time(at * 20 + 19)}\n<v ${turn.speaker}>${turn.text}</v>\n`,
    );
    const { code, output, errors } = await runHere([await file('small.vtt', `WEBVTT\n\n${cues.join('\n')}`)]);
    expect(code).toBe(0);
    expect(errors).toMatch(/^(\d+) of \1 words, (\d+) of \2 times, \d+ of \d+ names, \d+ seconds/m);
    expect(output).toMatch(/\(\d+:\d\d\)/);
  });

  it('uses the service of NOTES_URL', async () => {
    const server = await startChatServer();
    try {
      const { code, output } = await runHere(
        [await file('small.txt', asText(smallSession)), '--format', 'json'],
        { NOTES_URL: server.url, NOTES_MODEL: 'm' },
      );
      expect(code).toBe(0);
      expect(jsonOf(output).kind).toBe('notes');
    } finally {
      await server.close();
    }
  });

  it('transcribes a recording with the service of SPEECH_URL', async () => {
    const server = await startToneSpeechServer();
    try {
      const said = 'You see the old mill of Oldmere burn.';
      const name = await file('tones.wav', encodeWav(encodeTones(said).samples));
      const { code, output } = await runHere([name, '--format', 'json'], { SPEECH_URL: server.url });
      expect(code).toBe(0);
      const result = jsonOf(output);
      expect(result.summary).toContain('old mill of Oldmere');
      expect(result.lines.summary[0]!.evidence.endMs).toBeGreaterThan(1000);
    } finally {
      await server.close();
    }
  });

  it('exits quietly when the reader closes the pipe', async () => {
    const command = start([await file('small.txt', asText(smallSession))]);
    command.stdout.destroy();
    command.stderr.resume();
    expect(await new Promise((resolve) => command.on('close', resolve))).toBe(0);
  });

  it('exits with 130 on Ctrl-C', async () => {
    const server = await startChatServer();
    try {
      const name = await file('small.txt', asText(smallSession));
      const command = start([name], { NOTES_URL: server.url });
      server.answer = () => {
        command.kill('SIGINT');
        return 'stall';
      };
      command.stdout.resume();
      command.stderr.resume();
      expect(await new Promise((resolve) => command.on('close', resolve))).toBe(130);
    } finally {
      await server.close();
    }
  });
});

describe('npm run notes with invalid input', () => {
  const cases: [string, () => Promise<string[]>, RegExp][] = [
    ['no file', async () => [], /No file given/],
    ['a file that is not there', async () => ['gone.txt'], /There is no file gone\.txt/],
    ['a folder', async () => ['.'], /is not a file/],
    ['an empty file', async () => [await file('empty.mp3', '')], /empty/],
    ['only spaces', async () => [await file('blank.txt', ' \n\n ')], /no words/],
    ['HTML named MP3', async () => [await file('page.mp3', '<!doctype html><p>Hello')], /not an audio file/],
    [
      'broken JSON',
      async () => [await file('broken.json', '{"segments": [')],
      /could not read this transcript/,
    ],
    [
      'random bytes',
      async () => [
        await file(
          'noise.bin',
          Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919 * (at + 13)) % 256),
        ),
      ],
      /./,
    ],
    [
      'a zip',
      async () => [
        await file('craig.zip', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0xff, 0xfe, 0, 1])),
      ],
      /./,
    ],
    [
      'a truncated WAV',
      async () => [await file('cut.wav', Buffer.from('RIFF\xff\xff\xff\x7fWAVEfmt ', 'latin1'))],
      /could not read this audio|not an audio/,
    ],
    ['a wrong level', async () => ['x.txt', '--detail', 'epic'], /--detail is brief or comprehensive/],
    ['a wrong format', async () => ['x.txt', '--format', 'pdf'], /--format is one of markdown, json, /],
    ['an unknown option', async () => ['x.txt', '--loud'], /Unknown option '--loud'.*Usage/],
    ['two files', async () => ['a.txt', 'b.txt'], /One file at a time/],
  ];
  it.each(cases)('exits with 2 and one clear line: %s', async (_, args, message) => {
    const { code, output, errors } = await runHere(await args());
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors.trimEnd().split('\n')).toHaveLength(1);
    expect(errors).toMatch(message);
  });

  it('does so as a process', async () => {
    const { code, output, errors } = await run([]);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(/^No file given[^\n]+\n$/);
  });

  it('reports a wrong setting in one line', async () => {
    const name = await file('small.txt', asText(smallSession));
    const { code, errors } = await run([name], { NOTES_URL: 'nonsense' });
    expect(code).toBe(2);
    expect(errors).toMatch(/^NOTES_URL [^\n]+\n$/);
  });
});

describe.skipIf(!hasSharedSessions)('npm run notes on real sessions (needs ../shared/data/crd3)', () => {
  it.each(
    SHARED_EPISODES.flatMap(
      (episode) =>
        [
          [episode, 'brief'],
          [episode, 'comprehensive'],
        ] as const,
    ),
  )(
    '[D11] [D12] %s %s: a valid result, covers the last third, every quotation was said, nothing is cut silently',
    { tags: ['everything'] },
    async (episode, detail) => {
      const text = asText(readSharedSession(episode).turns);
      const name = await file(`${episode}.txt`, text);
      const { code, output } = await runHere([name, '--detail', detail, '--format', 'json']);
      expect(code).toBe(0);
      const transcript = await importTranscript(new TextEncoder().encode(text), { fileName: name });
      const result = jsonOf(output);
      expect(resultFaults(result, transcript)).toEqual([]);
      expect(coveredThirds(result, transcript)).toEqual([true, true, true]);
      expect(result.warnings).toEqual([]);
    },
  );
});
