import { Icon } from '#web/ui/icon.tsx';
import { Campfire } from '#web/ui/illustrations/campfire.tsx';
import { EmptyShelf } from '#web/ui/illustrations/empty-shelf.tsx';
import { Drawing } from '#web/ui/illustrations/illustration.tsx';
import { LampLitTable } from '#web/ui/illustrations/lamp-lit-table.tsx';
import { MicrophoneAndRecorder } from '#web/ui/illustrations/microphone.tsx';
import { OpenNotebook } from '#web/ui/illustrations/open-notebook.tsx';
import { RoadMap } from '#web/ui/illustrations/road-map.tsx';
import { SealedLetter } from '#web/ui/illustrations/sealed-letter.tsx';
import { SleepingDragon } from '#web/ui/illustrations/sleeping-dragon.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { iconNames } from '#web/ui/more-icons.ts';
import type { Exhibit } from './exhibit.ts';

const colours = [
  'paper',
  'surface',
  'raised',
  'sunken',
  'ink',
  'ink-muted',
  'line',
  'control-line',
  'ember',
  'ember-strong',
  'ember-wash',
  'verdigris',
  'verdigris-wash',
  'gold',
  'danger',
  'danger-wash',
  'success',
  'success-wash',
  'mark',
] as const;

export const pictureExhibits: readonly Exhibit[] = [
  {
    id: 'colours',
    title: 'Colours',
    explanation:
      'Parchment by day, dark wood and lamplight by night. Each color is named for its purpose: ember ' +
      'for what can be pressed, verdigris for evidence and calm, gold for ornament. Every combination ' +
      'in use is readable in both themes; a test measures it.',
    specimens: [
      {
        name: 'All of them',
        show: () => (
          <ul className="exhibit-colours">
            {colours.map((colour) => (
              <li key={colour}>
                <span style={{ background: `var(--${colour})` }} />
                {colour}
              </li>
            ))}
          </ul>
        ),
      },
    ],
  },
  {
    id: 'logo',
    title: 'Mark',
    explanation: 'A flame over an open book. The name is next to it, so screen readers skip it.',
    specimens: [
      {
        name: 'With the name',
        show: () => (
          <p className="exhibit-brand">
            <Logo />
            Hearthscribe
          </p>
        ),
      },
    ],
  },
  {
    id: 'icon',
    title: 'Icons',
    explanation:
      'Small drawings beside a word, in the word’s color. An icon without a word appears only in a ' +
      'button that has a name.',
    specimens: [
      {
        name: 'All of them',
        show: () => (
          <ul className="exhibit-icons">
            {iconNames.map((name) => (
              <li key={name}>
                <Icon name={name} />
                {name}
              </li>
            ))}
          </ul>
        ),
      },
    ],
  },
  {
    id: 'illustrations',
    title: 'Illustrations',
    explanation:
      'Drawn for us, and lit as the page is. They are decorative; one that carries information has a name.',
    specimens: [
      { name: 'Lamp-lit table: the start page', show: () => <LampLitTable /> },
      { name: 'Open notebook: notes', show: () => <OpenNotebook /> },
      { name: 'Microphone and recorder: recording', show: () => <MicrophoneAndRecorder /> },
      { name: 'Campfire: waiting, the end of a page', show: () => <Campfire /> },
      { name: 'Sleeping dragon: nothing at this address', show: () => <SleepingDragon /> },
      { name: 'Empty shelf: nothing here yet', show: () => <EmptyShelf /> },
      { name: 'Sealed letter: email', show: () => <SealedLetter title="A sealed letter" /> },
      { name: 'Map: where it goes from here', show: () => <RoadMap /> },
      {
        name: 'The frame of a drawing',
        show: () => (
          <Drawing width={120} height={60} title="A candle flame">
            <path d="M60 8c6 12 16 16 16 30a16 16 0 0 1-32 0C44 26 56 20 60 8Z" fill="var(--art-flame)" />
          </Drawing>
        ),
      },
    ],
  },
];
