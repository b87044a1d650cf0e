import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import { segments, transcript } from '#tests/support/web-fixtures.ts';
import {
  type TranscriptRecording,
  type TranscriptTarget,
  TranscriptView,
} from '#web/features/campaign/transcript/transcript-view.tsx';
import type { TranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';

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

const notEditing = {
  transcriptId: null,
  line: null,
  step: null,
  outcome: null,
  can: { open: true },
} as unknown as TranscriptEditing;
const nothingToHear: TranscriptRecording = { state: 'none', heard: null, play: () => {} };

const view = (
  target: TranscriptTarget | null,
  timing: 'measured' | 'estimated' = 'measured',
  recording = nothingToHear,
) => (
  <TranscriptView
    transcript={{ ...transcript, timing, source: recording.state === 'none' ? 'import' : 'speech' }}
    segments={segments}
    visible
    target={target}
    recording={recording}
    editing={notEditing}
  />
);
const show = (...given: Parameters<typeof view>) => render(view(...given));

describe('transcript', () => {
  it('says in words where it comes from', () => {
    const { rerender } = show(null);
    expect(screen.getByText(/imported from WebVTT subtitles$/)).toBeTruthy();
    rerender(view(null, 'measured', { ...nothingToHear, state: 'there' }));
    expect(screen.getByText(/transcribed from the recording$/)).toBeTruthy();
  });

  it('renders only visible rows, for any number of lines', async () => {
    const { container } = show(null);
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('1200');
    expect(screen.getByText(/1,200 lines · 9,600 words · 3:27:00/)).toBeTruthy();
    await expectAccessible(container);
  });

  it('[D11] scrolls to the requested segments, and marks them', async () => {
    const { container } = show({ segmentIds: ['s500', 's501'], visit: 1 });
    await vi.waitFor(() => expect(container.querySelectorAll('[data-highlighted]')).toHaveLength(2), 50_000);
    expect(container.querySelector('[data-highlighted]')?.textContent).toContain('Line 500 of what was said');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Transcript' }));
  });

  it('scrolls to the first hit while typing, and forward and back with Enter and Shift+Enter', async () => {
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

  it('finds words in any case, far from the visible lines', async () => {
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

  it('numbers lines if times were not measured', () => {
    const { container } = show(null, 'estimated');
    expect(container.querySelector('.transcript-place')?.textContent).toBe('1');
    expect(screen.getByText(/This file has no timestamps/)).toBeTruthy();
  });

  it('plays from the time of a line, marks the playing line and follows it', async () => {
    const play = vi.fn();
    const there = { state: 'there', heard: null, play } as const;
    const { container, rerender } = show(null, 'measured', there);
    await userEvent.click(screen.getAllByRole('button', { name: /^Play from/ })[2]!);
    expect(play).toHaveBeenCalledWith(segments[2]!.startMs / 1000);
    const current = () => container.querySelector('[aria-current]');
    rerender(view(null, 'measured', { ...there, heard: 2 }));
    expect(current()?.getAttribute('data-index')).toBe('2');
    rerender(view(null, 'measured', { ...there, heard: 700 }));
    await vi.waitFor(() => expect(current()?.getAttribute('data-index')).toBe('700'), 50_000);
    await expectAccessible(container);
  });

  it('stops following once the user scrolls, until asked to', async () => {
    const there = { state: 'there', heard: 2, play: () => {} } as const;
    const { container, rerender } = show(null, 'measured', there);
    fireEvent.wheel(screen.getByRole('region', { name: 'Transcript' }));
    rerender(view(null, 'measured', { ...there, heard: 700 }));
    expect(container.querySelector('[aria-current]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the line that is playing' }));
    await vi.waitFor(
      () => expect(container.querySelector('[aria-current]')?.getAttribute('data-index')).toBe('700'),
      50_000,
    );
  });

  it('stops following once evidence or a search hit is requested', async () => {
    const there = { state: 'there', heard: 2, play: () => {} } as const;
    const { container, rerender } = show(null, 'measured', there);
    const isDrawn = (index: number) => container.querySelector(`[data-index="${index}"]`) !== null;
    rerender(view({ segmentIds: [segments[700]!.id], visit: 1 }, 'measured', there));
    await vi.waitFor(() => expect(isDrawn(700)).toBe(true), 50_000);
    rerender(view({ segmentIds: [segments[700]!.id], visit: 1 }, 'measured', { ...there, heard: 3 }));
    expect(isDrawn(700)).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Go to the line that is playing' }));
    await vi.waitFor(() => expect(isDrawn(3)).toBe(true), 50_000);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the transcript' }), 'the');
    expect(screen.getByRole('button', { name: 'Go to the line that is playing' })).toBeTruthy();
  });

  it('[D11] plays the evidence that was opened', async () => {
    const play = vi.fn();
    const there = { state: 'there', heard: null, play } as const;
    show({ segmentIds: [segments[3]!.id, segments[4]!.id], visit: 1 }, 'measured', there);
    await userEvent.click(await screen.findByRole('button', { name: 'Play the cited words' }));
    expect(play.mock.calls).toEqual([[segments[3]!.startMs / 1000]]);
  });

  it('has no buttons without a recording, and says why if it was deleted', () => {
    const cited = { segmentIds: [segments[3]!.id], visit: 1 };
    const { rerender } = show(cited);
    expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull();
    expect(screen.getByText(/This transcript was imported/)).toBeTruthy();
    rerender(view(cited, 'measured', { ...nothingToHear, state: 'deleted' }));
    expect(screen.getByText(/The recording was deleted/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull();
  });
});
