// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { quoteOf, quotesSection, withoutQuote, withQuote } from '#web/features/campaign/transcript/quote.ts';

const section = (key: string, body: string) => ({
  key,
  title: key,
  body,
  visibility: 'players' as const,
  source: 'user' as const,
  lines: [],
});
const line = (id: string, text: string, speakerId: string | null) => ({ id, text, speakerId });
const quote = quoteOf([line('s1', 'The bell rang.', null)], () => undefined);
const saved = (sections: ReturnType<typeof withQuote>) => ({
  sections: sections.map(({ quotes: _, body = '', ...each }) => ({
    ...each,
    body,
    source: 'user' as const,
    lines: [],
  })),
});

describe('[D11] a quote in notes', () => {
  it('names its speaker; consecutive lines of one speaker are one quote', () => {
    const names: Readonly<Record<string, string>> = { p: 'Pike', m: 'Mira' };
    const lines = [
      line('s1', 'I wait.', 'p'),
      line('s2', ' Then\nI knock. ', 'p'),
      line('s3', ' ', 'p'),
      line('s4', 'Who is it?', 'm'),
      line('s5', 'A bell.', null),
    ];
    expect(quoteOf(lines, (id) => names[id])).toEqual({
      markdown: '> “I wait. Then I knock.” — Pike\n>\n> “Who is it?” — Mira\n>\n> “A bell.”',
      words: [
        { text: '“I wait. Then I knock.”', segmentIds: ['s1', 's2'] },
        { text: '“Who is it?”', segmentIds: ['s4'] },
        { text: '“A bell.”', segmentIds: ['s5'] },
      ],
    });
  });

  it.each([
    ['text', 'Before.'],
    ['an end that is blank', 'Before.\n\n'],
    ['nothing in it', ''],
  ])('goes to the end of a section with %s, and its undo restores the section', (_, body) => {
    const notes = { sections: [section('one', body), section('two', 'Other.')] };
    const quoted = withQuote(notes, 'one', quote);
    expect(quoted[0]?.body).toBe(body === '' ? quote.markdown : `Before.\n\n${quote.markdown}`);
    expect(quoted[0]?.quotes).toEqual(quote.words);
    expect(quoted[1]).toEqual({ key: 'two', title: 'two', visibility: 'players' });
    expect(withoutQuote(saved(quoted), 'one', quote, body)[0]?.body).toBe(body);
  });

  it('creates a section that only the game master sees, and its undo removes it', () => {
    const quoted = withQuote({ sections: [] }, quotesSection.key, quote);
    expect(quoted).toMatchObject([{ ...quotesSection, body: quote.markdown, visibility: 'gm' }]);
    expect(withoutQuote(saved(quoted), quotesSection.key, quote, null)).toEqual([]);
  });

  it('keeps later text when undone', () => {
    const body = `Before, and more.\n\n${quote.markdown}\n\nBehind.`;
    expect(withoutQuote({ sections: [section('one', body)] }, 'one', quote, 'Before.')[0]?.body).toBe(
      'Before, and more.\n\nBehind.',
    );
  });

  it('is not added to a removed section, nor removed if it was changed', () => {
    expect(() => withQuote({ sections: [] }, 'one', quote)).toThrow('This section was removed.');
    expect(() => withoutQuote({ sections: [section('one', 'Other.')] }, 'one', quote, '')).toThrow(
      'The quote was changed in the notes in the meantime.',
    );
  });
});
