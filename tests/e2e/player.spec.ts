import { recording, transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const seconds = (text: string | null) => {
  const [minutes = '0', rest = '0'] = /^(\d+):(\d\d)/.exec(text ?? '')?.slice(1) ?? [];
  return Number(minutes) * 60 + Number(rest);
};

test('[D11] plays the uploaded MP3 before any copy exists, changes over to it, and plays on during navigation, by mouse and by keys', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  let release = () => {};
  const isHeard = new Promise<void>((resolve) => {
    release = resolve;
  });
  let questions = 0;
  await page.route(/\/playback$/, async (route) => {
    questions += 1;
    if (questions > 1) await isHeard;
    await route.continue();
  });
  // A timeline would have the copy made earlier.
  await page.route(/\/playback\/lanes$/, (route) => route.fulfill({ json: { state: 'none' } }));
  const addresses = new Set<string>();
  page.on('request', (request) => {
    if (/\/playback\/audio\?/.test(request.url())) addresses.add(request.url());
  });
  await gameMaster.analyzeRecording(await recording());
  await gameMaster.evidence.first().click();

  const transcript = gameMaster.panel('Transcript');
  const lines = transcript.getByRole('button', { name: /^Play from/ });
  await transcript.getByRole('button', { name: 'Play the cited words' }).click();
  const player = page.getByRole('region', { name: 'Player' });
  const time = player.locator('.player-time');
  const slider = player.getByRole('slider', { name: 'Position in the recording' });
  await gameMaster.untilHeard();
  await expect.poll(async () => seconds(await time.textContent())).toBeGreaterThan(0);
  expect(addresses.size).toBe(1);
  const before = seconds(await time.textContent());
  release();
  await expect.poll(() => addresses.size).toBe(2);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(seconds(await time.textContent())).toBeGreaterThanOrEqual(before);
  await expect(transcript.locator('[aria-current]')).toHaveCount(1);
  await lines.first().click();
  await expect(transcript.getByRole('listitem').first()).toHaveAttribute('aria-current', 'true');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();

  await page.keyboard.press('k');
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(time).toHaveText(/^0:00/);
  await page.keyboard.press('l');
  await expect(time).toHaveText(/^0:10/);
  await page.keyboard.press('j');
  await expect(time).toHaveText(/^0:00/);
  await player.getByRole('button', { name: 'Speed 1×' }).click();
  await expect(player.getByRole('button', { name: 'Speed 1.25×' })).toBeVisible();
  await player.getByRole('button', { name: 'Skip silence' }).click();
  await expect(player.getByRole('button', { name: 'Skip silence' })).toHaveAttribute('aria-pressed', 'true');

  // Beside the notes it has the room of the sessions' list.
  await page.getByRole('button', { name: 'Close the transcript' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Drowned Chapel' })).toBeVisible();
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => seconds(await time.textContent())).toBeGreaterThan(0);
  await player.getByRole('link', { name: /./ }).click();
  await expect(gameMaster.tab('Transcript')).toHaveAttribute('aria-selected', 'true');
  await player.getByRole('button', { name: 'Close the player' }).click();
  await expect(player).toBeHidden();

  const said = (await transcript.locator('.transcript-text').nth(1).textContent()) ?? '';
  await page.reload();
  await expect(lines.first()).toBeVisible();
  const [word = ''] = said.match(/\b[a-z]{6,}\b/gu) ?? [];
  const search = page.getByRole('dialog', { name: 'Search your sessions' });
  await page.keyboard.press('ControlOrMeta+k');
  await search.getByLabel('Search, or ask a question').fill(word.slice(0, 2) + word.slice(3));
  await expect(search.getByText(`Also found: “${word}”`)).toBeVisible();
  await page.keyboard.press('Enter');
  await gameMaster.untilHeard();
  await expect(search.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await search
    .getByRole('listitem')
    .filter({ hasText: 'Transcript · ' })
    .first()
    .getByRole('button', { name: /^Open the session/ })
    .click();
  await expect(search).toBeHidden();
  await expect(page).toHaveURL(/&line=[\w.-]+#transcript$/u);
  await expect(gameMaster.tab('Transcript')).toHaveAttribute('aria-selected', 'true');
  expect(complaints).toEqual([]);
});

test('offers no playback for an imported transcript', { tag: '@everything' }, async ({
  page,
  gameMaster,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await expect(page.getByText('estimated from the number of words')).toBeVisible();
  await gameMaster.tab('Transcript').click();
  await expect(gameMaster.panel('Transcript').getByRole('listitem').first()).toBeVisible();
  await expect(gameMaster.panel('Transcript').getByText('This transcript was imported')).toBeVisible();
  await expect(gameMaster.panel('Transcript').getByRole('button', { name: /^Play/ })).toHaveCount(0);
});
