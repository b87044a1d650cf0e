import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const evening = {
  name: 'evening.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    [
      'DANA: You come over the hill and see the walls of Vasselheim in the evening light, and the river below.',
      'LIAM: I ride down to Vasselheim and knock at the gate. Is anyone awake?',
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

const city = 'Is “Vaselheim” the same as “Vasselheim”?';
const keeper = 'Is “Marow” the same as “Marrow”?';

test('answers questions of all sessions by keyboard on a cold page, undoes them, and is safe from a second tab', async ({
  page,
  context,
  gameMaster,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Please check' });
  const question = (text: string) => dialog.getByRole('heading', { name: text });
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.createSession();
  await gameMaster.chooseFile(evening);
  await gameMaster.startAnalysis('Comprehensive');
  await gameMaster.tab('Notes').click();
  const notes = gameMaster.panel('Notes');
  await expect(notes.getByText(city)).toBeVisible();
  await notes.getByRole('button', { name: 'Answer these questions' }).click();
  await expect(question(keeper).or(question(city))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const session = page.url();
  const overview = new URL(session);
  overview.searchParams.delete('sessionId');
  overview.searchParams.delete('analysisId');
  overview.hash = '';
  await page.goto(overview.href);
  const other = await context.newPage();
  await other.goto(overview.href);
  await other.getByRole('button', { name: 'Please check (2)' }).click();
  const otherDialog = other.getByRole('dialog', { name: 'Please check' });
  await expect(otherDialog.getByText('Question 1 of 2')).toBeVisible();

  await page.getByRole('button', { name: 'Please check (2)' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Question 1 of 2')).toBeVisible();
  const first = (await question(city).isVisible()) ? city : keeper;
  const second = first === city ? keeper : city;
  await expect(question(first)).toBeFocused();
  await expect(dialog.getByRole('list', { name: 'What the transcript says' })).toContainText('DANA:');
  await page.keyboard.press('j');
  await expect(question(second)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(question(first)).toBeFocused();

  await expectInEveryLook(page, dialog);

  await page.keyboard.press('1');
  await expect(dialog.getByRole('status')).toContainText('1 question left.');
  await expect(question(second)).toBeFocused();
  await page.keyboard.press('3');
  await expect(dialog.getByRole('heading', { name: 'Nothing left to check' })).toBeFocused();
  await page.keyboard.press('u');
  await expect(dialog.getByText('Undone. Everything is as it was.')).toBeVisible();
  await expect(question(second)).toBeFocused();

  await otherDialog.getByRole('button', { name: 'Two different names' }).click();
  await expect(otherDialog.getByRole('alert')).toContainText('Your answer was not saved');
  await expect(otherDialog.getByRole('heading', { name: second })).toBeVisible();
  await other.close();

  await page.keyboard.press('1');
  await expect(dialog.getByRole('heading', { name: 'Nothing left to check' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Please check', exact: true })).toBeFocused();

  await page.goto(session);
  await gameMaster.tab('Transcript').click();
  const transcript = gameMaster.panel('Transcript').getByRole('region', { name: 'Transcript' });
  await expect(transcript.getByText('lets you into Vasselheim')).toBeVisible();
  await expect(transcript.getByText('Then Marrow laughs')).toBeVisible();
  await gameMaster.tab('Notes').click();
  await expect(
    notes.getByRole('heading', { name: 'The story' }).or(notes.getByText('Vasselheim').first()),
  ).toBeVisible();
  await expect(notes.getByText('Please check')).toHaveCount(0);
  // What they cannot change in the notes, a new analysis can, and that is free.
  await expect(notes).not.toContainText(/Vaselheim|Marow/);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(notes.getByText('Analyze again for free')).toBeVisible();
  }
  await notes.getByRole('button', { name: 'Analyze again' }).click();
  await expect(page.getByRole('radio', { name: /^Comprehensive.*Free/ })).toBeVisible();

  await page.goto(overview.href);
  await page.getByRole('button', { name: 'Please check', exact: true }).click();
  await dialog.getByRole('button', { name: `Undo: ${city}` }).click();
  await expect(question(city)).toBeVisible();
  await dialog.getByRole('link', { name: 'Show in the transcript: line 5' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('[data-highlighted]')).toContainText('lets you into Vaselheim');
});
