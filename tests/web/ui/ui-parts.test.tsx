import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { colourOf, initialsOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Choices, Switch } from '#web/ui/choice.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { LoadingOverlay } from '#web/ui/loading-overlay.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { randomKey } from '#web/ui/random-key.ts';
import { Table } from '#web/ui/table.tsx';
import { roomLeft, TextArea } from '#web/ui/text-area.tsx';
import { applyTheme, themeFrom } from '#web/ui/theme.ts';
import { type Toast, Toasts } from '#web/ui/toast.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

describe('theme', () => {
  afterEach(() => {
    delete document.documentElement.dataset.theme;
  });

  it('is an attribute of the page, which the style sheets follow', () => {
    applyTheme('dark');
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
    applyTheme('system');
    expect(document.documentElement.getAttribute('data-theme')).toBe('system');
  });

  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
    ['Dark', 'system'],
    [null, 'system'],
    [{}, 'system'],
  ])('stored as %j is %s', (kept, theme) => expect(themeFrom(kept)).toBe(theme));
});

describe('text area', () => {
  it.each([
    [0, ''],
    [4499, ''],
    [4500, 'Fewer than 501 characters left.'],
    [4600, 'Fewer than 501 characters left.'],
    [4750, 'Fewer than 251 characters left.'],
    [4900, 'Fewer than 101 characters left.'],
    [4999, 'Fewer than 51 characters left.'],
    [5000, 'The limit is reached.'],
  ])('[R5.9] with %d of 5000 characters a screen reader announces %j', (length, words) => {
    expect(roomLeft(length, 5000)).toBe(words);
  });

  it('[R5.9] announces it politely, and accepts no more than its limit from the keyboard', async () => {
    function Writing() {
      const [value, setValue] = useState('');
      return (
        <TextArea
          label="Comment"
          limit={5}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      );
    }
    render(<Writing />);
    await userEvent.type(screen.getByLabelText('Comment'), 'bellows');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('bello');
    expect(screen.getByRole('status').textContent).toBe('The limit is reached.');
  });
});

describe('copy button', () => {
  it('[R9.8] confirms copying visually and to screen readers, as long as its caller wants', () => {
    const { rerender } = render(<CopyButton label="Copy" copied={false} onCopy={() => {}} />);
    expect(screen.getByRole('status').textContent).toBe('');
    rerender(<CopyButton label="Copy" copied onCopy={() => {}} />);
    expect(screen.getByRole('button').textContent).toBe('Copied');
    expect(screen.getByRole('status').textContent).toBe('Copied to the clipboard');
    rerender(<CopyButton label="Copy" copied={false} failure="Not allowed here." onCopy={() => {}} />);
    expect(screen.getByRole('button').textContent).toBe('Copy');
    expect(screen.getByRole('alert').textContent).toContain('Not allowed here.');
  });
});

describe('tooltip', () => {
  const example = (
    <Tooltip text="Gone for good">
      <Button>Delete</Button>
    </Tooltip>
  );
  const isOpen = () => !screen.getByRole('tooltip', { hidden: true }).hidden;

  it('[R2.35] always describes its control, and appears on hover and on keyboard focus', async () => {
    render(example);
    const button = screen.getByRole('button', { name: 'Delete', description: 'Gone for good' });
    expect(isOpen()).toBe(false);
    await userEvent.hover(button);
    expect(isOpen()).toBe(true);
    await userEvent.unhover(button);
    expect(isOpen()).toBe(false);
    await userEvent.tab();
    expect(isOpen()).toBe(true);
    await userEvent.tab();
    expect(isOpen()).toBe(false);
  });

  it('[R2.35] closes with Escape, and keeps the focus and the dialog around it', async () => {
    const outside = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens.
      <div onKeyDown={outside}>{example}</div>,
    );
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('button'));
    expect(outside).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(outside).toHaveBeenCalledOnce();
  });

  it('[R2.35] opens on touch and closes on a touch elsewhere', async () => {
    render(
      <>
        {example}
        <p>Elsewhere</p>
      </>,
    );
    const user = userEvent.setup();
    await user.pointer([{ keys: '[TouchA]', target: screen.getByRole('button') }]);
    expect(isOpen()).toBe(true);
    await user.pointer([{ keys: '[TouchA]', target: screen.getByText('Elsewhere') }]);
    expect(isOpen()).toBe(false);
  });

  it('[R2.35] stays while the pointer moves onto it, and closes when the page scrolls', async () => {
    render(example);
    await userEvent.hover(screen.getByRole('button'));
    await userEvent.hover(screen.getByRole('tooltip', { hidden: true }));
    expect(isOpen()).toBe(true);
    fireEvent.scroll(window);
    expect(isOpen()).toBe(false);
  });
});

describe('toasts', () => {
  const toasts: readonly Toast[] = [
    { id: 'saved', kind: 'success', text: 'Saved.', goesByItself: true },
    { id: 'failed', kind: 'error', title: 'Not saved', text: 'Try again.', goesByItself: true },
    {
      id: 'gone',
      kind: 'information',
      text: 'The session was deleted.',
      action: <button type="button">Undo</button>,
    },
  ];

  it('[R8.13] errors are alerts, others are announced politely in an existing place', () => {
    const { rerender } = render(<Toasts toasts={[]} onDismiss={() => {}} />);
    const polite = screen.getByRole('status');
    rerender(<Toasts toasts={toasts} onDismiss={() => {}} />);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Not saved'),
    ]);
    expect(screen.getByRole('status')).toBe(polite);
    expect(polite.textContent).toContain('Saved.');
    expect(within(polite).getByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('are dismissed one by one', async () => {
    const dismissed = vi.fn();
    render(<Toasts toasts={toasts} onDismiss={dismissed} />);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
    expect(dismissed).toHaveBeenCalledExactlyOnceWith('failed');
  });

  it('disappear when their timer ends, except errors', () => {
    const dismissed = vi.fn();
    const { container } = render(<Toasts toasts={toasts} onDismiss={dismissed} />);
    const lines = container.querySelectorAll('.toast-time');
    expect(lines).toHaveLength(1);
    for (const line of lines) fireEvent.animationEnd(line);
    expect(dismissed).toHaveBeenCalledExactlyOnceWith('saved');
  });
});

describe('choices', () => {
  it('are one group of radio buttons, with the whole line as target', async () => {
    function Levels() {
      const [selected, setSelected] = useState<'brief' | 'long' | null>(null);
      return (
        <Choices
          legend="How much detail"
          selected={selected}
          onChoose={setSelected}
          choices={[
            { key: 'brief', label: 'Brief', text: 'On a page.' },
            { key: 'long', label: 'Long' },
          ]}
        />
      );
    }
    render(<Levels />);
    const group = screen.getByRole('group', { name: 'How much detail' });
    expect(within(group).queryByRole('radio', { checked: true })).toBeNull();
    await userEvent.click(screen.getByText('On a page.'));
    expect(within(group).getByRole('radio', { checked: true, name: /^Brief/ })).toBeTruthy();
    const radios = within(group).getAllByRole<HTMLInputElement>('radio');
    expect(new Set(radios.map(({ name }) => name)).size).toBe(1);
  });

  it('a checkbox shows its error, a switch its state', async () => {
    render(
      <>
        <Checkbox label="I agree" error="Please confirm this first." />
        <Switch label="Copy to the notes" />
      </>,
    );
    const box = screen.getByRole('checkbox', { name: 'I agree', description: 'Please confirm this first.' });
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByText('Copy to the notes'));
    expect(screen.getByRole('switch', { checked: true })).toBeTruthy();
  });
});

describe('disclosure', () => {
  it('is native, closed or open at first, and keeps its state', async () => {
    const { container, rerender } = render(<Disclosure title="Who can hear it?">Nobody but you.</Disclosure>);
    const details = container.querySelector('details');
    expect(details?.open).toBe(false);
    await userEvent.click(screen.getByText('Who can hear it?'));
    expect(details?.open).toBe(true);
    rerender(<Disclosure title="Who can hear it?">Nobody else.</Disclosure>);
    expect(details?.open).toBe(true);
  });
});

describe('menu', () => {
  it('moves to the entry that begins with the typed letter', async () => {
    render(
      <Menu
        label="More"
        items={['Archive', 'Duplicate', 'Delete'].map((label) => ({ key: label, label, onChoose: () => {} }))}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.keyboard('d');
    expect(document.activeElement?.textContent).toBe('Duplicate');
    await userEvent.keyboard('d');
    expect(document.activeElement?.textContent).toBe('Delete');
    await userEvent.keyboard('x');
    expect(document.activeElement?.textContent).toBe('Delete');
  });
});

it('[R4.18] the loading overlay announces that work is in progress', () => {
  const { rerender } = render(<LoadingOverlay visible={false} />);
  expect(screen.getByRole('status').textContent).toBe('');
  rerender(<LoadingOverlay visible />);
  const veil = screen.getByRole('status');
  expect(veil.textContent).toBe('Working …');
  expect(veil.querySelector('svg')).toBeTruthy();
});

it('a table keeps its roles when its rows become cards', () => {
  render(
    <Table
      caption="Names"
      columns={[
        { key: 'name', label: 'Name', show: ({ name }) => name },
        { key: 'mentions', label: 'Mentions', numeric: true, show: ({ mentions }) => mentions },
      ]}
      rows={[{ name: 'Orla', mentions: 3 }]}
      keyOf={({ name }) => name}
    />,
  );
  expect(screen.getByRole('table', { name: 'Names' }).getAttribute('role')).toBe('table');
  expect(screen.getByRole('rowheader', { name: 'Orla' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '3' }).dataset.label).toBe('Mentions');
});

it.each([
  ['Orla Finch', 'OF'],
  ['Wren of the Fen', 'WF'],
  ['bram', 'B'],
  ['Émile “the Ox” Zola', 'ÉZ'],
  ['…', ''],
])('the initials of %s are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
  expect(colourOf(name)).toBe(colourOf(name));
  expect([0, 1, 2, 3, 4, 5, 6, 7]).toContain(colourOf(name));
});

it('makes keys where the site is not served by https, too', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(10) });
  expect(randomKey()).toBe('0a'.repeat(16));
  vi.unstubAllGlobals();
});
