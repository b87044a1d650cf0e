import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const notes = [
  'The party followed the bells down to the chapel.',
  '',
  '- **Isolde**: keeper of the lantern',
  '- **Orrin**: secretly the mole',
].join('\n');

test('[R1.4] [D10] shares with players behind a passphrase; one corrects the notes without an account, until the link is revoked', async ({
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
  await page.getByLabel('Who may see What happened').selectOption('Players');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Who may see each item of What happened' }).click();
  await page.getByLabel(/^Who may see “Orrin/).selectOption('Game master');
  await expect(page.getByLabel(/^Who may see “Orrin/)).toHaveValue('gm');

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: /^Share “/ });
  await dialog.getByRole('tab', { name: 'Your players' }).click();
  await dialog.getByRole('button', { name: 'Create a link for your players' }).click();
  await dialog.getByLabel('Passphrase (optional)').fill('drowned bells');
  await dialog.getByRole('button', { name: 'Turn on the link' }).click();
  const link = await dialog.getByLabel('Link for your players').inputValue();
  expect(link).toMatch(/\/sessions\/[\w-]{36}\/table\/[\w-]{22}$/);
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const suggestions = ['**Ysolde**: keeper of the lantern', '**Ysolde**: keeper of the last lantern'];
  for (const [index, javaScriptEnabled] of [false, true].entries()) {
    const text = suggestions[index] ?? '';
    const context = await browser.newContext({
      javaScriptEnabled,
      colorScheme: index === 0 ? 'light' : 'dark',
    });
    const player = await context.newPage();
    const first = await player.goto(link);
    expect(first?.headers()['x-robots-tag']).toContain('noindex');
    expect(await player.content()).not.toMatch(/Chapel|Isolde|Session 1/);
    await player.getByLabel('Passphrase').fill('drowned bell');
    await player.getByRole('button', { name: 'Open the page' }).click();
    await expect(player.getByRole('alert')).toHaveText(
      'This passphrase is wrong. Ask your game master for it.',
    );
    await player.getByLabel('Passphrase').fill('drowned bells');
    await player.getByRole('button', { name: 'Open the page' }).click();
    await expect(player.getByRole('heading', { level: 1, name: 'Session 1' })).toBeVisible();
    await expect(player.getByRole('listitem').filter({ hasText: 'keeper of the lantern' })).toBeVisible();
    expect(await player.content()).not.toMatch(/Orrin|mole|@example\.org/);
    for (const width of javaScriptEnabled ? [320, 1280] : []) {
      await player.setViewportSize({ width, height: 800 });
      expect(await player.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect.poll(() => axeFindings(player)).toEqual([]);
    }

    await player.getByRole('link', { name: /^✎? ?Suggest a change to “(Is|Ys)olde: keeper/ }).click();
    await expect(player.getByRole('heading', { level: 1, name: 'Suggest a correction' })).toBeVisible();
    if (javaScriptEnabled) await expect.poll(() => axeFindings(player)).toEqual([]);
    await player.getByLabel('What should it say?').fill(text);
    await player.getByLabel('Your name (optional)').fill('Quentin');
    await player.getByRole('button', { name: 'Send to the game master' }).click();
    await expect(player.getByRole('status')).toContainText('Your suggestion went to the game master.');
    expect(await player.content()).not.toContain(text.slice(2));

    await page.reload();
    await page.getByRole('button', { name: 'Suggestions (1)' }).click();
    const review = page.getByRole('dialog', { name: 'Suggestions for “Session 1”' });
    await expect(review.getByText('Correction by Quentin')).toBeVisible();
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await review.getByRole('button', { name: /^Use this text/ }).click();
    await expect(review.getByText('Accepted.')).toBeVisible();
    await review.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(text.replaceAll('*', '').replace('Ysolde: ', ''))).toBeVisible();
    await player.goto(link);
    await expect(player.getByRole('listitem').filter({ hasText: text.replaceAll('*', '') })).toBeVisible();
    await context.close();
  }

  const context = await browser.newContext();
  const late = await context.newPage();
  expect((await late.goto(link))?.status()).toBe(200);
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('tab', { name: 'Your players' }).click();
  await dialog.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(dialog.getByText(/^Your players have no page yet\./)).toBeVisible();
  expect((await late.goto(link))?.status()).toBe(404);
  await expect(late.getByText(/Ask your game master for a new link/)).toBeVisible();
  await context.close();
});

test('[R1.4] [D10] the dialog of a session says what the campaign’s page shows of it, protects it and leaves it out', {
  tag: '@everything',
}, async ({ gameMaster, page }) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await page.getByRole('button', { name: 'Share' }).click();
  const ofCampaign = page.getByRole('dialog', { name: 'Share “The Lantern Coast”' });
  await ofCampaign.getByRole('tab', { name: 'Your players' }).click();
  await ofCampaign.getByRole('button', { name: 'Create a link for your players' }).click();
  await ofCampaign.getByRole('button', { name: 'Turn on the link' }).click();
  const link = await ofCampaign.getByLabel('Link for your players').inputValue();
  await ofCampaign.getByRole('button', { name: 'Close' }).click();

  await gameMaster.createSession();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Session 1”' });
  await dialog.getByRole('tab', { name: 'Your players' }).click();
  await dialog.getByRole('button', { name: 'Create a link for your players' }).click();
  await dialog.getByLabel('Passphrase (optional)').fill('drowned bells');
  await dialog.getByRole('button', { name: 'Turn on the link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The campaign’s page has no passphrase');
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => axeFindings(page)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Use the same passphrase there' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  const player = await page.context().newPage();
  await player.goto(link);
  await player.getByLabel('Passphrase').fill('drowned bells');
  await player.getByRole('button', { name: 'Open the page' }).click();
  await expect(player.getByRole('heading', { level: 1, name: 'The Lantern Coast' })).toBeVisible();
  await expect(player.getByRole('link', { name: 'Session 1' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The link of the campaign is on');
  await dialog.getByRole('button', { name: 'Leave this session out there' }).click();
  await expect(dialog.getByText('The campaign’s page leaves this session out.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Show this session there again' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create a link for your players' }).click();
  await dialog.getByRole('button', { name: 'Turn on the link' }).click();
  await expect(dialog.getByLabel('Link for your players')).toBeVisible();
  await player.reload();
  await expect(player.getByRole('heading', { level: 1, name: 'The Lantern Coast' })).toBeVisible();
  await expect(player.getByText('Session 1')).toHaveCount(0);
  await player.close();
});
