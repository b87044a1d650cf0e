import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Missing } from '#contract/analysis-result.ts';
import { eveningLengths } from '#contract/evening-lengths.ts';
import type { SoundMark } from '#contract/sound-lanes.ts';
import { present } from '#contract/unknown-values.ts';
import type { SampleSession } from '#server/sample/sample-campaigns.ts';
import sample from '#server/sample/sample-session.json?raw';
import { LevelChoice } from '#web/features/campaign/analysis/level-choice.tsx';
import { EveningIndex } from '#web/features/campaign/evening/evening-index.tsx';
import {
  chapterName,
  laughterInWords,
  nearestPlace,
  pictureInWords,
  placesOf,
  sharesOf,
} from '#web/features/campaign/evening/evening-places.ts';
import { EveningView } from '#web/features/campaign/evening/evening-view.tsx';
import { LastPassages } from '#web/features/campaign/evening/last-passages.tsx';
import { areaPath, barsPath, inBars, spansPath } from '#web/features/campaign/evening/timeline-paths.ts';
import { TimelinePicture } from '#web/features/campaign/evening/timeline-picture.tsx';
import { foldsOf, scaleOf } from '#web/features/campaign/evening/timeline-scale.ts';
import { withEvening } from '#web/features/campaign/evening/with-evening.tsx';
import { wordsOf } from '#web/features/campaign/evening/words-of.ts';
import type { ResultPart } from '#web/results/shown-parts.tsx';
import { clock } from '#web/ui/text.ts';

const { results, transcript }: SampleSession = JSON.parse(sample);
const evening = present(results.comprehensive.evening, 'evening');
const { speakers } = transcript;
const words = wordsOf({ timing: 'measured' }, speakers);

afterEach(cleanup);

describe('the timeline', () => {
  const nothing: ReadonlySet<string> = new Set();
  function show(onChoose = vi.fn(), canPlay = true, kept = nothing, marks: SoundMark[] = []) {
    render(
      <TimelinePicture
        {...words}
        evening={evening}
        kept={kept}
        lanes={{ state: 'ready', binSeconds: 60, loudness: [0, 0], marks, durationSeconds: 7_200 }}
        heard={null}
        canPlay={canPlay}
        onChoose={onChoose}
      />,
    );
    return { slider: screen.getByRole('slider', { name: 'Timeline of the evening' }), onChoose };
  }

  it('is read and played with the keyboard: arrow keys, Page Down to the next chapter, Enter', async () => {
    const { slider, onChoose } = show();
    const places = placesOf(evening, nothing, []);
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toContain(present(places[1], 'place').words);
    await userEvent.keyboard('{PageDown}');
    expect(slider.getAttribute('aria-valuetext')).toContain('Chapter 2');
    await userEvent.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith(places.find(({ title }) => title === 'Chapter 2'));
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toContain(present(places.at(-1), 'place').words);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toContain('Chapter 1');
  });

  it('says the same in words, and as a list with a button for each place', async () => {
    const more = present(
      evening.passages.find(({ shown }) => shown === 'more'),
      'passage of the longer read',
    );
    const { onChoose } = show(vi.fn(), true, new Set([more.id]), [
      { kind: 'loud', startSeconds: 70, endSeconds: 75 },
      { kind: 'laughter', startSeconds: 61, endSeconds: 62 },
    ]);
    const caption = pictureInWords(evening, (ms) => clock(ms / 1000));
    expect(screen.getByText(`${caption} Laughter at 1:01.`)).toBeTruthy();
    expect(caption).toContain(`${evening.chapters.length} chapters`);
    const table = within(screen.getByRole('table'));
    const onPage = evening.passages.filter(({ shown, hidden }) => shown === 'page' && !hidden);
    const firsts = new Set(evening.names.map(({ heard }) => heard.startsMs[0]));
    const laughs = evening.timeline.laughter.filter((each) => each > 0).length + 1;
    const spoken = evening.chapters.length + onPage.length + evening.pointers.length;
    const [keptMore, loud] = [1, 1];
    const count = spoken + firsts.size + laughs + keptMore + loud;
    expect(table.getAllByRole('button', { name: /^Play: /u })).toHaveLength(count);
    const name = present(evening.names[0], 'name').name;
    for (const row of [new RegExp(`First heard.*${name}`, 'u'), /, kept/u, /Loud moment/u, /Laughter/u])
      expect(table.getAllByRole('row', { name: row }).length).toBeGreaterThan(0);
    await userEvent.click(table.getByRole('button', { name: 'Play: 1:10, Loud moment' }));
    expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ kind: 'loud', startMs: 70_000 }));
  });

  it('folds long breaks: their length as words, one scale before and after, a place where the game goes on', async () => {
    const minute = 60_000;
    const isBreak = (at: number) => at >= 20 && at < 45;
    const [first, last] = [present(evening.chapters[0], 'chapter'), present(evening.chapters[1], 'chapter')];
    const long: typeof evening = {
      ...evening,
      chapters: [
        { ...first, startMs: 0, endMs: 20 * minute },
        { ...last, startMs: 47 * minute, endMs: 60 * minute },
      ],
      passages: [],
      pointers: [],
      names: [],
      timeline: {
        stretchMs: minute,
        voices: [
          {
            speakerId: null,
            label: null,
            words: Array.from({ length: 60 }, (_, at) => (isBreak(at) ? 0 : 9)),
          },
        ],
        dice: Array.from({ length: 60 }, () => 0),
        laughter: [],
        apart: [{ kind: 'outside', startMs: 45 * minute, endMs: 47 * minute }],
      },
    };
    const folds = foldsOf(long, nothing);
    expect(folds).toEqual([{ startMs: 20 * minute, endMs: 47 * minute }]);
    const { x, msAt } = scaleOf(60 * minute, folds);
    expect(x(10 * minute) - x(0)).toBeCloseTo(x(60 * minute) - x(50 * minute), 6);
    expect(x(47 * minute) - x(20 * minute)).toBeLessThan(50);
    expect([x(0), x(60 * minute)]).toEqual([0, 1000]);
    for (const at of [0, 5, 20, 30, 47, 60]) expect(msAt(x(at * minute))).toBeCloseTo(at * minute, 3);
    for (const [stars, folded] of [
      [nothing, 1],
      [new Set(['starred']), 0],
    ] as const)
      expect(
        foldsOf(
          {
            ...long,
            passages: [
              {
                ...present(evening.passages[0], 'passage'),
                id: 'starred',
                hidden: false,
                shown: 'more',
                startMs: 46 * minute,
                endMs: 47 * minute,
              },
            ],
          },
          stars,
        ),
      ).toHaveLength(folded);

    const breaks = (of: typeof evening, marks: [] | null) =>
      placesOf(of, nothing, marks, folds).filter(({ kind }) => kind === 'break');
    expect(breaks(long, [])).toMatchObject([{ startMs: 47 * minute, evidence: { startMs: 47 * minute } }]);
    // Without sound a place opens its line, and no line is known to be the first after a break.
    expect(breaks(long, null)).toEqual([]);
    expect(breaks({ ...long, chapters: long.chapters.slice(0, 1) }, [])).toEqual([]);

    const onChoose = vi.fn();
    const loud = { kind: 'loud' as const, startSeconds: 30 * 60, endSeconds: 30 * 60 + 5 };
    const { container } = render(
      <TimelinePicture
        {...words}
        evening={long}
        kept={nothing}
        lanes={{ state: 'ready', binSeconds: 60, loudness: [], marks: [loud], durationSeconds: 3600 }}
        heard={null}
        canPlay
        onChoose={onChoose}
      />,
    );
    expect(container.querySelector('.timeline-break')?.textContent).toBe('27 min');
    const drawn = [...container.querySelectorAll('path')].map((path) => path.getAttribute('class'));
    expect(drawn.indexOf('timeline-loud')).toBeGreaterThan(drawn.indexOf('timeline-fold'));
    expect(screen.getByText(/Not part of the game, or silent: 20:00–47:00\./u)).toBeTruthy();
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toContain(
      'The game goes on. After a break of 27 min',
    );
    expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ kind: 'break', startMs: 47 * minute }));
    expect(screen.getByRole('button', { name: 'Play: 47:00, The game goes on' })).toBeTruthy();
  });

  it('stays at its place when a star adds another before it', async () => {
    const [first, second] = evening.passages.filter(({ shown }) => shown === 'page');
    const of = (kept: ReadonlySet<string>) => (
      <TimelinePicture
        {...words}
        evening={{
          ...evening,
          passages: [{ ...present(first, 'passage'), shown: 'more' }, present(second, 'passage')],
        }}
        kept={kept}
        lanes={null}
        heard={null}
        canPlay={true}
        onChoose={vi.fn()}
      />
    );
    const { rerender } = render(of(nothing));
    const slider = screen.getByRole('slider', { name: 'Timeline of the evening' });
    slider.focus();
    await userEvent.keyboard('{End}');
    const before = slider.getAttribute('aria-valuetext');
    rerender(of(new Set([present(first, 'passage').id])));
    expect(slider.getAttribute('aria-valuetext')).toBe(before);
  });

  it('without sound that plays has no loud places, and opens the others', () => {
    show(vi.fn(), false, nothing, [{ kind: 'loud', startSeconds: 70, endSeconds: 75 }]);
    const table = within(screen.getByRole('table'));
    expect(table.queryByRole('row', { name: /Loud moment/u })).toBeNull();
    expect(table.getAllByRole('button', { name: /^Show in the transcript: /u }).length).toBeGreaterThan(10);
  });

  it('shows laughter and applause of the recording in their lane, and says where', () => {
    const marks = [
      { kind: 'laughter' as const, startSeconds: 60, endSeconds: 62 },
      { kind: 'loud' as const, startSeconds: 70, endSeconds: 75 },
      { kind: 'applause' as const, startSeconds: 3_600, endSeconds: 3_606 },
    ];
    const { container } = render(
      <TimelinePicture
        {...words}
        evening={evening}
        kept={new Set()}
        lanes={{ state: 'ready', binSeconds: 60, loudness: [0, 0], marks, durationSeconds: 7_200 }}
        heard={null}
        canPlay={true}
        onChoose={vi.fn()}
      />,
    );
    expect(screen.getByText(/Laughter at 1:00\. Applause at 1:00:00\.$/u)).toBeTruthy();
    expect(container.querySelector('.timeline-labels')?.textContent).toContain('Laughter');
    const drawn = (name: string) => container.querySelector(`.${name}`)?.getAttribute('d') ?? '';
    expect(drawn('timeline-laughter').match(/M/gu)?.length).toBeGreaterThanOrEqual(2);
    expect(drawn('timeline-loud').match(/M/gu)).toHaveLength(1);
    expect(laughterInWords(marks, null)).toBe('Laughter. Applause.');
  });

  it('never shows times of a file without timestamps', () => {
    expect(pictureInWords(evening, null)).not.toMatch(/\d:\d\d/u);
    const { placeOf } = wordsOf({ timing: 'estimated' }, speakers);
    expect(placeOf({ segmentIds: ['s12'], startMs: 60_000, endMs: 61_000 }, 60_000)).toBe('line 12');
  });

  it('draws each voice in bars wide enough to see, and what is loud within its lane', () => {
    const half = (stretch: number) => stretch * 500;
    expect(inBars(Array.from({ length: 240 }, () => 1)).length).toBeLessThanOrEqual(110);
    expect(inBars([1, 2, 3])).toEqual([1, 2, 3]);
    expect(barsPath([0, 4], { most: 4, base: 20, height: 10, x: half })).toBe('M500 20v-10h460v10z');
    expect(areaPath([99, -99], { least: -10, most: 10, base: 30, height: 20, x: half })).toBe(
      'M0 30L250 10L750 30L1000 30z',
    );
    expect(spansPath([{ from: 10, to: 10 }], 0, 5)).toBe('M10 0h2v5h-2z');
  });

  it('finds the nearest place of a press', () => {
    const places = placesOf(evening, nothing, null);
    const last = places.length - 1;
    expect(nearestPlace(places, Number.MAX_SAFE_INTEGER)).toBe(last);
    expect(nearestPlace(places, 0)).toBe(0);
  });
});

describe('the chapters', () => {
  function show(play: ((seconds: number) => void) | null = null, open = vi.fn()) {
    const { container } = render(
      <EveningView
        evening={evening}
        access={{ timing: 'measured', open }}
        transcriptId={null}
        speakers={speakers}
        play={play}
        kept={new Set()}
        acts={null}
      />,
    );
    const shown = () =>
      [...container.querySelectorAll('.passage')].filter((each) => !each.closest('[hidden]'));
    return { container, shown, open };
  }
  const onPage = evening.passages.filter(({ shown }) => shown === 'page');

  it('has each passage word for word with its speaker, and plays its own seconds', async () => {
    const play = vi.fn();
    const { shown } = show(play);
    expect(shown()).toHaveLength(onPage.length);
    const passage = present(onPage[0], 'passage');
    const figure = present(screen.getByText(passage.text).closest('figure'), 'figure');
    expect(within(figure).getByText(present(passage.speaker, 'speaker'))).toBeTruthy();
    await userEvent.click(within(figure).getByRole('button', { name: /^Play: / }));
    expect(play).toHaveBeenCalledWith(passage.startMs / 1000);
  });

  it('opens the transcript where there is no recording', async () => {
    const { open } = show();
    const passage = present(onPage[0], 'passage');
    const figure = present(screen.getByText(passage.text).closest('figure'), 'figure');
    await userEvent.click(within(figure).getByRole('button', { name: /^Show in the transcript: / }));
    expect(open).toHaveBeenCalledWith(passage.evidence);
  });

  it('unfolds the longer read by a press, marked as only there, and when the browser’s search finds words in it', async () => {
    const { container, shown } = show();
    const folded = present(container.querySelector('[hidden="until-found"]'), 'folded passage');
    await userEvent.click(screen.getByRole('button', { name: /^Longer read/ }));
    expect(shown()).toHaveLength(evening.passages.length);
    const added = shown().filter((each) => each.textContent?.includes('Only in the longer read'));
    expect(added).toHaveLength(evening.passages.length - onPage.length);
    await userEvent.click(screen.getByRole('button', { name: 'Shorter read' }));
    expect(shown()).toHaveLength(onPage.length);
    fireEvent(folded, new Event('beforematch'));
    expect(folded.hasAttribute('hidden')).toBe(false);
    expect(shown().length).toBeGreaterThan(onPage.length);
    await userEvent.click(screen.getByRole('button', { name: /^Longer read/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Shorter read' }));
    expect(shown()).toHaveLength(onPage.length);
  });

  it('unfolds what the longer read has of one chapter, and folds it again', async () => {
    const { shown } = show();
    const more = (chapter: number) =>
      evening.passages.filter((each) => each.chapter === chapter && each.shown === 'more').length;
    const chapter = present(
      evening.chapters.findIndex((_, index) => more(index) > 1),
      'chapter',
    );
    const name = `${more(chapter)} more passages, chapter ${chapter + 1}`;
    await userEvent.click(screen.getByRole('button', { name }));
    expect(shown()).toHaveLength(onPage.length + more(chapter));
    await userEvent.click(screen.getByRole('button', { name: `Fewer passages, chapter ${chapter + 1}` }));
    expect(shown()).toHaveLength(onPage.length);
    await userEvent.click(
      screen.getByRole('radio', { name: new RegExp(`^${sharesOf(evening.timeline)[0]?.label}`) }),
    );
    expect(screen.queryByRole('button', { name })).toBe(null);
  });

  it('shows all passages of one voice', async () => {
    const { shown } = show();
    const [voice] = sharesOf(evening.timeline);
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(`^${voice?.label}`) }));
    expect(shown()).toHaveLength(
      evening.passages.filter(({ speakerId }) => speakerId === voice?.speakerId).length,
    );
  });

  it('names a chapter by the game master’s words, or its number', () => {
    const chapter = present(evening.chapters[0], 'chapter');
    expect(chapterName({ ...chapter, title: null, ownTitle: null }, 0)).toBe('Chapter 1');
    expect(chapterName({ ...chapter, ownTitle: 'The ferry' }, 1)).toBe('2. The ferry');
  });
});

describe('what it says of itself', () => {
  const missingShown = (missing: Missing[]) => {
    render(
      <EveningView
        evening={{ ...evening, missing }}
        access={{ timing: 'measured' }}
        transcriptId={null}
        speakers={speakers}
        play={null}
        kept={new Set()}
        acts={null}
        whoIsWho={<button type="button">Who is the game master?</button>}
      />,
    );
    const asks = screen.queryByRole('button', { name: 'Who is the game master?' }) !== null;
    cleanup();
    return asks;
  };

  it('asks who the game master is where nobody knows', () => {
    expect(missingShown(['gameMaster'])).toBe(true);
    expect(missingShown(['voices'])).toBe(false);
  });

  it('promises about what a level has, and nothing before the kind of notes is known', () => {
    const textOf = (kind: { kind?: 'highlights' } = {}) => {
      const costs = { brief: null, comprehensive: null };
      render(<LevelChoice {...kind} costs={costs} selected={null} disabled={false} onChoose={vi.fn()} />);
      const text = present(screen.getByRole('group').textContent, 'text');
      cleanup();
      return text;
    };
    expect(textOf()).not.toMatch(/whole|all|every|page/u);
    const page = textOf({ kind: 'highlights' });
    expect(page).not.toMatch(/whole|the index/u);
    for (const { words: most, names } of Object.values(eveningLengths)) {
      expect(page).toContain(`Up to about ${most.toLocaleString('en')} words`);
      expect(page).toContain(`up to ${names} names`);
    }
    expect(page).toMatch(/about every 10 minutes.*about every 3 minutes/u);
  });

  it('shows passages before the questions that are to check, and each of them once', () => {
    const part = (key: ResultPart['key']) => ({ key, title: key, content: null });
    const parts = withEvening([part('toConfirm'), part('shortSummary'), part('npcs')], {
      timeline: null,
      questions: null,
      chapters: null,
      index: null,
      isWritten: false,
    });
    const keys = ['timeline', 'questions', 'evening', 'npcs', 'index', 'toConfirm'];
    expect(parts.map(({ key }) => key)).toEqual(keys);
  });
});

describe('beside the three questions', () => {
  function show(timing: 'measured' | 'estimated', play: ((seconds: number) => void) | null) {
    const onOpen = vi.fn();
    const minutes = 60_000;
    const of = (startMs: number, text: string) => ({
      ...present(evening.passages[0], 'passage'),
      id: text,
      text,
      shown: 'page' as const,
      startMs,
      endMs: startMs + 1000,
    });
    const late = {
      ...evening,
      passages: [of(50 * minutes, 'Long before'), of(95 * minutes, 'Near the end')],
      chapters: evening.chapters.map((chapter) => ({ ...chapter, endMs: 120 * minutes })),
    };
    render(<LastPassages {...wordsOf({ timing }, speakers)} evening={late} play={play} onOpen={onOpen} />);
    return { onOpen, place: present(late.passages[1], 'passage') };
  }

  it('stands the last half hour of the evening, not of its passages, and plays', async () => {
    const play = vi.fn();
    const { place } = show('measured', play);
    const aside = screen.getByRole('complementary', { name: 'From the last half hour' });
    expect(aside.textContent).toContain('Near the end');
    expect(aside.textContent).not.toContain('Long before');
    await userEvent.click(within(aside).getByRole('button', { name: 'Play: 1:35:00' }));
    expect(play).toHaveBeenCalledWith(place.startMs / 1000);
  });

  it('stands no half hour of a transcript without times, which opens', async () => {
    const { onOpen, place } = show('estimated', vi.fn());
    const aside = screen.getByRole('complementary', { name: 'From the end' });
    await userEvent.click(within(aside).getByRole('button', { name: /^Show in the transcript: line/u }));
    expect(onOpen).toHaveBeenCalledWith(place.evidence);
  });
});

it('jumps from the index to each time of a name', async () => {
  const onJump = vi.fn();
  render(<EveningIndex evening={evening} placeOf={words.placeOf} onJump={onJump} />);
  const name = present(
    evening.names.find(({ heard }) => heard.segmentIds.length > 1),
    'name',
  );
  const entry = present(screen.getByText(name.name).closest('li'), 'entry');
  const chips = within(entry).getAllByRole('button', { name: /^Show in the transcript/, hidden: true });
  expect(chips).toHaveLength(name.heard.segmentIds.length);
  await userEvent.click(present(chips[0], 'chip'));
  expect(onJump).toHaveBeenCalledWith(expect.objectContaining({ segmentIds: [name.heard.segmentIds[0]] }));
});
