import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { craigFiles } from '#tests/support/evening-tracks.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[D4] [R1.7] turns the tracks of Craig’s zip into speakers', async ({
  page,
  gameMaster,
  complaints,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-tracks-'));
  await gameMaster.signUp(newCredentials('tracks'));
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();

  const damaged = { '3-the_third.flac': new Uint8Array(2000).fill(7) };
  const buffer = Buffer.from(zipSync({ ...(await craigFiles(folder)), ...damaged }));
  await gameMaster.chooseFile({ name: 'craig-rqEv1.flac.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByRole('heading', { name: 'Before you upload' })).toBeVisible();
  await expect(page.getByText('2 tracks of one evening')).toContainText('Mira, Jonas');
  await expect(page.getByText('craig-rqEv1.flac.zip', { exact: false }).first()).toContainText(/· 0:\d\d/);
  await expect(page.getByText('We can’t read 3-the_third.flac. Upload without it')).toBeVisible();
  const [atOnce, inTurn] = ['At the same time', 'One after another'].map((name) =>
    page.getByRole('button', { name }),
  );
  await expect(atOnce!).toHaveAttribute('aria-pressed', 'true');
  await expect(atOnce!).toHaveAccessibleName(/: 0:29, 1 credit$/);
  await expect(inTurn!).toHaveAccessibleName(/: 0:48, 1 or 2 credits$/);
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Comprehensive.*worth 1 credit\)/ })).toBeVisible();
  await gameMaster.startAnalysis('Brief');
  await gameMaster.tab('Transcript').click();
  const transcript = gameMaster.panel('Transcript');
  await expect(transcript.getByText('Brin ran up the hill.')).toBeVisible();
  const lines = transcript.getByRole('listitem');
  await expect(lines.filter({ hasText: 'Ash fell on the inn.' })).toContainText('Mira');
  await expect(lines.filter({ hasText: 'Brin ran up the hill.' })).toContainText('Jonas');
  await expect(lines.filter({ hasText: 'A red glow, no moon.' })).toContainText('Mira');

  expect(complaints).toEqual([]);
});

test('[D4] turns two parts into one recording, and the tracks of an OBS file into speakers', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-parts-'));
  const inTurn = page.getByRole('button', { name: 'One after another' });
  const transcript = gameMaster.panel('Transcript');
  const lines = transcript.getByRole('listitem');
  await gameMaster.signUp(newCredentials('parts'));
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  const parts = await Promise.all(
    ['Who lit it?', 'Ash fell on the inn.'].map(async (text, index) => {
      const path = await writeAudio(folder, `part-${index}`, encodeTones(text).samples, 'mp3-64k');
      return { name: `evening ${10 - index}.mp3`, mimeType: 'audio/mpeg', buffer: await readFile(path) };
    }),
  );
  const open = parts.map((file, index) => ({ ...file, name: ['cellar.mp3', 'chapel.mp3'][index] ?? '' }));
  await gameMaster.dropZone.setInputFiles(open);
  await expect(page.getByRole('heading', { name: 'How do these recordings go together?' })).toBeVisible();
  await expect(inTurn).toHaveAccessibleName(/: 0:\d\d, 1 credit$/);
  await inTurn.click();
  await expect(page.getByText('2 parts, one after another')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await gameMaster.dropZone.setInputFiles(parts);
  await expect(page.getByText('2 parts, one after another')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^evening / })).toHaveText([
    'evening 9.mp3',
    'evening 10.mp3',
  ]);
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await gameMaster.startAnalysis('Brief');
  await gameMaster.tab('Transcript').click();
  await expect(transcript).toContainText(/Ash fell on the inn\..*Who lit it\?/s);

  await page.getByRole('link', { name: 'Overview' }).click();
  await gameMaster.createSession();
  const voice = async (text: string) =>
    writeAudio(folder, text.slice(0, 3), encodeTones(text).samples, 'wav');
  const [one, two] = [await voice('We swim.'), await voice('Who lit it?')];
  const streams = join(folder, 'streams.mkv');
  await ffmpeg(
    ...['-f', 'lavfi', '-t', '70', '-i', 'anullsrc=r=48000:cl=stereo', '-i', one, '-i', two],
    ...['-filter_complex', '[1:a]apad=whole_dur=70[ines];[2:a]apad=whole_dur=70[theo]'],
    ...['-map', '0:a', '-map', '[ines]', '-map', '[theo]', '-c:a', 'libopus'],
    ...['-metadata:s:a:1', 'title=Ines', '-metadata:s:a:2', 'title=Theo', streams],
  );
  const recorded = { name: '2026-11-20 19-02-11.mkv', mimeType: 'video/x-matroska' };
  await gameMaster.chooseFile({ ...recorded, buffer: await readFile(streams) });
  await expect(page.getByText('This file has 3 audio tracks')).toContainText('Track 1, Ines, Theo');
  const brief = page.getByRole('radio', { name: /^Brief.*\b2 credits/ });
  await expect(brief).toBeVisible();
  await page.getByRole('button', { name: /^Upload/ }).click();
  await expect(page.getByText('“Track 1” is left out: it has no sound.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1:10');
  await expect(brief).toBeVisible();
  await gameMaster.startAnalysis('Brief');
  await gameMaster.tab('Transcript').click();
  await expect(lines.filter({ hasText: 'We swim.' })).toContainText('Ines');
  await expect(lines.filter({ hasText: 'Who lit it?' })).toContainText('Theo');
  await expect(transcript.getByText('“Track 1” is left out: it has no sound.')).toBeVisible();
  expect(complaints).toEqual([]);
});
