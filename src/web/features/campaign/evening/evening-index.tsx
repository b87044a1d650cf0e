import type { Evening, Evidence, IndexedName, Pointer } from '#contract/analysis-result.ts';
import { quotation } from '#contract/evening-text.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { countOf } from '#web/ui/text.ts';
import { pointerNames } from './evening-places.ts';

interface EveningIndexProps {
  evening: Evening;
  placeOf: (evidence: Evidence, ms?: number) => string;
  onJump: (evidence: Evidence) => void;
}

const groups = [
  { kind: 'person', title: 'People' },
  { kind: 'location', title: 'Places' },
  { kind: 'faction', title: 'Factions' },
  { kind: 'item', title: 'Things' },
  { kind: 'other', title: 'Other names' },
] as const;

const pointerGroups = [
  { kind: 'fight', title: 'Fights' },
  { kind: 'roll', title: 'Rolls' },
  { kind: 'question', title: 'Questions to the table' },
  { kind: 'handedOut', title: 'Money and things' },
  { kind: 'moment', title: 'Moments' },
] as const;

/** Names with all their times, and places in the recording: it says what was heard, and claims nothing. */
export function EveningIndex({ evening: { names, pointers }, placeOf, onJump }: EveningIndexProps) {
  const timesOf = ({ heard: { segmentIds, startsMs } }: IndexedName) =>
    segmentIds.map((id, index) => {
      const startMs = startsMs[index] ?? 0;
      return { segmentIds: [id], startMs, endMs: startMs };
    });
  const chip = (evidence: Evidence, ms = evidence.startMs) => (
    <EvidenceChip place={placeOf(evidence, ms)} onOpen={() => onJump(evidence)} />
  );
  return (
    <div className="evening-index">
      {groups.map(({ kind, title }) => {
        const own = names.filter((name) => name.kind === kind);
        if (own.length === 0) return null;
        return (
          <div key={kind}>
            <h4>{title}</h4>
            <ul>
              {own.map((name) => {
                const [first, ...others] = timesOf(name);
                return (
                  <li key={name.name}>
                    <strong>{name.name}</strong>
                    {name.isPlayed ? <span className="muted"> · played</span> : null}
                    {first === undefined ? null : (
                      <span className="muted">
                        {' '}
                        · heard {countOf(name.count, 'time')}, first at{chip(first)}
                      </span>
                    )}
                    {others.length === 0 ? null : (
                      <details className="index-times">
                        <summary aria-label={`All times of ${name.name}`}>all times</summary>
                        <p>
                          {others.map((evidence) => (
                            <span key={evidence.segmentIds[0]}>{chip(evidence)} </span>
                          ))}
                          {name.count > others.length + 1 ? (
                            <span className="muted">
                              and {countOf(name.count - others.length - 1, 'more time')}
                            </span>
                          ) : null}
                        </p>
                      </details>
                    )}
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
      {pointerGroups.map(({ kind, title }) => {
        const own = pointers.filter((pointer: Pointer) => pointer.kind === kind);
        if (own.length === 0) return null;
        return (
          <details key={kind} className="index-places">
            <summary>
              <h4>{title}</h4> <span className="muted">{own.length}</span>
            </summary>
            <ul className="plain-lines">
              {own.map((pointer) => (
                <li key={`${pointer.startMs} ${pointer.text}`}>
                  {quotation(pointer).text}
                  {chip(pointer.evidence, pointer.startMs)}
                  <span className="visually-hidden">{pointerNames[kind]}</span>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </div>
  );
}
