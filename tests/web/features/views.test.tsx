import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { CampaignFields } from '#contract/campaigns.ts';
import { transcriptEndings, transcriptKinds } from '#contract/transcript-formats.ts';
import { present } from '#contract/unknown-values.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import {
  analysis,
  campaign,
  notes,
  pageWriter,
  quote,
  result,
  serviceWriter,
  session,
} from '#tests/support/web-fixtures.ts';
import { JobProgress } from '#web/features/campaign/analysis/job-progress.tsx';
import { QuoteCard } from '#web/features/campaign/analysis/quote-card.tsx';
import { notesAsMarkdown } from '#web/features/campaign/notes/copy-markdown.tsx';
import { NotesSectionView } from '#web/features/campaign/notes/notes-section.tsx';
import {
  CampaignForm,
  draftOf,
  fieldsIn,
  NewCampaignForm,
} from '#web/features/campaign/overview/campaign-form.tsx';
import { CampaignList } from '#web/features/campaign/overview/campaign-list.tsx';
import { ResultView } from '#web/features/campaign/result/result-view.tsx';
import {
  type ListedAnalysis,
  OlderAnalysisNotice,
  RunList,
} from '#web/features/campaign/session/run-list.tsx';
import { DropZone } from '#web/features/campaign/upload/drop-zone.tsx';
import { NotFoundPanel } from '#web/features/campaign/workspace/not-found-panel.tsx';
import { Sidebar } from '#web/features/campaign/workspace/sidebar.tsx';
import { WorkspaceShell } from '#web/features/campaign/workspace/workspace-shell.tsx';
import type { useAnalysis } from '#web/flows/analysis/use-analysis.ts';
import { campaignPath, campaignPlaceOf, missingPlaceOf, tabOf } from '#web/hooks/paths.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';

const nothing = () => {};
const blankCampaign = fieldsIn({});

/** The form of a campaign that was changed elsewhere. */
function Editing(props: {
  initial: CampaignFields;
  theirs: CampaignFields;
  onSubmit: (fields: CampaignFields) => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(props.initial));
  const theirs = draftOf(props.theirs);
  return (
    <CampaignForm
      draft={draft}
      theirs={theirs}
      action="Save"
      whole
      busy={false}
      failure={null}
      onWrite={setDraft}
      onTakeTheirs={() => setDraft(theirs)}
      onSubmit={() => props.onSubmit(fieldsIn(draft))}
    />
  );
}

vi.mock('#web/flows/record-change/use-drafts.ts', () => ({
  newCampaign: 'new campaign',
  useDrafts: () => ({ read: () => null, keep: () => true, isOnlyHere: () => false }),
}));

describe('workspace', () => {
  const sidebar = (
    <Sidebar
      campaigns={[campaign]}
      campaign={campaign}
      sessions={[session]}
      openSessionId={session.id}
      suggestions={new Map([[session.id, 2]])}
      creating={false}
      onOpenCampaign={nothing}
      onNewCampaign={nothing}
      onNewSession={nothing}
    />
  );
  const shell = (place: string) => (
    <WorkspaceShell sidebar={sidebar} place={place}>
      <h1>Session 3</h1>
    </WorkspaceShell>
  );

  it('[R9.9] the drawer is closed at load, Escape closes it, and the focus returns', async () => {
    const { container } = render(shell('a'));
    const opener = screen.getByRole('button', { name: 'Campaign and sessions' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('complementary').contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(opener);
    await expectAccessible(container);
  });

  it('[R9.9] navigation closes the drawer', async () => {
    const { rerender } = render(shell('a'));
    await userEvent.click(screen.getByRole('button', { name: 'Campaign and sessions' }));
    rerender(shell('b'));
    expect(screen.getByRole('button', { name: 'Campaign and sessions' }).getAttribute('aria-expanded')).toBe(
      'false',
    );
  });

  it('shows the state of each session, also to screen readers', () => {
    render(sidebar);
    const link = screen.getByRole('link', { name: /Notes ready: ?Session 3/ });
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(link.getAttribute('href')).toBe(`/campaign?campaignId=${campaign.id}&sessionId=${session.id}`);
    expect(link.textContent).toContain('2 suggestions');
  });

  it('unknown and foreign ids get the Not found panel', () => {
    render(<NotFoundPanel what="session" />);
    expect(screen.getByRole('heading', { name: 'Not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to your campaigns' })).toBeTruthy();
  });
});

describe('campaigns', () => {
  it('shows a form for the first one if there is none', async () => {
    const create = vi.fn();
    const openSample = vi.fn();
    const { container } = render(
      <CampaignList
        campaigns={[]}
        form={{ busy: false, failure: null, onCreate: create }}
        onNewCampaign={nothing}
        sample={{ busy: false, failure: 'The server cannot be reached.', onOpen: openSample }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'See a sample session' }));
    expect(openSample).toHaveBeenCalledOnce();
    expect(screen.getByText('The server cannot be reached.')).toBeTruthy();
    await userEvent.type(await screen.findByLabelText('Title'), ' The Saltmarsh Lanterns ');
    await userEvent.click(screen.getByRole('button', { name: 'Create campaign' }));
    expect(create).toHaveBeenCalledExactlyOnceWith({ ...blankCampaign, title: 'The Saltmarsh Lanterns' });
    await expectAccessible(container);
  });

  it('points out a blank title at its field', async () => {
    const submit = vi.fn();
    render(<NewCampaignForm busy={false} failure={null} onCreate={submit} />);
    await userEvent.type(screen.getByLabelText('Title'), '   ');
    await userEvent.click(screen.getByRole('button', { name: 'Create campaign' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter a title.');
    expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true');
    expect(submit).not.toHaveBeenCalled();
  });

  it('are cards with their content, and still offer the sample', async () => {
    const openSample = vi.fn();
    const { container } = render(
      <CampaignList
        campaigns={[campaign]}
        form={{ busy: false, failure: null, onCreate: nothing }}
        onNewCampaign={nothing}
        sample={{ busy: false, failure: null, onOpen: openSample }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'See a sample session' }));
    expect(openSample).toHaveBeenCalledOnce();
    expect(
      screen.getByRole('link', { name: /The Saltmarsh Lanterns.*3 sessions.*14 March 2026/ }),
    ).toBeTruthy();
    await expectAccessible(container);
  });

  it('shows both versions in a conflict, and takes over the other on request', async () => {
    const submit = vi.fn();
    render(
      <Editing
        initial={{ ...blankCampaign, title: 'Mine' }}
        theirs={{ ...blankCampaign, title: 'Theirs', description: 'Their words' }}
        onSubmit={submit}
      />,
    );
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Mine');
    expect(screen.getByText('Their words')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use that version' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    expect(submit).toHaveBeenCalledWith({ ...blankCampaign, title: 'Theirs', description: 'Their words' });
  });

  it('edits wishes for notes: world, language, level, styles and instructions', async () => {
    const submit = vi.fn();
    const kept = { ...blankCampaign, title: 'Mine', recapStyles: ['like an old bard', 'Light and funny'] };
    const { container } = render(
      <Editing
        initial={kept}
        theirs={{ ...kept, genre: 'Noir', recapStyles: ['Short and factual'] }}
        onSubmit={submit}
      />,
    );
    expect(screen.getByText('Noir')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Other styles/).value).toBe('like an old bard');
    await userEvent.type(screen.getByLabelText(/^Setting/), 'The Lantern Coast');
    await userEvent.type(screen.getByLabelText(/^Genre/), 'Gothic');
    await userEvent.selectOptions(screen.getByLabelText('Spoken language'), 'German');
    await userEvent.selectOptions(screen.getByLabelText('Default level of detail'), 'Comprehensive');
    await userEvent.click(screen.getByLabelText('Light and funny'));
    await userEvent.click(screen.getByLabelText('Short and factual'));
    await userEvent.type(screen.getByLabelText(/^Other styles/), '; as a letter; ');
    await userEvent.type(screen.getByLabelText(/^Instructions/), 'Leave out shopping.');
    expect(screen.getByText(/We pass instructions only to the language model/)).toBeTruthy();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    expect(submit).toHaveBeenLastCalledWith({
      ...kept,
      setting: 'The Lantern Coast',
      genre: 'Gothic',
      language: 'de',
      detailLevel: 'comprehensive',
      recapStyles: ['Short and factual', 'like an old bard', 'as a letter'],
      instructions: 'Leave out shopping.',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Use that version' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Other styles/).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Short and factual').checked).toBe(true);
  });
});

describe('drop zone', () => {
  function show() {
    const recording = vi.fn();
    const transcript = vi.fn();
    const view = render(<DropZone onRecordings={recording} onTranscript={transcript} />);
    return { recording, transcript, input: screen.getByLabelText('Recording or transcript'), ...view };
  }

  it('[R1.7] accepts a recording, and recognizes transcripts by name', async () => {
    const { recording, transcript, input, container } = show();
    const audio = new File(['x'], 'evening.mp3', { type: 'audio/mpeg' });
    const text = new File(['x'], 'Evening.VTT', { type: 'text/vtt' });
    await userEvent.upload(input, audio);
    await userEvent.upload(input, text);
    expect(recording).toHaveBeenCalledExactlyOnceWith([audio]);
    expect(transcript).toHaveBeenCalledExactlyOnceWith(text);
    await expectAccessible(container);
  });

  it.each(['evening.tsv', 'evening.sbv', 'Evening.DOCX', 'evening.pdf', 'evening.md', 'evening.rtf'])(
    '[R1.7] takes %s for a transcript, not for audio, however it is dropped',
    (name) => {
      const { recording, transcript, container } = show();
      const file = new File(['x'], name);
      const drop = new Event('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(drop, 'dataTransfer', { value: { files: [file] } });
      act(() => void container.querySelector('.drop-zone')?.dispatchEvent(drop));
      expect(transcript).toHaveBeenCalledExactlyOnceWith(file);
      expect(recording).not.toHaveBeenCalled();
    },
  );

  it('[R1.7] names what is read now', () => {
    show();
    expect(screen.getByText(/^Have a transcript already\?/).textContent).toContain(transcriptKinds);
    const picker = screen.getByLabelText<HTMLInputElement>('Recording or transcript').accept.split(',');
    for (const ending of transcriptEndings) expect(picker).toContain(`.${ending}`);
  });

  it.each([
    [['one.mp3', 'two.mp3'], true],
    [['1-mira.flac', '2-jonas.flac', 'info.txt'], true],
    [['one.mp3', 'evening.vtt'], false],
    [['one.zip', 'two.zip'], false],
  ])(
    '[D4] accepts several recordings of one evening, and nothing else with them: %j',
    async (names, taken) => {
      const { recording, container } = show();
      const files = names.map((name) => new File(['x'], name));
      const zone = container.querySelector('.drop-zone');
      const drop = new Event('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(drop, 'dataTransfer', { value: { files } });
      act(() => void zone?.dispatchEvent(drop));
      expect(recording.mock.calls).toEqual(taken ? [[files]] : []);
      const alert = screen.queryByRole('alert');
      expect(alert?.textContent ?? null).toEqual(taken ? null : expect.stringContaining('don’t go together'));
    },
  );
});

describe('quote', () => {
  const show = (
    detailLevel: 'brief' | 'comprehensive',
    changes = {},
    more: Partial<Parameters<typeof QuoteCard>[0]> = {},
  ) => {
    const start = vi.fn();
    const view = render(
      <QuoteCard
        quote={{ ...quote, ...changes }}
        detailLevel={detailLevel}
        writer="page"
        busy={false}
        canStart
        failure={null}
        onChooseLevel={nothing}
        onChooseWriter={nothing}
        onStart={start}
        onOpenExisting={nothing}
        {...more}
      />,
    );
    return { start, ...view };
  };

  it('[D1] [D6] offers existing notes before the user pays again', async () => {
    const open = vi.fn();
    const [brief, comprehensive] = quote.levels;
    const existingAnalysis = { id: analysis.id, finishedAt: '2026-03-14T19:30:00.000Z' };
    const levels = [
      { ...brief!, existingAnalysis },
      { ...comprehensive!, missingCredits: 0 },
    ];
    const { container, rerender, start } = show(
      'brief',
      { writers: [{ ...pageWriter, levels }] },
      { onOpenExisting: open },
    );
    expect(screen.getByText(/^You already have these notes from 14 March/)).toBeTruthy();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['Open them', 'Analyze again for 207 credits']);
    await userEvent.click(screen.getByRole('button', { name: 'Open them' }));
    expect(open).toHaveBeenCalledOnce();
    expect(start).not.toHaveBeenCalled();
    await expectAccessible(container);
    rerender(<div />);
    show('comprehensive', { writers: [{ ...pageWriter, levels }] });
    expect(screen.getByRole('button', { name: 'Start analysis — 345 credits' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open them' })).toBeNull();
  });

  it.each([
    ['highlights', /without a language model/, '/#demo-brief'],
    ['notes', /A language model writes them/, '/ai#example'],
  ] as const)(
    'says before paying that the result will be %s, with a link to an example',
    (notesKind, words, example) => {
      const writer = notesKind === 'notes' ? serviceWriter : pageWriter;
      show('brief', { writers: [writer] }, { writer: writer.writer });
      const text = screen.getByText(words);
      expect(within(text).getByRole('link', { name: 'See an example' }).getAttribute('href')).toBe(example);
      const promised =
        screen.getByRole('radio', { name: /Comprehensive/ }).closest('label')?.textContent ?? '';
      expect(/decisions|quests|fights/.test(promised)).toBe(notesKind === 'notes');
    },
  );

  it('[R9.1] [D2] shows the exact cost of both levels for 3:27:00, and the balance', async () => {
    const { start, container } = show('brief');
    expect(screen.getByText('3:27:00')).toBeTruthy();
    expect(screen.getByRole('radio', { name: /Brief.*207 credits/ })).toBeTruthy();
    expect(screen.getByRole('radio', { name: /Comprehensive.*345 credits/ })).toBeTruthy();
    expect(screen.getByText('300 credits')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start analysis — 207 credits' }));
    expect(start).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it('[D16] says who can write, how long it takes, what it costs if the model fails, and what leaves the computer', async () => {
    const choose = vi.fn();
    const hearing = { service: 'whisper-1', sends: { what: 'nothing' as const } };
    const { container } = show(
      'brief',
      { writers: [serviceWriter, pageWriter], hearing },
      { writer: 'service', onChooseWriter: choose },
    );
    const service = screen.getByRole('radio', { name: /^Notes written by a service/ }).closest('label');
    expect(service?.textContent).toMatch(/qwen3:8b.*about 38 min.*0\.14.*sent to notes\.example/);
    expect(container.textContent).toMatch(/the page stays, and you pay only for that \(50 credits\)/);
    expect(container.textContent).toContain('by a speech service found there (whisper-1)');
    const page = screen.getByRole('radio', { name: /^The page in its own words/ });
    expect(page.closest('label')?.textContent).toContain('Nothing leaves this computer.');
    await userEvent.click(page);
    expect(choose).toHaveBeenCalledExactlyOnceWith('page');
    await expectAccessible(container);
  });

  it.each([
    [{ seconds: null, serviceCost: null, measuredOn: null }, /Nothing is measured here yet: the first part/],
    [{ measuredOn: { what: 'trial' } }, /Takes about 38 min, by a short trial by this service\./],
    [
      { measuredOn: { what: 'parts' } },
      /Takes about 38 min, by the first parts read by this service\. The service’s calls cost about 0\.14 in its currency\./,
    ],
    [{ measuredOn: { what: 'evenings', count: 1 } }, /Takes about 38 min, as the last session took here\./],
    [
      { measuredOn: { what: 'evenings', count: 3 }, serviceCost: 0.002 },
      /as the last 3 sessions took here\. The service’s calls cost less than 0\.01 in its currency\./,
    ],
  ] as const)('[D16] says what its estimate of time and money rests on: %o', (measured, says) => {
    show('brief', { writers: [{ ...serviceWriter, ...measured }, pageWriter] }, { writer: 'service' });
    const service = screen.getByRole('radio', { name: /^Notes written by a service/ }).closest('label');
    expect(service?.textContent).toMatch(says);
  });

  it('[R9.1] says how many credits are missing, and does not start', async () => {
    const { start } = show('comprehensive');
    expect(screen.getByRole('alert').textContent).toContain('You need 45 credits more');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /Start analysis/ });
    expect(button.disabled).toBe(true);
    await userEvent.click(button);
    expect(start).not.toHaveBeenCalled();
  });

  it('[R9.2] offers the missing credits, if they can be bought', async () => {
    const onLackingCredits = vi.fn();
    show('comprehensive', {}, { onLackingCredits });
    await userEvent.click(screen.getByRole('button', { name: 'Purchase credits' }));
    expect(onLackingCredits).toHaveBeenCalledExactlyOnceWith({ missing: 45 });
    cleanup();
    show('comprehensive');
    expect(screen.queryByRole('button', { name: 'Purchase credits' })).toBeNull();
  });

  it('[D3] shows that the free analysis covers it', () => {
    const free = quote.levels.map((level) => ({ ...level, payment: 'free' as const, missingCredits: 0 }));
    show('comprehensive', { writers: [{ ...pageWriter, levels: free }], freeAnalysisBalance: 1 });
    expect(screen.getByRole('button', { name: 'Start analysis — free' })).toBeTruthy();
  });
});

describe('progress of an analysis', () => {
  it('[D16] says while a model writes how much time is left, and what that has cost and will cost', () => {
    const following = {
      step: 'following',
      progress: {
        ...analysis,
        status: 'extracting',
        writer: 'service',
        etaSeconds: 1500,
        spent: { soFar: 0.004, expected: 0.14 },
      },
      stages: [],
      connection: 'live',
      failure: null,
      can: { cancel: true, retry: false, again: false },
    } as unknown as ReturnType<typeof useAnalysis>;
    const { rerender } = render(<JobProgress analysis={following} />);
    expect(
      screen.getByText(
        /^About 25 min left\. The service’s calls have cost less than 0\.01 in its currency so far, and will have cost about 0\.14 when the notes are done\. /,
      ),
    ).toBeTruthy();
    const unknown = { ...following.progress, etaSeconds: null, spent: null } as typeof following.progress;
    rerender(<JobProgress analysis={{ ...following, progress: unknown }} />);
    expect(
      screen.getByText(/^The first part shows how long it takes here\. Until then you can/),
    ).toBeTruthy();
  });

  it('says in its own sentence when the live connection is down', () => {
    const polling = {
      step: 'following',
      progress: null,
      stages: [],
      connection: 'polling',
      failure: null,
      can: { cancel: false, retry: false, again: false },
    } as unknown as ReturnType<typeof useAnalysis>;
    render(<JobProgress analysis={polling} />);
    expect(screen.getByText(/when you return\. The live connection is down;/)).toBeTruthy();
  });
});

describe('result', () => {
  function show(access: EvidenceAccess = { timing: 'measured', open: nothing }) {
    return render(<ResultView session={session} analysis={analysis} access={access} />);
  }

  it('shows every part in order, with a link to each', async () => {
    const { container } = show();
    const parts = [
      'Please check',
      'In short',
      'Previously',
      'The story',
      'Scenes',
      'Lines worth keeping',
      'People',
      'Places',
      'Items',
      'Factions',
      'Quests',
      'Open threads',
      'Decisions',
      'Character moments',
      'Fights',
    ];
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(parts);
    const contents = screen.getByRole('navigation', { name: 'On this page' });
    const entries = within(contents).getAllByRole('listitem');
    expect(
      entries.filter(({ dataset }) => dataset.inner === 'false').map(({ textContent }) => textContent),
    ).toEqual(parts);
    const places = screen.getByRole('heading', { name: 'Places' });
    await userEvent.click(within(contents).getByRole('button', { name: 'Places' }));
    expect(document.activeElement).toBe(places);
    const toggle = within(contents).getByRole('button', { name: /^On this page/ });
    await userEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await expectAccessible(container);
  });

  it('[D11] evidence opens the segments it names, by time', async () => {
    const open = vi.fn();
    show({ timing: 'measured', open });
    const threads = screen.getByRole('region', { name: 'Open threads' });
    await userEvent.click(within(threads).getByRole('button', { name: 'Show in the transcript: 9:10' }));
    expect(open).toHaveBeenCalledWith(result.openThreads[0]?.evidence);
  });

  it('[D11] does not show times that were not measured', () => {
    show({ timing: 'estimated', open: nothing });
    const threads = screen.getByRole('region', { name: 'Open threads' });
    expect(within(threads).getByRole('button').textContent).toBe('line 55');
  });

  it('[D11] shows as a quote only what was said word for word', () => {
    const { container } = show();
    expect([...container.querySelectorAll('.moment blockquote')].map((quoted) => quoted.textContent)).toEqual(
      ['“I lit it, and I would light it again.”'],
    );
  });

  it('[D12] says what is missing, and what wrote it', () => {
    show();
    expect(screen.getByRole('alert').textContent).toContain(
      'Two minutes could not be heard. (1:00:00–1:02:00)',
    );
    expect(screen.getByText('Highlights')).toBeTruthy();
    expect(screen.getByText(/without a language model/)).toBeTruthy();
  });
});

describe('notes', () => {
  const summary = notes.sections[0];
  if (!summary) throw new Error('The fixture has no sections.');

  it('[D6] [D11] show evidence, and each section can be edited', async () => {
    const edit = vi.fn();
    const { container } = render(
      <NotesSectionView
        campaignId={null}
        section={summary}
        access={{ timing: 'measured', open: nothing }}
        locked={false}
        returned={false}
        onVisibility={nothing}
        onEdit={edit}
        place={{ above: 0, below: 0, moved: null, isMoving: false }}
        onMove={() => {}}
        drag={null}
        onRemove={nothing}
      />,
    );
    expect(await screen.findByRole('button', { name: 'Show in the transcript: 2:00' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Edit Summary' }));
    expect(edit).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it('are one Markdown document', () => {
    const asked = { ...present(notes.sections[0], 'section'), key: 'toConfirm', title: 'Please check' };
    expect(notesAsMarkdown('Session 3', [asked, ...notes.sections])).toBe(
      `# Session 3\n\n## Summary\n\n${summary.body}\n\n## Open threads\n\n- Who paid Orla?\n`,
    );
  });
});

describe('addresses', () => {
  it('[D9] [R2.4] identify a place by at most three parameters, and its tab by the hash', () => {
    expect(campaignPath()).toBe('/campaign');
    expect(campaignPath({ campaignId: 'c', sessionId: 's', analysisId: 'a', tab: 'transcript' })).toBe(
      '/campaign?campaignId=c&sessionId=s&analysisId=a#transcript',
    );
    const id = '01900000-0000-7000-8000-0000000000AB';
    expect(campaignPlaceOf(`?campaignId=${id}&sessionId=&other=1`)).toEqual({
      campaignId: id.toLowerCase(),
      sessionId: null,
      analysisId: null,
    });
    expect(['#analysis', '#nonsense', ''].map(tabOf)).toEqual(['analysis', 'notes', 'notes']);
  });

  const id = '01900000-0000-7000-8000-0000000000ab';
  it.each([
    ['', null],
    ['?utm_source=a&utm_source=b', null],
    [`?campaignId=${id}&sessionId=${id}&analysisId=${id}`, null],
    [`?campaignId=${id.toUpperCase()}`, null],
    ['?campaignId=', 'campaign'],
    ['?campaignId=7', 'campaign'],
    ['?campaignId=%27%20or%201%3D1--', 'campaign'],
    [`?campaignId=${id.replace('7000', '9000')}`, 'campaign'],
    [`?campaignId=${id}&campaignId=${id}`, 'campaign'],
    [`?sessionId=${id}`, 'session'],
    [`?campaignId=${id}&sessionId=x`, 'session'],
    [`?campaignId=${id}&sessionId=`, 'session'],
    [`?campaignId=${id}&sessionId=${id}&sessionId=${id}`, 'session'],
    [`?analysisId=${id}`, 'analysis'],
    [`?campaignId=${id}&analysisId=${id}`, 'analysis'],
    [`?campaignId=${id}&sessionId=${id}&analysisId=`, 'analysis'],
    [`?campaignId=${id}&sessionId=${id}&analysisId=null`, 'analysis'],
  ])('[R2.4] %s: the missing place is %s', (search, missing) => {
    expect(missingPlaceOf(search)).toBe(missing);
  });
});

describe('the analyses of a session', () => {
  const run = (last: number, changes: Partial<ListedAnalysis> = {}): ListedAnalysis => ({
    ...analysis,
    id: `01900000-0000-7000-8000-00000000000${last}`,
    createdAt: `2026-03-1${last}T19:30:00.000Z`,
    ...changes,
  });
  const analyses = [
    run(4, { status: 'failed', detailLevel: 'brief', engine: { speech: null, notes: null } }),
    run(3, { engine: { speech: null, notes: 'a-model' } }),
    run(2, { detailLevel: 'brief', sourceReplaced: true, engine: { speech: null, notes: 'highlights 1' } }),
  ];
  const place = { campaignId: campaign.id, sessionId: session.id, analyses };
  const addressOf = (last: number) =>
    campaignPath({
      campaignId: campaign.id,
      sessionId: session.id,
      analysisId: run(last).id,
      tab: 'analysis',
    });

  it('[D6] [R2.4] are listed with level, date, end and engine, each with its address, newest first', async () => {
    const { container } = render(<RunList {...place} shown={run(3).id} />);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toMatch(/^Brief, 14 March.*Failed$/);
    expect(items[1]).toMatch(/^Comprehensive, 13 March.*Finished · a-model$/);
    expect(items[2]).toMatch(
      /^Brief, 12 March.*Finished · Highlights · of an earlier recording or transcript$/,
    );
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([4, 3, 2].map(addressOf));
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true', null]);
    await expectAccessible(container);
  });

  it('[D6] mark an older one, with a link to the newest finished one', () => {
    render(<OlderAnalysisNotice {...place} shown={run(2).id} />);
    expect(screen.getByText(/^This is an older analysis, from 12 March/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the newest analysis' }).getAttribute('href')).toBe(
      addressOf(3),
    );
    cleanup();
    render(<OlderAnalysisNotice {...place} shown={run(3).id} />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
