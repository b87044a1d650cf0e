import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAudio } from '#tests/support/audio.ts';
import { sayToyWords, toyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';
import { toyVoices, writeToyVoices } from '#tests/support/toy-voices.ts';
import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<object, { toys: string }>({
  toys: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-known-'));
      await Promise.all([writeToyModel(join(folder, 'speech')), writeToyVoices(join(folder, 'voices'))]);
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    ({ toys }, use) =>
      use({
        SPEECH_URL: 'none',
        SPEECH_MODEL_DIR: join(toys, 'speech'),
        VOICES_MODEL_DIR: join(toys, 'voices'),
      }),
    { scope: 'worker' },
  ],
});

test('a phone on the table: tells three voices apart, asks who the game master is, and knows them the next evening', async ({
  page,
  gameMaster,
  toys,
  complaints,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Who is who' });
  const card = (label: string) =>
    dialog.getByRole('article').filter({ has: page.getByRole('heading', { name: label, exact: true }) });
  const evening = async (name: string, voices: readonly number[]) => {
    const words = sayToyWords(toyWords(voices.length * 5));
    const samples = toyVoices(
      voices.map((voice) => ({ voice, seconds: 2.5 })),
      words,
    );
    const buffer = await readFile(await writeAudio(toys, name, samples, 'flac'));
    await gameMaster.createSession();
    await gameMaster.chooseFile({ name: `${name}.flac`, mimeType: 'audio/flac', buffer });
    await page.getByRole('button', { name: 'Upload for free' }).click();
  };
  const openWhoIsWho = async () => {
    await gameMaster.tab('Transcript').click();
    await expect(
      gameMaster.panel('Transcript').getByRole('paragraph').getByText('Speaker 1', { exact: true }).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Who is who' }).click();
    await expect(card('Speaker 1')).toBeVisible();
  };
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');

  await gameMaster.choose('Campaign settings', 'Players and characters');
  await expect(dialog.getByText('Add the people at your table first.')).toBeVisible();
  for (const [player, role] of [
    ['Dana', 'Game master'],
    ['Liam', 'Player'],
    ['Mira', 'Player'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await dialog.getByRole('radio', { name: role }).check();
    await dialog.getByLabel('Person').fill(player);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: `Edit ${player}` })).toBeVisible();
  }
  for (const player of ['Dana', 'Liam', 'Mira'])
    await dialog.getByRole('checkbox', { name: player }).press('Space');
  await dialog.getByRole('button', { name: 'Remember their voices' }).click();
  await expect(dialog.getByText('Remembered: Dana, Liam, and Mira.')).toBeVisible();
  await page.keyboard.press('Escape');

  await evening('first', [0, 1, 2, 0, 1, 2]);
  await expect(page.getByText('3 people speak.')).toBeVisible();
  await gameMaster.startAnalysis('Brief');
  await page.getByRole('button', { name: 'Name 3 voices' }).click();
  await dialog.getByRole('button', { name: 'Speaker 1 is the game master' }).click();
  await expect(dialog.getByText('Dana is the game master.')).toBeVisible();
  for (const [label, player] of [
    ['Speaker 2', 'Liam'],
    ['Speaker 3', 'Mira'],
  ] as const) {
    await dialog.getByRole('button', { name: `Say who ${label} is` }).click();
    await dialog.getByLabel('Person').fill(player);
    await page.keyboard.press('Enter');
    await expect(card(label).getByText(`${player}.`, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Overview' }).click();
  await evening('second', [2, 0, 1, 2, 0, 1]);
  await expect(page.getByText('3 people speak.')).toBeVisible();
  await gameMaster.startAnalysis('Brief');
  await openWhoIsWho();
  await expect(
    dialog.getByText(
      'Speaker 1 sounds like Mira, Speaker 2 sounds like Dana, and Speaker 3 sounds like Liam.',
    ),
  ).toBeVisible();
  await expect(card('Speaker 1').getByText('Not known yet.')).toBeVisible();
  await expect(dialog.getByText('A speaker was named.')).toBeHidden();
  await expect(dialog.getByRole('button', { name: /is the game master$/ }).first()).toHaveText(
    'Speaker 2 is the game master',
  );
  const offers = dialog.getByRole('button', { name: /^Yes, all of them$|is the game master$/ });
  await expect(offers.first()).toHaveText('Yes, all of them');
  await expectInEveryLook(page, dialog);
  await dialog.getByRole('button', { name: 'Yes, all of them' }).click();
  await expect(card('Speaker 1').getByText('Mira.', { exact: true })).toBeVisible();
  await expect(card('Speaker 2').getByText('Dana is the game master.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(card('Speaker 1').getByText('Speaker 1 sounds like Mira.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Forget all voices' }).click();
  await expect(dialog.getByText('No voices are remembered.')).toBeVisible();
  await expect(card('Speaker 1').getByText('Speaker 1 sounds like Mira.')).toBeHidden();
  expect(complaints).toEqual([]);
});
