import { describe, expect, it } from 'vitest';
import type { PrepLine, PrepSheet } from '#contract/prep.ts';
import { prepAsMarkdown, prepAsText } from '#web/features/campaign/prep/prep-words.ts';

const sessionId = '01900000-0000-7000-8000-000000000002';
const place = { sessionId, lineId: 's1', startMs: 4000 };
const line = (part: PrepLine['part'], more: Partial<PrepLine>): PrepLine => ({
  part,
  key: part,
  name: '',
  text: '',
  note: '',
  place,
  silentFor: null,
  ...more,
});
const sheet: PrepSheet = {
  lines: [
    line('stopped', { name: 'Dana', text: 'And the door opens.' }),
    line('thread', { text: 'Who is *Master Quill*?', silentFor: 3 }),
    line('person', { name: 'Sella', note: 'Wants the key', text: 'I would not show that key around.' }),
    line('knows', { name: 'Wren', text: 'They found the chapel.', note: 'Torvin' }),
  ],
  sessions: [{ id: sessionId, title: 'The mill', playedAt: null, hasSound: true }],
  own: 'Candles\n\n# Map',
  revision: 1,
  pinnedAt: '2026-03-14T12:00:00.000Z',
};

describe('the sheet for the next evening', () => {
  it('is copied as text, part by part, with where each line is from', () => {
    const text = prepAsText('Oldmere', sheet);
    expect(text).toContain('Oldmere: next evening (as of ');
    expect(text).toContain('Where you stopped\n- Dana: And the door opens. (The mill, 0:04)');
    expect(text).toContain(
      'Open threads\n- Who is *Master Quill*? – Not mentioned for 3 sessions (The mill, 0:04)',
    );
    expect(text).toContain('- Sella – Wants the key – “I would not show that key around.” (The mill, 0:04)');
    expect(text).toContain('- Wren: They found the chapel. (The mill, 0:04) Missing: Torvin');
    expect(text).toContain('Your lines\n- Candles\n- # Map');
    expect(text).not.toContain('Promises');
  });

  it('is a Markdown file in which marks that were said are words', () => {
    const text = prepAsMarkdown('Oldmere', sheet);
    expect(text).toContain('## Open threads\n\n- Who is \\*Master Quill\\*?');
    expect(text).toContain('## Your lines\n\n- Candles\n- \\# Map\n');
  });
});
