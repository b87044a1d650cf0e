import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import type { Chapter, Passage } from '#contract/analysis-result.ts';
import type { Name } from '#contract/names.ts';
import type { Notes, NotesSection } from '#contract/notes.ts';
import { edited } from '#contract/world-edits.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { campaign, session, world } from '#tests/support/web-fixtures.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { openDialogs } from '#tests/web/paths/run-flow.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { ChapterTitle } from '#web/features/campaign/evening/chapter-title.tsx';
import { OwnWords } from '#web/features/campaign/evening/own-words.tsx';
import { PassageView } from '#web/features/campaign/evening/passage-view.tsx';
import { ThreeQuestions } from '#web/features/campaign/evening/three-questions.tsx';
import { GlossaryDialog } from '#web/features/campaign/names/glossary-dialog.tsx';
import { draftOf, fieldsIn } from '#web/features/campaign/overview/campaign-form.tsx';
import { CampaignOverview } from '#web/features/campaign/overview/campaign-overview.tsx';
import { SessionHeader } from '#web/features/campaign/session/session-header.tsx';
import { WorldView } from '#web/features/campaign/world/world-view.tsx';
import type { Change } from '#web/flows/record-change/use-record-change.ts';
import { useNotes, useSaveNotes, useSession } from '#web/hooks/data-hooks.ts';
import { useEveningCalls } from '#web/hooks/evening-hooks.ts';
import { loadEveryView } from '#web/hooks/late-view.tsx';
import { worldPath, worldPlaceOf } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';

let app: ComposedApp | undefined;
let clock: SimulatedClock;
afterEach(() => {
  cleanup();
  app?.stop();
});

const nameOf = (number: number, term: string): Name => ({
  id: `01900000-0000-7000-8000-00000000d00${number}`,
  term,
  kind: 'npc',
  aliases: [],
  heardAs: [],
  note: '',
  locked: false,
  source: 'user',
  revision: 1,
  createdAt: campaign.createdAt,
  updatedAt: campaign.createdAt,
});

function show(
  content: ReactNode,
  fetch: (path: string, init: RequestInit) => Response | Promise<Response> | null,
): ComposedApp {
  openDialogs();
  clock = new SimulatedClock();
  app = createWholeApp(
    {
      identity: createFakeIdentity({}),
      fetch: async (address, init = {}) => fetch(String(address), init) ?? new Promise(() => {}),
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
    },
    { clock },
  );
  app.start();
  render(<AppProvider app={app}>{content}</AppProvider>);
  return app;
}

it('[D6] keeps what is written of a name while others are locked and removed', async () => {
  const names = [nameOf(1, 'Orla'), nameOf(2, 'Brannoc')];
  const answered: string[] = [];
  show(<GlossaryDialog campaignId={campaign.id} onClose={() => {}} />, (path, { method = 'GET' }) => {
    if (path.includes('/corrections')) return Response.json({ corrections: [] });
    if (method === 'GET') return Response.json({ names, nextCursor: null });
    answered.push(method);
    return Response.json({ ...names[1], locked: true, revision: 2 });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orla' }));
  await userEvent.type(screen.getByLabelText('Name'), ' Finch');
  await userEvent.click(screen.getByRole('button', { name: 'Lock Brannoc' }));
  await vi.waitFor(() => expect(answered).toEqual(['PATCH']));
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Lock Brannoc' }).disabled).toBe(false),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Orla Finch');
});

it('[D6] a form whose record was read again meanwhile is saved onto what it showed, and then shows both versions', async () => {
  await loadEveryView();
  const theirs = { ...session, title: 'The drowned chapel', revision: session.revision + 1 };
  const sentOnto: (string | null)[] = [];
  const Heading = () => {
    const { data } = useSession(session.id);
    return data ? (
      <SessionHeader
        session={data}
        items={[]}
        state={null}
        onReload={async () => theirs}
        onDelete={() => {}}
      />
    ) : null;
  };
  const opened = show(<Heading />, (path, { method = 'GET', headers }) => {
    if (!path.endsWith(`/sessions/${session.id}`)) return null;
    if (method === 'GET') return Response.json(session);
    sentOnto.push(new Headers(headers).get('if-match'));
    return Response.json({ error: { code: 'staleRevision', message: 'Elsewhere.' } }, { status: 412 });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Session settings' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit title and date' }));
  await userEvent.type(screen.getByLabelText('Title'), ', mine');
  act(() => {
    opened.queryClient.setQueryData(keyOf('readSession', { sessionId: session.id }), theirs);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/It now says “The drowned chapel”/u)).toBeTruthy();
  // The same button twice at once would be a double click.
  clock.increment(2_000);
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await vi.waitFor(() => expect(sentOnto).toHaveLength(2));
  expect(sentOnto.map((each) => each?.replaceAll('"', ''))).toEqual([
    `${session.revision}`,
    `${theirs.revision}`,
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(`${session.title}, mine`);
});

it('[D6] keeps the order of styles, and semicolons within one, when other settings of a campaign are saved', () => {
  const before = { ...campaign, recapStyles: ['A letter; sealed with wax', 'Ballad', 'News report'] };
  const draft = { ...draftOf(before), title: 'The Drowned Coast' };
  expect(fieldsIn(draft, before)).toMatchObject({
    title: 'The Drowned Coast',
    recapStyles: before.recapStyles,
  });
  expect(fieldsIn({ ...draft, recapStyles: '', ownStyles: 'Ode;' }, before).recapStyles).toEqual(['Ode']);
});

it('[D6] offers to undo only the title of the chapter that was renamed last', async () => {
  const times = { startMs: 0, endMs: 60_000 };
  const evidence = { segmentIds: ['s1'], ...times };
  const chapter: Chapter = { ...times, evidence, title: null, ownTitle: null, place: null, names: [] };
  const renaming = (title: string | null): Change => ({
    words: `The chapter is called “${title}”.`,
    save: async () => ({ revision: null, undo: renaming(null) }),
  });
  const Titles = () => {
    const last = useRef<(() => void) | null>(null);
    return [0, 1].map((index) => (
      <ChapterTitle key={index} place={`chapter ${index}`} {...{ chapter, index, renaming, last }} />
    ));
  };
  show(<Titles />, () => null);
  for (const [index, title] of ['The ferry', 'The inn'].entries()) {
    await userEvent.click(screen.getByRole('button', { name: `Chapter ${index + 1}` }));
    await userEvent.type(screen.getByLabelText(`Title of chapter ${index + 1}`), title);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText(`The chapter is called “${title}”.`)).toBeTruthy();
    // The same button twice at once would be a double click.
    act(() => void clock.increment(2_000));
  }
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  expect(screen.queryByText('The chapter is called “The ferry”.')).toBeNull();
});

it('[D6] a name removed beside an open form can be brought back, and why another was not locked is not told in the form', async () => {
  const names = [nameOf(1, 'Orla'), nameOf(2, 'Brannoc'), nameOf(3, 'Sella')];
  show(<GlossaryDialog campaignId={campaign.id} onClose={() => {}} />, (path, { method = 'GET' }) => {
    if (path.includes('/corrections')) return Response.json({ corrections: [] });
    if (method === 'GET') return Response.json({ names, nextCursor: null });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return Response.json({ error: { code: 'conflict', message: 'Sella is held.' } }, { status: 409 });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orla' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Brannoc' }));
  expect(await screen.findByText('“Brannoc” removed.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('“Brannoc” removed.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();

  clock.increment(2_000);
  await userEvent.click(screen.getByRole('button', { name: 'Edit Orla' }));
  await userEvent.click(screen.getByRole('button', { name: 'Lock Sella' }));
  const failure = await screen.findByText('Sella is held.');
  expect(screen.getByRole('form', { name: 'Edit Orla' }).contains(failure)).toBe(false);
});

it('[D6] in the glossary only what was changed last offers to be undone, whether in a form or by a press', async () => {
  const names = [nameOf(1, 'Orla'), nameOf(2, 'Brannoc')];
  show(<GlossaryDialog campaignId={campaign.id} onClose={() => {}} />, (path, { method = 'GET' }) => {
    if (path.includes('/corrections')) return Response.json({ corrections: [] });
    if (method === 'GET') return Response.json({ names, nextCursor: null });
    return method === 'DELETE'
      ? new Response(null, { status: 204 })
      : Response.json({ ...names[0], revision: 2 });
  });
  const undoes = () => screen.getAllByRole('button', { name: 'Undo' });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Brannoc' }));
  expect(await screen.findByText('“Brannoc” removed.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Orla' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('“Orla” is saved.')).toBeTruthy();
  expect(screen.queryByText('“Brannoc” removed.')).toBeNull();
  expect(undoes()).toHaveLength(1);
  clock.increment(2_000);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Brannoc' }));
  expect(await screen.findByText('“Brannoc” removed.')).toBeTruthy();
  expect(screen.queryByText('“Orla” is saved.')).toBeNull();
  expect(undoes()).toHaveLength(1);
});

it('[D6] a name that was changed elsewhere is shown before the form replaces it', async () => {
  const [orla, theirs] = [nameOf(1, 'Orla'), { ...nameOf(1, 'Orla'), note: 'The smith.', revision: 2 }];
  const sentOnto: (string | null)[] = [];
  show(
    <GlossaryDialog campaignId={campaign.id} onClose={() => {}} />,
    (path, { method = 'GET', headers }) => {
      if (path.includes('/corrections')) return Response.json({ corrections: [] });
      if (method === 'GET')
        return Response.json({ names: [sentOnto.length === 0 ? orla : theirs], nextCursor: null });
      sentOnto.push(new Headers(headers).get('if-match'));
      return sentOnto.length === 1
        ? Response.json({ error: { code: 'staleRevision', message: 'Elsewhere.' } }, { status: 412 })
        : Response.json({ ...theirs, note: 'The miller.', revision: 3 });
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orla' }));
  await userEvent.type(screen.getByLabelText('Note (optional)'), 'The miller.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Orla · Person · The smith.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Note (optional)').value).toBe('The miller.');
  clock.increment(2_000);
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  expect(await screen.findByText('“Orla” is saved.')).toBeTruthy();
  expect(sentOnto.map((each) => each?.replaceAll('"', ''))).toEqual(['1', '2']);
});

it('[D6] no other name opens while a form waits for its answer, which closes that form', async () => {
  const names = [nameOf(1, 'Orla'), nameOf(2, 'Brannoc')];
  let answer: (response: Response) => void = () => {};
  const saved = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  show(<GlossaryDialog campaignId={campaign.id} onClose={() => {}} />, (path, { method = 'GET' }) => {
    if (path.includes('/corrections')) return Response.json({ corrections: [] });
    return method === 'GET' ? Response.json({ names, nextCursor: null }) : saved;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orla' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const edit = screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Brannoc' });
  expect(edit.disabled).toBe(true);
  await act(async () => answer(Response.json({ ...names[0], revision: 2 })));
  expect(await screen.findByText('“Orla” is saved.')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Edit Orla' })).toBeNull();
  await userEvent.click(edit);
  await userEvent.type(screen.getByLabelText('Name'), ' the Red');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Brannoc the Red');
});

const sectionOf = (key: string, body: string): NotesSection => ({
  key,
  title: key,
  body,
  visibility: 'gm',
  source: 'user',
  lines: [],
});

/** A server whose notes also change elsewhere: by `elsewhere`. */
function notesServer(sections: NotesSection[]) {
  const keys = { decided: 'decisions', open: 'openThreads', recap: 'shortSummary' };
  let notes: Notes = { sessionId: session.id, sections, revision: 1, updatedAt: session.createdAt };
  const asked: string[] = [];
  const elsewhere = (changed: NotesSection[]) => {
    notes = { ...notes, sections: changed, revision: notes.revision + 1 };
  };
  return {
    asked,
    elsewhere,
    notes: () => notes,
    answer(path: string, { method = 'GET', body }: RequestInit) {
      if (!path.includes('/notes')) return null;
      asked.push(`${method} ${path.split('/notes')[1]}`);
      if (method === 'GET') return Response.json(notes);
      const sent = JSON.parse(String(body));
      elsewhere(
        sent.sections?.map(({ key, body: words }: NotesSection) => sectionOf(key, words)) ??
          Object.entries(keys).flatMap(([field, key]) => (sent[field] ? [sectionOf(key, sent[field])] : [])),
      );
      return Response.json(notes);
    },
  };
}

it('[D6] an answer given elsewhere to another question stays, and one to the same question is shown before it is replaced', async () => {
  const server = notesServer([sectionOf('openThreads', 'The bell.')]);
  const first = server.notes();
  const Questions = () => (
    <ThreeQuestions notes={first} calls={useEveningCalls(session.id, 'a1')} beside={null} />
  );
  show(<Questions />, server.answer);
  await userEvent.type(await screen.findByLabelText('What did they decide?'), 'To leave.');
  server.elsewhere([sectionOf('openThreads', 'The key.')]);
  await userEvent.click(screen.getByRole('button', { name: 'Save your answers' }));
  expect(await screen.findByText('Your answers are at the top of your notes.')).toBeTruthy();
  const bodies = () => server.notes().sections.map(({ body }) => body);
  expect(bodies()).toEqual(['To leave.', 'The key.']);

  clock.increment(2_000);
  await userEvent.type(screen.getByLabelText('What is still open?'), ' And Sella.');
  await userEvent.click(screen.getByRole('button', { name: 'Save your answers' }));
  expect(await screen.findByText(/now says “The key\.”/u)).toBeTruthy();
  expect(bodies()).toEqual(['To leave.', 'The key.']);
  clock.increment(2_000);
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await vi.waitFor(() => expect(bodies()).toEqual(['To leave.', 'The bell. And Sella.']));
});

it('[D6] an undo that meets a newer version reads once and says so', async () => {
  const server = notesServer([]);
  const first = server.notes();
  const Words = () => (
    <OwnWords
      place="own-words"
      chapter={0}
      title="The bell"
      sections={first.sections}
      calls={useEveningCalls(session.id, 'a1')}
    >
      {null}
    </OwnWords>
  );
  show(<Words />, server.answer);
  await userEvent.click(await screen.findByRole('button', { name: /^Write three sentences/u }));
  await userEvent.type(screen.getByLabelText('Your three sentences about this chapter'), 'We met Sella.');
  await userEvent.click(screen.getByRole('button', { name: 'Save in your notes' }));
  expect(await screen.findByText('Saved in your notes.')).toBeTruthy();
  server.elsewhere([sectionOf('own-chapter-1', 'We met Orla.')]);
  server.asked.length = 0;
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('This was changed elsewhere meanwhile.')).toBeTruthy();
  expect(server.asked).toEqual(['GET ']);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('[D6] the settings of a campaign are not offered while a change of them is undone', async () => {
  await loadEveryView();
  let sent = 0;
  show(
    <CampaignOverview
      campaign={campaign}
      sessions={[]}
      creating={false}
      onReload={async () => campaign}
      onNewSession={() => {}}
      onDelete={async () => {}}
    />,
    (path, { method = 'GET' }) => {
      if (method !== 'PATCH' || !path.endsWith(`/campaigns/${campaign.id}`)) return null;
      sent += 1;
      return sent === 1 ? Response.json(campaign) : null;
    },
  );
  const openMenu = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Campaign settings' }));
  const editing = () => screen.queryByRole('menuitem', { name: 'Edit settings' });
  await openMenu();
  await userEvent.click(editing()!);
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(sent).toBe(2);
  clock.increment(2_000);
  await openMenu();
  expect(screen.getByRole('menuitem', { name: 'Glossary' })).toBeTruthy();
  expect(editing()).toBeNull();
});

it('notes that were being read while they were saved do not come back as they were', async () => {
  const before: Notes = { sessionId: session.id, sections: [], revision: 1, updatedAt: session.createdAt };
  let late: (response: Response) => void = () => {};
  let reads = 0;
  const Saving = () => {
    const { data, refetch } = useNotes(session.id);
    const { mutate } = useSaveNotes();
    return (
      <>
        <p>{data ? `Revision ${data.revision}` : ''}</p>
        <Button onClick={() => void refetch()}>Read again</Button>
        <Button onClick={() => mutate({ sessionId: session.id, revision: 1, sections: [] })}>Save</Button>
      </>
    );
  };
  show(<Saving />, (path, { method = 'GET' }) => {
    if (!path.endsWith('/notes')) return null;
    if (method !== 'GET') return Response.json({ ...before, revision: 2 });
    reads += 1;
    return reads === 1
      ? Response.json(before)
      : new Promise((resolve) => {
          late = resolve;
        });
  });
  await screen.findByText('Revision 1');
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
  await vi.waitFor(() => expect(reads).toBe(2));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Revision 2');
  await act(async () => late(Response.json(before)));
  expect(screen.getByText('Revision 2')).toBeTruthy();
});

it('what was said around a passage can be loaded again after a failure, also when its line was joined with another', async () => {
  const times = { startMs: 0, endMs: 4_000 };
  const passage: Passage = {
    ...times,
    id: 'p1',
    rank: 1,
    chapter: 0,
    shown: 'page',
    hidden: false,
    speaker: 'Mira',
    speakerId: null,
    text: 'We owe the ferryman a boat.',
    evidence: { segmentIds: ['s3'], ...times },
  };
  const lines = ['Who knocks?', passage.text].map((text, at) => ({
    ...times,
    id: `s${at + 1}`,
    speakerId: null,
    text,
    originalText: null,
    confidence: null,
    ...(at === 1 && { joinedIds: ['s3'] }),
  }));
  let isDown = true;
  show(
    <PassageView
      passage={passage}
      place="0:00"
      hue=""
      isKept={false}
      transcriptId="t1"
      speakerOf={() => ({ label: 'Mira', hue: '' })}
      onPlay={null}
      onOpen={() => {}}
      grip={null}
      isCarried={false}
      acts={null}
    />,
    (path) => {
      if (!path.includes('/segments')) return null;
      return isDown
        ? Response.json({ error: { code: 'notFound', message: 'Not found.' } }, { status: 404 })
        : Response.json({ segments: lines, next: null, segmentCount: 2 });
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^More around/u }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByText(/Who knocks/u)).toBeTruthy();
});

it('a merged entry is left for the other one once the server has it, and not before', async () => {
  await loadEveryView();
  const [into, merged] = world.entries;
  if (into === undefined || merged === undefined) throw new Error('The world has two entries.');
  let answer: 'refused' | 'saved' = 'refused';
  const change = { key: merged.key, revision: 1, edit: { ...edited(merged, { mergedInto: into.key }).edit } };
  navigate(worldPath(campaign.id, merged.key));
  const World = () => <WorldView campaign={campaign} place={worldPlaceOf(useSearch()) ?? ''} />;
  show(<World />, (path, { method = 'GET' }) => {
    if (method !== 'GET')
      return answer === 'refused'
        ? Response.json({ error: { code: 'worldFull', message: 'Too much.' } }, { status: 422 })
        : Response.json({ undo: [{ key: merged.key, revision: 1, edit: null }] });
    const entry = path.endsWith(merged.key) ? merged : into;
    if (path.includes('/world/'))
      return Response.json({ entry, together: [], quotes: [], mentions: [], hasMore: false });
    return Response.json(
      answer === 'refused'
        ? world
        : { ...world, entries: [{ ...into, aliases: [{ name: merged.name, merged: change }] }] },
    );
  });
  await userEvent.selectOptions(await screen.findByLabelText('It is the same as'), into.name);
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('heading', { level: 1, name: merged.name })).toBeTruthy();
  answer = 'saved';
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { level: 1, name: into.name })).toBeTruthy();
});
