import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeAudio } from '#tests/support/audio.ts';
import { sayToyWords, toyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';
import { toyVoices, writeToyVoices } from '#tests/support/toy-voices.ts';
import { expectInEveryLook } from './support/every-look.ts';
import { type GameMaster, newCredentials } from './support/game-master.ts';
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

/** What the tests do with the page. */
function atTheTable(page: Page, gameMaster: GameMaster, toys: string) {
  const dialog = page.getByRole('dialog', { name: 'Who is who' });
  const transcript = gameMaster.panel('Transcript').getByRole('region', { name: 'Transcript' });
  return {
    dialog,
    transcript,
    card: (label: string) =>
      dialog.getByRole('article').filter({ has: page.getByRole('heading', { name: label, exact: true }) }),
    async evening(name: string, voices: readonly number[]) {
      const words = sayToyWords(toyWords(voices.length * 5));
      const samples = toyVoices(
        voices.map((voice) => ({ voice, seconds: 2.5 })),
        words,
      );
      const buffer = await readFile(await writeAudio(toys, name, samples, 'flac'));
      await gameMaster.createSession();
      await gameMaster.chooseFile({ name: `${name}.flac`, mimeType: 'audio/flac', buffer });
      await page.getByRole('button', { name: 'Upload for free' }).click();
    },
    async openWhoIsWho() {
      await gameMaster.tab('Transcript').click();
      await expect(transcript.getByText('Speaker 1', { exact: true }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Who is who' }).click();
      await expect(dialog.getByRole('heading', { name: 'Speaker 1', exact: true })).toBeVisible();
    },
  };
}

test('a phone on the table: tells three voices apart, asks who the game master is, and knows them the next evening', async ({
  page,
  gameMaster,
  toys,
  complaints,
}) => {
  const { dialog, card, evening, openWhoIsWho } = atTheTable(page, gameMaster, toys);
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
  await expect(dialog.getByText(/^agreed on .* · learned from 1 session$/)).toHaveCount(3);
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
  await dialog.getByRole('button', { name: 'Forget Liam’s voice' }).click();
  await expect(dialog.getByText('Remembered: Dana and Mira.')).toBeVisible();
  await expect(card('Speaker 3').getByText('Speaker 3 sounds like Liam.')).toBeHidden();
  await expect(card('Speaker 1').getByText('Speaker 1 sounds like Mira.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Forget all voices' }).click();
  await expect(dialog.getByText('No voices are remembered.')).toBeVisible();
  await expect(card('Speaker 1').getByText('Speaker 1 sounds like Mira.')).toBeHidden();
  expect(complaints).toEqual([]);
});

test('merges two voices that were heard, splits them, gives a line to somebody else, and undoes each', {
  tag: '@everything',
}, async ({ page, gameMaster, toys, complaints }) => {
  const { dialog, transcript, card, evening, openWhoIsWho } = atTheTable(page, gameMaster, toys);
  const lines = transcript.getByRole('listitem');
  const heard = async () => (await lines.allTextContents()).map((line) => /Speaker \d/.exec(line)?.[0]);
  const restore = async () => {
    await dialog.getByRole('button', { name: 'Restore the voices' }).click();
    await expect(dialog.getByText('The voices are as they were.')).toBeVisible();
  };
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await evening('changed', [0, 1, 2, 0, 1, 2]);
  await gameMaster.startAnalysis('Brief');
  await openWhoIsWho();
  const first = await heard();
  expect(new Set(first)).toEqual(new Set(['Speaker 1', 'Speaker 2', 'Speaker 3']));

  await dialog.getByRole('button', { name: 'Merge Speaker 2 with…' }).click();
  await dialog.getByRole('menuitem', { name: 'Speaker 2 and Speaker 1 are one voice' }).click();
  await expect(dialog.getByText('Two voices were merged.')).toBeInViewport();
  await expect(card('Speaker 2')).toBeHidden();
  const merged = first.map((label) => (label === 'Speaker 2' ? 'Speaker 1' : label));
  await expect.poll(heard).toEqual(merged);
  await restore();
  await expect(card('Speaker 2')).toBeVisible();
  await expect.poll(heard).toEqual(first);

  await dialog.getByRole('button', { name: 'Merge Speaker 2 with…' }).click();
  await dialog.getByRole('menuitem', { name: 'Speaker 2 and Speaker 1 are one voice' }).click();
  await expect(card('Speaker 2')).toBeHidden();
  await dialog.getByRole('button', { name: 'Split Speaker 1 into two voices' }).click();
  await expect(dialog.getByText('A voice was split.')).toBeInViewport();
  await expect(card('Speaker 4')).toBeVisible();
  const split = first.map((label) => (label === 'Speaker 2' ? 'Speaker 4' : label));
  await expect.poll(heard).toEqual(split);
  await expectInEveryLook(page, dialog);
  await restore();
  await expect(card('Speaker 4')).toBeHidden();
  await expect.poll(heard).toEqual(merged);
  await page.keyboard.press('Escape');

  await transcript.getByRole('button', { name: 'Edit line 1', exact: true }).click();
  await transcript.getByRole('combobox', { name: 'Speaker' }).selectOption('A new voice');
  await transcript.getByRole('button', { name: 'Save line' }).click();
  await expect.poll(async () => (await heard())[0]).toBe('Speaker 4');
  await page.getByRole('button', { name: /^Undo: / }).click();
  await expect.poll(heard).toEqual(merged);
  await page.reload();
  await expect.poll(heard).toEqual(merged);
  expect(complaints).toEqual([]);
});
