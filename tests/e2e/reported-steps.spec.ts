import { FeedbackFields } from '#contract/feedback.ts';
import { replayed } from '../../src/setup/replay-report.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('feedback takes the last steps of the page with it if the user agrees, and they are those of the charts', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  await gameMaster.signUp(newCredentials());
  await page.reload();
  await page.getByRole('button', { name: 'Feedback' }).click();
  await page.getByRole('textbox', { name: /Your comment/ }).fill('The lantern went out.');
  await page.getByLabel('Also send the last steps this page took').check();
  const sending = page.waitForRequest(
    (request) => request.url().endsWith('/feedback') && request.method() === 'POST',
  );
  await page.getByRole('button', { name: 'Send feedback' }).click();
  const { steps } = FeedbackFields.parse((await sending).postDataJSON());
  await expect(page.getByText('Thank you for your feedback')).toBeVisible();
  expect(JSON.stringify(steps)).not.toContain('lantern');
  const { lines } = replayed({ feedbackId: 'from a cold page', steps }, () => true);
  expect(
    lines.filter((line) => !/, all as in the chart\b|^ {2}In the viewer: |^No flow parts /.test(line)),
  ).toEqual([]);
  expect(lines.some((line) => line.startsWith('Feedback: '))).toBe(true);
  expect(complaints).toEqual([]);
});
