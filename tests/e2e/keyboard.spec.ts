import type { Page } from '@playwright/test';
import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { codeFor, mailsTo } from './support/made-user.ts';
import { expect, test } from './support/test.ts';

type Role = Parameters<Page['getByRole']>[0];

async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name });
  await expect(wanted.first()).toBeVisible();
  for (let presses = 0; presses < 200; presses += 1) {
    // In one read, because any of them may be rendered again meanwhile.
    if (await wanted.evaluateAll((all) => all.some((each) => each === document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${role} ${name}.`);
}

test('[R1.1] [R4.12] [R4.14] [R4.20] works by keyboard alone: sign-up, agreements, address, campaign, session, transcript, analysis, notes, evidence', async ({
  page,
  gameMaster,
}) => {
  const { keyboard } = page;
  const credentials = newCredentials('keyboard');

  await page.goto('/');
  await tabTo(page, 'button', 'Join / Login');
  await keyboard.press('Enter');
  await tabTo(page, 'button', 'Create an account');
  await keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Email address');
  await keyboard.type(credentials.email);
  await keyboard.press('Tab');
  await keyboard.type(credentials.password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaign$/);

  await tabTo(page, 'checkbox', /^I have read/);
  await keyboard.press('Space');
  await tabTo(page, 'button', 'Accept');
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')]);
  await expect(page.getByRole('dialog', { name: 'Confirm your email address' })).toBeVisible();
  await keyboard.press('Escape');
  await tabTo(page, 'textbox', 'Code');
  await expect
    .poll(async () => (await mailsTo(new URL(page.url()).origin, credentials.email)).length)
    .toBe(1);
  await keyboard.type(await codeFor(new URL(page.url()).origin, credentials.email));
  await Promise.all([page.waitForEvent('load'), keyboard.press('Enter')]);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo(page, 'textbox', 'Title');
  await keyboard.type('By lamp light');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'By lamp light' })).toBeVisible();
  await tabTo(page, 'button', 'New session');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/sessionId=/);

  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'button', 'Choose a file');
  await keyboard.press('Enter');
  await (await chooser).setFiles(transcriptFile());

  await tabTo(page, 'radio', /^(Brief|Comprehensive)/);
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^Brief/ })).toBeChecked();
  await keyboard.press('ArrowDown');
  await tabTo(page, 'button', /^Start analysis/);
  await keyboard.press('Enter');

  await expect(gameMaster.evidence.first()).toBeVisible();
  await tabTo(page, 'tab', 'Notes');
  await keyboard.press('ArrowRight');
  await expect(gameMaster.tab('Evening')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('ArrowLeft');
  await tabTo(page, 'button', /^Show in the transcript/);
  await keyboard.press('Enter');
  await expect(gameMaster.panel('Transcript').locator('[data-highlighted]').first()).toBeVisible();
  await page.goBack();
  await expect(gameMaster.evidence.and(page.locator(':focus'))).toBeVisible();
});

const evening = {
  name: 'evening.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    [
      'DANA: You come over the hill and see the walls of Vasselheim in the evening light, and the river below.',
      'LIAM: I ride down to Vasselheim and knock at the gait. Is anyone awake?',
      'DANA: A guard of the watch opens a hatch and asks what you want at this hour. What do you tell him?',
      'LIAM: I tell him that we bring letters for the duke, and that the bridge in the north is gone.',
      'DANA: He nods and lets you into Vaselheim. The streets are empty, and a bell rings twice.',
      'LIAM: That is a nineteen. I look around for an inn with a stable.',
      'DANA: You see the Broken Oar at the end of the street. The keeper Marrow greets you at the door.',
      'MIRA: I ask Marrow for a room in Vasselheim, and I keep one hand on my sword all the way.',
      'DANA: You notice that Marrow looks at the letters. Make an insight check. What do you do?',
      'MIRA: I put the letters under my coat and ask her what she knows of the duke.',
      'DANA: Then Marow laughs and says that the duke has left Vasselheim. What do you do?',
      'LIAM: I lock the door, and we read the letter before the duke does.',
      'DANA: You hear steps on the stairs, and you see a light under the door. Marrow knocks.',
      'MIRA: I open the door for Marrow and draw my sword.',
    ].join('\n'),
  ),
};

test('after the notes, works by keyboard alone: play, answer, map a speaker, edit a line, fix a name and undo it, write, share', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  const { keyboard } = page;
  const press = async (role: Role, name: string | RegExp) => {
    await tabTo(page, role, name);
    await keyboard.press('Enter');
  };
  const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
  const openTab = async (name: 'Notes' | 'Evening' | 'Transcript') => {
    await tabTo(page, 'tab', /^(Notes|Evening|Transcript)$/);
    await keyboard.press('Home');
    for (const each of ['Notes', 'Evening', 'Transcript'] as const) {
      if (each === name) break;
      await keyboard.press('ArrowRight');
    }
    await expect(gameMaster.tab(name)).toHaveAttribute('aria-selected', 'true');
  };
  await gameMaster.signUp(newCredentials('evening'));

  await press('button', 'See a sample session');
  await expect(gameMaster.evidence.first()).toBeVisible();
  await openTab('Transcript');
  await press('button', /^Play from/);
  const player = page.getByRole('region', { name: 'Player' });
  const heard = player.getByRole('slider', { name: 'Position in the recording' });
  await gameMaster.untilHeard();
  await expect(
    gameMaster.panel('Transcript').getByRole('listitem').and(page.locator('[aria-current]')),
  ).toHaveCount(1);
  await keyboard.press('k');
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await press('button', /^Play$/);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await keyboard.press('k');
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await tabTo(page, 'slider', 'Position in the recording');
  await keyboard.press('Home');
  await expect(heard).toHaveAttribute('aria-valuetext', /^0:00 of /);
  await press('button', 'Close the player');
  await expect(player).toBeHidden();

  await press('link', 'All campaigns');
  await press('button', 'New campaign');
  await tabTo(page, 'textbox', 'Title');
  await keyboard.type('The Lantern Coast');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'The Lantern Coast' })).toBeVisible();
  await press('button', 'New session');
  await expect(page).toHaveURL(/sessionId=/);
  const chooser = page.waitForEvent('filechooser');
  await press('button', 'Choose a file');
  await (await chooser).setFiles(evening);
  await tabTo(page, 'radio', /^(Brief|Comprehensive)/);
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^Brief/ })).toBeChecked();
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Comprehensive/ })).toBeChecked();
  await press('button', /^Start analysis/);
  await expect(gameMaster.evidence.first()).toBeVisible();

  await press('button', 'Please check (2)');
  const questions = page.getByRole('dialog', { name: 'Please check' });
  await expect(questions.getByText('Question 1 of 2')).toBeVisible();
  await keyboard.press('2');
  await expect(questions.getByRole('status')).toContainText('1 question left.');
  await press('button', /^Two different names/);
  await expect(questions.getByRole('heading', { name: 'Nothing left to check' })).toBeFocused();
  await expect(page.locator('main button').filter({ hasText: 'Please check' })).toHaveCount(0);
  await keyboard.press('u');
  await expect(questions.getByText('Undone. Everything is as it was.')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await press('button', 'Who is who');
  const cast = page.getByRole('dialog', { name: 'Who is who' });
  await press('button', 'Say who LIAM is');
  await tabTo(page, 'combobox', 'Person');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('Liam');
  await tabTo(page, 'combobox', 'Character');
  await keyboard.type('Pike');
  await keyboard.press('Enter');
  await expect(cast.getByText('Liam plays Pike.')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Who is who' })).toBeFocused();

  await openTab('Transcript');
  const transcript = gameMaster.panel('Transcript');
  await tabTo(page, 'button', 'Edit line 1');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Edit line 2', exact: true })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Words' })).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('I ride down to Vasselheim and knock at the gate. Is anyone awake?');
  await keyboard.press('ControlOrMeta+Enter');
  await expect(status('Line changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit line 2', exact: true })).toBeFocused();
  await expect(transcript.getByText('knock at the gate')).toBeVisible();

  await press('button', 'Fix a name');
  const names = page.getByRole('dialog', { name: 'Fix a name everywhere' });
  await expect(page.getByRole('textbox', { name: 'Wrong name' })).toBeFocused();
  await keyboard.type('Vasselheim');
  await tabTo(page, 'textbox', 'Right name');
  await keyboard.type('Whitestone');
  await keyboard.press('Enter');
  await expect(names.getByRole('group', { name: 'Exactly this name' })).toBeVisible();
  await tabTo(page, 'checkbox', /^All of “Vasselheim” to “Whitestone”/);
  await keyboard.press('Space');
  await expect(
    page.getByRole('checkbox', { name: /^All of “Vasselheim” to “Whitestone”/ }),
  ).not.toBeChecked();
  await keyboard.press('Space');
  await tabTo(page, 'radio', /.*/);
  await press('button', /^Correct \d+ places/);
  await expect(names.getByText(/“Vasselheim” is now “Whitestone” in \d+ places/)).toBeVisible();
  await press('button', 'Undo all');
  await expect(names.getByText('Undone. Every text is as it was.')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Fix a name' })).toBeFocused();
  await expect(transcript.getByText('I ride down to Vasselheim')).toBeVisible();

  await openTab('Notes');
  await press('button', 'Add a section');
  await tabTo(page, 'textbox', 'Section title');
  await keyboard.type('For next time');
  await tabTo(page, 'textbox', 'Text');
  await keyboard.type('- Who is the duke?');
  await tabTo(page, 'button', 'Done');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await keyboard.press('Enter');
  await expect(gameMaster.panel('Notes').getByText('Who is the duke?')).toBeVisible();
  await tabTo(page, 'combobox', 'Who may see For next time');
  await keyboard.press('End');
  await expect(page.getByRole('combobox', { name: 'Who may see For next time' })).toHaveValue('public');

  await press('button', 'Share');
  const sharing = page.getByRole('dialog', { name: /^Share “/ });
  await press('button', 'Create a public link');
  await press('button', 'Turn on the link');
  await expect(sharing.getByRole('textbox', { name: 'Public link' })).toHaveValue(/\/public\//);
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused();
  expect(complaints).toEqual([]);
});
