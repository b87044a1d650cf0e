import { axeFindings, colorRules } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const notes = [
  'The party followed the drowned bells down to the chapel, Quentin first.',
  '',
  '- **Ysolde**: keeper of the lantern',
  '- **Orrin**: secretly the mole',
].join('\n');

test('[R1.4] [R2.8] [R6.5] [D10] shares a session; a visitor reads it, without its secrets, until it is revoked', async ({
  gameMaster,
  page,
  browser,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();

  await gameMaster.chooseFile({
    name: 'evening.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('GM: The bells ring below.\nQuentin: I light the lantern.\n'.repeat(4)),
  });
  await gameMaster.tab('Notes').click();
  await gameMaster.writeSection('What happened', notes);
  await page.getByLabel('Who may see What happened').selectOption('Public');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Who may see each item of What happened' }).click();
  await page.getByLabel(/^Who may see “Orrin/).selectOption('Game master');
  await expect(page.getByLabel(/^Who may see “Orrin/)).toHaveValue('gm');

  await gameMaster.choose('View as', 'View as the public');
  const view = page.getByRole('dialog', { name: 'The public sees this' });
  await expect(view.getByText('Ysolde')).toBeVisible();
  await expect(view.getByText('Orrin')).toHaveCount(0);
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await view.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: /^Share “/ });
  await dialog.getByRole('button', { name: 'Create a public link' }).click();
  await dialog.getByRole('button', { name: 'Turn on the link' }).click();
  const link = await dialog.getByLabel('Public link').inputValue();
  expect(link).toMatch(/\/sessions\/[\w-]{36}\/public\/[\w-]{22}$/);
  await expect.poll(() => axeFindings(page)).toEqual([]);

  for (const javaScriptEnabled of [true, false]) {
    const visitor = await browser.newContext({ javaScriptEnabled });
    const opened = await visitor.newPage();
    const answer = await opened.goto(link);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()['x-robots-tag']).toContain('noindex');
    await expect(opened.getByRole('heading', { level: 1, name: 'Session 1' })).toBeVisible();
    await expect(opened.getByText('keeper of the lantern')).toBeVisible();
    await expect(opened.getByText('Player 1 first.')).toBeVisible();
    expect(await opened.content()).not.toMatch(/Orrin|mole|Quentin|@example\.org/);
    for (const width of javaScriptEnabled ? [320, 650, 1280] : []) {
      await opened.setViewportSize({ width, height: 800 });
      expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await opened.emulateMedia({ colorScheme: 'light' });
      await expect.poll(() => axeFindings(opened)).toEqual([]);
      await opened.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => axeFindings(opened, colorRules)).toEqual([]);
    }
    await visitor.close();
  }

  await dialog.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(dialog.getByText(/^There is no public page yet\./)).toBeVisible();
  const stranger = await browser.newContext();
  const late = await stranger.newPage();
  const gone = await late.goto(link);
  expect(gone?.status()).toBe(404);
  expect(await late.content()).not.toContain('Ysolde');
  await stranger.close();
});

test('[R2.7] [D10] a campaign’s page links to its shared sessions; the account settings list and revoke links', async ({
  gameMaster,
  page,
  browser,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “The Lantern Coast”' });
  await dialog.getByRole('button', { name: 'Create a public link' }).click();
  await dialog.getByRole('button', { name: 'Turn on the link' }).click();
  const before = await dialog.getByLabel('Public link').inputValue();
  await dialog.getByRole('button', { name: 'New address' }).click();
  await expect(dialog.getByLabel('Public link')).not.toHaveValue(before);
  const link = await dialog.getByLabel('Public link').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const context = await browser.newContext();
  const visitor = await context.newPage();
  expect((await visitor.goto(before))?.status()).toBe(404);
  expect((await visitor.goto(link))?.status()).toBe(200);
  await expect(visitor.getByRole('heading', { level: 1, name: 'The Lantern Coast' })).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('tab', { name: 'Your data' }).click();
  await page.getByRole('button', { name: 'Turn off the link of The Lantern Coast' }).click();
  await expect(page.getByText('You aren’t sharing any campaigns or sessions.')).toBeVisible();
  expect((await visitor.goto(link))?.status()).toBe(404);
  await context.close();
});
