import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg } from '#tests/support/audio.ts';
import { craigZip } from '#tests/support/evening-tracks.ts';
import { decodeTones } from '#tests/support/tone-code.ts';
import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const evening = {
  name: 'evening.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    [
      'DANA: You come over the hill and see the walls of Emon in the evening light, and the river below.',
      'LIAM: I ride down to Emon and knock at the gate. Is anyone awake?',
      'DANA: A guard of the watch opens a hatch and asks what you want at this hour.',
      'LIAM: I look for an inn with a stable, and I keep one hand on my sword all the way.',
    ].join('\n'),
  ),
};

test('maps speakers once by keyboard, undoes it, maps them again, and knows them in the next session', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  const dialog = page.getByRole('dialog', { name: 'Who is who' });
  const transcript = gameMaster.panel('Transcript').getByRole('region', { name: 'Transcript' });
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.createSession();

  await page.getByRole('button', { name: 'Who is who' }).click();
  await expect(dialog.getByText(/^This session has no transcript with speakers yet/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await gameMaster.chooseFile(evening);
  await gameMaster.tab('Transcript').click();
  await expect(transcript.getByText('LIAM', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Who is who' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'DANA' })).toBeVisible();
  await expect(dialog.getByText(/^\d+ % of the talk$/)).toHaveCount(2);
  await expect(dialog.getByRole('list', { name: 'What LIAM says' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Say who LIAM is' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Person')).toHaveValue('LIAM');
  await dialog.getByLabel('Person').fill('Liam');
  await dialog.getByLabel('Character').fill('Pike');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Liam plays Pike.')).toBeVisible();
  await expect(dialog.getByRole('status').getByText('A speaker was named.')).toBeVisible();
  await expect(dialog.getByLabel('Person')).toBeHidden();

  const question = dialog.getByRole('group', { name: 'Who is the game master?' });
  await expectInEveryLook(page, dialog);
  await dialog.getByRole('button', { name: 'Merge LIAM with…' }).click();
  await dialog.getByRole('menuitem', { name: 'LIAM and DANA are one voice' }).click();
  await expect(dialog.getByText('Two voices were merged.')).toBeInViewport();
  await expect(dialog.getByRole('heading', { name: 'LIAM' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Restore the voices' }).click();
  await expect(dialog.getByText('The voices are as they were.')).toBeVisible();
  await expect(dialog.getByText('Liam plays Pike.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dialog.getByText('Undone. Everything is as it was.')).toBeVisible();
  await expect(dialog.getByText('No one yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Say who LIAM is' }).click();
  await dialog.getByLabel('Person').fill('Liam');
  await dialog.getByLabel('Character').fill('Pike');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Liam plays Pike.')).toBeVisible();
  await question.getByRole('button', { name: 'DANA is the game master' }).click();
  await expect(dialog.getByText('Dana is the game master.')).toBeVisible();
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Who is who' })).toBeFocused();
  await expect(transcript.getByText('Pike (Liam)').first()).toBeVisible();

  await page.getByRole('link', { name: 'Overview' }).click();
  await gameMaster.createSession();
  await gameMaster.chooseFile(evening);
  await gameMaster.tab('Transcript').click();
  await expect(transcript.getByText('Pike (Liam)').first()).toBeVisible();
  await expect(page.getByText(/^Known from this campaign: .*Liam plays Pike/u).first()).toBeVisible();

  await page.getByRole('link', { name: 'Overview' }).click();
  const talk = page.getByRole('region', { name: 'Who spoke' });
  await expect(talk.getByRole('listitem').filter({ hasText: 'Liam' })).toContainText('% of the talk');
  await gameMaster.choose('Campaign settings', 'Players and characters');
  await dialog.getByRole('button', { name: 'Remove Liam' }).click();
  await expect(dialog.getByText('A person was removed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('plays Pike', { exact: true })).toBeVisible();
});

test('plays a speaker’s sample for the seconds of that line, and pauses; another sample ends it', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-clips-'));
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.createSession();
  const buffer = await craigZip(folder);
  await gameMaster.chooseFile({ name: 'craig.flac.zip', mimeType: 'application/zip', buffer });
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await gameMaster.startAnalysis('Brief');
  await gameMaster.tab('Transcript').click();
  await expect(gameMaster.panel('Transcript').getByText('Brin ran up the hill.')).toBeVisible();

  await page.getByRole('button', { name: 'Who is who' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is who' });
  const sample = (speaker: string, text: string) =>
    dialog
      .getByRole('list', { name: `What ${speaker} says` })
      .getByRole('listitem')
      .filter({ hasText: text });
  await expect(dialog.getByRole('list', { name: 'What Jonas says' }).getByRole('listitem')).toHaveCount(1);
  const player = page.getByRole('region', { name: 'Player' });
  const pause = player.getByRole('button', { name: 'Pause' });
  const play = player.getByRole('button', { name: 'Play', exact: true });
  const position = async () => Number(await player.getByRole('slider').inputValue());
  const sound = page.waitForRequest(/\/playback\/audio/u);
  const jonas = sample('Jonas', 'Brin ran up the hill.').getByRole('button', {
    name: /^Hear Jonas at 0:14/u,
  });
  await jonas.click();
  // However long the sound is being prepared.
  await pause.waitFor({ timeout: 0 });
  await expect(play).toBeVisible();
  const end = await position();
  expect(end).toBeGreaterThan(15);
  expect(end).toBeLessThan(30);

  const played = await page.request.get((await sound).url());
  const file = join(folder, 'served.mp3');
  await writeFile(file, await played.body());
  const pcm = await ffmpeg(
    ...['-ss', '14', '-t', String(end + 1 - 14), '-i', file],
    ...['-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1'],
  );
  const heard = decodeTones(new Int16Array(new Uint8Array(pcm).buffer));
  expect(heard.map(({ text }) => text).join(' ')).toBe('Brin ran up the hill.');

  await sample('Mira', 'Ash fell on the inn.')
    .getByRole('button', { name: /^Hear Mira at 0:0\d/u })
    .click();
  await expect(pause).toBeVisible();
  await expect.poll(position).toBeLessThan(14);
  await jonas.click();
  await expect(pause).toBeVisible();
  await expect(play).toBeVisible();
  expect(await position()).toBeGreaterThanOrEqual(end - 1);
  expect(complaints).toEqual([]);
});
