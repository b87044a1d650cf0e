import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[R9.9] gives an unnamed session the title of its analysis beside the heading, above words that stay where they are, and undoes it', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  const { buffer, ...file } = transcriptFile();
  const names = ['Ada', 'Bruno', 'Cyril', 'Delia', 'Elias', 'Fay'];
  const lines = [
    ...names.map((name) => `${name}: I am ${name}.`),
    ...names.map((name) => `${name}: ${name} goes.`),
  ];
  const talk = Buffer.from(`\n${lines.join('\n')}`);
  await gameMaster.chooseFile({ ...file, buffer: Buffer.concat([buffer, talk]) });
  await gameMaster.startAnalysis('Brief');
  const suggestion = page.getByText(/^The analysis calls this session “/);
  const [, title] = /“(.+)”/.exec((await suggestion.textContent()) ?? '') ?? [];
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Session 1');
  await expect(page.getByRole('button', { name: /^\d+ more$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Skip the hints' }).click();
  const top = () =>
    gameMaster
      .panel('Notes')
      .locator('.prose')
      .first()
      .evaluate((words) => words.getBoundingClientRect().top + window.scrollY);
  await expect.poll(top).toBeLessThan(300);
  await page.setViewportSize({ width: 375, height: 750 });
  await expect.poll(top).toBeLessThan(400);
  const use = page.getByRole('button', { name: `Use “${title}”` });
  await use.click();
  await expect(heading).toHaveText(title!);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(heading).toHaveText('Session 1');
  await expect(use).toBeVisible();
  expect(complaints).toEqual([]);
});
