import { describe, expect, it } from 'vitest';
import { excerptOf, isOfTheGame, playIn, promisesIn, SPOKE } from '#server/world/said.ts';

describe('what is picked of a transcript for the next evening', () => {
  it.each([
    ['Do what we ask, and you have my word that you will leave Oldmere unharmed.', 1],
    ['We swear to bring them back to you before the bell rings.', 1],
    ['Okay. Well, I’ll come back and see your work in three days.', 0],
    ['We will bring them back to you before the bell rings.', 0],
    ['I’ll help you.', 0],
    ['We promise to bring it to you if the ferry goes at all.', 0],
    ['I promise you it’s a natural 20, look at the die!', 0],
    ['Actually, I’ll bring another drink out to her.', 0],
  ])('[R8.10] finds promises in “%s”: %i', (line, count) => {
    expect(promisesIn(line)).toHaveLength(count);
  });

  it('[R8.10] takes of a line the sentences in which the game master speaks for somebody', () => {
    const line =
      'The hall is dark. Brother Hobb looks up and says, "Bring me the silver bell, and the ferry is yours." He coughs.';
    const excerpt = excerptOf(line, ['Hobb', 'Brother Hobb']);
    expect(excerpt?.text).toBe(
      'Brother Hobb looks up and says, "Bring me the silver bell, and the ferry is yours." He coughs.',
    );
    expect(excerpt?.worth).toBeGreaterThanOrEqual(SPOKE);
    expect(excerptOf('Was that Hobb or his brother who rang it?', ['Hobb'])?.worth).toBeLessThan(SPOKE);
    expect(excerptOf('Roll initiative, Hobb is on the bridge above you.', ['Hobb'])).toBeNull();
  });

  it('leaves out the farewell of the table', () => {
    expect(playIn('The gate falls shut behind you. And that is where we end tonight’s game.')).toBe(
      'The gate falls shut behind you.',
    );
    expect(isOfTheGame('Thank you guys, see you next week!')).toBe(false);
  });
});
