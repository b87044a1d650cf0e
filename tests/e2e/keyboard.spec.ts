import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { codeFor, mailsTo } from './support/made-user.ts';
import { expect, test } from './support/test.ts';

test('[R1.1] [R4.12] [R4.14] [R4.20] the whole way by keyboard alone: sign-up, agreements, address, campaign, session, transcript, analysis, notes, evidence', async ({
  page,
  gameMaster,
}) => {
  const { keyboard } = page;
  const credentials = newCredentials('keyboard');

  /** Tabs on until the focus is on what a screen reader would announce so. */
  async function tabTo(role: Parameters<typeof page.getByRole>[0], name: string | RegExp) {
    const wanted = page.getByRole(role, { name });
    await expect(wanted.first()).toBeVisible();
    for (let presses = 0; presses < 80; presses += 1) {
      // One look at all of them: any may be drawn anew meanwhile.
      if (await wanted.evaluateAll((all) => all.some((each) => each === document.activeElement))) return;
      await keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach ${role} ${name}.`);
  }

  await page.goto('/');
  await tabTo('button', 'Join / Login');
  await keyboard.press('Enter');
  await tabTo('button', 'Create an account');
  await keyboard.press('Enter');
  await tabTo('textbox', 'Email address');
  await keyboard.type(credentials.email);
  await keyboard.press('Tab');
  await keyboard.type(credentials.password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaign$/);

  await tabTo('checkbox', /^I have read/);
  await keyboard.press('Space');
  await tabTo('button', 'Accept');
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')]);
  await expect(page.getByRole('dialog', { name: 'Confirm your email address' })).toBeVisible();
  // A modal that is demanded can only be answered.
  await keyboard.press('Escape');
  await tabTo('textbox', 'Code');
  await expect
    .poll(async () => (await mailsTo(new URL(page.url()).origin, credentials.email)).length)
    .toBe(1);
  await keyboard.type(await codeFor(new URL(page.url()).origin, credentials.email));
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')]);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo('textbox', 'Title');
  await keyboard.type('By lamp light');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'By lamp light' })).toBeVisible();
  await tabTo('button', 'New session');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/sessionId=/);

  const chooser = page.waitForEvent('filechooser');
  await tabTo('button', 'Choose a file');
  await keyboard.press('Enter');
  await (await chooser).setFiles(transcriptFile());

  await tabTo('radio', /^(Brief|Comprehensive)/);
  await keyboard.press('ArrowDown');
  await tabTo('button', /^Start analysis/);
  await keyboard.press('Enter');

  await expect(gameMaster.evidence.first()).toBeVisible();
  await tabTo('tab', 'Notes');
  await keyboard.press('ArrowRight');
  await expect(gameMaster.tab('Analysis')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('ArrowLeft');
  await tabTo('button', /^Show in the transcript/);
  await keyboard.press('Enter');
  await expect(gameMaster.panel('Transcript').locator('[data-highlighted]').first()).toBeVisible();
  await page.goBack();
  await expect(gameMaster.evidence.and(page.locator(':focus'))).toBeVisible();
});
