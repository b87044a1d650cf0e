import type { SearchResult } from '#contract/search.ts';
import { defaultShow, sharedPath } from '#contract/sharing.ts';
import { callsAs } from './pressing/account-screens.ts';
import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const promised = 'Captain Ostra promised us her ship, the Grey Gull, once the lantern burns again.';
const evenings = [
  ['The harbor', `Mira: ${promised}`, 'Sten: And we left the cart behind the salt house.'],
  ['The salt house', 'Mira: The salt house is empty, and somebody took our mule.'],
  ['The lantern', 'Sten: I climb the lighthouse and look for oil.'],
  ['The fog', 'Mira: I count the bells in the fog, and there are nine.'],
  ['The ferry', 'Sten: The ferryman wants two silver pieces for each of us.'],
  ['The orchard', 'Mira: We sleep under the pear trees and keep no watch.'],
  ['The bell tower', ''],
  ['The toll road', 'Sten: I pay the toll with a button and hope for the best.'],
  ['The old mill', 'Mira: The wheel turns, although there is no water.'],
  ['The wedding', 'Sten: I dance with the widow, and I step on her feet.'],
] as const;
// A speaker is known by several lines.
const farewells = ['GM: So it is done.', 'Mira: Then we rest.', 'Sten: I take the first watch.'];

test('[R2.34] after ten sessions a typo finds the promise, players settle it on their page, and one kept from a line is missed three sessions later', async ({
  page,
  gameMaster,
  browser,
  serverUrl,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  const call = callsAs(serverUrl, await page.evaluate(() => ({ ...localStorage })));
  const { id: campaignId } = await call('POST', '/campaigns', { title: 'The Lantern Coast' });
  const ids: string[] = [];
  async function play(from: number, to: number): Promise<void> {
    const imports: Promise<unknown>[] = [];
    for (const [title, ...lines] of evenings.slice(from, to)) {
      const { id } = await call('POST', `/campaigns/${campaignId}/sessions`, { title });
      ids.push(id);
      const text = ['GM: The tide comes in, and it is your turn.', ...lines, ...farewells].join('\n');
      imports.push(call('POST', `/sessions/${id}/transcripts`, new Uint8Array(Buffer.from(text))));
    }
    await Promise.all(imports);
  }
  await play(0, 6);

  await page.goto(`/campaign?campaignId=${campaignId}`);
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
  await play(7, 9);

  await page.goto(`/campaign?campaignId=${campaignId}&world=names`);
  await page.getByRole('main').getByRole('link', { name: 'Oldmere', exact: true }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'bring the silver bell' })
    .getByRole('button', { name: /^Keep as a thread/ })
    .first()
    .click();
  await expect(page.getByText(/is kept as a thread\./)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'World', exact: true }).click();
  await page.getByRole('link', { name: 'Threads and promises' }).click();
  const kept = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'bring the silver bell' })
    .filter({ hasText: 'Kept by you' });
  await expect(kept).toContainText('Opened in Session 7');
  await expect(kept).not.toContainText('Silent');
  await play(9, 10);
  await page.reload();
  await expect(kept).toContainText('Silent for 3 sessions');
  await kept.getByRole('link', { name: /^Show in the session/ }).click();
  await expect(page).toHaveURL(/&line=[\w.-]+#transcript$/u);
  await expect(gameMaster.panel('Transcript').getByText('bring the silver bell').first()).toBeVisible();

  await page.goto(`/campaign?campaignId=${campaignId}&world=timeline`);
  await page.getByRole('button', { name: 'Set the date of Session 7' }).click();
  await page.getByLabel('In-world date of Session 7').fill('The 3rd of Mirtul');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Session 7” is on The 3rd of Mirtul.')).toBeVisible();
  const evening = page.getByRole('region', { name: 'Session 7', exact: true });
  await expect(evening.getByText('The 3rd of Mirtul')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(evening.getByText('The 3rd of Mirtul')).toBeHidden();
  await evening
    .getByRole('link', { name: /^Show in the session/ })
    .first()
    .click();
  await expect(page).toHaveURL(/&line=[\w.-]+#transcript$/u);

  const [harbor] = ids;
  const { revision } = await call('GET', `/sessions/${harbor}/notes`);
  const section = (title: string, body: string, visibility: 'gm' | 'players') => ({
    key: title.toLowerCase().replaceAll(' ', '-'),
    title,
    body,
    visibility,
  });
  const sections = [
    section('What happened', promised.replace('us', 'the party'), 'players'),
    section('For me', 'Captain Ostra promised the same ship to the smugglers.', 'gm'),
  ];
  await call('PATCH', `/sessions/${harbor}/notes`, { sections }, { 'if-match': String(revision) });
  const question = 'Did the captian promise us the ship?';
  await expect
    .poll(
      async () =>
        ((await call('POST', '/search', { query: question })) as unknown as SearchResult).isIndexing,
    )
    .toBe(false);

  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('dialog', { name: 'Search your sessions' });
  await search.getByLabel('Search, or ask a question').fill(question);
  await expect(search.getByText('Passages that may answer this, the best one first:')).toBeVisible();
  await expect(search.getByText('Also found: “captain” for “captian”')).toBeVisible();
  const said = search.getByRole('listitem').filter({ hasText: 'Transcript · The harbor' });
  await expect(said).toContainText(`Mira: ${promised}`);
  await said.getByRole('button', { name: /^Open the session/ }).click();
  await expect(search).toBeHidden();
  await expect(page).toHaveURL(/&line=[\w.-]+#transcript$/u);
  await expect(
    gameMaster
      .panel('Transcript')
      .getByRole('listitem')
      .filter({ hasText: `Cited: ${promised}` }),
  ).toBeVisible();

  const { publicId } = await call('PUT', `/campaigns/${campaignId}/players-link`, {
    show: defaultShow('players'),
  });
  const context = await browser.newContext({ baseURL: serverUrl, javaScriptEnabled: false });
  const player = await context.newPage();
  await player.goto(sharedPath({ kind: 'campaign', id: campaignId, audience: 'players' }, publicId ?? ''));
  await player.getByLabel('Search, or ask a question').fill(question);
  await player.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(
    player.getByRole('heading', { name: 'Passages that may answer this, the best one first' }),
  ).toBeVisible();
  await expect(player.getByText('Also found: “captain” for “captian”')).toBeVisible();
  await expect(player.getByRole('listitem').first()).toContainText(promised.replace('us', 'the party'));
  expect(await player.content()).not.toContain('smugglers');
  await player.getByLabel('Search, or ask a question').fill('Who are the smugglers?');
  await player.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(player.getByRole('status')).toContainText('Nothing on this page answers this.');
  await context.close();
  expect(complaints).toEqual([]);
});
