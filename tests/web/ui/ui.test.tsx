import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { withoutMarkup } from '#contract/without-markup.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { Button } from '#web/ui/button.tsx';
import { ClickGateProvider } from '#web/ui/click-gate.tsx';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { lineEnds, Markdown } from '#web/ui/markdown.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ArrivalProvider, PageHeading } from '#web/ui/page-heading.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { byteSize, clock, hoursRange, roughly } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { useFocusKeeper } from '#web/ui/use-focus-keeper.ts';

describe('button', () => {
  it('acts only if its gate lets the click pass', async () => {
    const clicked = vi.fn();
    const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const close = vi.fn();
    const passes = vi.fn().mockReturnValueOnce(true).mockReturnValueOnce(false);
    const { unmount } = render(
      <ClickGateProvider value={() => ({ passes, close })}>
        <form onSubmit={submitted}>
          <Button type="submit" onClick={clicked}>
            Start
          </Button>
        </form>
      </ClickGateProvider>,
    );
    await userEvent.dblClick(screen.getByRole('button', { name: 'Start' }));
    expect([passes, clicked, submitted].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
    unmount();
    expect(close).toHaveBeenCalledOnce();
  });

  it('does nothing while it is busy, and keeps the focus', async () => {
    const clicked = vi.fn();
    render(
      <Button busy onClick={clicked}>
        Starting
      </Button>,
    );
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button'));
    await userEvent.click(screen.getByRole('button'));
    expect(clicked).not.toHaveBeenCalled();
  });
});

describe('fields', () => {
  it('[R5.9] a text area counts up to 5000 characters and accepts no more', () => {
    render(<TextArea label="Comment" value={'a'.repeat(12)} onChange={() => {}} />);
    expect(screen.getByText('12 / 5,000')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').maxLength).toBe(5000);
  });

  it('[R5.9] says when the limit is reached', () => {
    render(<TextArea label="Comment" limit={3} value="abc" onChange={() => {}} />);
    expect(screen.getByText(/3 \/ 3 — the limit is reached/)).toBeTruthy();
  });

  it('shows and hides a password', async () => {
    render(<PasswordField label="Password" defaultValue="secret words" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
  });
});

describe('tabs', () => {
  function Example() {
    const [selected, setSelected] = useState<'notes' | 'analysis' | 'transcript'>('notes');
    return (
      <Tabs
        label="Parts"
        selected={selected}
        onSelect={setSelected}
        items={[
          { key: 'notes', label: 'Notes', content: 'The notes' },
          { key: 'analysis', label: 'Analysis', content: 'The analysis' },
          { key: 'transcript', label: 'Transcript', content: 'The transcript' },
        ]}
      />
    );
  }

  it('move with arrows, Home and End, as one tab stop', async () => {
    const { container } = render(<Example />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Notes' }));
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Transcript', selected: true }));
    expect(screen.getByRole('tabpanel').textContent).toBe('The transcript');
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Analysis');
    expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
    await expectAccessible(container);
  });
});

describe('menu', () => {
  it('opens, moves with arrows, closes with Escape and returns the focus', async () => {
    const chosen = vi.fn();
    render(
      <Menu
        label="Session settings"
        items={[
          { key: 'edit', label: 'Edit', onChoose: chosen },
          { key: 'delete', label: 'Delete', onChoose: chosen },
        ]}
      />,
    );
    const opener = screen.getByRole('button', { name: 'Session settings' });
    await userEvent.click(opener);
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Edit' }));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Delete' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(opener);
    expect(chosen).not.toHaveBeenCalled();
  });
});

describe('notice', () => {
  it('[R8.13] an error is an alert, others are announced politely', () => {
    render(
      <>
        <Notice kind="error">It failed. Try again.</Notice>
        <Notice kind="success">Saved.</Notice>
      </>,
    );
    expect(screen.getByRole('alert').textContent).toContain('It failed. Try again.');
    expect(screen.getByRole('status').textContent).toContain('Saved.');
  });
});

describe('markdown', () => {
  const chip = (name: string) => <EvidenceChip place={name} onOpen={() => {}} />;

  it('[D11] puts the evidence after its line, also inside emphasis and lists', () => {
    const text = 'They **met Orla**. Then they left.\n\n- They sailed *at dawn*.';
    const { container } = render(
      <Markdown
        text={text}
        lines={[
          { text: 'They **met Orla**.', chip: chip('0:10') },
          { text: 'Then they left.', chip: chip('0:20') },
          { text: 'They sailed *at dawn*.', chip: chip('0:30') },
          { text: 'This was edited away.', chip: chip('0:40') },
        ]}
      />,
    );
    expect(container.textContent?.replaceAll(/\s+/g, ' ').trim()).toBe(
      'They met Orla. 0:10 Then they left. 0:20 They sailed at dawn. 0:30',
    );
    expect(container.querySelector('strong')?.textContent).toBe('met Orla');
  });

  it('finds the second of two equal lines after the first', () => {
    expect(lineEnds('Run. Run.', [{ text: 'Run.' }, { text: 'Run.' }])).toEqual([4, 9]);
  });

  it('[D11] does not find a line within a longer word', () => {
    expect(lineEnds('Fights: Fight', [{ text: 'Fight' }])).toEqual([13]);
    expect(lineEnds('Fights', [{ text: 'Fight' }])).toEqual([null]);
  });

  it('[D11] puts the chip after the closing quotation mark', () => {
    expect(lineEnds('- “Run.” — Orla', [{ text: 'Run.' }])).toEqual([8]);
  });

  it('[D11] puts one chip after neighbors in a row that are of one place', () => {
    const lines = ['One.', 'Two.', 'Three.', 'Four.'].map((text, at) => ({
      text,
      place: at < 3 ? 's1' : 's2',
    }));
    expect(lineEnds('One. Two. Three. Four.', lines)).toEqual([null, null, 16, 22]);
    expect(lineEnds('- One.\n- Two.\n- Three. Four.', lines)).toEqual([6, 13, 22, 28]);
  });

  it('[D11] does not let a sentence of the user’s own between two lines look as if it had their place', () => {
    const lines = ['One.', 'Two.'].map((text) => ({ text, place: 's1' }));
    expect(lineEnds('One. My own. Two.', lines)).toEqual([4, 17]);
    expect(lineEnds('“One.” – Two.', lines)).toEqual([null, 13]);
  });

  it('keeps the focus when it renders again', () => {
    const page = () => (
      <Markdown text="Run." lines={[{ text: 'Run.', chip: <button type="button">0:10</button> }]} />
    );
    const { rerender } = render(page());
    const place = screen.getByRole('button', { name: '0:10' });
    place.focus();
    rerender(page());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '0:10' }));
    expect(document.activeElement).toBe(place);
  });

  it('continues from the heading above', () => {
    const { container } = render(<Markdown below={2} text={'### The tower\n\n#### Its cellar'} />);
    expect([...container.querySelectorAll('h3, h4')].map((heading) => heading.outerHTML)).toEqual([
      '<h3>The tower</h3>',
      '<h4>Its cellar</h4>',
    ]);
  });

  it('runs nothing: HTML stays text, images are left out, script links are emptied', () => {
    const { container } = render(
      <Markdown
        text={'<img src=x onerror=alert(1)>\n\n![x](http://evil.example/x.png) [go](javascript:alert(1))'}
      />,
    );
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('a')?.getAttribute('href')).toBe('');
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
  });
});

describe('page heading', () => {
  it('takes the focus after navigation, not at the first load, and sets the title', () => {
    const page = (arrivals: number, title: string) => (
      <ArrivalProvider value={arrivals}>
        <PageHeading key={title} title={title} />
      </ArrivalProvider>
    );
    const { rerender } = render(page(0, 'Your campaigns'));
    expect(document.activeElement).toBe(document.body);
    rerender(page(1, 'Session 3'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Session 3' }));
    expect(document.title).toBe('Session 3 · Hearthscribe');
  });
});

describe('progress', () => {
  it('has its value, or none if unknown', () => {
    const { rerender } = render(<ProgressBar value={0.416} label="Upload" />);
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('41');
    rerender(<ProgressBar value={null} label="Upload" />);
    expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
  });
});

describe('formats', () => {
  it('[R9.10] a balance is a range of hours', () => {
    expect(hoursRange({ from: 2, to: 200 / 60 })).toBe('2–3.3 hours');
    expect(hoursRange({ from: 0, to: 0 })).toBe('0 hours');
  });

  it.each([
    [0, '0:00'],
    [59.9, '0:59'],
    [12_420, '3:27:00'],
  ])('%d seconds are %s', (seconds, text) => expect(clock(seconds)).toBe(text));

  it.each([
    [30, 'less than a minute'],
    [540, 'about 9 min'],
    [7200, 'about 2 h'],
    [7830, 'about 2 h 11 min'],
  ])('%d seconds are %s', (seconds, text) => expect(roughly(seconds)).toBe(text));

  it.each([
    [0, '0 B'],
    [149_000_000, '149 MB'],
    [1_210_000_000, '1.21 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(byteSize(bytes)).toBe(text));
});

it('Markdown on a card is plain text', () => {
  expect(withoutMarkup('# Fog\n\n- an **old** [debt](http://example.org)\n- _smugglers_')).toBe(
    'Fog an old debt smugglers',
  );
});

it('an evidence chip opens its place', () => {
  const open = vi.fn();
  render(<EvidenceChip place="1:02:33" onOpen={open} />);
  fireEvent.click(screen.getByRole('button', { name: 'Show in the transcript: 1:02:33' }));
  expect(open).toHaveBeenCalledOnce();
});

describe('focus', () => {
  function Place({ step }: { step: 'asking' | 'answered' }) {
    const main = useRef<HTMLElement>(null);
    useFocusKeeper(main);
    return (
      <main ref={main}>
        <h1>Session 3</h1>
        <div>{step === 'asking' ? <button type="button">Choose a file</button> : <p>Reading …</p>}</div>
      </main>
    );
  }

  it('moves to the nearest heading when the focused element disappears', async () => {
    const { rerender } = render(<Place step="asking" />);
    await userEvent.tab();
    rerender(<Place step="answered" />);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Session 3' })),
    );
  });

  it('stays where it is otherwise', async () => {
    const { rerender } = render(<Place step="asking" />);
    rerender(<Place step="answered" />);
    await act(async () => {});
    expect(document.activeElement).toBe(document.body);
  });
});
