import { describe, expect, it } from 'vitest';
import { findRecap } from '#server/engines/notes/reading/recap.ts';
import { readSpeech } from '#server/engines/notes/reading/text.ts';
import { transcriptOf } from '#tests/support/sessions.ts';

const story =
  'The company crossed the salt marsh and found the ferry burned. Orsolya bargained with the eel fishers, who brought them over at night. ' +
  'They reached the abbey, were received coldly, and discovered that the abbot had sold the bell. Brannoc chased the buyer through the orchard and lost him. ' +
  'The bell was hidden in a barge, the barge was guarded, and the company slept in the loft above it.';
const live = [
  { speaker: 'Kit', text: 'I want to climb down.' },
  {
    speaker: 'Gm',
    text: 'You climb down, and the boards are wet. You hear the bell turn in the water below you.',
  },
  { speaker: 'Bea', text: 'I hold the rope.' },
];

function recapOf(turns: { speaker: string; text: string }[]): string | null {
  const transcript = transcriptOf(turns);
  const speech = readSpeech(transcript);
  const gameMaster = transcript.speakers.find(({ label }) => label === 'Gm')!.id;
  const recap = findRecap(speech, gameMaster, 8000);
  return (
    recap &&
    speech.sentences
      .slice(recap.from, recap.to)
      .filter(({ speakerId }) => speakerId === gameMaster)
      .map(({ text }) => text)
      .join(' ')
  );
}

describe('the game master’s recap of the previous session', () => {
  it('spans from its opening to its closing words', () => {
    const told = recapOf([
      { speaker: 'Gm', text: 'Snacks are on the table.' },
      {
        speaker: 'Gm',
        text: `So, last we left off, we were in the marsh. ${story} And that is where we left off.`,
      },
      ...live,
    ]);
    expect(told).toBe(`So, last we left off, we were in the marsh. ${story} And that is where we left off.`);
  });

  it.each([
    'To get all of you up to speed.',
    'So, to get you guys caught up.',
    'A quick overview of where we were.',
    'Leaving off from last week’s adventure.',
    'But anyway, back to this campaign.',
    'So, to go over the current story.',
    'To catch up on what previously occurred.',
  ])('is found by its opening words: %s', (opening) => {
    expect(recapOf([{ speaker: 'Gm', text: `${opening} ${story}` }, ...live])).toBe(`${opening} ${story}`);
  });

  it('is found without any such words if a long turn recounts what happened', () => {
    const longer = `${story} The abbot had cursed the buyer, the fishers had fled, and Orsolya had promised them the bell. ${story.replace('The company', 'At last the company')}`;
    expect(recapOf([{ speaker: 'Gm', text: `It is okay. ${longer}` }, ...live])).toBe(longer);
    expect(
      recapOf([{ speaker: 'Gm', text: longer.replaceAll(/The company|They/g, 'I') }, ...live]),
    ).toBeNull();
  });

  it('is found by its closing words alone, back to the previous announcements', () => {
    const told = recapOf([
      { speaker: 'Gm', text: 'The website has new shirts.' },
      { speaker: 'Gm', text: story },
      { speaker: 'Kit', text: 'Poor Brannoc.' },
      { speaker: 'Gm', text: 'And that is where we left off. So, what do you do?' },
      ...live,
    ]);
    expect(told).toBe(`${story} And that is where we left off.`);
  });

  it('ends at the start of the evening without closing words', () => {
    const told = recapOf([
      {
        speaker: 'Gm',
        text: `To get everybody up to speed. ${story} Now it is dawn, and you see fog. The barge turns, and you hear steps. A monk comes out and looks up to you.`,
      },
      ...live,
    ]);
    expect(told).toBe(`To get everybody up to speed. ${story}`);
  });

  it('is not an announcement that says “last week”', () => {
    expect(
      recapOf([
        {
          speaker: 'Gm',
          text: 'So last week we put the campaign guide up for sale, and we were amazed. Thank you to everyone who ordered it, we printed more, and the shop opened again.',
        },
        ...live,
      ]),
    ).toBeNull();
  });

  it('is not what follows closing words without a story before', () => {
    expect(
      recapOf([
        {
          speaker: 'Gm',
          text: 'And that is where we left off. As you walk into the barge, the monk looks at you and opens the hatch.',
        },
        ...live,
      ]),
    ).toBeNull();
  });
});
