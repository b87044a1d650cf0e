import { describe, expect, it } from 'vitest';
import type { Passage } from '#contract/analysis-result.ts';
import { passagesFor, usefulPassages } from '#server/world/prep-passages.ts';
import { prepValuesOf, usefulnessOf } from '#server/world/prep-worth.ts';
import { closingIn, isEndOfEvening, isOfTheGame, untilEnd } from '#server/world/said.ts';
import type { SourceResult } from '#server/world/sources.ts';

const MINUTE = 60_000;
const end = 'The gate falls shut behind you. And that is where we’ll end tonight’s game.';

/** One turn each minute; the game master is `g`. */
const turnsOf = (...said: [speakerId: string, text: string][]) =>
  said.map(([speakerId, text], at) => ({
    id: `s${at}`,
    speakerId,
    startMs: at * MINUTE,
    endMs: (at + 1) * MINUTE,
    text,
  }));

const passageOf = (at: number, text: string, more: Partial<Passage> = {}): Passage => ({
  id: `s${at}.0`,
  chapter: 0,
  text,
  speakerId: 'g',
  speaker: 'Dana',
  startMs: at * MINUTE,
  endMs: (at + 1) * MINUTE,
  evidence: { segmentIds: [`s${at}`], startMs: at * MINUTE, endMs: (at + 1) * MINUTE },
  rank: 0,
  shown: 'page',
  hidden: false,
  ...more,
});

const eveningOf = (passages: readonly Passage[], minutes: number): SourceResult['evening'] => ({
  names: [],
  chapters: [
    {
      ...{ title: null, ownTitle: null, place: null, names: [], startMs: 0, endMs: minutes * MINUTE },
      evidence: { segmentIds: ['s0'], startMs: 0, endMs: minutes * MINUTE },
    },
  ],
  passages: [...passages],
});

describe('what is picked of a transcript for the next evening', () => {
  it('stops where the game master ends the evening, and leaves announcements and the farewell out', () => {
    const turns = turnsOf(
      ['g', 'You all step through the old gate of Oldmere, and the bell of the mill begins to ring.'],
      ['p', 'We should go to the ferryman tomorrow and ask him about the silver bell of Oldmere.'],
      ['g', `Behind the gate, the Abbot Corvane waits for you with the silver bell. ${end}`],
      ['g', 'The miller of Oldmere waves at everybody who comes to see us all in the summer.'],
    );
    const evening = eveningOf([passageOf(0, turns[0]?.text ?? '')], 4);
    const until = untilEnd(turns, { evening });
    expect(until.map(({ id }) => id)).toEqual(['s0', 's1', 's2']);
    const passages = passagesFor(until, { evening });
    const last = passages.find(({ turn, values }) => turn === 2 && values.stopped === 1);
    expect(last).toMatchObject({
      part: 'stopped',
      text: 'Behind the gate, the Abbot Corvane waits for you with the silver bell. The gate falls shut behind you.',
    });
    expect(last?.values.after).toBe(0);
    expect(passages.find(({ part }) => part === 'plan')).toMatchObject({ turn: 1, text: turns[1]?.text });
  });

  it('takes no rules, no talk at the table, no bare answer, and nothing that the game master hid', () => {
    const turns = turnsOf(
      ['g', 'Roll initiative, all of you who stand at the bell of the mill of Oldmere.'],
      ['p', 'We should roll for that, and then I will add my bonus action to this attack.'],
      ['g', 'Okay. Sure.'],
      ['g', 'The Abbot Corvane hides the silver bell beneath the floor of the chapel for good.'],
    );
    const evening = eveningOf(
      [passageOf(0, turns[0]?.text ?? ''), passageOf(3, turns[3]?.text ?? '', { hidden: true, rank: 1 })],
      4,
    );
    expect(passagesFor(turns, { evening }).map(({ turn, values }) => [turn, values.stopped])).toEqual([
      [3, 1],
    ]);
  });

  it('adds to a short plan the sentence that it leans on, within one turn', () => {
    const turns = turnsOf(
      ['g', 'The Abbot Corvane waits for you behind the gate with the silver bell of Oldmere.'],
      ['p', 'The ferryman of Oldmere knows the Abbot. Then we should ask him about the bell.'],
    );
    const evening = eveningOf([passageOf(0, turns[0]?.text ?? '')], 2);
    expect(passagesFor(turns, { evening }).find(({ part }) => part === 'plan')?.text).toBe(turns[1]?.text);
  });

  it('prefers what is late, names somebody and is long enough to be understood', () => {
    const place = { isTold: true, minutes: 1, after: 0, rank: 0 };
    const usefulness = (text: string, changed = {}) =>
      usefulnessOf(prepValuesOf('said', text, { ...place, ...changed }));
    const told = 'Hobb leans over to the Abbot Corvane. "You owe us the silver bell of Oldmere, all of you."';
    expect(usefulness(told)).toBeGreaterThan(usefulness('The bell rings over the water at night.'));
    expect(usefulness(told)).toBeGreaterThan(usefulness(told, { minutes: 200 }));
    expect(usefulness(told)).toBeGreaterThan(usefulness(told.toLowerCase()));
  });

  it('shows each turn once, few lines of each kind, in order, and none rather than a poor one', () => {
    const told = 'Hobb leans over to the Abbot Corvane. "You owe us the silver bell of Oldmere, all of you."';
    const place = { isTold: true, minutes: 1, after: 0, rank: 0 };
    const passage = (turn: number, text: string) => ({
      ...{ part: 'said' as const, turn, text, startMs: turn * MINUTE, minutes: 1 },
      values: prepValuesOf('said', text, place),
    });
    const many = Array.from({ length: 20 }, (_, turn) => passage(19 - turn, told));
    const shown = usefulPassages([...many, ...many]).map(({ turn }) => turn);
    expect(shown).toEqual([...new Set(shown)].sort((one, other) => one - other));
    expect(shown.length).toBe(3);
    const poor = {
      ...passage(1, 'It is 20 feet?'),
      values: prepValuesOf('plan', 'It is 20 feet?', { ...place, isTold: false, minutes: 20 }),
    };
    expect(usefulPassages([poor])).toEqual([]);
  });

  it('ends where the game does, not with questions after it', () => {
    expect(isEndOfEvening('And that is where we are going to leave tonight’s session.')).toBe(true);
    expect(isEndOfEvening('That is where we’re going to go ahead and end the session for today.')).toBe(true);
    expect(isEndOfEvening('We’ll take a break of five minutes and pick up tonight’s game then.')).toBe(false);
    expect(closingIn('You go to sleep. On that note, we have to close because it is late.')).toBe(17);
    expect(closingIn('You rest. We have a couple of cool announcements to make.')).not.toBeNull();
    expect(end.slice(0, closingIn(end) ?? 0).trim()).toBe('The gate falls shut behind you.');
    expect(closingIn('She says, "We’ll stop here tonight, children."')).toBeNull();
    const quoted = 'She says, "I am the bell." And that’s where we’ll end tonight’s session.';
    expect(quoted.slice(0, closingIn(quoted) ?? 0).trim()).toBe('She says, "I am the bell."');
    expect(closingIn('You guys rush down the tunnel.')).toBeNull();
    expect(isOfTheGame('Thank you guys, see you next week!')).toBe(false);
  });

  it.each([
    ['a long letter', `She reads, “${'we meet at the mill. '.repeat(5000)}”`],
    ['quotation marks that nothing closes', '“'.repeat(100_000)],
    ['conditions without an end', `“${'if you I will '.repeat(8000)}`],
    ['spaces', `And ${' '.repeat(100_000)} (laughter)`],
  ])('reads %s in no time', (_, line) => {
    expect(closingIn(line)).toBeNull();
    expect(isEndOfEvening(line)).toBe(false);
    const turns = turnsOf(['g', line], ['p', line], ['g', line]);
    expect(passagesFor(turns, { evening: eveningOf([passageOf(0, line)], 3) }).length).toBeLessThan(100);
  });
});
