import type { Figure } from './viewer-data.ts';

/** Labels of what was walked elsewhere than on the chart itself. */
export const screenLabel = 'Screen (React)';
export const browserLabel = 'Browser';
export const mutantsLabel = 'Planted faults found';
/** Stands for a figure that there is not. */
export const noFigure = '–';

/** What each figure says, a sentence each. */
const meanings: Readonly<Record<string, string>> = {
  States: 'Boxes of the chart.',
  Transitions: 'Ways from one state to another: those that the paths walk, of all.',
  'Guards both ways': 'Conditions that the paths see hold as well as refuse.',
  Outcomes: 'Ways that work under way can come out: those that the paths meet, of all.',
  'Model states':
    'Every situation the flow can get into: the states with what is remembered, the clocks that run and the work under way.',
  Paths: 'Tours that together walk every way.',
  Steps: 'What testers do on all tours together.',
  'Machine level':
    'How much of the chart (ways, conditions, outcomes) the paths meet on the chart itself, with a clock that is turned by hand.',
  [screenLabel]:
    'How many of the ways the same paths walk on the screens themselves, drawn without a browser.',
  [browserLabel]: 'How many of the ways the same paths walk in a real browser, Chromium.',
  [mutantsLabel]:
    'Faults (mutants) are planted into the chart one by one, and the paths have to notice each. An equivalent one changes nothing that anyone could notice, so it does not count.',
};

const unreported = 'no run has been reported';

function ofLabel(figures: readonly Figure[], label: string): Figure {
  return figures.find((one) => one.label === label) ?? { label, value: noFigure };
}

/** Where a flow is tested and how far: `chart 100 %, screen 100 %, browser 95.1 %`, or why it is not. */
export function testedWords(figures: readonly Figure[]): string {
  const screen = ofLabel(figures, screenLabel);
  const browser = ofLabel(figures, browserLabel);
  const chart = `chart ${ofLabel(figures, 'Machine level').value}`;
  if (screen.value === noFigure && browser.value === noFigure) {
    return `${chart}; not walked on a screen: ${screen.reason ?? unreported}`;
  }
  const part = (name: string, place: string, { value, reason = unreported }: Figure) =>
    value === noFigure ? `not walked ${place}: ${reason}` : `${name} ${value}`;
  return [chart, part('screen', 'on a screen', screen), part('browser', 'in a browser', browser)].join(', ');
}

/** Figures of a flow, each with what it says and why it is not all. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figure-list">
      {figures.map(({ label, value, reason }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {reason && ` (${reason})`}
          </dd>
          {meanings[label] && <dd className="meaning">{meanings[label]}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The figures of the overview explained where they stand. */
export function FigureKey() {
  const told = [
    ['Chart', 'Machine level'],
    ['Screen', screenLabel],
    ['Browser', browserLabel],
    ['Planted faults', mutantsLabel],
    ['Model states', 'Model states'],
  ] as const;
  return (
    <dl className="figure-key" aria-label="What the figures say">
      {told.map(([name, label]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{meanings[label]}</dd>
        </div>
      ))}
    </dl>
  );
}
