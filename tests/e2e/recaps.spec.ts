import { type ChatServer, startChatServer } from '#tests/support/chat-server.ts';
import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<object, { chat: ChatServer }>({
  chat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const chat = await startChatServer();
      chat.answer = ({ user }) =>
        JSON.stringify({
          paragraphs: ['Dear Oda,', user.includes('Orrin') ? 'Orrin is the mole.' : 'the bells rang for us.'],
        });
      await use(chat);
      await chat.close();
    },
    { scope: 'worker' },
  ],
  serverSettings: [({ chat }, use) => use({ NOTES_URL: chat.url }), { scope: 'worker' }],
});

const voices = ['GM', 'Mira', 'Oda', 'Bryce', 'Ines', 'Pike', 'Keyleth', 'Vex'];

test('[D18] a recap for players is written by a model from what they may see, edited, shared, and on their page', async ({
  gameMaster,
  page,
  browser,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  await gameMaster.chooseFile({
    name: 'evening.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(
      voices
        .map((name) => `${name}: The bells ring below.\n`)
        .join('')
        .repeat(4),
    ),
  });
  await gameMaster.tab('Notes').click();
  await gameMaster.writeSection(
    'What happened',
    'They followed the bells.\n\n- <!-- gm --> Orrin is the mole.',
  );
  await page.getByLabel('Who may see What happened').selectOption('Players');
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Recaps' }).click();
  const dialog = page.getByRole('dialog', { name: /^Recaps of “/ });
  await dialog.getByLabel('Style').selectOption('A letter from the bard');
  await dialog.getByLabel('Written from').selectOption('Only what players may see');
  await expect(dialog).toContainText('Nothing leaves this computer.');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Write this recap' }).click();
  await expect(dialog.getByText('In your notes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const recap = page.getByRole('region', { name: 'A letter from the bard' });
  await expect(recap).toContainText('the bells rang for us.');
  await expect(recap).toContainText('Please check these, which are not in your notes: Oda.');
  await recap.getByRole('button', { name: 'Edit A letter from the bard' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Dear Mira, the bells rang for us.');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('Who may see A letter from the bard').selectOption('Players');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: /^Share “/ });
  await share.getByRole('tab', { name: 'Your players' }).click();
  await share.getByRole('button', { name: 'Create a link for your players' }).click();
  await share.getByRole('button', { name: 'Turn on the link' }).click();
  const link = await share.getByLabel('Link for your players').inputValue();
  await share.getByRole('button', { name: 'Close' }).click();
  const notes = page.getByText('They followed the bells.');
  await page.emulateMedia({ media: 'print' });
  await expect(notes).toBeVisible();
  await expect(recap).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const table = page.getByText(/^At the table: /);
  expect(await table.evaluate((names) => getComputedStyle(names, '::after').content)).toContain(
    'Keyleth, and Vex',
  );
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    window.print = () => {};
  });
  await recap.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(recap.getByText('Dear Mira, the bells rang for us.')).toBeVisible();
  await expect(notes).toBeHidden();
  await expect(recap.getByText('Please check these')).toBeHidden();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const player = await context.newPage();
  await player.goto(link);
  await expect(player.getByRole('heading', { name: 'A letter from the bard' })).toBeVisible();
  await expect(player.getByText('Dear Mira, the bells rang for us.')).toBeVisible();
  await context.close();
});

test('[R9.9] with a model the notes have one tool more, and their words stand above 300 px all the same', {
  tag: '@everything',
}, async ({ gameMaster, page }) => {
  await gameMaster.signUp(newCredentials());
  await page.getByRole('button', { name: 'See a sample session' }).click();
  await expect(page.getByRole('button', { name: 'Ask for a change' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy as Markdown' })).toBeVisible();
  const words = gameMaster.panel('Notes').locator('.prose').first();
  await expect
    .poll(() => words.evaluate((element) => element.getBoundingClientRect().top + window.scrollY))
    .toBeLessThan(300);
});
