import { newCredentials } from './support/game-master.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expect, test } from './support/test.ts';

test('[R9.9] a session is a page to read: notes and timeline above 300 px (phone: 400), controls on request', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await page.getByRole('button', { name: 'See a sample session' }).click();
  const notes = gameMaster.panel('Notes');
  const words = notes.locator('.prose p').first();
  await expect(words).toBeVisible();
  await expect(page.getByRole('region', { name: 'Check any statement' })).toBeVisible();
  const hint = page.getByRole('region', { name: 'Check any statement' });
  const overlaps = () =>
    hint.evaluate((card) => {
      const [one, other] = [card, document.querySelector('main')].map((part) =>
        part?.getBoundingClientRect(),
      );
      return (one?.right ?? 0) > (other?.left ?? 0) && getComputedStyle(card).position === 'fixed';
    });
  expect(await overlaps()).toBe(false);
  const topOfWords = () => words.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  await expect.poll(topOfWords).toBeLessThan(300);
  const edge = (selector: string, side: 'left' | 'right') =>
    page.locator(selector).evaluateAll((all, at) => all.map((one) => one.getBoundingClientRect()[at]), side);
  const tools = await edge('.tab-panel:not([hidden]) .tab-tools', 'left');
  expect(Math.max(...(await edge('[role=tab]', 'right')))).toBeLessThanOrEqual(tools[0] ?? 0);

  const edit = notes.getByRole('button', { name: 'Edit In short' });
  const opacity = () =>
    edit.evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity);
  // Away from where the sample was opened.
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe('0');
  await words.hover();
  await expect.poll(opacity).toBe('1');
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe('0');
  await notes.getByLabel('Who may see In short').focus();
  await expect.poll(opacity).toBe('1');

  await notes
    .getByRole('button', { name: /^Show in the transcript/ })
    .first()
    .click();
  const lines = page.getByRole('complementary', { name: 'Transcript' }).locator('.transcript-text');
  await expect(lines.first()).toBeVisible();
  /** How many letters of ordinary words, in this text's own type, fit in a line. */
  const characters = (element: HTMLElement) => {
    const ordinary = element.appendChild(document.createElement('span'));
    ordinary.textContent = 'the old woman looks up from her knife and says nothing at all';
    ordinary.style.whiteSpace = 'nowrap';
    const width = ordinary.getBoundingClientRect().width / ordinary.textContent.length;
    ordinary.remove();
    return element.getBoundingClientRect().width / width;
  };
  // While the transcript takes its place, a line can have no width.
  await expect.poll(() => lines.first().evaluate(characters)).toBeGreaterThanOrEqual(60);
  await expect.poll(() => words.evaluate(characters)).toBeGreaterThanOrEqual(60);
  // The sidebar has made room for the transcript, and its content does not cover the words.
  expect(await overlaps()).toBe(false);
  await page.getByRole('button', { name: 'Close the transcript' }).click();

  const analysis = gameMaster.panel('Evening');
  const timeline = analysis.getByRole('slider', { name: 'Timeline of the evening' });
  const topOfTimeline = () =>
    timeline.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  await gameMaster.tab('Evening').click();
  await expect.poll(topOfTimeline).toBeLessThan(300);
  await page.setViewportSize({ width: 375, height: 750 });
  await expect.poll(topOfTimeline).toBeLessThan(400);
  await expect(analysis.getByRole('button', { name: 'Copy to notes' })).toBeHidden();
  await analysis.getByRole('button', { name: 'Tools for this analysis' }).click();
  await expect(analysis.getByRole('button', { name: 'Copy to notes' })).toBeVisible();
  await gameMaster.tab('Notes').click();
  await expect.poll(topOfWords).toBeLessThan(400);
  expect(await overlaps()).toBe(false);
  await expect(edit).toBeHidden();
  await notes.getByRole('button', { name: 'Change In short' }).click();
  await expect(edit).toBeVisible();
  await notes.getByRole('button', { name: 'Tools for these notes' }).click();
  await expect(notes.getByRole('button', { name: 'Add a section' })).toBeVisible();

  // A cold page: its words need nothing of what comes later, and what fails to come can be loaded again.
  const sharing = /\/assets\/provide-share-link/;
  const later =
    /\/assets\/(provide-(?!analysis|notes-autosave)|upload-place|recording-card|run-panel|player-|section-editor|export-dialog|\w+-modal)/;
  const held = await holdRequests(page, later);
  expect(complaints).toEqual([]);
  await page.route(sharing, (route) => route.abort());
  await page.reload();
  await expect(words).toBeVisible();
  await held.requested;
  held.release();
  // The next steps offer it, too.
  const share = page
    .getByRole('button', { name: 'Share', exact: true })
    .and(page.locator('[data-tour="sharing"]'));
  await share.click();
  const failed = page.getByRole('dialog', { name: 'This didn’t load' });
  await expect(failed).toBeVisible();
  await page.unroute(sharing);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(share).toBeFocused();
});
