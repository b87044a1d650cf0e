import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { settings } from '#server/platform/settings.ts';
import { AiPage, ownEngines } from '#web/pages/ai-page.tsx';
import { demoSession } from '#web/pages/landing/demo-session.ts';
import { demoLineId } from '#web/pages/landing/demo-setting.ts';
import { modelNotes } from '#web/pages/model-notes.ts';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { neverPlanned, roadmap } from '#web/pages/roadmap/roadmap.ts';
import { RoadmapPage } from '#web/pages/roadmap/roadmap-page.tsx';

describe('/ai', () => {
  it('[R2.3] explains what AI does and does not do, its evidence, its errors, and whose data it is', () => {
    render(<AiPage />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('AI philosophy');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'What we believe',
      'What AI does here',
      'What it doesn’t do',
      'Evidence behind every line',
      'An example by a language model',
      'Where it goes wrong',
      'Whose data it is',
      'Run it with your own engines',
    ]);
    expect(screen.getByText(/We don’t train models on them/)).toBeDefined();
  });

  it('shows a model’s notes, labels them, and links each statement to the demo’s words', () => {
    render(<AiPage />);
    expect(screen.getByText(/A large language model, Claude, wrote these notes once/)).toBeDefined();
    const example = screen.getByRole('article', { name: /an example$/ });
    const chips = within(example).getAllByRole('link', { name: /^Show in the transcript/ });
    expect(chips.length).toBeGreaterThan(30);
    const lines = new Set(demoSession.transcript.segments.map(({ id }) => `/#${demoLineId(id)}`));
    expect(chips.filter((chip) => !lines.has(chip.getAttribute('href') ?? ''))).toEqual([]);
    expect(modelNotes.warnings).toEqual([]);
  });

  it('[R2.3] only names existing settings', () => {
    const { container } = render(<AiPage />);
    const named = [...(container.textContent ?? '').matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(
      ([name]) => name,
    );
    expect(named).toContain('SPEECH_URL');
    expect(named).toContain('NOTES_URL');
    expect(named.filter((name) => !(name in settings))).toEqual([]);
    expect(container.querySelector('pre')?.textContent).toBe(ownEngines);
  });

  it('[R2.3] states how long recordings are really kept', () => {
    const { container } = render(<AiPage />);
    expect(container.textContent).toContain(
      `deleted ${settings.AUDIO_DAYS.default} days after their latest analysis`,
    );
  });
});

describe('/roadmap', () => {
  it('[R1.5] [R2.10] shows each entry once, under its stage, and no date', () => {
    const { container } = render(<RoadmapPage />);
    for (const [stage, title] of [
      ['next', 'Next'],
      ['later', 'Later'],
      ['shipped', 'Shipped'],
    ] as const) {
      const shown = within(screen.getByRole('region', { name: title })).getAllByRole('heading', { level: 3 });
      expect(shown.map(({ textContent }) => textContent)).toEqual(
        roadmap.filter((entry) => entry.stage === stage).map((entry) => entry.title),
      );
      expect(shown.length).toBeGreaterThan(0);
    }
    expect(container.textContent).not.toMatch(/\b20\d\d\b|\bQ[1-4]\b/);
    for (const what of neverPlanned) expect(screen.getByText(what)).toBeDefined();
  });
});

describe('the 404 page', () => {
  it('[R2.15] says that the page does not exist, and offers links', () => {
    const { container } = render(<NotFoundPage />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page is not on the map');
    const ways = within(screen.getByRole('navigation', { name: 'Where to go instead' })).getAllByRole('link');
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/', '/faq', '/tips-and-tricks', '/blog']);
    expect(container.querySelector('svg[aria-hidden="true"]')).not.toBeNull();
  });
});
