import type { Figure } from './viewer-data.ts';

export const screenLabel = 'Screen (React)';
export const browserLabel = 'Browser';
export const mutantsLabel = 'Faults detected';
export const noFigure = '–';

const meanings: Readonly<Record<string, string>> = {
  States: 'States of the machine.',
  Transitions: 'Transitions that the paths take, of all.',
  'Guards both ways': 'Guards that the paths see both pass and fail.',
  Outcomes: 'Actor outcomes that the paths cover, of all.',
  'Model states':
    'Situations of the flow that were met: states with context, pending delays and running actors. With a slash: how many of them were explored; the others are like these.',
  Paths: 'Tours that together take every transition.',
  Steps: 'Total steps of all tours.',
  'Machine level':
    'How much of the machine (transitions, guards, outcomes) the paths cover, with a simulated clock.',
  [screenLabel]: 'How many transitions shorter paths take on the screens, rendered without a browser.',
  [browserLabel]: 'How many transitions the same paths take in Chromium.',
  [mutantsLabel]:
    'Faults (mutants) are put into the machine one by one, and the paths must detect each. Equivalent ones change nothing observable, so they do not count.',
};

const unreported = 'no run has been reported';

function ofLabel(figures: readonly Figure[], label: string): Figure {
  return figures.find((one) => one.label === label) ?? { label, value: noFigure };
}

export function testedWords(figures: readonly Figure[]): string {
  const screen = ofLabel(figures, screenLabel);
  const browser = ofLabel(figures, browserLabel);
  const chart = `chart ${ofLabel(figures, 'Machine level').value}`;
  if (screen.value === noFigure && browser.value === noFigure) {
    return `${chart}; not tested on a screen: ${screen.reason ?? unreported}`;
  }
  const part = (name: string, place: string, { value, reason = unreported }: Figure) =>
    value === noFigure ? `not tested ${place}: ${reason}` : `${name} ${value}`;
  return [chart, part('screen', 'on a screen', screen), part('browser', 'in a browser', browser)].join(', ');
}

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

export function FigureKey() {
  const told = [
    ['Chart', 'Machine level'],
    ['Screen', screenLabel],
    ['Browser', browserLabel],
    ['Faults', mutantsLabel],
    ['Model states', 'Model states'],
  ] as const;
  return (
    <details className="figure-key">
      <summary>What the figures mean</summary>
      <dl>
        {told.map(([name, label]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meanings[label]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
