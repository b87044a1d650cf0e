import { recording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

// Nothing listens at this port.
test.use({ serverSettings: { SPEECH_URL: 'http://127.0.0.1:9' } });

test('[D18] keeps a recording free of charge on a server that cannot transcribe, and sells nothing', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Silent Mill');
  await gameMaster.createSession();
  await page.setViewportSize({ width: 375, height: 750 });
  await expect(page.getByText('This server cannot transcribe recordings yet')).toBeVisible();
  await gameMaster.chooseFile(await recording());
  await expect(page.getByText(/keep it free of charge/)).toBeVisible();
  await page.getByRole('button', { name: 'Upload and keep for free' }).click();
  const kept = page.getByRole('heading', { name: 'Your recording is kept' });
  await expect(kept).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(
    /Purchase credits|Start analysis|SPEECH_|127\.0\.0\.1|ECONN/,
  );
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: 'Import a transcript' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep the current recording' }).click();
  await expect(kept).toBeVisible();
  // The refused price is an answer that the page expects.
  expect(complaints.filter((complaint) => !/409/.test(complaint))).toEqual([]);
});
