import { useState } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyShelf } from '#web/ui/illustrations/empty-shelf.tsx';
import { LoadFailure, TryAgain } from '#web/ui/load-failure.tsx';
import { LoadingOverlay } from '#web/ui/loading-overlay.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar, ProgressRing } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Toast, Toasts } from '#web/ui/toast.tsx';
import { WhereMailIs } from '#web/ui/where-mail-is.tsx';
import type { Exhibit } from './exhibit.ts';

const toastTexts: readonly Omit<Toast, 'id'>[] = [
  { kind: 'success', text: 'The notes are saved.', goesByItself: true },
  {
    kind: 'information',
    text: 'The session was deleted.',
    action: <Button>Bring it back</Button>,
  },
  {
    kind: 'error',
    title: 'The notes were not saved',
    text: 'The server did not answer. Your text is still here.',
  },
];

function ToastsInUse() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [count, setCount] = useState(0);
  return (
    <>
      <Button
        onClick={() => {
          const next = toastTexts[count % toastTexts.length];
          if (next) setToasts([...toasts, { ...next, id: `toast-${count}` }]);
          setCount(count + 1);
        }}
      >
        Show another toast
      </Button>
      <Toasts toasts={toasts} onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))} />
    </>
  );
}

export const messageExhibits: readonly Exhibit[] = [
  {
    id: 'notice',
    title: 'Notice',
    explanation:
      'Says what happened, where it happened. Errors and warnings are announced at once, others at the ' +
      'next pause. An error says what to do next.',
    specimens: [
      {
        name: 'Error',
        show: () => (
          <Notice kind="error" title="The analysis stopped">
            You were not charged. Try again.
          </Notice>
        ),
      },
      {
        name: 'Warning',
        show: () => <Notice kind="warning">Who spoke could not be told apart. The notes name nobody.</Notice>,
      },
      {
        name: 'Success, dismissible',
        show: () => (
          <Notice kind="success" onDismiss={() => {}}>
            Your email address is confirmed.
          </Notice>
        ),
      },
      {
        name: 'Information',
        show: () => <Notice kind="information">Uploading is free. Only an analysis costs credits.</Notice>,
      },
    ],
  },
  {
    id: 'toast',
    title: 'Toasts',
    explanation:
      'News from elsewhere, stacked at the bottom of the window. A toast that disappears by itself ' +
      'waits while the pointer or the focus is on the stack. Errors and warnings, and toasts with an ' +
      'action, stay until dismissed.',
    specimens: [
      { name: 'One after the other', show: () => <ToastsInUse /> },
      {
        name: 'All kinds, laid out',
        show: () => (
          <div className="exhibit-toasts">
            <Toasts
              label="Notices laid out"
              toasts={toastTexts.map((toast, at) => ({ ...toast, id: `laid-${at}`, goesByItself: false }))}
              onDismiss={() => {}}
            />
          </div>
        ),
      },
    ],
  },
  {
    id: 'banner',
    title: 'Banner',
    explanation: 'A strip below the navigation with news for everyone.',
    specimens: [
      {
        name: 'Information',
        show: () => (
          <Banner kind="information" label="Update" action={<Button>Refresh</Button>}>
            A new version is available. Please refresh your browser.
          </Banner>
        ),
      },
      {
        name: 'Warning',
        show: () => (
          <Banner kind="warning" label="Maintenance" onDismiss={() => {}}>
            System maintenance in progress until 4:00 PM. Some features may be unavailable.
          </Banner>
        ),
      },
      {
        name: 'Error',
        show: () => (
          <Banner kind="error" label="Trouble">
            We are currently experiencing technical difficulties. Our team is working on a resolution.
          </Banner>
        ),
      },
      {
        name: 'Success',
        show: () => (
          <Banner kind="success" label="Over">
            Everything is up again.
          </Banner>
        ),
      },
    ],
  },
  {
    id: 'progress',
    title: 'Progress',
    explanation:
      'The progress of a task. While the total is unknown, a part of the bar moves back and forth; with ' +
      'reduced motion it stays still.',
    specimens: [
      {
        name: 'Bar',
        show: () => (
          <div className="exhibit-form">
            <ProgressBar value={0.42} label="Upload" />
            <ProgressBar value={null} label="Transcription" />
          </div>
        ),
      },
      {
        name: 'Ring',
        show: () => (
          <div className="button-row">
            <ProgressRing value={0.7} label="Session 3" />
            <ProgressRing value={null} label="Session 4" />
          </div>
        ),
      },
    ],
  },
  {
    id: 'loading-overlay',
    title: 'Loading overlay',
    explanation:
      'A veil with a lamp over the busy part: the open dialog, or the page below the navigation bar. It ' +
      'appears after 150 milliseconds and stays for at least 300; until it disappears, the part it ' +
      'covers ignores clicks and keys.',
    specimens: [
      {
        name: 'At work',
        show: () => (
          <div className="exhibit-veiled">
            <p>What we are working on.</p>
            <LoadingOverlay visible />
          </div>
        ),
      },
      { name: 'At rest', show: () => <LoadingOverlay visible={false} /> },
    ],
  },
  {
    id: 'skeleton',
    title: 'Skeleton',
    explanation: 'A placeholder for loading content, in about its shape, so that the layout does not jump.',
    specimens: [{ name: 'A page', show: () => <Skeleton label="Loading the notes" heading /> }],
  },
  {
    id: 'empty-state',
    title: 'Empty state',
    explanation: 'An empty place, and what to do about it.',
    specimens: [
      {
        name: 'With a drawing',
        show: () => (
          <EmptyState
            illustration={<EmptyShelf />}
            title="No sessions yet"
            text="Add the recording of your last game night to see its notes here."
          >
            <Button kind="primary" icon="plus">
              New session
            </Button>
          </EmptyState>
        ),
      },
      {
        name: 'With an icon',
        show: () => <EmptyState icon="search" title="Nothing found" text="No line contains these words." />,
      },
    ],
  },
  {
    id: 'load-failure',
    title: 'Load failure',
    explanation: 'Takes the place of what could not be loaded: why, and a way to try again.',
    specimens: [
      {
        name: 'Without a connection',
        show: () => <LoadFailure message="The server did not answer." onRetry={() => {}} />,
      },
      { name: 'In a dialog, below the reason', show: () => <TryAgain onRetry={() => {}} /> },
    ],
  },
  {
    id: 'badge',
    title: 'Badge',
    explanation: 'A word or a number on a label: a state, a count, a saving.',
    specimens: [
      {
        name: 'Kinds',
        show: () => (
          <div className="button-row">
            <Badge>Save 20%</Badge>
            <Badge kind="calm" icon="sparkle">
              1 free analysis
            </Badge>
            <Badge kind="plain">Brief</Badge>
            <Badge kind="danger">Failed</Badge>
          </div>
        ),
      },
    ],
  },
  {
    id: 'where-mail-is',
    title: 'Where mail is',
    explanation: 'What helps whoever waits for a code, also where no email server is set up.',
    specimens: [
      {
        name: 'Emails are sent',
        show: () => (
          <p>
            <WhereMailIs mailPage={null}>Check your spam folder, too.</WhereMailIs>
          </p>
        ),
      },
      {
        name: 'Emails stay on this computer',
        show: () => (
          <p>
            <WhereMailIs mailPage="/dev/mail">Check your spam folder, too.</WhereMailIs>
          </p>
        ),
      },
    ],
  },
];
