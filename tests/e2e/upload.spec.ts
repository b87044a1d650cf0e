import { readFile } from 'node:fs/promises';
import { longRecording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ gameMaster }) => {
  await gameMaster.signUp(newCredentials('upload'));
  await gameMaster.createCampaign('Long evenings');
  await gameMaster.createSession();
});

test('[R1.7] pauses and resumes an upload, survives a lost network, and continues after a reload with the same file only', async ({
  page,
  gameMaster,
  context,
}) => {
  const file = await longRecording();
  let release: () => void = () => undefined;
  let held = false;
  await page.route('**/uploads/**', async (route) => {
    if (route.request().method() === 'PATCH' && held)
      await new Promise<void>((resolve) => (release = resolve));
    await route.continue().catch(() => undefined);
  });

  await gameMaster.chooseFile(file);
  held = true;
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await expect(page.getByRole('heading', { name: 'Uploading' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('heading', { name: 'Uploading' })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Uploading' })).toBeVisible();

  page.on('dialog', (dialog) => dialog.accept());
  release();
  await page.reload();
  await expect(page.getByText('Resume your upload')).toBeVisible();
  await gameMaster.chooseFile(await longRecording('another-evening'));
  await expect(page.getByRole('alert').filter({ hasText: /same file|different|another/i })).toBeVisible();

  held = false;
  await gameMaster.chooseFile(file);
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  await expect(page.getByText('10:00', { exact: false }).first()).toBeVisible();
});

const refused = [
  {
    name: 'page.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('<!doctype html><title>Not a song</title>'),
  },
  {
    name: 'archive.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000'),
  },
  { name: 'empty.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) },
  {
    name: 'noise.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) % 251)),
  },
  { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  { name: 'picture.json', mimeType: 'application/json', buffer: Buffer.from('{"pixels": [1, 2, 3]}') },
];

test('[R1.7] rejects what is neither a recording nor a transcript, says what to do, and accepts another file', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  for (const file of refused) {
    await test.step(file.name, async () => {
      await gameMaster.chooseFile(file);
      const upload = page.getByRole('button', { name: 'Upload for free' });
      const alert = page.getByRole('main').getByRole('alert').first();
      await expect(upload.or(alert).first()).toBeVisible();
      if (await upload.isVisible()) await upload.click();
      await expect(alert).toContainText(/Try MP3|Try VTT|empty|no words|could not read/);
      await expect(gameMaster.dropZone).toBeEnabled();
      await expect(page.getByText('1 free analysis')).toBeVisible();
      await page.reload();
      await expect(alert).toBeHidden();
    });
  }
});

test('[R1.7] shows a name with markup and SQL literally', { tag: '@everything' }, async ({
  page,
  gameMaster,
  complaints,
}) => {
  const name = `<img src=x onerror=alert(1)>'); DROP TABLE users;--.wav`;
  await gameMaster.chooseFile({ name, mimeType: 'audio/wav', buffer: await readFile(await longRecording()) });
  await expect(page.getByText(name).first()).toBeVisible();
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  expect(complaints).toEqual([]);
});
