import { describe, expect, it } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { attendance } from '#web/results/attendance.ts';

const speaker = (label: string, talkMs: number, role: Speaker['role'] = 'player'): Speaker => ({
  id: label,
  label,
  role,
  playerCharacterId: null,
  talkMs,
});

describe('attendance', () => {
  it('names who was there, the most talkative first, and counts unnamed speakers', () => {
    expect(attendance([speaker('Pike (Liam)', 20), speaker('Speaker 2', 5), speaker('Ines', 90, 'gm')])).toBe(
      'At the table: Ines (game master), Pike (Liam), and 1 more voice',
    );
    expect(attendance([speaker('Ines', 90), speaker('Theo', 10)])).toBe('At the table: Ines and Theo');
  });

  it('says nothing if no speaker is named', () => {
    expect(attendance([speaker('Speaker 1', 90), speaker('Speaker 2', 10)])).toBe('');
    expect(attendance([])).toBe('');
  });
});
