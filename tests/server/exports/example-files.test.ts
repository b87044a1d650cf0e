import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { transcriptImportFlow } from '#machines/transcript-import/transcript-import.flow.ts';
import { measureAudio } from '#server/engines/audio/ffmpeg.ts';
import { takeInTranscript } from '#server/engines/transcripts/import.ts';
import { readNotesFile } from '#server/exports/imports/read-notes-file.ts';
import { namesOfFiles } from '#web/features/campaign/names/names-of-files.ts';

const example = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../src/setup/flows-site/examples', name));

it('the files that test scripts choose are read as the scripts say', async () => {
  const { kind, sessions, warnings } = await readNotesFile(example('notes.md'));
  expect([kind, sessions[0]?.title, warnings]).toEqual(['markdown', 'The gates of Eeman', []]);
  const vault = await readNotesFile(example('vault.zip'));
  expect([vault.kind, vault.sessions[0]?.title]).toEqual(['obsidian', 'The gates of Eeman']);
  expect(vault.sessions[0]?.sections).toEqual(sessions[0]?.sections);
  expect(JSON.stringify(takeInTranscript(example('evening.json')))).not.toContain('milliseconds');
  const linesOf = (file: string, unit: number) =>
    JSON.parse(example(file).toString()).utterances.map(
      ({ start, end, ...line }: { start: number; end: number }) => ({
        ...line,
        start: start / unit,
        end: end / unit,
      }),
    );
  expect(linesOf('evening-in-milliseconds.json', 1000)).toEqual(linesOf('evening.json', 1));
  const asks = (answers: Record<string, string>) => ({
    details: {
      questions: takeInTranscript(example('evening-in-milliseconds.json'), { answers }).account.questions,
    },
  });
  const { readTranscript, sendAnswers } = transcriptImportFlow.outcomes;
  expect(readTranscript?.[1]).toMatchObject({ error: asks({}) });
  expect(sendAnswers?.[1]).toMatchObject({ error: asks({ unit: 'seconds' }) });
  const names = await namesOfFiles([new File([example('npcs.json')], 'npcs.json')]);
  expect(names).toMatchObject({ count: 3, skipped: 0 });
  const recording = join(import.meta.dirname, '../../../src/server/sample/playback.mp3');
  expect((await measureAudio(recording)).durationSeconds).toBeCloseTo(481, 0);
});
