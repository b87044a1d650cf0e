import { recording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test.use({ serverSettings: { AUDIO_DAYS: '0' } });

test('[D11] a deleted recording is explained, and offers no buttons', { tag: '@everything' }, async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  await gameMaster.analyzeRecording(await recording());
  await gameMaster.evidence.first().click();

  const transcript = gameMaster.panel('Transcript');
  await expect(transcript.getByRole('listitem').first()).toBeVisible();
  for (const isCold of [false, true]) {
    if (isCold) await page.reload();
    await expect(
      transcript.getByText('The recording was deleted, so its lines can’t be played.'),
    ).toBeVisible();
    await expect(transcript.getByRole('button', { name: /^Play/ })).toHaveCount(0);
  }
  await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
