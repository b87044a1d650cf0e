import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

/** Minutes that each speaks in one go, as WebVTT with a cue every ten seconds. */
function spoken(turns: readonly (readonly [string, number])[]): string {
  const labels = turns.flatMap(([label, minutes]) => Array.from({ length: minutes * 6 }, () => label));
  const at = (cue: number) =>
    [3600, 60, 1].map((unit) => String(Math.floor((cue * 10) / unit) % 60).padStart(2, '0')).join(':');
  const cues = labels.map(
    (label, cue) => `${at(cue)}.000 --> ${at(cue + 1)}.000\n<v ${label}>Lantern ${cue + 1} is lit now.`,
  );
  return ['WEBVTT', ...cues].join('\n\n');
}

test('says who spoke how long over the last ten evenings, each character’s time, and who was quiet', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  const campaignId = new URL(page.url()).searchParams.get('campaignId');
  const token = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('.idToken'))?.[1] ?? '',
  );
  const authorization = `Bearer ${token}`;
  const post = async (address: string, data: object | Buffer, headers: Record<string, string> = {}) => {
    const answer = await page.request.post(address, { data, headers: { authorization, ...headers } });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  const evening = async (title: string, ...turns: readonly (readonly [string, number])[]) => {
    const { id } = await post(`/campaigns/${campaignId}/sessions`, { title });
    await post(`/sessions/${id}/transcripts`, Buffer.from(spoken(turns)), {
      'content-type': 'application/octet-stream',
    });
    return String(id);
  };
  let revision = 0;
  const cast = async (change: object, sessionId: string | null = null) => {
    await post(`/campaigns/${campaignId}/cast`, { sessionId, change }, { 'if-match': `"${revision}"` });
    revision += 1;
  };
  for (const [player, role, characters] of [
    ['Dana', 'gm', []],
    ['Ann', 'player', ['Wren']],
    ['Bob', 'player', ['Pike', 'Keg']],
    ['Cleo', 'player', ['Sable']],
  ] as const)
    await cast({ kind: 'save', personId: null, player, role, characters });

  // Older than ten evenings: it would make Ann speak most.
  await evening('The first evening', ['Dana', 10], ['Ann', 59]);
  const bobPlays = (character: string) => ({
    kind: 'assign',
    label: 'Bob',
    player: 'Bob',
    role: 'player',
    character,
  });
  for (let night = 2; night <= 10; night += 1)
    await cast(
      bobPlays('Pike'),
      await evening(`Evening ${night}`, ['Dana', 30], ['Ann', 2], ['Bob', 14], ['Cleo', 14]),
    );
  await cast(
    bobPlays('Keg'),
    await evening('The last evening', ['Dana', 30], ['Bob', 16], ['Speaker 9', 14]),
  );

  await page.reload();
  const card = page.getByRole('region', { name: 'Who spoke' });
  await expect(card.getByText('Over the last 10 sessions with speakers. Only you see this.')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveText([
    'Dana game master50 % of the talk, 5 hours',
    'Bob Pike 2 hours 6 minutes, Keg 16 minutes24 % of the talk, 2 hours 22 minutes',
    'Cleo Sable23 % of the talk, 2 hours 6 minutes in 9 sessions',
    'Ann Wren3 % of the talk, 18 minutes in 9 sessions',
  ]);
  await expect(card.getByText(/^Wren has been quiet lately\. Some players like to listen/)).toBeVisible();
  await expect(card.getByText('Voices without a name spoke for 14 minutes.')).toBeVisible();
  await expectInEveryLook(page);

  await card.getByRole('button', { name: 'Say who spoke in “The last evening”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is who' });
  await dialog.getByRole('button', { name: 'Say who Speaker 9 is' }).click();
  await dialog.getByLabel('Person').fill('Ann');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A speaker was named.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByText(/^Voices without a name/)).toBeHidden();
  await expect(card.getByRole('listitem').filter({ hasText: 'Ann' })).toHaveText(
    'Ann Wren5 % of the talk, 32 minutes',
  );
  await expect(card.getByText(/has been quiet lately/)).toBeVisible();
  expect(complaints).toEqual([]);
});
