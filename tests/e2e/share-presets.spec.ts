import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const story = 'The party followed the bells down to the chapel.';

for (const width of [375, 1280])
  test(`[R1.4] notes are shared by a preset, and a player's correction is accepted in one press, at ${width} px`, {
    tag: '@everything',
  }, async ({ gameMaster, page, browser }) => {
    await page.setViewportSize({ width, height: 800 });
    await gameMaster.signUp(newCredentials());
    await gameMaster.createCampaign('The Drowned Chapel');
    await gameMaster.createSession();
    await gameMaster.chooseFile({
      name: '2026-03-14 The Drowned Bell.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('GM: The bells ring below.\nQuentin: I light the lantern.\n'.repeat(4)),
    });
    await page.getByRole('button', { name: 'Use title and date' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The Drowned Bell' })).toBeVisible();
    await gameMaster.tab('Notes').click();
    await gameMaster.writeSection('What happened', story);
    await page.getByLabel('Who may see What happened').selectOption('Players');
    await expect(page.getByText('Saved.')).toBeVisible();

    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: /^Share “/ });
    await dialog.getByRole('tab', { name: 'Your players' }).click();
    await dialog.getByRole('button', { name: 'Recap and scenes' }).click();
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(story);
    await dialog.getByRole('button', { name: 'Create a link for your players' }).click();
    await dialog.getByRole('button', { name: 'Turn on the link' }).click();
    const link = await dialog.getByLabel('Link for your players').inputValue();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await dialog.getByRole('button', { name: 'Close' }).click();

    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } });
    const player = await context.newPage();
    await player.goto(link);
    await player.getByRole('link', { name: 'Suggest a correction on What happened' }).click();
    const text = player.getByLabel('What should it say?');
    await expect(text).toHaveValue(story);
    await text.fill(story.replace('bells', 'lanterns'));
    await player.getByRole('button', { name: 'Send to the game master' }).click();
    await expect(player.getByRole('status')).toContainText('Your suggestion went to the game master.');

    await page.reload();
    await page.getByRole('button', { name: 'Suggestions (1)' }).click();
    const review = page.getByRole('dialog', { name: /^Suggestions for “/ });
    await review.getByRole('button', { name: /^Use this text/ }).click();
    await expect(review.getByText('Accepted.')).toBeVisible();
    await player.goto(link);
    await expect(player.getByText('The party followed the lanterns down to the chapel.')).toBeVisible();
    await context.close();
    if (width === 375) return;

    await review.getByRole('button', { name: 'Close' }).click();
    await page.goto(page.url().replace(/&sessionId=.*/, ''));
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    const campaign = page.getByRole('dialog', { name: 'Share “The Drowned Chapel”' });
    const preview = campaign.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('Nothing yet.');
    await campaign.getByRole('tab', { name: 'Your players' }).click();
    await expect(preview).toContainText('The party followed the lanterns');
    await campaign.getByRole('button', { name: 'Recap', exact: true }).click();
    await expect(campaign.getByText('The notes are marked.')).toBeVisible();
  });
