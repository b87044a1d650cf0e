import { describe, expect, it } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { attendance, unnamedVoices } from '#web/results/attendance.ts';

const speaker = (label: string, talkMs: number, role: Speaker['role'] = 'player'): Speaker => ({
  id: label,
  label,
  role,
  playerCharacterId: null,
  talkMs,
});

describe('attendance', () => {
  it('names who was there, the most talkative first, and counts unnamed speakers', () => {
    expect(
      attendance([speaker('Pike (Liam)', 20), speaker('Speaker 2', 5), speaker('Ines', 90, 'gm')]),
    ).toEqual({
      all: 'At the table: Ines (game master), Pike (Liam), and 1 more voice',
      short: null,
    });
    expect(attendance([speaker('Ines', 90), speaker('Theo', 10)])?.all).toBe('At the table: Ines and Theo');
    expect(attendance([speaker('INES', 90, 'gm'), speaker('TJ', 10)])?.all).toBe(
      'At the table: Ines (game master) and TJ',
    );
  });

  it('shows six of many voices, and counts nobody twice who speaks together with others', () => {
    const names = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef'.split('').map((letter) => `Voice${letter}`);
    const all = [
      ...names.map((name, index) => speaker(name, 100 - index)),
      speaker('VoiceA & VoiceB', 99.5),
      speaker('VoiceC, VoiceD and VoiceE', 3),
    ];
    const { short, all: everyone } = attendance(all) ?? {};
    expect(short).toEqual({ text: `At the table: ${names.slice(0, 6).join(', ')}`, more: 26 });
    expect(everyone).toBe(`At the table: ${new Intl.ListFormat('en').format(names)}`);
    expect(attendance([speaker('Ash & Ember', 9), speaker('Ash', 5), speaker('Theo', 1)])?.all).toBe(
      'At the table: Ash & Ember, Ash, and Theo',
    );
  });

  it('says nothing if no speaker is named', () => {
    expect(attendance([speaker('Speaker 1', 90), speaker('Speaker 2', 10)])).toBeNull();
    expect(attendance([])).toBeNull();
    expect(unnamedVoices([speaker('Speaker 1', 90), speaker('Ines', 10), speaker('Speaker 2', 10)])).toBe(2);
  });
});
