import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { freePort } from '#tests/support/postgres.ts';
import { smallSession } from '#tests/support/small-session.ts';
import { expectInEveryLook } from './support/every-look.ts';
import { recording } from './support/files.ts';
import { type GameMaster, newCredentials } from './support/game-master.ts';
import { openAwake } from './support/open-awake.ts';
import { createAccount, settleIn, startsFree } from './support/sign-up.ts';
import { expect, test } from './support/test.ts';

// Links into the app need the server's own address.
test.use({
  serverSettings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const port = await freePort();
      await use({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
    },
    { scope: 'worker' },
  ],
});

const secondsOf = (clock: string): number =>
  clock.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

/** The sound goes on while a busy computer looks. */
async function expectPlaysFrom(gameMaster: GameMaster, clock: string): Promise<void> {
  const position = gameMaster.player.getByRole('slider', { name: 'Position' });
  await expect
    .poll(async () => {
      const [shown = ''] = /^[\d:]+/.exec((await position.getAttribute('aria-valuetext')) ?? '') ?? [];
      const after = secondsOf(shown) - secondsOf(clock);
      return after >= 0 && after < 20;
    })
    .toBe(true);
}

test('shows who was there, chapters that fold, and details of names', { tag: '@everything' }, async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await page.getByRole('button', { name: 'See a sample session' }).click();
  await expect(page.getByText('At the table: Ines, Jonas, Priya, and Theo')).toBeVisible();
  await gameMaster.tab('Notes').click();
  const notes = gameMaster.panel('Notes');
  await expect(notes.getByRole('heading').first()).toBeVisible();
  await expectInEveryLook(page);

  const name = notes.locator('mark', { hasText: 'Oda' }).first();
  await name.hover();
  const card = page.getByRole('note', { name: 'About Oda' });
  await expect(card.getByText('Person, met')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'View as' }).focus();
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Tab');
        return card.count();
      },
      { intervals: [0] },
    )
    .toBe(1);
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Transcript' }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  const chapter = 'Candlewick, and a bell under the water';
  const scene = notes.locator('details', { has: page.getByRole('heading', { name: chapter }) });
  const words = scene.getByText('sits an old woman called Mother Sedge');
  await expect(words).toBeVisible();
  await scene.getByRole('heading').click();
  await expect(words).toBeHidden();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('button', { name: chapter }).click();
  await expect(words).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[R2.7] [D6] the evening in its own words from a cold page on: sign-up, recording, timeline by keyboard, a passage played, three kept, next steps, shared with a player, exported to a vault whose link plays', async ({
  page,
  browser,
  gameMaster,
  complaints,
}) => {
  const newcomer = newCredentials();
  await openAwake(page, '/');
  await page.getByRole('link', { name: startsFree }).first().click();
  await createAccount(page, newcomer);
  await settleIn(page, newcomer.email);
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  await gameMaster.analyzeRecording(await recording('mp3-64k', smallSession.slice(2, 46)));
  await gameMaster.tab('Evening').click();
  const evening = gameMaster.panel('Evening');

  const timeline = evening.getByRole('slider', { name: 'Timeline of the evening' });
  await timeline.focus();
  await page.keyboard.press('PageDown');
  await expect(timeline).toHaveAttribute('aria-valuetext', /Chapter 2/);
  await page.keyboard.press('Enter');
  await gameMaster.untilHeard();
  const passage = evening.getByRole('button', { name: /^Play: \d+:\d\d, “/ }).first();
  const [, place = ''] = /^Play: ([\d:]+),/.exec((await passage.getAttribute('aria-label')) ?? '') ?? [];
  await passage.click();
  await expectPlaysFrom(gameMaster, place);
  await page.getByRole('button', { name: 'Close the player' }).click();
  await page.getByRole('button', { name: 'Skip the hints' }).click();
  await expectInEveryLook(page);

  await evening.getByRole('button', { name: /^Longer read/ }).click();
  const keep = evening.getByRole('button', { name: /^Keep “/ });
  // At once: a press while another is saved is not lost.
  for (const index of [0, 1, 2]) await keep.nth(index).click();
  for (const index of [0, 1, 2]) await expect(keep.nth(index)).toHaveAttribute('aria-pressed', 'true');
  await evening.getByRole('button', { name: 'Undo' }).click();
  await expect(keep.nth(2)).toHaveAttribute('aria-pressed', 'false');
  await keep.nth(2).click();
  await expect(keep.nth(2)).toHaveAttribute('aria-pressed', 'true');

  const shownPassage = evening.locator('.passage:visible');
  await shownPassage
    .nth(0)
    .getByRole('button', { name: /^More to do with/ })
    .click();
  await page.getByRole('menuitem', { name: 'Move into my notes …' }).click();
  await page.getByLabel('Title of the new section').fill('What I keep');
  await page.getByRole('button', { name: 'Move it' }).click();
  await expect(evening.getByText('Now in “What I keep” of your notes.')).toBeVisible();
  await shownPassage.nth(1).hover();
  const grip = await shownPassage.nth(1).locator('.passage-grip').boundingBox();
  await page.mouse.move((grip?.x ?? 0) + 8, (grip?.y ?? 0) + 8);
  await page.mouse.down();
  await page.locator('[data-move-place]', { hasText: 'What I keep' }).hover();
  await page.mouse.up();
  await expect(page.locator('.passage-tray')).toHaveCount(0);

  await evening.getByTitle('Rename this chapter').first().click();
  await evening.getByLabel('Title of chapter 1').fill('The iron door at the inn');
  await page.keyboard.press('Enter');
  await expect(evening.getByRole('heading', { name: /^1. The iron door at the inn/ })).toBeVisible();
  const outline = evening.getByRole('navigation', { name: 'On this page' });
  await expect(outline).toBeVisible();
  await evening.getByRole('button', { name: 'Write three sentences about this chapter' }).first().click();
  await expect(outline).toBeHidden();
  await evening
    .getByLabel('Your three sentences about this chapter')
    .fill('We met Sella Marsh. She feared the key.');
  await evening.getByRole('button', { name: 'Save in your notes' }).click();
  await expect(evening.getByText('Saved in your notes.')).toBeVisible();
  await expect(outline).toBeVisible();
  await evening.getByText('What only you can answer').click();
  await evening.getByLabel('What did they decide?').fill('To bring the bell back.');
  await evening.getByRole('button', { name: 'Save your answers' }).click();
  await expect(evening.getByText('Your answers are at the top of your notes.')).toBeVisible();

  await gameMaster.tab('Notes').click();
  const notes = gameMaster.panel('Notes');
  const kept = notes.getByRole('region', { name: 'Kept' });
  await expect(kept.getByRole('button', { name: /^Show in the transcript/ })).toHaveCount(3);
  await expect(notes.getByText('To bring the bell back.')).toBeVisible();
  const moved = notes.getByRole('region', { name: 'What I keep' });
  await expect(moved.getByRole('button', { name: /^Show in the transcript/ })).toHaveCount(2);
  await notes.getByLabel('Who may see Kept').selectOption('Players');

  const steps = page.getByRole('region', { name: 'Next steps' });
  const step = (name: string) => steps.getByRole('button', { name, exact: true });
  await step('Check the names').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(step('Check the names (done)')).toBeFocused();
  await steps.getByRole('button', { name: 'Skip “Who is who”' }).click();
  await step('What players see').click();
  const seen = page.getByRole('dialog', { name: 'Your players see this' });
  await expect(seen.getByRole('heading', { name: 'Kept' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(step('Who is who (skipped)')).toBeVisible();
  await step('Share the session').click();
  const sharing = page.getByRole('dialog', { name: /^Share “/ });
  await sharing.getByRole('tab', { name: 'Your players' }).click();
  await sharing.getByRole('button', { name: 'Create a link for your players' }).click();
  await sharing.getByRole('button', { name: 'Turn on the link' }).click();
  const link = await sharing.getByLabel('Link for your players').inputValue();
  await page.keyboard.press('Escape');
  const context = await browser.newContext();
  const player = await context.newPage();
  await player.goto(link);
  const shared = player.locator('section', { has: player.getByRole('heading', { name: 'Kept' }) });
  await expect(shared.getByRole('listitem').filter({ hasText: /\(\d+:\d\d\)/ })).toHaveCount(3);
  await expect(player.getByText('We met Sella Marsh.')).toHaveCount(0);
  await context.close();
  await step('Next session').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oldmere' })).toBeVisible();
  await page.goBack();
  const complete = page.getByRole('region', { name: 'All steps done' });
  await complete.getByRole('button', { name: 'Put the next steps away' }).click();
  await expect(complete).toBeHidden();
  await gameMaster.choose('Session settings', 'Show the next steps');
  await expect(complete).toBeVisible();

  await gameMaster.choose('Session settings', 'Export notes');
  const exporting = page.getByRole('dialog', { name: 'Export notes' });
  await exporting.getByRole('radio', { name: /^Obsidian vault/ }).click();
  const [vault] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Download Obsidian vault' }).click(),
  ]);
  const files = unzipSync(await readFile(await vault.path()));
  const text = Object.values(files)
    .map((file) => Buffer.from(file).toString('utf8'))
    .join('\n');
  expect(text).toContain('The iron door at the inn');
  const block = /\[(\d+:\d\d)\]\((http\S+&line=\S+)\) \^line-/;
  expect(text).toMatch(block);
  const [, clock = '', address = ''] = block.exec(text) ?? [];
  await page.goto(address);
  const line = gameMaster.panel('Transcript').locator('[data-highlighted]').first();
  await line.getByRole('button', { name: 'Play from' }).click();
  await gameMaster.untilHeard();
  await expectPlaysFrom(gameMaster, clock);
  expect(complaints).toEqual([]);
});
