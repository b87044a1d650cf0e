import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import { segments, transcript } from '#tests/support/web-fixtures.ts';
import { type TranscriptTarget, TranscriptView } from '#web/features/campaign/transcript/transcript-view.tsx';

/** jsdom lays nothing out: rows are 40 px high here, and the frame 400. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1200 * 64);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, options?: ScrollToOptions | number) {
    this.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0;
    this.dispatchEvent(new Event('scroll'));
  };
});

afterEach(() => vi.restoreAllMocks());

const show = (target: TranscriptTarget | null, timing: 'measured' | 'estimated' = 'measured') =>
  render(
    <TranscriptView transcript={{ ...transcript, timing }} segments={segments} visible target={target} />,
  );

describe('transcript', () => {
  it('makes only the rows on show, out of any number', async () => {
    const { container } = show(null);
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('1200');
    expect(screen.getByText(/1,200 lines · 9,600 words · 3:27:00/)).toBeTruthy();
    await expectAccessible(container);
  });

  it('[D11] goes to the segments asked for, and marks them', async () => {
    const { container } = show({ segmentIds: ['s500', 's501'], visit: 1 });
    await vi.waitFor(() => expect(container.querySelectorAll('[data-highlighted]')).toHaveLength(2), 50_000);
    expect(container.querySelector('[data-highlighted]')?.textContent).toContain('Line 500 of what was said');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Transcript' }));
  });

  it('goes to the first hit while one types, and on and back by Enter and Shift+Enter', async () => {
    const { container } = show(null);
    const current = () => container.querySelector('[data-current-hit]')?.textContent;
    const field = screen.getByRole('searchbox', { name: 'Search the transcript' });
    await userEvent.type(field, 'line 11');
    const count = await screen.findByText(/^1 of \d+$/);
    const hits = Number(count.textContent?.split(' ').at(-1));
    expect(hits).toBeGreaterThan(3);
    await vi.waitFor(() => expect(current()).toMatch(/Line 11\b/), 50_000);
    await userEvent.type(field, '{Enter}');
    expect(screen.getByText(`2 of ${hits}`)).toBeTruthy();
    await vi.waitFor(() => expect(current()).toMatch(/Line 110\b/), 50_000);
    await userEvent.type(field, '{Shift>}{Enter}{Enter}{/Shift}');
    expect(screen.getByText(`${hits} of ${hits}`)).toBeTruthy();
    await vi.waitFor(() => expect(current()).toMatch(/Line 119\d\b/), 50_000);
    await userEvent.type(field, '{Enter}');
    expect(screen.getByText(`1 of ${hits}`)).toBeTruthy();
    await vi.waitFor(() => expect(current()).toMatch(/Line 11\b/), 50_000);
  });

  it('finds words in any case, far from what is on show', async () => {
    const { container } = show(null);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the transcript' }), 'GREEN lens');
    await vi.waitFor(() => expect(screen.getByText('1 of 1')).toBeTruthy(), 50_000);
    await vi.waitFor(
      () => expect(container.querySelector('[data-current-hit] mark')?.textContent).toBe('green lens'),
      50_000,
    );
  });

  it('says so when nothing was found', async () => {
    show(null);
    await userEvent.type(screen.getByRole('searchbox'), 'gazebo');
    expect(screen.getByText('No results')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('numbers the lines where times were not measured', () => {
    const { container } = show(null, 'estimated');
    expect(container.querySelector('.transcript-place')?.textContent).toBe('1');
    expect(screen.getByText(/This file has no timestamps/)).toBeTruthy();
  });
});
