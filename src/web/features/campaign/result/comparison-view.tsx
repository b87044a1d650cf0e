import { useState } from 'react';
import type { Analysis } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { type ComparedItem, type ComparedPart, compareResults } from '#web/results/compare-results.ts';
import { Chip, type EvidenceAccess } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { countOf } from '#web/ui/text.ts';
import { runName } from '../analysis/run-name.ts';
import './comparison.css';

export type FinishedAnalysis = Analysis & { result: AnalysisResult };

interface ComparisonViewProps {
  one: FinishedAnalysis;
  two: FinishedAnalysis;
  access: EvidenceAccess;
  onClose: () => void;
}

const differsIn = ({ one, two }: ComparedPart) => [...one, ...two].some(({ isOnlyHere }) => isOnlyHere);

export function ComparisonView({ one, two, access, onClose }: ComparisonViewProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const parts = compareResults(one.result, two.result);
  const shown = onlyDifferences ? parts.filter(differsIn) : parts;
  const countIn = (side: 'one' | 'two') =>
    parts.reduce((sum, part) => sum + part[side].filter(({ isOnlyHere }) => isOnlyHere).length, 0);
  const itemsOf = (items: readonly ComparedItem[]) =>
    onlyDifferences ? items.filter(({ isOnlyHere }) => isOnlyHere) : items;
  const accessOf = (analysis: FinishedAnalysis) =>
    analysis.transcriptId === one.transcriptId ? access : null;
  const sides = [
    { side: 'one', analysis: one },
    { side: 'two', analysis: two },
  ] as const;

  return (
    <article className="comparison" aria-labelledby="comparison-title">
      <header>
        <h2 id="comparison-title">Two analyses compared</h2>
        <p>
          {sides
            .map(
              ({ side, analysis }) => `${countOf(countIn(side), 'statement')} only in “${runName(analysis)}”`,
            )
            .join('; ')}
          .
        </p>
        <div className="button-row">
          <Switch
            label="Show only the differences"
            checked={onlyDifferences}
            onChange={(event) => setOnlyDifferences(event.target.checked)}
          />
          <Button icon="close" onClick={onClose}>
            Close the comparison
          </Button>
        </div>
      </header>
      {shown.length === 0 ? <p>Both say the same.</p> : null}
      {shown.map((part) => (
        <section key={part.key} aria-labelledby={`compared-${part.key}`}>
          <h3 id={`compared-${part.key}`}>{part.title}</h3>
          <div className="compared-sides">
            {sides.map(({ side, analysis }) => (
              <div key={side}>
                <h4>{runName(analysis)}</h4>
                <ItemList items={itemsOf(part[side])} access={accessOf(analysis)} marks={!onlyDifferences} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </article>
  );
}

function ItemList({
  items,
  access,
  marks,
}: {
  items: readonly ComparedItem[];
  access: EvidenceAccess | null;
  marks: boolean;
}) {
  if (items.length === 0)
    return <p className="muted">{marks ? 'Nothing here.' : 'Nothing that isn’t in the other one.'}</p>;
  return (
    <ul className="plain-lines">
      {items.map(({ name, text, evidence, isOnlyHere }) => (
        <li key={`${name}${text}${evidence.segmentIds[0]}`} data-only={(marks && isOnlyHere) || undefined}>
          {name ? <strong>{name}</strong> : null}
          {name && text ? ': ' : ''}
          {text}
          {marks && isOnlyHere ? <span className="name-new">only here</span> : null}
          {access ? <Chip evidence={evidence} access={access} /> : null}
        </li>
      ))}
    </ul>
  );
}
