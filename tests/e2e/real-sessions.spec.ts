import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'crd3');
const episodes = ['C1E001', 'C1E026', 'C1E063', 'C1E111', 'C2E008', 'C2E020'];

test.skip(!existsSync(folder), 'The six real sessions are in ../shared, which is not beside this clone.');

for (const episode of episodes) {
  test(`[R1.3] the real session ${episode} becomes notes, brief and comprehensive, through the browser`, async ({
    page,
    gameMaster,
  }) => {
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

    await gameMaster.tab('Analysis').click();
    await page.getByRole('button', { name: 'Analyze again' }).click();
    await gameMaster.startAnalysis('Comprehensive');
    await gameMaster.tab('Analysis').click();
    const lines = gameMaster
      .panel('Analysis')
      .getByRole('button', { name: /^Show in the transcript: line \d/ });
    await expect.poll(() => lines.count(), { timeout: 60_000 }).toBeGreaterThan(40);

    const cited = (await lines.allInnerTexts()).map((text) => Number(/line (\d+)/.exec(text)?.[1]));
    const facts = gameMaster.panel('Transcript').getByText(/[\d,]+ lines · [\d,]+ words/);
    await gameMaster.tab('Transcript').click();
    await expect(facts).toBeVisible();
    const lineCount = Number(/([\d,]+) lines/.exec(await facts.innerText())?.[1]?.replaceAll(',', ''));
    const inLastThird = cited.filter((line) => line > (lineCount * 2) / 3);
    expect(inLastThird.length, 'the last third is represented').toBeGreaterThan(5);
  });
}
