import type { Page } from '@playwright/test';
import { smallSession } from '#tests/support/small-session.ts';
import { transcriptFile } from './support/files.ts';
import { type GameMaster, newCredentials } from './support/game-master.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expect, test } from './support/test.ts';

async function openNotes(gameMaster: GameMaster, name: string): Promise<void> {
  await gameMaster.signUp(newCredentials(name));
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
}

const firstEdit = (page: Page) => page.getByRole('button', { name: /^Edit (?!campaign)/ }).first();
const notesOf = (page: Page) => page.getByRole('tabpanel', { name: 'Notes' });

test('[D6] saves notes automatically, keeps them when the tab is closed, and says what waits while offline', async ({
  page,
  gameMaster,
  context,
}) => {
  await openNotes(gameMaster, 'autosave');
  const address = page.url();
  const text = page.getByLabel('Text', { exact: true });
  const editorCode = await holdRequests(page, /markdown-editor/);
  await firstEdit(page).click();
  const wholeText = text.and(page.locator('textarea'));
  await wholeText.selectText();
  // The words come at the moment at which the editor replaces the text area.
  await wholeText.evaluate(
    (_, code) => {
      void import(code).then(async () => {
        for (let step = 0; step < 100; step++) await null;
        document.execCommand('insertText', false, 'Written by hand.');
      });
    },
    await editorCode.requested,
  );
  editorCode.release();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(notesOf(page).getByText('Written by hand.')).toBeVisible();

  await firstEdit(page).click();
  await context.setOffline(true);
  await text.fill('Written in a tunnel.');
  await expect(notesOf(page).getByRole('alert')).toContainText(
    'Not saved yet: you are offline. Your changes are kept on this device and will be saved when you are back online.',
  );
  const next = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await next.goto(address);
  await expect(next.getByText(/^Unsaved changes from .* were restored\./)).toBeVisible();
  await expect(next.locator('.cm-content')).toHaveText('Written in a tunnel.');
  await next.getByRole('button', { name: 'Done' }).click();
  await expect(notesOf(next).getByText('Written in a tunnel.')).toBeVisible();

  await firstEdit(next).click();
  await context.setOffline(true);
  await next.getByLabel('Text', { exact: true }).fill('Written on the train.');
  await expect(notesOf(next).getByRole('alert')).toContainText('Not saved yet: you are offline.');
  await context.setOffline(false);
  await expect(next.getByText('Saved.', { exact: true })).toBeVisible();
  await next.reload();
  await expect(notesOf(next).getByText('Written on the train.')).toBeVisible();
});

test('[D1] [D6] warns before paying twice for the same notes, and keeps older analyses available', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await openNotes(gameMaster, 'again');
  await gameMaster.tab('Evening').click();
  await page.getByRole('button', { name: 'Analyze again' }).click();
  await page.getByRole('radio', { name: /^Brief/ }).check();
  await expect(page.getByText(/^You already have these notes from/)).toBeVisible();
  await page.getByRole('button', { name: 'Open them' }).click();
  await expect(page.getByRole('button', { name: 'Open them' })).toBeHidden();
  await expect(gameMaster.tab('Evening')).toHaveAttribute('aria-selected', 'true');
  const first = new URL(page.url()).searchParams.get('analysisId');

  await page.getByRole('button', { name: 'Analyze again', exact: true }).click();
  await page.getByRole('radio', { name: /^Comprehensive/ }).check();
  await expect(page.getByRole('button', { name: 'Open them' })).toBeHidden();
  await gameMaster.startAnalysis('Comprehensive');
  await gameMaster.tab('Evening').click();
  const runs = page.getByRole('region', { name: 'Analyses of this session' });
  await expect(runs.getByRole('listitem')).toHaveCount(2);
  await expect(runs.getByRole('listitem').first()).toContainText(/^Comprehensive, .*Finished · Highlights/);
  await runs.getByRole('link', { name: /^Brief/ }).click();
  await expect(page).toHaveURL(new RegExp(`analysisId=${first}#analysis`));
  await expect(page.getByText(/^This is an older analysis/)).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Go to the newest analysis' }).click();
  await expect(page.getByText(/^This is an older analysis/)).toBeHidden();
});

test('searches a transcript while typing, and goes to the next hit with Enter', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await gameMaster.signUp(newCredentials('search'));
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  const lines = Array.from({ length: 40 }, () => smallSession).flat();
  const text = lines
    .map((turn, index) => `${turn.speaker}: ${turn.text} Turn ${index}, said Orla.`)
    .join('\n');
  await gameMaster.chooseFile({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  await gameMaster.tab('Transcript').click();
  const field = page.getByRole('searchbox', { name: 'Search the transcript' });
  await field.fill(`turn ${lines.length - 10}`);
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  const found = page.locator('[data-current-hit] mark').first();
  await expect(found).toBeInViewport();
  await field.fill('said orla');
  await expect(page.getByText(`1 of ${lines.length}`)).toBeVisible();
  await expect(page.locator('[data-current-hit]')).toHaveAttribute('data-index', '0');
  await expect(found).toBeInViewport();
  await field.press('Shift+Enter');
  await expect(page.getByText(`${lines.length} of ${lines.length}`)).toBeVisible();
  await expect(page.locator('[data-current-hit]')).toHaveAttribute('data-index', String(lines.length - 1));
  await expect(found).toBeInViewport();
  await field.press('Enter');
  await expect(page.locator('[data-current-hit]')).toHaveAttribute('data-index', '0');
  await expect(found).toBeInViewport();
});

test('[R1.7] accepts another file, dropped or chosen, after a rejected one', { tag: '@everything' }, async ({
  page,
  gameMaster,
}) => {
  await gameMaster.signUp(newCredentials('refused'));
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  const noise = {
    name: 'evening.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('neither music nor speech'),
  };
  const drop = async (name: string, content: string) => {
    const files = await page.evaluateHandle(
      ([fileName, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], fileName));
        return transfer;
      },
      [name, content] as const,
    );
    await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: files });
  };
  await gameMaster.chooseFile(noise);
  await expect(page.getByRole('alert')).toContainText('could not read this audio');
  await drop('evening.vtt', 'WEBVTT\n\n');
  await expect(page.getByRole('alert')).toContainText('The transcript was not accepted');
  await drop('evening.mp3', 'neither music nor speech');
  await expect(page.getByRole('alert')).toContainText('could not read this audio');
  await gameMaster.chooseFile(transcriptFile());
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('[R4.18] covers the page and blocks clicks during work, and its lamp flickers only if the user wants motion', async ({
  page,
  gameMaster,
}) => {
  await gameMaster.signUp(newCredentials('veil'));
  await gameMaster.createCampaign('Oldmere');
  const campaign = page.url();
  for (const [colorScheme, reducedMotion, animationName] of [
    ['light', 'no-preference', 'lamp-flicker'],
    ['dark', 'reduce', 'none'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion });
    const { release } = await holdRequests(page, /\/campaigns\/[^/]+\/sessions$/, 'POST');
    const main = page.getByRole('main');
    const create = main.getByRole('button', { name: 'New session' });
    const place = (await create.boundingBox())!;
    await create.click();
    const veil = page.locator('.loading-overlay');
    await expect(veil).toContainText('Working …');
    const covered = (await veil.boundingBox())!;
    const bar = (await page.getByRole('banner').boundingBox())!;
    expect(covered.y).toBeGreaterThanOrEqual(bar.height - 2);
    expect(covered.height).toBeGreaterThan(600);
    expect(covered.width).toBe(1280);
    const workspace = page.locator('.workspace');
    await expect(workspace).toHaveAttribute('aria-busy', 'true');
    const topmost = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('.loading-overlay') !== null,
      { x: place.x + place.width / 2, y: place.y + place.height / 2 },
    );
    expect(topmost).toBe(true);
    expect(await page.locator('.lamp-flame').evaluate((flame) => getComputedStyle(flame).animationName)).toBe(
      animationName,
    );
    release();
    await expect(page).toHaveURL(/sessionId=/);
    await expect(veil).toBeHidden();
    await expect(workspace).not.toHaveAttribute('aria-busy');
    await expect(workspace).not.toHaveAttribute('inert');
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL(campaign);
  }
});

test('[R4.18] a dialog whose code loads under the cover returns the focus to its button', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await gameMaster.signUp(newCredentials('veil'));
  await gameMaster.createCampaign('Oldmere');
  const veil = page.locator('.loading-overlay');
  await expect(veil).toBeHidden();
  const { requested, release } = await holdRequests(page, /\/share-modal-[^/]*\.js$/);
  const share = page.getByRole('main').getByRole('button', { name: /^Share/ });
  await share.focus();
  await page.keyboard.press('Enter');
  await requested;
  await expect(veil).toContainText('Working …');
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(veil).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(share).toBeFocused();
});
