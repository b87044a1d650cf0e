import { describe, expect, it } from 'vitest';
import type { Evening } from '#contract/analysis-result.ts';
import { present } from '#contract/unknown-values.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { resultFaults } from '#tests/support/result-faults.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';

type Turns = { speaker: string | null; text: string }[];

async function resultOf(turns: Turns, language: string | null = null) {
  const transcript = { ...transcriptOf(turns), language };
  const request = { transcript, detailLevel: 'comprehensive' as const, language, campaign: noCampaign };
  const result = await takeNotes(createHighlightsEngine(), request, inMemoryStageContext({}));
  expect(resultFaults(result, transcript)).toEqual([]);
  return result;
}

const pageOf = async (...said: Parameters<typeof resultOf>): Promise<Evening> =>
  present((await resultOf(...said)).evening, 'page');
const onPage = ({ passages }: Evening) => passages.filter(({ shown }) => shown === 'page');
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
const turn = (speaker: string | null, text: string) => ({ speaker, text });

const meeting: Turns = Array.from({ length: 12 }, (_, at) => [
  turn('Ada', `Let us go through the agenda for the meeting, item ${at + 1} is the budget for the quarter.`),
  turn(
    'Ben',
    'The customer asked for a new deadline, so the project and the roadmap need another look by Friday.',
  ),
  turn('Cem', 'I will send the slides to sales and marketing, and the invoices go to the client tomorrow.'),
]).flat();

describe('what the page could not find', () => {
  it('tells a meeting from a game, and says so', async () => {
    expect((await pageOf(meeting)).missing).toContain('game');
    for (const game of [smallSession, longSession(3000)])
      expect((await pageOf(game)).missing).not.toContain('game');
    const office = {
      speaker: 'Dana',
      text: 'You see the agenda of the guild meeting and the budget of the project.',
    };
    expect((await pageOf([...smallSession, office, office])).missing).not.toContain('game');
  });

  it('says that voices are not told apart, or that no voice is the game master’s', async () => {
    expect((await pageOf(smallSession.map(({ text }) => turn(null, text)))).missing).toEqual(['voices']);
    expect((await pageOf(longSession(3000))).missing).toEqual([]);
    const equals: Turns = Array.from({ length: 40 }, (_, at) =>
      turn(
        at % 2 === 0 ? 'Ada' : 'Ben',
        `We walk on through the old wood and count the stones, number ${at}.`,
      ),
    );
    expect((await pageOf(equals)).missing).toEqual(['gameMaster']);
  });

  it('quotes no title and no recap of a voice that may be a player’s, as it says', async () => {
    const recap = 'Last time the party found the sunken bell, fought the wardens and fled to the old mill. ';
    const quotedOf = async (...voices: (string | null)[]) => {
      const said = [recap.repeat(4), ...smallSession.map(({ text }) => text)];
      const { evening, previouslyOn } = await resultOf(
        said.flatMap((text) => voices.map((voice) => turn(voice, text))),
      );
      const { chapters, missing } = present(evening, 'page');
      return { missing, titled: chapters.some(({ title }) => title !== null), recap: previouslyOn !== '' };
    };
    expect(await quotedOf('Ada', 'Ben')).toEqual({ missing: ['gameMaster'], titled: false, recap: false });
    expect(await quotedOf(null)).toEqual({ missing: ['voices'], titled: true, recap: true });
    expect(await quotedOf('Me')).toEqual({ missing: [], titled: true, recap: true });
  });
});

it('shows a solo game: one voice that narrates and rolls', async () => {
  const solo = smallSession.map(({ text }) => turn('Me', text));
  const page = await pageOf(solo);
  expect(page.missing).toEqual([]);
  expect(onPage(page).length).toBeGreaterThan(1);
  expect(page.timeline.voices.map(({ label }) => label)).toEqual(['Me']);
  expect(page.names.map(({ name }) => name)).toContain('Oldmere');
});

it('shows an edited podcast: no recap, no break, no dice', async () => {
  const narrated = longSession(3000).filter(({ text }) => !/roll|break|last (?:time|session)/i.test(text));
  const page = await pageOf(narrated);
  expect(page.missing).toEqual([]);
  expect(page.timeline.apart).toEqual([]);
  expect(sum(onPage(page).map(({ text }) => text.split(' ').length))).toBeGreaterThan(200);
});

it('shows the same evening alike with labels SPEAKER_00, without speakers, capitals and punctuation', async () => {
  const turns = longSession(6000);
  const labels = new Map([...new Set(turns.map(({ speaker }) => speaker))].map((name, at) => [name, at]));
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}' ]+/gu, '');
  const shapes: Turns[] = [
    turns,
    turns.map(({ speaker, text }) => turn(`SPEAKER_0${labels.get(speaker)}`, text)),
    turns.map(({ text }) => turn(null, text)),
    turns.map(({ speaker, text }) => turn(speaker, bare(text))),
    turns.map(({ text }) => turn(null, bare(text))),
  ];
  for (const shape of shapes) {
    const words = sum(onPage(await pageOf(shape)).map(({ text }) => text.split(/\s+/).length));
    expect(words).toBeGreaterThan(250);
    expect(words).toBeLessThan(450);
  }
});

describe('dice and rules', () => {
  const told = (at: number) =>
    turn(
      'Gil',
      `You come to the ${at}th pillar of the drowned hall, and a lantern swings above the black water there.`,
    );

  it('of other systems are the session’s own words beside numbers', async () => {
    const asked = (at: number) =>
      turn(
        'Bo',
        `I mark ${1 + (at % 3)} stress and my momentum is ${at % 10} now, so that is settled for me.`,
      );
    const evening = Array.from({ length: 40 }, (_, at) => [told(at), asked(at)]).flat();
    const page = await pageOf(evening);
    expect(sum(page.timeline.dice)).toBeGreaterThan(40);
    const text = onPage(page)
      .map((passage) => passage.text)
      .join(' ');
    expect(text).not.toMatch(/stress/);
  });

  it('of other languages count where the transcript says its language', async () => {
    const german = Array.from({ length: 30 }, (_, at) => [
      turn(
        'Gil',
        `Ihr kommt zu der Säule mit dem Zeichen ${String.fromCharCode(1040 + at)} in der versunkenen Halle, und über dem schwarzen Wasser schaukelt eine Laterne.`,
      ),
      turn(
        'Bo',
        'Ich würfle auf Wahrnehmung, die Probe ist geschafft, und der Schaden ist nicht so schlimm für mich.',
      ),
    ]).flat();
    const [known, unknown] = [await pageOf(german, 'de'), await pageOf(german)];
    expect(sum(known.timeline.dice)).toBeGreaterThan(60);
    expect(sum(unknown.timeline.dice)).toBe(0);
    expect(known.missing).toContain('language');
    expect(known.pointers.every(({ kind }) => kind === 'moment')).toBe(true);
    const shown = onPage(known)
      .map(({ text }) => text)
      .join(' ');
    expect(shown).toContain('Laterne');
    expect(shown).not.toContain('Schaden');
  });
});

it('notes laughter where the transcript does', async () => {
  const laughs = [turn('Priya', 'That goose again. (laughs)'), turn('Lena', '[lacht] Nein.')];
  const laughter = async (turns: Turns) => sum((await pageOf(turns)).timeline.laughter);
  expect(await laughter([...smallSession, ...laughs])).toBe((await laughter(smallSession)) + 2);
});
