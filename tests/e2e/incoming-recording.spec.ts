import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { recording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

/** What a phone does: it opens the address of the manifest with a form of files. */
async function share(page: Page, name: string, type: string, content: Buffer): Promise<void> {
  await page.evaluate(
    async ({ name, type, content }) => {
      const { share_target: target } = await (await fetch('/manifest.webmanifest')).json();
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], name, { type }));
      const input = Object.assign(document.createElement('input'), {
        type: 'file',
        name: target.params.files[0].name,
      });
      input.files = files.files;
      const form = Object.assign(document.createElement('form'), {
        action: target.action,
        method: target.method,
        enctype: target.enctype,
      });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { name, type, content: content.toString('base64') },
  );
}

test('[R1.7] a recording that another app shares waits for the sign-in, over a reload, and for a place to upload it to', async ({
  page,
  gameMaster,
  complaints,
}) => {
  const credentials = newCredentials('incoming');
  await gameMaster.signUp(credentials);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/incoming-recordings');
        return registration?.active?.state;
      }),
    )
    .toBe('activated');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');

  await page.setViewportSize({ width: 375, height: 740 });
  await share(page, 'Game night 12.mp3', 'audio/mpeg', await readFile(await recording()));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(credentials.email);
  await dialog.getByLabel('Password', { exact: true }).fill(credentials.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();

  const offer = page.getByRole('region', { name: 'A recording from another app' });
  await expect(offer).toContainText('Game night 12.mp3');
  await page.reload();
  await expect(offer).toContainText('Game night 12.mp3');
  await offer.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await offer.getByRole('button', { name: 'Add to a new session' }).click();
  await offer.getByLabel('Name of the new campaign').fill('The Quiet Bell');
  await offer.getByRole('button', { name: 'Add to a new session' }).click();
  await expect(page).toHaveURL(/sessionId=/);
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await kept()).not.toContain('The Quiet Bell');
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await caches.open('hearthscribe.incoming-recordings')).keys()))
    .toEqual([]);

  await share(page, 'map.pdf', 'audio/mpeg', Buffer.from('%PDF-1.7 not a song'));
  await expect(page.getByText('This is not a recording')).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('This is not a recording')).toHaveCount(0);
  await expect(page).toHaveURL('/campaign');
  expect(complaints).toEqual([]);
});
