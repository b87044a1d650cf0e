import type { Page } from '@playwright/test';
import { transcriptFile } from './support/files.ts';
import { type GameMaster, newCredentials } from './support/game-master.ts';
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

async function addAnalysis(gameMaster: GameMaster): Promise<Place> {
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
  return placeOf(gameMaster.page);
}

const unknown = '01900000-0000-7000-8000-00000000dead';

const query = (parameters: Partial<Place>) =>
  `/campaign?${new URLSearchParams(parameters as Record<string, string>)}`;

test('[R2.4] shows the Not found panel, with a way out, for ids that do not belong together', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await gameMaster.signUp(newCredentials('owner'));
  await gameMaster.createCampaign('Lanterns');
  const mine = await addAnalysis(gameMaster);
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
  const otherCampaignId = placeOf(page).campaignId;

  for (const address of [
    query({ campaignId: otherCampaignId, sessionId }),
    query({ campaignId: otherCampaignId, sessionId, analysisId }),
    query({ campaignId, sessionId: emptySessionId, analysisId }),
    query({ sessionId, analysisId }),
  ]) {
    await goInPlace(page, address);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Not found' }), address).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
    await expect(main, address).toContainText('does not exist or is not yours');
    await expect(main, address).not.toContainText(/uuid|params|drop the recording|start the analysis/i);
    await expect(page.getByRole('link', { name: 'All campaigns' }), address).toBeVisible();
    await expect(page.getByRole('alert'), address).toHaveCount(0);
  }

  await page.goto(query({ campaignId, sessionId, analysisId: unknown }));
  await page.getByRole('link', { name: 'Open this session' }).click();
  await expect(gameMaster.evidence.first()).toBeVisible();
  await goInPlace(page, query({ campaignId, sessionId: unknown }));
  await page.getByRole('link', { name: 'Open this campaign' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lanterns' })).toBeVisible();
  await page.goto(
    query({
      campaignId: campaignId.toUpperCase(),
      sessionId: sessionId.toUpperCase(),
      analysisId: analysisId.toUpperCase(),
    }),
  );
  await expect(gameMaster.evidence.first()).toBeVisible();
});
