import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { present } from '#contract/unknown-values.ts';
import type { SampleSession } from '#server/sample/sample-campaigns.ts';
import sample from '#server/sample/sample-session.json?raw';
import { DemoIsland } from '#web/app/demo-island.tsx';
import { LandingPage } from '#web/pages/landing/landing-page.tsx';

const { results }: SampleSession = JSON.parse(sample);
const html = renderToStaticMarkup(<LandingPage />);
const placeOf = (level: string) =>
  present(document.querySelector<HTMLElement>(`[data-island="demo"][data-level="${level}"]`), level);

function wake(level: 'brief' | 'comprehensive') {
  const place = placeOf(level);
  render(<DemoIsland data={place.dataset} />, { container: place });
  return within(place);
}

beforeEach(() => {
  document.body.innerHTML = html;
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

describe('the demo’s page without a model', () => {
  it('has the titles of the page before its code is there', () => {
    const titles = [
      ...present(placeOf('comprehensive').closest('article'), 'article').querySelectorAll('h3'),
    ];
    expect(titles.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['The evening in its own words', 'Index']),
    );
  });

  it.each(['brief', 'comprehensive'] as const)(
    'is the sample session’s, at the address of its level: %s',
    async (level) => {
      window.history.replaceState(null, '', `/#demo-${level}`);
      const page = wake(level);
      expect(await page.findByRole('slider', { name: 'Timeline of the evening' })).toBeTruthy();
      expect(document.querySelector<HTMLInputElement>(`#demo-${level} input`)?.checked).toBe(true);
      const { chapters, passages } = present(results[level].evening, 'evening');
      expect(page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining(['Timeline', 'The evening in its own words', 'Index']),
      );
      expect(placeOf(level).querySelectorAll('.chapter')).toHaveLength(chapters.length);
      expect(placeOf(level).querySelectorAll('.passage')).toHaveLength(
        passages.filter(({ hidden }) => !hidden).length,
      );
      expect(page.queryByRole('button', { name: /^(Keep|More around|More to do)/ })).toBeNull();
    },
  );

  it('comes when its level is chosen, leaves with it, and plays and shows what is pressed', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const page = wake('comprehensive');
    expect(placeOf('comprehensive').childElementCount).toBe(0);
    await userEvent.click(screen.getByRole('radio', { name: 'Comprehensive' }));
    await page.findByRole('slider', { name: 'Timeline of the evening' });
    const { passages, names } = present(results.comprehensive.evening, 'evening');
    const [first] = passages;
    const figure = present(document.getElementById(`passage-${first?.id}`), 'passage');
    await userEvent.click(within(figure).getByRole('button', { name: /^Play: / }));
    const sound = present(document.querySelector('audio'), 'sound');
    expect(play).toHaveBeenCalledOnce();
    expect(sound.currentTime).toBe(present(first, 'passage').startMs / 1000);

    const index = present(placeOf('comprehensive').querySelector<HTMLElement>('.evening-index'), 'index');
    await userEvent.click(present(within(index).getAllByRole('button')[0], 'first name'));
    const people = names.filter(({ kind }) => kind === 'person');
    expect(window.location.hash).toBe(`#demo-${people[0]?.heard.segmentIds[0]}`);
    expect(sound.currentTime).toBe((people[0]?.heard.startsMs[0] ?? Number.NaN) / 1000);

    await userEvent.click(screen.getByRole('radio', { name: 'Edited' }));
    await act(async () => {});
    expect(placeOf('comprehensive').childElementCount).toBe(0);
  });
});
