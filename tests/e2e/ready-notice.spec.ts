import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expect, test } from './support/test.ts';

test('notifies users elsewhere that their notes are ready: on the page, and from the browser if wanted', {
  tag: '@everything',
}, async ({ page, context, gameMaster, complaints }) => {
  await context.grantPermissions(['notifications']);
  // A headless browser blocks notifications and never loses focus.
  await page.addInitScript(() => {
    const shown: string[] = [];
    class KeptNotification extends Notification {
      static override readonly permission = 'granted';
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(options?.body ?? '');
      }
    }
    Object.assign(window, { Notification: KeptNotification, shownNotices: shown });
    document.hasFocus = () => !('isAway' in window);
  });
  const shownNotices = () =>
    page.evaluate(() => (window as unknown as { shownNotices: string[] }).shownNotices);
  const holdProgress = () => holdRequests(page, '**/analyses/*/events');

  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  const brief = await holdProgress();
  await expect(page.getByRole('button', { name: /^Start analysis/ })).toBeEnabled();
  const session = await holdRequests(page, /\/sessions\/[^/]+$/, 'GET');
  await gameMaster.startAnalysis('Brief');
  const wanted = page.getByRole('switch', { name: 'Notify me in this browser when my notes are ready' });
  await expect(wanted).not.toBeChecked();
  await wanted.click();
  await expect(wanted).toBeChecked();
  await expect.poll(shownNotices).toEqual(['You’ll get a notification like this when your notes are ready.']);

  await page.getByRole('link', { name: 'All campaigns' }).click();
  await expect(page).toHaveURL(/\/campaign$/);
  brief.release();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The notes of “Session 1” are ready.');
  const analysis = await holdRequests(page, /\/analyses\/[^/]+$/);
  await notices.getByRole('link', { name: 'Open the session' }).click();
  await analysis.requested;
  // The hint that appears above them would move them away from a click.
  await expect(gameMaster.tab('Evening')).toBeHidden();
  session.release();
  analysis.release();
  await expect(gameMaster.evidence.first()).toBeVisible();
  await expect(notices).not.toContainText('are ready');

  const comprehensive = await holdProgress();
  await gameMaster.tab('Evening').click();
  await page.getByRole('button', { name: 'Analyze again' }).click();
  await gameMaster.startAnalysis('Comprehensive');
  await expect(wanted).toBeChecked();
  await page.evaluate(() => Object.assign(window, { isAway: true }));
  comprehensive.release();
  await expect.poll(shownNotices).toContain('The notes of “Session 1” are ready.');

  await page.route('**/recaps/taken', (route) =>
    route.fulfill({
      json: {
        recaps: ['Session 3', 'Session 4'].map((title) => ({
          sessionId: crypto.randomUUID(),
          campaignId: crypto.randomUUID(),
          title,
        })),
      },
    }),
  );
  await page.reload();
  await expect(notices).toContainText('“Session 4” now has its recap, in your own words.');
  await expect(notices.getByRole('link', { name: 'Read it' }).last()).toHaveAttribute('href', /&sessionId=/);
  // On a phone two would cover the page: the newest is before the others.
  const [third, fourth] = ['Session 3', 'Session 4'].map((title) => notices.getByText(title));
  await expect(third!).toBeVisible();
  await page.setViewportSize({ width: 375, height: 750 });
  await expect(fourth!).toBeVisible();
  await expect(third!).toBeHidden();
  await notices.getByRole('button', { name: 'Dismiss' }).click();
  await expect(third!).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Account settings' }).click();
  await expect(wanted).toBeChecked();
  await wanted.click();
  await expect(wanted).not.toBeChecked();
  expect(complaints).toEqual([]);
});
