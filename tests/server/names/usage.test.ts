import { describe, expect, it } from 'vitest';
import type { CorrectionHit } from '#contract/corrections.ts';
import type { CampaignText } from '#server/campaigns/room-texts.ts';
import { createUsage } from '#server/names/usage.ts';

const place = { kind: 'transcript', session: null, label: '', startMs: null } as const;
const said = (text: string): CampaignText => ({
  room: 'recordings',
  kind: 'segment',
  id: 'segment',
  campaignId: 'c',
  sessionId: 's',
  visibility: 'gm',
  text,
  seconds: null,
  document: 'segment',
  path: [],
  place,
});
const hit = (match: string, more: Partial<CorrectionHit> = {}): CorrectionHit => ({
  id: match,
  certainty: 'phonetic',
  place,
  before: '',
  match,
  after: '',
  replacement: 'Horace',
  count: 1,
  ...more,
});

function usageOf(texts: readonly string[], names = { wrong: 'Horris', right: 'Horace' }) {
  const usage = createUsage(names);
  for (const text of texts) usage.read(said(text));
  return usage;
}

describe('a resemblance to a name', () => {
  const usage = usageOf(['Horris waits for hours.', 'After two hours Horris comes.', 'I saw horace once.']);

  it.each(['hours', 'Hours', 'here is', 'Hair is', 'Here’s'])('is no mis-hearing if it is “%s”', (match) => {
    expect(usage.isEveryday(hit(match))).toBe(true);
  });

  it.each(['Horrace', 'horace', 'Hor Ace'])('may be one if it is “%s”', (match) => {
    expect(usage.isEveryday(hit(match))).toBe(false);
  });

  it('counts if it is exactly the wrong name, or if the transcript has no capitals', () => {
    expect(usage.isEveryday(hit('hours', { certainty: 'exact' }))).toBe(false);
    const small = usageOf(['horrace waits and horrace sleeps', 'then horrace wakes']);
    expect(small.isEveryday(hit('horrace'))).toBe(false);
  });
});

describe('the kind of a new name', () => {
  const exact = { certainty: 'exact' } as const;

  it('is guessed from how the name is used', () => {
    const usage = () => usageOf([]);
    expect(usage().kindOf([hit('Eeman', { ...exact, before: 'We ride into ' })])).toBe('location');
    expect(usage().kindOf([hit('Horris', { ...exact, after: ' nods and leaves.' })])).toBe('npc');
    expect(usage().kindOf([hit('The Greasy Inn', exact)])).toBe('location');
    expect(usage().kindOf([hit('Silver Guild', exact)])).toBe('faction');
    expect(usage().kindOf([hit('Dawn Blade', exact)])).toBe('item');
  });

  it('is what the analysis took the name for', () => {
    const usage = createUsage({ wrong: 'Eeman', right: 'Emon' });
    usage.read({ ...said('Eeman'), kind: 'result', path: ['factions', 0, 'name'] });
    expect(usage.kindOf([hit('Eeman', { ...exact, before: 'We ride to ' })])).toBe('faction');
  });

  it('is asked if nothing tells', () => {
    expect(usageOf([]).kindOf([hit('Horris', exact)])).toBeNull();
    const both = [hit('A', { ...exact, before: 'in ' }), hit('A', { ...exact, after: ' says no' })];
    expect(usageOf([]).kindOf(both)).toBeNull();
  });
});
