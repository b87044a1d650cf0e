import { type ChatServer, honestAnswer, startChatServer } from '#tests/support/chat-server.ts';
import { createGate } from '#tests/support/fake-engines.ts';
import { newCredentials } from './support/game-master.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<object, { chat: ChatServer }>({
  chat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const chat = await startChatServer();
      await use(chat);
      await chat.close();
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    ({ chat }, use) =>
      use({
        NOTES_URL: chat.url,
        NOTES_CONTEXT: '8000',
        NOTES_INPUT_PRICE: '50',
        NOTES_OUTPUT_PRICE: '150',
      }),
    { scope: 'worker' },
  ],
});

const evening = Array.from(
  { length: 500 },
  (_, at) =>
    `Mira: In room ${at} of the drowned chapel the lantern keeper hears the bell of ${at} drowned ships.\n`,
).join('');

test('[D16] the first part of the first evening tells how long it takes and what it costs: while it is written, and at the next price', {
  tag: '@everything',
}, async ({ chat, gameMaster, page, context }) => {
  const gate = createGate();
  chat.answer = async (request) => {
    if (request.number > 0) await gate.pass(new AbortController().signal);
    return honestAnswer(request);
  };
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  const first = page.url();
  const file = { name: 'evening.txt', mimeType: 'text/plain', buffer: Buffer.from(evening) };
  await gameMaster.chooseFile(file);
  await expect(page.getByText('Nothing is measured here yet')).toBeVisible();
  await gameMaster.startAnalysis('Brief');

  await gate.arrived;
  const cold = await context.newPage();
  await cold.goto(first);
  await expect(
    cold.getByText(
      /calls have cost about \d+\.\d\d in its currency so far, and will have cost about \d+\.\d\d when/,
    ),
  ).toBeVisible();
  await cold.close();

  await page.goto('/campaign');
  await page.getByRole('main').getByRole('link', { name: 'The Drowned Chapel' }).first().click();
  await gameMaster.createSession();
  await gameMaster.chooseFile(file);
  await expect(
    page.getByText(/, by the first parts read by this service\. The service’s calls cost about/),
  ).toBeVisible();
  gate.open();
});
