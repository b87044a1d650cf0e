import { describe, expect, it } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { hideNames } from '#server/sharing/pseudonyms.ts';

const speaker = (label: string, role: Speaker['role'] = 'player') => ({ label, role });

describe('names of players on public pages', () => {
  const hide = hideNames([
    speaker('MATT', 'gm'),
    speaker('Laura Bailey'),
    speaker('Zoë (she/her)'),
    speaker('Laura Bailey'),
    speaker('Speaker 1', 'unknown'),
    speaker('Will'),
  ]);

  it('[R1.4] become numbers that stay the same across the page, as whole words', () => {
    expect(hide('Laura asks Matt; LAURA’s dice, Bailey’s luck, and Zoë laughs.')).toBe(
      'Player 1 asks the game master; Player 1’s dice, Player 1’s luck, and Player 2 laughs.',
    );
    expect(hide('Laura Bailey met Mattias at Bailey-Hall.')).toBe('Player 1 met Mattias at Player 1-Hall.');
  });

  it('[R1.4] are found in composed and decomposed letters', () => {
    expect(hide('Zoe\u0308!')).toBe('Player 2!');
  });

  it('[R1.4] do not match lower-case words and parts of the table', () => {
    expect(hide('She will ask Speaker 1.')).toBe('She will ask Speaker 1.');
    expect(hide('Will asks.')).toBe('Player 3 asks.');
  });

  it('are matched literally, whatever characters they contain', () => {
    const odd = hideNames([speaker('A.*'), speaker('$&'), speaker('[x')]);
    expect(odd('Anna and A.* and $& and [x.')).toBe('Anna and Player 1 and Player 2 and Player 3.');
  });
});
