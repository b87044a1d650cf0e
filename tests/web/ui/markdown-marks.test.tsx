import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FoldingMarkdown, Markdown } from '#web/ui/markdown.tsx';
import { type KnownName, KnownNames } from '#web/ui/name-card.tsx';

const known = (name: string, text = ''): KnownName => ({
  name,
  kind: 'Person',
  text,
  chip: <button type="button">0:59</button>,
});

const shown = (text: string, names: readonly KnownName[], folds = false) =>
  render(
    <KnownNames.Provider value={names}>
      {folds ? <FoldingMarkdown text={text} /> : <Markdown text={text} />}
    </KnownNames.Provider>,
  );

const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);

describe('names in a text', () => {
  it('are marked at their first appearance, as whole words, the longer name first', () => {
    shown(
      'Oda met Mother Sedge.\n\n- Sedgewick and Sedge saw Oda (1+1).\n\n## Oda\n\n[Pike](https://a.example) came.',
      [known('Sedge'), known('Mother Sedge'), known('Oda'), known('Pike'), known('(1+1)')],
    );
    expect(marks()).toEqual(['Oda', 'Mother Sedge', 'Sedge', '(1+1)']);
    expect(document.body.textContent).toContain('Oda met Mother Sedge.');
  });

  it('show their details on focus, and close with Escape', () => {
    shown('There sat Mother Sedge.', [known('Mother Sedge', 'An old woman who guts eels.')]);
    const [mark] = document.querySelectorAll('mark');
    expect(screen.queryByRole('note')).toBeNull();
    fireEvent.pointerEnter(mark!.parentElement!, { pointerType: 'mouse' });
    expect(screen.getByText('An old woman who guts eels.')).toBeTruthy();
    expect(screen.getByRole('button', { name: '0:59', hidden: true })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByText('An old woman who guts eels.')).toBeNull();
    fireEvent.pointerEnter(mark!.parentElement!, { pointerType: 'mouse' });
    fireEvent.pointerLeave(mark!.parentElement!, { pointerType: 'mouse' });
    expect(screen.queryByText('An old woman who guts eels.')).toBeNull();
  });
});

describe('parts of a text', () => {
  it('fold under each heading of the highest level, and text before them stays', () => {
    shown('Before.\n\n### One\n\nFirst.\n\n#### Inner\n\nMore.\n\n### Two\n\nSecond.', [], true);
    const parts = [...document.querySelectorAll('details')];
    expect(parts.map((part) => part.querySelector('summary')?.textContent)).toEqual(['One', 'Two']);
    expect(parts.every(({ open }) => open)).toBe(true);
    expect(parts[0]?.textContent).toBe('OneFirst.InnerMore.');
    expect(screen.getByText('Before.').closest('details')).toBeNull();
  });

  it('do not fold if there is only one', () => {
    shown('### One\n\nFirst.', [], true);
    expect(document.querySelector('details')).toBeNull();
  });
});
