import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '#contract/analysis-result.ts';
import { publicPaths } from '#contract/pages.ts';
import { appPictures, largestPictureBytes } from '#web/pages/landing/app-pictures.ts';
import { demoSession } from '#web/pages/landing/demo-session.ts';
import { demoLineId } from '#web/pages/landing/demo-setting.ts';
import { questions } from '#web/pages/landing/faq.ts';
import { LandingPage } from '#web/pages/landing/landing-page.tsx';
import { pageHeads } from '#web/pages/page-heads.ts';

const publicFolder = join(import.meta.dirname, '..', '..', '..', 'src/web/public');
const html = renderToStaticMarkup(<LandingPage />);

function section(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`There is no section ${id}`);
  return element;
}

function evidenceIn(value: unknown): Evidence[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('segmentIds' in value) return [value as Evidence];
  return Object.values(value).flatMap(evidenceIn);
}

describe('the landing page', () => {
  beforeEach(() => {
    document.body.innerHTML = html;
  });

  it('[R1.2] [R2.1] states its purpose in the main heading', () => {
    expect(document.querySelector('h1')?.textContent).toBe('Less note-taking, more world-building');
  });

  it('[R2.1] shows how it works, what you get, what it costs, and the FAQ, in this order', () => {
    expect([...document.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual([
      'Upload, read, correct',
      'Your session, written down',
      'Six things that make the difference',
      'A session to read and click',
      'About AI and privacy',
      'You pay only for hours of audio',
      'Frequently asked questions',
      'Try it with last week’s recording',
    ]);
  });

  it('[R2.1] shows the app as it is, in both themes and for phones, each picture of its size and not too heavy', () => {
    const shown = [...section('sets-apart').querySelectorAll('picture')].flatMap((picture) => {
      expect(picture.querySelector('img')?.alt).toMatch(/^The notes of a session/);
      return [...picture.children].map((image) => image.getAttribute('src') ?? image.getAttribute('srcset'));
    });
    expect(shown.toSorted()).toEqual(appPictures.map(({ file }) => file).toSorted());
    for (const { file, width, height, scale } of appPictures) {
      const bytes = readFileSync(join(publicFolder, file));
      expect(bytes.subarray(8, 16).toString('latin1'), file).toBe('WEBPVP8 ');
      expect([bytes.readUInt16LE(26), bytes.readUInt16LE(28)], file).toEqual([width * scale, height * scale]);
      expect(bytes.length, file).toBeLessThanOrEqual(largestPictureBytes);
    }
  });

  it('[R1.7] names MP3 first among the accepted files, one for each session', () => {
    const text = section('how-it-works').textContent ?? '';
    expect(text).toMatch(/One session, one audio file\. MP3 is best; M4A, WAV, FLAC, OGG, WebM and MP4/);
  });

  it('[R1.3] [R9.1] names both levels of detail with the credits that an hour costs', () => {
    const levels = within(section('what-you-get')).getAllByRole('term');
    expect(levels.map((level) => level.textContent)).toEqual([
      'Brief 60 credits an hour',
      'Comprehensive 100 credits an hour',
    ]);
  });

  it('[R9.2] offers pay as you go once, as cards; no table repeats them', () => {
    expect(within(section('pricing')).queryByRole('table')).toBeNull();
  });

  const offers = () =>
    within(section('pricing'))
      .getAllByRole('article')
      .map((card) => (card.textContent ?? '').replaceAll(/\s+/g, ' '));

  it.each([
    ['Standard', '$9', 'a month', '$15 value', '750 credits each month', '7.5–12.5 hours of audio a month'],
    ['Pro', '$25', 'a month', '$40 value', '2,000 credits each month', '20–33.3 hours of audio a month'],
  ])('[R9.3] offers %s for %s %s', (name, ...facts) => {
    const card = offers().find((text) => text.startsWith(name));
    for (const fact of facts) expect(card).toContain(fact);
    expect(card).not.toContain('An hour');
  });

  it.each([
    ['500 credits', '$10', '$2.00 per 100 credits', '5–8.3 hours of audio', '$1.20 brief, $2.00 comp'],
    ['2,500 credits', '$40', '$1.60 per 100 credits', '25–41.6 hours of audio', 'Save 20%', '$0.96 brief'],
    ['5,000 credits', '$70', '$1.40 per 100 credits', '50–83.3 hours of audio', 'Save 30%', '$0.84 brief'],
  ])('[R9.2] offers %s for %s', (name, ...facts) => {
    const card = offers().find((text) => text.startsWith(name));
    for (const fact of facts) expect(card).toContain(fact);
  });

  it("[R9.7] shows five questions, and the others behind 'Show More'", async () => {
    const faq = section('faq');
    const more = within(faq).getByText('Show More').closest('details') as HTMLDetailsElement;
    const all = [...faq.querySelectorAll('.disclosure')];
    expect(all.map((each) => each.querySelector('summary')?.textContent)).toEqual(
      questions.map(({ question }) => question),
    );
    expect(all.filter((each) => !more.contains(each))).toHaveLength(5);
    expect(all.length).toBeGreaterThanOrEqual(10);
    expect(more.open).toBe(false);
    await userEvent.click(within(faq).getByText('Show More'));
    expect(more.open).toBe(true);
  });

  it('[R9.7] a question opens its answer', async () => {
    await userEvent.click(screen.getByText('What does a session cost?'));
    const answer = screen.getByText('What does a session cost?').closest('details');
    expect(answer?.open).toBe(true);
    expect(answer?.textContent).toContain('A four-hour session costs 240 or 400 credits.');
    expect(answer?.textContent).toContain('A comprehensive analysis of four hours costs $8');
  });

  it.each(['faq', 'pricing', 'demo'])('[R2.9] has the section that /%s scrolls to', (id) => {
    expect(document.getElementById(id)?.tagName).toBe('SECTION');
  });

  it('[D11] every piece of evidence in the demo links to its line of the transcript', () => {
    const chips = [...document.querySelectorAll('a.evidence-chip')];
    const cited = Object.values(demoSession.results).flatMap(evidenceIn);
    expect(chips.length).toBeGreaterThan(30);
    for (const chip of chips) {
      const line = document.getElementById(chip.getAttribute('href')?.slice(1) ?? '');
      expect(line?.textContent).toContain(chip.textContent);
    }
    for (const { segmentIds } of cited)
      for (const id of segmentIds) expect(document.getElementById(demoLineId(id))).not.toBeNull();
  });

  it.each(['edited', 'comprehensive'] as const)(
    '[D11] the quotes of the demo’s %s notes were said in the lines they link to',
    (version) => {
      const { segments } = demoSession.transcript;
      const { lines, memorableMoments } = demoSession.results[version];
      const quotes = [
        ...memorableMoments.filter(({ isQuote }) => isQuote),
        ...lines.summary.flatMap(({ text, evidence }) => {
          const description = /“([^”]+)”/.exec(text)?.[1];
          return description ? [{ description, evidence }] : [];
        }),
      ];
      expect(quotes.length).toBeGreaterThan(1);
      for (const { description, evidence } of quotes) {
        const said = evidence.segmentIds.map((id) => segments.find((segment) => segment.id === id)?.text);
        const shown = evidence.segmentIds.map((id) => document.getElementById(demoLineId(id))?.textContent);
        said.forEach((text, at) => {
          expect(shown[at]).toContain(text);
        });
        const words = (text: string) => text.replace(/["“”‘]|’(?!\p{L})/gu, '');
        expect(words(said.join(' '))).toContain(words(description));
      }
    },
  );

  it('[R1.3] the demo shows both levels and notes that were edited, one at a time by choice', () => {
    const choices = within(section('demo')).getAllByRole<HTMLInputElement>('radio');
    expect(choices.map(({ value, defaultChecked }) => [value, defaultChecked])).toEqual([
      ['edited', true],
      ['comprehensive', false],
      ['brief', false],
      ['model', false],
    ]);
    expect(
      [...document.querySelectorAll<HTMLElement>('.demo-result')].map(({ dataset }) => dataset.version),
    ).toEqual(['edited', 'comprehensive', 'brief', 'model']);
  });

  it('the edited notes keep every line of the engine and say how many lines are not its own', () => {
    const { edited, comprehensive } = demoSession.results;
    const chosen = comprehensive.lines.summary.filter(({ text }) => !text.startsWith('Also named'));
    expect(edited.lines.summary).toEqual(expect.arrayContaining(chosen));
    expect(edited.lines.summary.length).toBeGreaterThan(chosen.length);
    expect(section('demo').textContent).toContain(
      `Edited by the game master: ${chosen.length} of ${edited.lines.summary.length} lines`,
    );
  });
});

describe('the server’s HTML', () => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');

  it('[R9.7] has all answers readable without JavaScript', () => {
    const text = parsed.querySelector('#faq')?.textContent ?? '';
    for (const { answer } of questions) for (const paragraph of answer) expect(text).toContain(paragraph);
  });

  it('[R2.9] the head of /faq has the page’s exact questions and answers for search engines', () => {
    const [data] = pageHeads['/faq']?.structuredData ?? [];
    expect(data).toMatchObject({ '@type': 'FAQPage' });
    const text = parsed.querySelector('#faq')?.textContent ?? '';
    const entries = data?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
    expect(entries.map(({ name }) => name)).toEqual(questions.map(({ question }) => question));
    for (const { name } of entries) expect(text).toContain(name);
    expect(entries.map(({ acceptedAnswer }) => acceptedAnswer.text)).toEqual(
      questions.map(({ answer }) => answer.join(' ')),
    );
  });

  it('[R1.2] the description of the landing page begins with the tagline', () => {
    expect(pageHeads['/']?.description).toMatch(/^Less note-taking, more world-building/);
  });

  it('has unique ids, no inline styles, and only links to what exists', () => {
    const ids = [...parsed.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(parsed.querySelectorAll('[style]')).toHaveLength(0);
    const paths = [...parsed.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'));
    expect(
      paths.filter((path) => !publicPaths.includes(path ?? '') && !path?.startsWith('/campaign#')),
    ).toEqual([]);
    const hashes = [...parsed.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href'));
    expect(hashes.filter((hash) => !ids.includes(hash?.slice(1) ?? ''))).toEqual([]);
  });
});
