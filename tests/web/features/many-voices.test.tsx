import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { AtTheTable } from '#web/features/campaign/session/at-the-table.tsx';
import { GameMasterQuestion } from '#web/flows/speaker-mapping/game-master-question.tsx';
import { TellApartAgain } from '#web/flows/speaker-mapping/speaker-mapping-modal.tsx';

const hear = vi.hoisted(() => vi.fn());
vi.mock('#web/flows/player/use-clip.ts', () => ({ useClip: () => hear }));

const speakers: Speaker[] = Array.from({ length: 32 }, (_, index) => ({
  id: `s${index}`,
  label: `Guest of the inn ${String.fromCharCode(65 + (index % 26))}${index}`,
  role: 'player',
  playerCharacterId: null,
  talkMs: 100 - index,
}));

describe('a session with 32 voices', () => {
  it('names six at the table, and the rest on request', () => {
    const { container } = render(<AtTheTable speakers={speakers} />);
    const last = speakers.at(-1)?.label ?? '';
    expect(container.textContent).not.toContain(last);
    expect(container.textContent).toMatch(/F5 and 26 more$/u);
    const more = screen.getByRole('button', { name: '26 more' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(more);
    expect(container.textContent).toContain(last);
    expect(screen.getByRole('button', { name: 'Show fewer' }).getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the question for the game master', () => {
  const voice = {
    share: 50,
    samples: [],
    personId: null,
    character: null,
    source: 'none' as const,
    suggestion: null,
    soundsLike: null,
  };
  const sheet = {
    people: [],
    canBeHeard: false,
    speakers: [
      { ...voice, label: 'LAURA', isLasting: true },
      { ...voice, label: 'MATT', isLasting: true },
      { ...voice, label: 'Speaker 3', isLasting: false },
    ],
  };
  const ask = (gameMaster: { label: string; player: string } | null) => {
    const onChoose = vi.fn();
    const mapping = { campaignId: null, session: null };
    render(
      <GameMasterQuestion
        mapping={mapping}
        sheet={{ ...sheet, gameMaster }}
        disabled={false}
        onChoose={onChoose}
      />,
    );
    return onChoose;
  };

  it('is answered by one press on any voice, the likely one first', () => {
    const onChoose = ask({ label: 'MATT', player: 'Matt' });
    expect(screen.getByRole('group', { name: 'Who is the game master?' })).toBeTruthy();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'MATT is the game master',
      'LAURA is the game master',
      'Speaker 3 is the game master',
    ]);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(onChoose.mock.calls).toEqual([
      ['MATT', 'Matt'],
      ['LAURA', 'LAURA'],
      ['Speaker 3', 'Game master'],
    ]);
  });

  it('plays at most five seconds of each voice, and all of a shorter one', () => {
    const samples = [
      { startMs: 61_000, endMs: 80_000 },
      { startMs: 5_000, endMs: 7_500 },
    ].map((times) => ({ ...times, text: 'Who goes there?' }));
    const speakers = samples.map((sample, at) => ({
      ...voice,
      label: `Speaker ${at + 1}`,
      isLasting: false,
      samples: [sample],
    }));
    render(
      <GameMasterQuestion
        mapping={{ campaignId: 'c', session: { id: 's', title: 'The bell' } }}
        sheet={{ people: [], canBeHeard: true, speakers, gameMaster: { label: 'Speaker 1', player: 'Dana' } }}
        disabled={false}
        onChoose={vi.fn()}
      />,
    );
    for (const button of screen.getAllByRole('button', { name: /^Hear/ })) fireEvent.click(button);
    expect(hear.mock.calls.map(([, clip]) => clip)).toEqual([
      { startMs: 61_000, endMs: 66_000 },
      { startMs: 5_000, endMs: 7_500 },
    ]);
  });

  it('is not asked once it is known', () => {
    ask(null);
    expect(screen.queryByText('Who is the game master?')).toBeNull();
  });

  it('says how many voices were heard, and how many there are after a split or a merge', () => {
    const voices = { transcriptId: 't', heard: 2, choices: [1, 2, 3], undo: null, version: null };
    const speakers = sheet.speakers;
    const said = (count: number) => {
      const { container, unmount } = render(
        <TellApartAgain
          mapping={{ step: 'shown', tellApart: vi.fn() }}
          sheet={{ voices, speakers: speakers.slice(0, count) }}
        />,
      );
      const text = container.querySelector('p')?.textContent;
      unmount();
      return text;
    };
    expect(said(3)).toMatch(/^We hear 2 voices in this recording; you changed that to 3\. Is that wrong/u);
    expect(said(2)).toMatch(/^We hear 2 voices in this recording\. Is that wrong/u);
  });
});
