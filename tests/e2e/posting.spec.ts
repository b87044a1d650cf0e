import { type DiscordServer, startDiscordServer, tooFast } from '#tests/support/discord-server.ts';
import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<object, { discord: DiscordServer }>({
  discord: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const discord = await startDiscordServer();
      await use(discord);
      await discord.close();
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    ({ discord }, use) => use({ WEBHOOK_HOSTS: new URL(discord.origin).host, WEBHOOK_HTTP: '1' }),
    { scope: 'worker' },
  ],
});

test('[D6] sets up Discord, tests it, posts the players’ version, and asks before posting again', async ({
  gameMaster,
  page,
  discord,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  await gameMaster.chooseFile({
    name: 'evening.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('GM: The bells ring below.\nMira: I light the lantern.\n'.repeat(4)),
  });
  await gameMaster.tab('Notes').click();
  await gameMaster.writeSection(
    'What happened',
    'They followed the bells.\n\n- <!-- gm --> Orrin is the mole.',
  );
  await expect(page.getByText('Saved.')).toBeVisible();

  const openPosting = async () => {
    await gameMaster.choose('Session settings', 'Post to Discord');
  };
  const posting = page.getByRole('dialog', { name: 'Post notes to Discord' });
  const setup = page.getByRole('dialog', { name: 'Discord and webhooks' });

  await openPosting();
  await posting.getByRole('button', { name: 'Set up a webhook' }).click();
  await setup.getByLabel('Webhook address').fill('https://169.254.169.254/latest');
  await setup.getByRole('button', { name: 'Save address' }).click();
  await expect(setup.getByRole('alert')).toContainText('in a private network');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await setup.getByLabel('Webhook address').fill(discord.webhook);
  await setup.getByRole('button', { name: 'Save address' }).click();
  await expect(setup.getByText('Address saved.')).toBeVisible();
  await expect(setup).toContainText('/…cret');
  expect(await page.content()).not.toContain('AbCd-Ef');
  await setup.getByRole('button', { name: 'Post a test message' }).click();
  await expect(setup.getByText('Test message posted.')).toBeVisible();
  expect(discord.messages.at(-1)?.content).toContain('This is a test message from Hearthscribe.');
  await setup.getByRole('switch', { name: 'Post notes automatically' }).check();
  await expect(setup.getByRole('switch')).toBeChecked();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await setup.getByRole('button', { name: 'Close' }).click();

  await openPosting();
  await expect(posting.getByText('Players may not see any of these notes yet')).toBeVisible();
  await posting.getByRole('button', { name: 'Close' }).click();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().endsWith('/notes'),
  );
  await page.getByLabel('Who may see What happened').selectOption('Players');
  await saved;

  await openPosting();
  await expect(posting.getByText('They followed the bells.')).toBeVisible();
  await expect(posting.getByText('mole')).toHaveCount(0);
  await expect.poll(() => axeFindings(page)).toEqual([]);
  discord.script = () => (discord.attempts.length === 2 ? tooFast(0.5) : null);
  await posting.getByRole('button', { name: 'Post to Discord' }).click();
  await expect(posting.getByRole('status').filter({ hasText: /^Posted to Discord on/ })).toBeVisible();
  await expect(posting.getByRole('link', { name: 'Open in Discord' })).toHaveAttribute(
    'href',
    /^https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+$/,
  );
  expect(discord.messages).toHaveLength(2);
  expect(discord.messages[1]?.content).not.toContain('mole');
  await posting.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/^Posted to Discord on/)).toBeVisible();

  await openPosting();
  await expect(posting.getByRole('alert')).toContainText('already posted to Discord');
  discord.deleteWebhook();
  await posting.getByRole('button', { name: 'Post again' }).click();
  await expect(posting.getByRole('alert')).toContainText('The webhook no longer exists');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await posting.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Not posted to Discord.')).toBeVisible();

  await page.getByRole('link', { name: 'Overview' }).click();
  await gameMaster.choose('Campaign settings', 'Discord and webhooks');
  await expect(setup.getByText('We turned automatic posting off')).toBeVisible();
  await expect(setup.getByRole('switch')).not.toBeChecked();
  await setup.getByRole('button', { name: 'Remove webhook' }).click();
  await expect(setup.getByLabel('Webhook address')).toBeVisible();
});
