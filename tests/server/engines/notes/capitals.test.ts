import { describe, expect, it } from 'vitest';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { transcriptOf } from '#tests/support/sessions.ts';

const said = [
  [
    'Dana',
    'you come down into the cellar and the water is moving on its own against the wall as ormund waits',
  ],
  ['Kit', 'i ask ormund why lady yevelda sent him down here and i look at the doorknob'],
  [
    'Dana',
    'ormund says that yevelda velmarch wants the ledger before the bells and he opens the door for you',
  ],
  ['Lee', 'hey tovik do you believe ormund i would not trust yevelda velmarch with the doorknob'],
  [
    'Dana',
    'the road to brackenmoor is long and you walk through the rain until tovik falls over the doorknob',
  ],
  ['Kit', 'we walk to brackenmoor then and i help tovik ormund carry the boxes'],
] as const;
const evening = transcriptOf(
  Array.from({ length: 5 }, () => said).flatMap((each) => each.map(([speaker, text]) => ({ speaker, text }))),
);
const namesOf = async (campaign = noCampaign) =>
  (await prepare(evening, campaign)).names.all.map(({ name }) => name).sort();

describe('a transcript without capitals', () => {
  it('has names all the same: what is no common word, comes again and is used as a name is', async () => {
    expect(await namesOf()).toEqual(['Brackenmoor', 'Ormund', 'Tovik', 'Yevelda Velmarch']);
  });

  it('takes those that the campaign knows, common words or not, however rare', async () => {
    const playerCharacters = [{ name: 'Rook', playedBy: 'Lee', aliases: [] }];
    const names = [{ term: 'The Bells', kind: 'faction' as const, heardAs: [] }];
    expect(await namesOf({ ...noCampaign, playerCharacters, names })).toEqual(
      expect.arrayContaining(['The Bells', 'Ormund']),
    );
  });

  it('lists them in the index and quotes it as it was written', async () => {
    const { evening: page } = await takeNotes(
      createHighlightsEngine(),
      { transcript: evening, detailLevel: 'comprehensive', language: null, campaign: noCampaign },
      inMemoryStageContext({}),
    );
    expect(page?.names.map(({ name }) => name)).toContain('Ormund');
    expect(page?.passages.length).toBeGreaterThan(0);
    for (const { text } of page?.passages ?? []) expect(text).toBe(text.toLowerCase());
  });

  it('is not one in a language without cases', async () => {
    const { speech } = await prepare(
      transcriptOf([{ speaker: null, text: '我们走进山洞，看到一条龙。' }]),
      noCampaign,
    );
    expect(speech.hasCapitals).toBe(true);
  });
});
