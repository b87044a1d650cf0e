import { type ReactNode, useRef } from 'react';
import type { Chapter } from '#contract/analysis-result.ts';
import type { Name } from '#contract/names.ts';
import type { Notes } from '#contract/notes.ts';
import type { CastSheet } from '#contract/speakers.ts';
import type { WorldThread } from '#contract/world.ts';
import { proposalReviewFlow } from '#machines/proposal-review/proposal-review.flow.ts';
import { ChapterTitle } from '#web/features/campaign/evening/chapter-title.tsx';
import { OwnWords } from '#web/features/campaign/evening/own-words.tsx';
import { PassagePlaces } from '#web/features/campaign/evening/passage-places.tsx';
import { ThreeQuestions } from '#web/features/campaign/evening/three-questions.tsx';
import { IncomingRecordingCard } from '#web/features/campaign/incoming/incoming-recording-card.tsx';
import { YourMarks } from '#web/features/campaign/marks/your-marks.tsx';
import { GlossaryDialog } from '#web/features/campaign/names/glossary-dialog.tsx';
import { CampaignOverview } from '#web/features/campaign/overview/campaign-overview.tsx';
import { NewCampaignDialog } from '#web/features/campaign/overview/new-campaign-dialog.tsx';
import { SessionHeader } from '#web/features/campaign/session/session-header.tsx';
import { InWorldDate } from '#web/features/campaign/timeline/in-world-date.tsx';
import '#web/features/campaign/world/world-threads.tsx';
import { WorldView } from '#web/features/campaign/world/world-view.tsx';
import { ModalHost } from '#web/features/shell/modal-host.tsx';
import { useOpenInstruction } from '#web/flows/instruction/use-instruction.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useOpenProposals } from '#web/flows/proposal-review/use-proposal-review.ts';
import { useWhoIsWho } from '#web/flows/speaker-mapping/use-who-is-who.ts';
import { useWorldReview } from '#web/flows/world-review/use-world-review.ts';
import { useEveningCalls } from '#web/hooks/evening-hooks.ts';
import type { formPage } from './form-page.tsx';
import { campaign, session, world } from './web-fixtures.ts';

const [allura] = world.entries;

export const orla: Name = {
  id: '01900000-0000-7000-8000-00000000d001',
  term: 'Orla',
  kind: 'npc',
  aliases: [],
  heardAs: [],
  note: '',
  locked: false,
  source: 'user',
  revision: 1,
  createdAt: campaign.createdAt,
  updatedAt: campaign.createdAt,
};
export const thread: WorldThread = {
  key: 'c'.repeat(32),
  kind: 'promise',
  text: 'We owe the ferryman a boat.',
  state: 'open',
  opened: null,
  touched: null,
  silentFor: 0,
  edit: null,
  revision: 0,
};
export const notes: Notes = {
  sessionId: session.id,
  sections: [],
  revision: 1,
  updatedAt: session.createdAt,
};
const times = { startMs: 0, endMs: 60_000 };
export const chapter: Chapter = {
  ...times,
  evidence: { segmentIds: ['s1'], ...times },
  title: null,
  ownTitle: null,
  place: null,
  names: [],
};

function Title() {
  const last = useRef(null);
  const renaming = () => ({ words: '', save: async () => ({ revision: null, undo: null }) });
  return <ChapterTitle place="chapter" index={0} {...{ chapter, renaming, last }} />;
}
export const Questions = () => (
  <ThreeQuestions notes={notes} calls={useEveningCalls(session.id, 'a1')} beside={null} />
);
export const Words = () => (
  <OwnWords
    place="own-words"
    chapter={0}
    title="The bell"
    sections={[]}
    calls={useEveningCalls(session.id, 'a1')}
  >
    {null}
  </OwnWords>
);
const Dated = () => (
  <InWorldDate
    campaignId={campaign.id}
    timeline={{ sessions: [], scenes: [], road: [] } as never}
    dated={{ key: 'd'.repeat(32), revision: 0, edit: null, of: null as never, dates: [] }}
    title="The ferry"
    review={useWorldReview({ save: async () => [], refresh: async () => {} } as never)}
  />
);
const done = async () => undefined;
function Cast() {
  const open = useWhoIsWho();
  return (
    <>
      <button type="button" onClick={() => open(campaign.id, null)}>
        Players and characters
      </button>
      <ModalHost />
    </>
  );
}
export function Dialogs() {
  const { open } = useModals();
  const instruct = useOpenInstruction();
  const review = useOpenProposals();
  const { id, title } = session;
  return (
    <>
      <button type="button" onClick={() => open('feedback')}>
        Feedback
      </button>
      <button type="button" onClick={() => instruct({ sessionId: id, campaignId: campaign.id, title })}>
        Ask for a change
      </button>
      <button type="button" onClick={() => review({ kind: 'session', id, title })}>
        Suggestions
      </button>
      <ModalHost />
    </>
  );
}
const [read] = proposalReviewFlow.outcomes.readProposals;
const suggestions = read.type === 'done' ? read.output.list : null;
const suggested = '“**Ysolde**: keeper of the lantern”';
const noWay = { isCarried: false, isChoosing: true, passageId: 'p1', over: null };
const still = () => {};
const moving = { ...noWay, lift: still, reach: still, drop: still, ask: still, choose: still, cancel: still };

interface Form {
  what: string;
  content: () => ReactNode;
  /** The buttons that open the form, where it is not open by itself, and where it opens by itself once something is kept. */
  opens?: readonly string[];
  reopens?: readonly string[];
  label: string;
  discards?: string;
  /** The button that saves it, where the record is not what ends the draft. */
  saves?: string;
}

/** Every form that keeps what is written in it. */
export const forms: readonly Form[] = [
  {
    what: 'the title of a session',
    content: () => (
      <SessionHeader session={session} items={[]} state={null} onReload={done} onDelete={done} />
    ),
    opens: ['Session settings', 'Edit title and date'],
    label: 'Title',
    discards: 'Cancel',
    saves: 'Save',
  },
  {
    what: 'the settings of a campaign',
    content: () => (
      <CampaignOverview
        campaign={campaign}
        sessions={[]}
        creating={false}
        onReload={done}
        onNewSession={done}
        onDelete={done}
      />
    ),
    opens: ['Campaign settings', 'Edit settings'],
    label: 'Description (optional)',
    discards: 'Cancel',
    saves: 'Save',
  },
  {
    what: 'a new campaign',
    content: () => <NewCampaignDialog busy={false} failure={null} onCreate={done} onClose={done} />,
    label: 'Description (optional)',
    discards: 'Cancel',
  },
  {
    what: 'an answer of the game master',
    content: () => <Questions />,
    label: 'What did they decide?',
    saves: 'Save your answers',
  },
  {
    what: 'three sentences about a chapter',
    content: () => <Words />,
    opens: ['Write three sentences about this chapter'],
    reopens: [],
    label: 'Your three sentences about this chapter',
    discards: 'Cancel',
    saves: 'Save in your notes',
  },
  {
    what: 'the title of a chapter',
    content: () => <Title />,
    opens: ['Chapter 1'],
    reopens: [],
    label: 'Title of chapter 1',
    discards: 'Cancel',
    saves: 'Rename',
  },
  {
    what: 'a name in the glossary',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Edit Orla'],
    label: 'Note (optional)',
    discards: 'Cancel',
    saves: 'Save',
  },
  {
    what: 'a new name in the glossary',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Add a name'],
    label: 'Name',
    discards: 'Cancel',
    saves: 'Add the name',
  },
  {
    what: 'a list of names',
    content: () => <GlossaryDialog campaignId={campaign.id} onClose={done} />,
    opens: ['Paste a list'],
    label: 'Names, one per line',
    discards: 'Cancel',
    saves: 'Add these names',
  },
  {
    what: 'the note of an entry of the world',
    content: () => <WorldView campaign={campaign} place={allura?.key ?? ''} />,
    label: 'Note',
  },
  {
    what: 'a new thread',
    content: () => <WorldView campaign={campaign} place="threads" />,
    label: 'Add a thread',
  },
  {
    what: 'the words of a thread',
    content: () => <WorldView campaign={campaign} place="threads" />,
    opens: [`Edit ${thread.text}`],
    reopens: [],
    label: 'Words of the thread',
    discards: 'Cancel',
  },
  {
    what: 'an in-world date',
    content: () => <Dated />,
    opens: ['Set the date of The ferry'],
    reopens: [],
    label: 'In-world date of The ferry',
    discards: 'Cancel',
  },
  {
    what: 'the word for a mark',
    content: () => (
      <YourMarks
        session={{ ...session, audio: { marks: [{ atMs: 9000, word: '' }], deletedAt: null } } as never}
      />
    ),
    label: 'Word for mark 1',
  },
  {
    what: 'a person at the table',
    content: () => <Cast />,
    opens: ['Players and characters', 'Add a person'],
    label: 'Person',
    discards: 'Cancel',
    saves: 'Save',
  },
  {
    what: 'the title of a new section for a passage',
    content: () => (
      <PassagePlaces place="passages" passage={{ text: 'We ring it.' } as never} places={[]} move={moving} />
    ),
    label: 'Title of the new section',
    discards: 'Cancel',
    saves: 'Move it',
  },
  {
    what: 'feedback',
    content: () => <Dialogs />,
    opens: ['Feedback'],
    label: 'Your comment',
    saves: 'Send feedback',
  },
  {
    what: 'a change that a language model is asked for',
    content: () => <Dialogs />,
    opens: ['Ask for a change'],
    label: 'What should be different?',
    saves: 'Propose changes',
  },
  {
    what: 'an edited suggestion',
    content: () => <Dialogs />,
    opens: ['Suggestions', `Edit: ${suggested}`],
    reopens: ['Suggestions'],
    label: 'What your notes will say',
    discards: `Discard your edit: ${suggested}`,
    saves: `Use this text: ${suggested}`,
  },
  {
    what: 'the campaign for a shared recording',
    content: () => <IncomingRecordingCard />,
    label: 'Name of the new campaign',
    discards: 'Discard it',
  },
];

const cast: CastSheet = {
  revision: 1,
  people: [],
  speakers: [],
  canBeHeard: false,
  gameMaster: null,
  undo: null,
  tellsVoicesApart: false,
  memory: null,
  voices: null,
};

/** What a language model was asked for. */
export const instructed = (text: string | null) => ({
  writer: { model: 'toy', sends: { what: 'nothing' } },
  instruction: text && {
    ...{ id: orla.id, text, state: 'waiting', progress: 0, failure: null, proposed: 0 },
    ...{ dropped: 0, unread: 0, fixes: [] },
  },
});

/** @returns what the forms read */
export const reads: typeof formPage.others = (path) => {
  if (path.endsWith('/instruction')) return Response.json(instructed(null));
  if (path.endsWith('/proposals')) return Response.json(suggestions);
  if (path.endsWith('/campaigns')) return Response.json({ campaigns: [], nextCursor: null });
  if (path.endsWith('/cast')) return Response.json(cast);
  if (path.endsWith('/corrections')) return Response.json({ corrections: [] });
  if (path.endsWith('/names')) return Response.json({ names: [orla], nextCursor: null });
  if (path.endsWith('/threads')) return Response.json({ threads: [thread] });
  if (path.endsWith(`/world/${allura?.key}`))
    return Response.json({ entry: allura, together: [], quotes: [], mentions: [], hasMore: false });
  return path.endsWith('/world') ? Response.json({ ...world, suggestions: [] }) : null;
};

/** @returns what saving the forms gives */
export const saves: typeof formPage.server = (path, { method = 'GET' }) => {
  if (path.includes('/notes')) return Response.json({ ...notes, revision: method === 'GET' ? 1 : 2 });
  if (method === 'GET') return null;
  if (path === '/feedback') return Response.json({ feedbackId: orla.id }, { status: 201 });
  if (path.endsWith('/instruction')) return Response.json(instructed('An owl'), { status: 202 });
  if (path.endsWith('/acceptance')) return new Response(null, { status: 204 });
  if (path.endsWith('/import')) return Response.json({ added: [], skipped: [] });
  if (path.endsWith('/cast')) return Response.json({ ...cast, revision: 2, undo: 'saved' });
  if (path.includes('/names')) return Response.json(orla, { status: method === 'POST' ? 201 : 200 });
  if (path.endsWith(session.id)) return Response.json({ ...session, revision: 2 });
  return path.endsWith(campaign.id) ? Response.json({ ...campaign, revision: 2 }) : null;
};
