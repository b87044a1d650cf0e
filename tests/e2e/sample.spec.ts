import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[R1.1] lets a new user read and hear the sample session free of charge', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  const free = page.getByRole('button', { name: /1 free analysis/ });
  await expect(free).toBeVisible();
  const look = page.getByRole('button', { name: 'See a sample session' });
  await page.setViewportSize({ width: 375, height: 750 });
  await expect(look).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(look).toBeInViewport({ ratio: 1 });
  await look.click();
  await expect(page).toHaveURL(/campaignId=.*&sessionId=/);
  await gameMaster.evidence.first().click();
  const transcript = gameMaster.panel('Transcript');
  // The sample has its playback already: nothing is prepared, and nothing is asked again.
  const answer = page.waitForResponse(/\/playback$/);
  await transcript.getByRole('button', { name: 'Play the cited words' }).click();
  expect(await (await answer).json()).toMatchObject({ state: 'ready' });
  await gameMaster.untilHeard();
  await expect(transcript.locator('[aria-current]')).toHaveCount(1);
  await expect(free).toBeVisible();

  await gameMaster.tab('Notes').click();
  const hint = (title: string) => page.getByRole('region', { name: title });
  await expect(hint('Check any statement')).toBeVisible();
  const leave = async (title: string, button: string) => {
    await hint(title).getByRole('button', { name: button }).click();
    await expect(hint(title)).toHaveCount(0);
  };
  await hint('Check any statement').getByRole('button', { name: 'Show me a mark' }).click();
  await expect(gameMaster.evidence.first()).toBeFocused();
  await gameMaster.tab('Transcript').click();
  await hint('Check any statement').getByRole('button', { name: 'Show me a mark' }).click();
  await expect(gameMaster.evidence.first()).toBeFocused();
  await expect(gameMaster.evidence.first()).toBeInViewport();
  await leave('Check any statement', 'Next hint');
  await expect(page.getByRole('heading', { name: 'Correct a name once' })).toBeFocused();
  await hint('Correct a name once').getByRole('button', { name: 'Show me the button' }).click();
  await expect(page.getByRole('button', { name: 'Fix a name' })).toBeFocused();
  await expectInEveryLook(page);
  await gameMaster.tab('Evening').click();
  await hint('Correct a name once').getByRole('button', { name: 'Show me the button' }).click();
  await expect(page.getByRole('button', { name: 'Fix a name' })).toBeFocused();
  await leave('Correct a name once', 'Next hint');
  await hint('Share it with your players').getByRole('button', { name: 'Show me the button' }).click();
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused();
  await leave('Share it with your players', 'Done');
  await page.reload();
  await expect(gameMaster.tab('Evening')).toBeVisible();
  await gameMaster.tab('Notes').click();
  await expect(gameMaster.evidence.first()).toBeVisible();
  await expect(hint('Check any statement')).toHaveCount(0);
  await gameMaster.choose('Session settings', 'Show the hints');
  await leave('Check any statement', 'Skip the hints');

  await gameMaster.tab('Notes').click();
  const outline = page.getByRole('navigation', { name: 'On this page' });
  const people = outline.getByRole('button', { name: 'People', exact: true });
  await people.click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeFocused();
  await expect(people).toHaveAttribute('aria-current', 'location');
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(outline.getByRole('button', { name: 'In short' })).toHaveAttribute('aria-current', 'location');
  await page.setViewportSize({ width: 375, height: 740 });
  const toggle = outline.getByRole('button', { name: /^On this page/ });
  await expect(people).toBeHidden();
  await toggle.click();
  await people.click();
  await expect(people).toBeHidden();
  await expect(page.getByRole('heading', { name: 'People' })).toBeInViewport();
  await expect(toggle).toHaveText(/People/);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'All campaigns' }).click();
  await expect(page.getByRole('link', { name: /The Quiet Bell \(sample\)/ })).toHaveCount(1);
  expect(complaints).toEqual([]);
});
