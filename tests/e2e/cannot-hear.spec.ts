import { type ChatServer, startChatServer } from '#tests/support/chat-server.ts';
import { recording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { test as base, expect } from './support/test.ts';

/** A server on which nothing answers for speech, and a language model for notes. */
const test = base.extend<object, { model: ChatServer }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const model = await startChatServer();
      model.answer = () =>
        JSON.stringify({
          changes: [{ section: 1, before: 'He finds the bell.', after: 'She finds the bell.' }],
          fixes: [],
        });
      await use(model);
      await model.close();
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    ({ model }, use) => use({ SPEECH_URL: 'http://127.0.0.1:9', NOTES_URL: model.url }),
    { scope: 'worker' },
  ],
});

test('[D18] keeps a recording free of charge on a server that cannot transcribe, and sells nothing', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Silent Mill');
  await gameMaster.createSession();
  await page.setViewportSize({ width: 375, height: 750 });
  await expect(page.getByText('This server cannot transcribe recordings yet')).toBeVisible();
  await gameMaster.chooseFile(await recording());
  await expect(page.getByText(/keep it free of charge/)).toBeVisible();
  await page.getByRole('button', { name: 'Upload and keep for free' }).click();
  const kept = page.getByRole('heading', { name: 'Your recording is kept' });
  await expect(kept).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(
    /Purchase credits|Start analysis|SPEECH_|127\.0\.0\.1|ECONN/,
  );
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: 'Import a transcript' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep the current recording' }).click();
  await expect(kept).toBeVisible();
  // The refused price is an answer that the page expects.
  expect(complaints.filter((complaint) => !/409/.test(complaint))).toEqual([]);
});

test('[D18] [R2.34] asks in words for a change, edits what a language model proposes, accepts and undoes it', async ({
  page,
  gameMaster,
  complaints,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const notes = gameMaster.panel('Notes');
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.createSession();
  await gameMaster.chooseFile({
    name: 'evening.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('GM: The bells ring below.\nMira: I light the lantern.\n'.repeat(4)),
  });
  await gameMaster.tab('Notes').click();
  const told = 'Bryce opens the gate. He finds the bell. He runs.';
  await gameMaster.writeSection('The bell', told);
  await expect(button('Edit The bell')).toBeVisible();

  await page.reload();
  await button('Ask for a change').click();
  await page.getByLabel('What should be different?').fill('Bryce is a woman');
  await button('Propose changes').click();
  await expect(page.getByText('2 changes proposed.')).toBeVisible();
  await button('Review the changes').click();
  const review = page.getByRole('dialog', { name: 'Suggestions for “Session 1”' });
  await review.getByRole('button', { name: 'Edit: “She finds the bell.”' }).click();
  await review.getByLabel('What your notes will say').fill('She finds the old bell.');
  await review.getByRole('button', { name: 'Use this text: “She finds the bell.”' }).click();
  await expect(review.getByText('Accepted.')).toBeVisible();
  await expect(notes.getByText('Bryce opens the gate. She finds the old bell. He runs.')).toBeVisible();
  await review.getByRole('button', { name: 'Undo' }).click();
  await expect(notes.getByText(told)).toBeVisible();
  await expect(review.getByRole('button', { name: /^Use this text/ })).toHaveCount(2);
  expect(complaints).toEqual([]);
});
