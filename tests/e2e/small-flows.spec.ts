import { openAwake, stirOnceDrawn } from './support/open-awake.ts';
import { expect, test } from './support/test.ts';
import { turnMinutesUntil } from './support/turn-clock.ts';

test('[R4.9] [R8.12] shows announcements within a minute; a new version ends the polling', async ({
  page,
}) => {
  let issues = false;
  let version: string | null = null;
  let asked = 0;
  await page.route('**/status', async (route) => {
    asked += 1;
    await route.fulfill({ json: { now: new Date().toISOString(), maintenance: null, issues } });
  });
  await page.route('**/version', async (route) =>
    version === null ? route.continue() : route.fulfill({ body: version, contentType: 'text/plain' }),
  );
  await page.clock.install();
  await openAwake(page, '/');
  await expect.poll(() => asked).toBe(1);
  const announcement = page.getByRole('region', { name: 'Announcement' });
  await expect(announcement).toHaveCount(0);

  issues = true;
  await turnMinutesUntil(page, announcement.getByRole('alert'));
  await expect(announcement.getByRole('alert')).toHaveText(
    'We are currently experiencing technical difficulties. Our team is working on a resolution.',
  );

  issues = false;
  version = 'of another build';
  await turnMinutesUntil(page, announcement.getByRole('status'));
  await expect(announcement.getByRole('status')).toContainText(
    'A new version is available. Please refresh your browser.',
  );
  const askedSoFar = asked;
  await page.clock.runFor(600_000);
  expect(asked).toBe(askedSoFar);

  version = null;
  await Promise.all([
    page.waitForEvent('load'),
    announcement.getByRole('button', { name: 'Refresh' }).click(),
  ]);
  await stirOnceDrawn(page);
  await expect.poll(() => asked).toBe(askedSoFar + 1);
  await expect(announcement).toHaveCount(0);
});
