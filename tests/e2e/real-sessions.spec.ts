import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'crd3');
const episode = 'C2E020';

test.skip(!existsSync(folder), 'The real sessions are in ../shared, which is not beside this clone.');

test('[R1.3] turns a real session into notes, brief and comprehensive, through the browser', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  const { turns } = JSON.parse(readFileSync(join(folder, `${episode}.json`), 'utf8')) as {
    turns: { speaker: string; text: string }[];
  };
  await gameMaster.signUp(newCredentials('real'));
  await gameMaster.createCampaign(episode);
  await gameMaster.createSession();
  await gameMaster.chooseFile({
    name: `${episode}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(turns.map((turn) => `${turn.speaker}: ${turn.text}`).join('\n')),
  });
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible({ timeout: 60_000 });

  await gameMaster.tab('Evening').click();
  await page.getByRole('button', { name: 'Analyze again' }).click();
  await gameMaster.startAnalysis('Comprehensive');
  await gameMaster.tab('Transcript').click();
  const facts = gameMaster.panel('Transcript').getByText(/[\d,]+ lines · [\d,]+ words/);
  await expect(facts).toBeVisible();
  const lineCount = Number(/([\d,]+) lines/.exec(await facts.innerText())?.[1]?.replaceAll(',', ''));
  expect(lineCount).toBeGreaterThanOrEqual(turns.length);

  await gameMaster.tab('Evening').click();
  const analysis = gameMaster.panel('Evening');
  await expect(analysis.getByText('Comprehensive', { exact: true })).toBeVisible({ timeout: 60_000 });
  const cited = analysis.getByRole('button', { name: /^Show in the transcript: line \d/ });
  const citedInLastThird = async () =>
    (await cited.allInnerTexts())
      .map((text) => Number(/line (\d+)/.exec(text)?.[1]))
      .filter((line) => line > (lineCount * 2) / 3).length;
  await expect.poll(() => cited.count(), 'a long result').toBeGreaterThan(40);
  await expect.poll(citedInLastThird, 'the last third is represented').toBeGreaterThan(5);
});
