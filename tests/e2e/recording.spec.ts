import type { Locator } from '@playwright/test';
import { browserPath } from '../../src/setup/browser-path.ts';
import { quietStatus } from './flows/background.ts';
import { expectInEveryLook } from './support/every-look.ts';
import { recording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const spoken = await recording('wav');
test.use({
  // Names help only where voices are told apart; without their models the notes are written as before.
  serverSettings: { VOICES: 'yes', VOICES_MODEL_DIR: '/nonexistent' },
  launchOptions: {
    ...(browserPath ? { executablePath: browserPath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${spoken}`,
    ],
  },
});

test('[R1.7][D4] records the table through other pages, a pause and a reload, and transcribes it', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.choose('Campaign settings', 'Players and characters');
  const cast = page.getByRole('dialog', { name: 'Who is who' });
  await cast.getByRole('button', { name: 'Add a person' }).click();
  await cast.getByLabel('Person').fill('Mira');
  await page.keyboard.press('Enter');
  await expect(cast.getByRole('button', { name: 'Edit Mira' })).toBeVisible();
  await page.keyboard.press('Escape');
  await gameMaster.createSession();

  const card = page.getByRole('region', { name: 'Recording', exact: true });
  const recorded = card.locator('.recording-time');
  const seconds = async () => {
    const [minutes = '0', rest = '0'] = ((await recorded.textContent()) ?? '').split(':');
    return Number(minutes) * 60 + Number(rest);
  };
  await page.getByRole('button', { name: 'Say your names first' }).click();
  await card.getByRole('button', { name: 'Skip Game master' }).click();
  await expect(card.getByRole('status').getByText('It’s the turn of Mira')).toBeVisible();
  await card.getByRole('button', { name: 'Mira speaks now' }).click();
  await expect(card.getByText('Voices known on this recording: Mira.')).toBeVisible();
  await expect.poll(seconds).toBeGreaterThan(6);
  const loudness = card.getByRole('meter', { name: 'Loudness' });
  await expect.poll(() => loudness.evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(0.02);
  await expect(card.getByText('Too loud')).toBeHidden();
  // As if somebody shouted into the microphone.
  await page.evaluate(() => {
    AnalyserNode.prototype.getFloatTimeDomainData = (samples) => void samples.fill(1);
  });
  await expect(card.getByRole('status').getByText('Too loud')).toBeVisible();
  await card.getByRole('button', { name: 'Mark this moment' }).click();
  await card.getByLabel('Word for mark 1').fill('She wakes');

  await page.getByRole('link', { name: 'Overview' }).click();
  const elsewhere = page.getByText(/^Recording:/);
  await expect(elsewhere).toBeVisible();
  await elsewhere.getByRole('link').click();
  await expect(elsewhere).toBeHidden();
  const before = await seconds();
  await expect.poll(seconds).toBeGreaterThan(before);

  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByRole('heading', { name: /^Paused/ })).toBeVisible();
  const paused = await seconds();
  await card.getByRole('button', { name: 'Continue recording' }).click();
  await expect.poll(seconds).toBeGreaterThan(paused);

  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  const kept = page.getByRole('region', { name: /^A recording of 0:\d\d is kept in this browser$/ });
  await expect(kept).toBeVisible();
  await expect(kept.getByLabel('Word for mark 1')).toHaveValue('She wakes');
  await expect(kept.getByText('Voices known on this recording: Mira.')).toBeVisible();
  await kept.getByRole('button', { name: 'Record more' }).click();
  const again = await seconds();
  await expect.poll(seconds).toBeGreaterThan(again + 9);
  await card.getByRole('button', { name: 'Stop recording' }).click();

  // On a phone the recording itself is the page.
  await page.setViewportSize({ width: 375, height: 700 });
  await expect(page.getByText('Drop the recording of the session here')).toHaveCount(0);
  await expect(page.getByText('Recorded, not uploaded yet')).toBeVisible();
  for (const name of ['Use this recording', 'Listen', 'Download', 'Discard it'])
    await expect(kept.getByRole('button', { name })).toBeInViewport();
  await kept.getByRole('button', { name: /^Play from 0:\d\d$/ }).click();
  const sound = kept.getByLabel('The recording');
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => [audio.duration > 15, audio.currentTime > 6]))
    .toEqual([true, true]);
  const downloading = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^Session 1 \d{4}-\d\d-\d\d\.webm$/);

  await kept.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await kept.getByRole('button', { name: 'Use this recording' }).click();
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await gameMaster.startAnalysis('Comprehensive');
  await page.setViewportSize({ width: 1280, height: 800 });
  await gameMaster.evidence.first().click();
  const marks = gameMaster.panel('Transcript').getByRole('region', { name: 'Your marks' });
  await expect(marks.getByLabel('Word for mark 1')).toHaveValue('She wakes');
  await expect(gameMaster.panel('Transcript').getByText('Your mark: She wakes')).toBeVisible();
  await marks.getByRole('button', { name: /^Play from 0:\d\d$/ }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  const begin = 'The next morning, you wake in the';
  await expect(gameMaster.panel('Transcript').locator('.transcript-lines')).toContainText(
    new RegExp(`${begin}.*${begin}`, 's'),
  );

  await page.reload();
  await gameMaster.choose('Session settings', 'Replace the recording');
  await expect(page.getByRole('button', { name: 'Record with this device' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('says that people are too quiet or too loud while they can still be heard better', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  await page.clock.install();
  const hear = (loudest: number) =>
    page.evaluate((sample) => {
      AnalyserNode.prototype.getFloatTimeDomainData = (samples) => void samples.fill(sample);
    }, loudest);
  const card = page.getByRole('region', { name: 'Recording', exact: true });
  const [quiet, loud] = ['Too quiet', 'Too loud'].map((title) =>
    card.getByRole('status').getByText(title, { exact: true }),
  ) as [Locator, Locator];
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  await page.getByRole('button', { name: 'Record with this device' }).click();
  await expect(card.getByRole('heading', { name: /^Recording/ })).toBeVisible();

  await hear(0.005);
  await page.clock.runFor(20_000);
  await expect(quiet).toBeHidden();
  await page.clock.runFor(20_000);
  await expect(quiet).toBeVisible();
  await expect(card.getByText(/Move the device closer to the middle of the table/)).toBeInViewport();
  await expectInEveryLook(page);
  await hear(1);
  await page.clock.runFor(4_000);
  await expect(loud).toBeVisible();
  await expect(quiet).toBeHidden();
  await expect(card.getByText(/The sound gets distorted/)).toBeInViewport();
  await expectInEveryLook(page);
  await hear(0.2);
  await page.clock.runFor(60_000);
  await expect(loud).toBeHidden();
  await expect(quiet).toBeHidden();
  await card.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByText('Recorded, not uploaded yet')).toBeAttached();
  expect(complaints).toEqual([]);
});

test('[R1.7] the link to the recording is above all banners on a phone', {
  tag: '@everything',
}, async ({ page, context, gameMaster }) => {
  const announced = { ...quietStatus, issues: true };
  await page.route('**/status', (route) =>
    route.fulfill({ json: { ...announced, now: new Date().toISOString() } }),
  );
  await gameMaster.signUp(newCredentials('banners'));
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  await page.getByRole('button', { name: 'Record with this device' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  const bar = page.getByText(/^Recording:/);
  await expect(bar).toBeVisible();
  await page.setViewportSize({ width: 375, height: 700 });
  await context.setOffline(true);
  await expect(page.getByRole('region', { name: 'Connection' })).toBeInViewport({ ratio: 1 });
  await expect(bar).toBeInViewport({ ratio: 1 });
  const { y, height } = (await bar.boundingBox())!;
  for (const name of ['Announcement', 'Connection']) {
    const banner = page.getByRole('region', { name });
    await expect(banner).toBeInViewport({ ratio: 1 });
    expect((await banner.boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
  }
  await bar.getByRole('link').click({ trial: true });
});
