import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Outlined } from '#web/ui/outline.tsx';
import { tooltipSides } from '#web/ui/place-tooltip.ts';
import { ShowMore } from '#web/ui/show-more.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { Exhibit } from './exhibit.ts';

const nothing = () => {};

function TabsInUse() {
  const [selected, setSelected] = useState<'notes' | 'analysis' | 'transcript'>('notes');
  return (
    <Tabs
      label="Parts of a session"
      selected={selected}
      onSelect={setSelected}
      items={[
        { key: 'notes', label: 'Notes', content: <p>Orla Finch lit the beacon, and would do it again.</p> },
        { key: 'analysis', label: 'Evening', content: <p>Four scenes, six names, two open threads.</p> },
        { key: 'transcript', label: 'Transcript', disabled: true, content: <p>Not there yet.</p> },
      ]}
    />
  );
}

export const actionExhibits: readonly Exhibit[] = [
  {
    id: 'button',
    title: 'Button',
    explanation:
      'Acts at once. A screen has at most one primary button; the rest are secondary or quiet. A second ' +
      'press within 300 milliseconds is ignored. While its action runs, the button stays in place, ' +
      'keeps the focus, says that it is busy, and ignores presses.',
    specimens: [
      {
        name: 'Kinds',
        show: () => (
          <div className="button-row">
            <Button kind="primary">Start the analysis</Button>
            <Button>Upload another file</Button>
            <Button kind="quiet">Not now</Button>
            <Button kind="danger" icon="trash">
              Delete session
            </Button>
          </div>
        ),
      },
      {
        name: 'With an icon, and as an icon alone',
        show: () => (
          <div className="button-row">
            <Button icon="plus">New session</Button>
            <Button kind="primary" icon="upload">
              Upload for free
            </Button>
            <Button icon="pencil" iconOnly>
              Edit the title
            </Button>
            <Button kind="quiet" icon="close" iconOnly>
              Close
            </Button>
          </div>
        ),
      },
      {
        name: 'Busy, and disabled',
        show: () => (
          <div className="button-row">
            <Button kind="primary" busy>
              Starting …
            </Button>
            <Button disabled>Merge the tracks</Button>
          </div>
        ),
      },
      {
        name: 'A link that looks like one',
        show: () => (
          <div className="button-row">
            <a className="button button-primary" href="#button">
              Open your campaigns
            </a>
            <a className="button button-secondary" href="#button">
              Read a sample session
            </a>
          </div>
        ),
      },
    ],
  },
  {
    id: 'file-button',
    title: 'File button',
    explanation: 'Opens the browser’s own choice of files. The same file can be chosen twice.',
    specimens: [
      {
        name: 'One kind of file',
        show: () => (
          <FileButton icon="upload" label="Notes file" accept=".md" onFiles={nothing}>
            Choose a file
          </FileButton>
        ),
      },
    ],
  },
  {
    id: 'copy-button',
    title: 'Copy button',
    explanation:
      'Copies a text to the clipboard. For three seconds it says “Copied”, visibly and to screen ' +
      'readers; if the browser refuses, it says why.',
    specimens: [
      { name: 'Ready', show: () => <CopyButton label="Copy as Markdown" copied={false} onCopy={nothing} /> },
      { name: 'Just copied', show: () => <CopyButton label="Copy as Markdown" copied onCopy={nothing} /> },
      {
        name: 'Icon only',
        show: () => (
          <CopyButton label="Copy the link" copied={false} iconOnly kind="quiet" onCopy={nothing} />
        ),
      },
      {
        name: 'Refused',
        show: () => (
          <CopyButton
            label="Copy the link"
            copied={false}
            failure="Your browser does not allow it. Select the text and copy it manually."
            onCopy={nothing}
          />
        ),
      },
    ],
  },
  {
    id: 'menu',
    title: 'Menu',
    explanation:
      'A button that opens a short list of actions. Arrow keys move in it; Escape closes it and returns ' +
      'the focus, and so does a click outside.',
    specimens: [
      {
        name: 'Things to do',
        show: () => (
          <Menu
            label="Session settings"
            icon="more"
            align="start"
            items={[
              { key: 'edit', label: 'Edit details', icon: 'pencil', onChoose: nothing },
              { key: 'archive', label: 'Archive', icon: 'archive', onChoose: nothing },
              { key: 'delete', label: 'Delete session', icon: 'trash', danger: true, onChoose: nothing },
            ]}
          />
        ),
      },
      {
        name: 'One of several',
        show: () => (
          <Menu
            label="The Tide at Marrow Bay"
            icon="chevronDown"
            kind="secondary"
            align="start"
            items={[
              { key: 'tide', label: 'The Tide at Marrow Bay', checked: true, onChoose: nothing },
              { key: 'brass', label: 'Brass and Barley', checked: false, onChoose: nothing },
            ]}
          />
        ),
      },
    ],
  },
  {
    id: 'tabs',
    title: 'Tabs',
    explanation:
      'Tabs for the parts of one thing. The row is one stop for the Tab key; arrows, Home and End move ' +
      'in it. Without JavaScript all parts are shown one below the other.',
    specimens: [{ name: 'Three parts, one not ready yet', show: () => <TabsInUse /> }],
  },
  {
    id: 'disclosure',
    title: 'Disclosure',
    explanation:
      'A title that opens the content below it, such as a question and its answer. It is a native ' +
      'element: it works without JavaScript, and searching the page finds closed content.',
    specimens: [
      {
        name: 'A list of questions',
        show: () => (
          <div className="disclosures">
            <Disclosure title="What may I upload?" open>
              <p>One recording for each session: MP3, M4A, WAV, FLAC, OGG, WebM or MP4, up to 2 GiB.</p>
            </Disclosure>
            <Disclosure title="Who can hear the recording?">
              <p>Only you. A public link never shows it.</p>
            </Disclosure>
          </div>
        ),
      },
    ],
  },
  {
    id: 'show-more',
    title: 'Show more',
    explanation:
      'Hides the rest of a list until the user asks for it; the same button hides it again. It is a ' +
      'native element as well.',
    specimens: [
      {
        name: 'The rest of a list',
        show: () => (
          <ShowMore>
            <div className="disclosures">
              <Disclosure title="May I take my notes with me?">
                <p>Yes, all of them, in one archive.</p>
              </Disclosure>
            </div>
          </ShowMore>
        ),
      },
    ],
  },
  {
    id: 'outline',
    title: 'Outline',
    explanation:
      'The headings of a long text, beside it; the current one is marked, and each is a link. In a ' +
      'narrow window they are in a bar at the top that opens.',
    specimens: [
      {
        name: 'Notes of an evening',
        show: () => (
          <Outlined outer="h3" inner="h4">
            <h3>Scenes</h3>
            <h4>At the lighthouse</h4>
            <p>Nobody has lit the lamp for a week, and the keeper’s door stands open.</p>
            <h3>People</h3>
            <p>Old Marrow, who says that the tide has a name.</p>
          </Outlined>
        ),
      },
    ],
  },
  {
    id: 'tooltip',
    title: 'Tooltip',
    explanation:
      'A short explanation on hover, focus and touch. It appears above, or on the requested side; if ' +
      'there is no space, below, to the left or to the right. Escape closes it. Never put essential ' +
      'information only in a tooltip.',
    specimens: [
      {
        name: 'On each side',
        show: () => (
          <div className="button-row">
            {tooltipSides.map((side) => (
              <Tooltip key={side} position={side} text={`Placed ${sideWords[side]}`}>
                <Button>{side}</Button>
              </Tooltip>
            ))}
          </div>
        ),
      },
      {
        name: 'Several lines',
        show: () => (
          <Tooltip text="Based on the length that the server measured: 60 credits for each hour of a brief analysis, 100 for a comprehensive one.">
            <Button kind="quiet" icon="info">
              How we calculate the price
            </Button>
          </Tooltip>
        ),
      },
    ],
  },
  {
    id: 'kbd',
    title: 'Keys',
    explanation: 'Keys to press, as labeled on the keyboard.',
    specimens: [
      {
        name: 'One, and two together',
        show: () => (
          <p>
            Press <Kbd keys="Escape" /> to close, <Kbd keys="Ctrl+K" /> to search.
          </p>
        ),
      },
    ],
  },
];

const sideWords = {
  top: 'above',
  bottom: 'below',
  left: 'to the left',
  right: 'to the right',
} as const;
