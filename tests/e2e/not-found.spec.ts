import type { Page } from '@playwright/test';
import { transcriptFile } from './support/files.ts';
import { GameMaster, newCredentials } from './support/game-master.ts';
import { goInPlace } from './support/go-in-place.ts';
import { expect, test } from './support/test.ts';

interface Place {
  campaignId: string;
  sessionId: string;
  analysisId: string;
}

function placeOf(page: Page): Place {
  const { searchParams } = new URL(page.url());
  const read = (name: string) => searchParams.get(name) ?? '';
  return { campaignId: read('campaignId'), sessionId: read('sessionId'), analysisId: read('analysisId') };
}

async function makeAnalysis(gameMaster: GameMaster, title: string): Promise<Place> {
  await gameMaster.createCampaign(title);
  return addAnalysis(gameMaster);
}

async function addAnalysis(gameMaster: GameMaster): Promise<Place> {
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
  return placeOf(gameMaster.page);
}

const unknown = '01900000-0000-7000-8000-00000000dead';
const malformed = ['', 'x', '7', "' or 1=1--", `${unknown}0`, unknown.replace('7000', '9000'), 'undefined'];

const query = (parameters: Partial<Place>, more = '') =>
  `/campaign?${new URLSearchParams(parameters as Record<string, string>)}${more}`;

test('[R2.4] [R6.4] shows the Not found panel, with a way out, for every malformed, unknown and foreign id', async ({
  page,
  gameMaster,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const strangersPage = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  const stranger = new GameMaster(strangersPage);
  await stranger.signUp(newCredentials('stranger'));
  const foreign = await makeAnalysis(stranger, 'A secret');

  await gameMaster.signUp(newCredentials('owner'));
  const mine = await makeAnalysis(gameMaster, 'Lanterns');
  const { campaignId, sessionId, analysisId } = mine;
  await page.getByRole('button', { name: 'New session' }).first().click();
  await expect(page).not.toHaveURL(new RegExp(sessionId));
  await expect(gameMaster.dropZone).toBeAttached();
  const emptySessionId = placeOf(page).sessionId;
  await page.goto('/campaign');
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Fog');
  await page.getByRole('dialog').getByRole('button', { name: 'Create campaign' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fog' })).toBeVisible();
  const other = await addAnalysis(gameMaster);

  const addresses = [
    ...malformed.map((id) => query({ campaignId: id })),
    query({ campaignId, sessionId: '' }),
    query({ campaignId, sessionId, analysisId: '' }),
    query(foreign),
    query({ campaignId: unknown, sessionId: unknown, analysisId: unknown }),
    query({ campaignId, sessionId: emptySessionId, analysisId: foreign.analysisId }),
    query({ campaignId, sessionId: emptySessionId, analysisId: unknown }),
    query({ campaignId: other.campaignId, sessionId }),
    query({ campaignId: other.campaignId, sessionId, analysisId }),
    query({ campaignId, sessionId, analysisId: other.analysisId }),
    query({ campaignId, sessionId: emptySessionId, analysisId }),
    query({ sessionId }),
    query({ analysisId }),
    query({ sessionId, analysisId }),
    query({ campaignId, analysisId }),
    query({ campaignId }, `&campaignId=${campaignId}`),
    query({ campaignId, sessionId }, `&sessionId=${sessionId}`),
    query(mine, `&analysisId=${analysisId}`),
  ];
  const isCold = new Set([query({ campaignId: 'x' }), query(foreign), query({ sessionId, analysisId })]);
  for (const address of addresses) {
    if (isCold.has(address)) await page.goto(address);
    else await goInPlace(page, address);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Not found' }), address).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
    await expect(main, address).toContainText('does not exist or is not yours');
    await expect(main, address).not.toContainText(
      /uuid|params|secret|drop the recording|start the analysis/i,
    );
    await expect(page.getByRole('link', { name: 'All campaigns' }), address).toBeVisible();
    await expect(page.getByRole('alert'), address).toHaveCount(0);
  }

  await page.goto(query({ campaignId, sessionId, analysisId: unknown }));
  await page.getByRole('link', { name: 'Open this session' }).click();
  await expect(gameMaster.evidence.first()).toBeVisible();
  await page.goto(query({ campaignId, sessionId: unknown }));
  await page.getByRole('link', { name: 'Open this campaign' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lanterns' })).toBeVisible();
  await page.goto(query({ campaignId: 'x' }));
  await page.getByRole('link', { name: 'Go to your campaigns' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your campaigns' })).toBeVisible();
  await page.goto(
    query({
      campaignId: campaignId.toUpperCase(),
      sessionId: sessionId.toUpperCase(),
      analysisId: analysisId.toUpperCase(),
    }),
  );
  await expect(gameMaster.evidence.first()).toBeVisible();
  await strangersPage.context().close();
});

test('[R2.4] [R4.3] redirects all of these to the landing page when signed out', async ({ page }) => {
  for (const address of [
    '/campaign',
    query({ campaignId: unknown, sessionId: unknown, analysisId: unknown }),
    ...malformed.map((id) => query({ campaignId: id, sessionId: id, analysisId: id })),
    query({ analysisId: unknown }),
    query({ campaignId: unknown }, `&campaignId=${unknown}`),
  ]) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/$/);
    await expect(page.getByRole('button', { name: 'Join / Login' }).first()).toBeVisible();
  }
});
