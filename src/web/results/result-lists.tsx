import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { GlanceRow, Line, Moment, NamedItem, Quest, Scene } from '#contract/analysis-result.ts';
import { peopleTitles } from '#contract/result-parts.ts';
import type { Warning } from '#contract/transcript.ts';
import { Notice } from '#web/ui/notice.tsx';
import { clock } from '#web/ui/text.ts';
import { Chip, type EvidenceAccess, markedLines, type ResultSetting } from './evidence.tsx';

type Scenes = readonly z.infer<typeof Scene>[];
type Moments = readonly z.infer<typeof Moment>[];
type Names = readonly z.infer<typeof NamedItem>[];
type Quests = readonly z.infer<typeof Quest>[];

/** D12: always shown. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const distinct = [...new Map(warnings.map((each) => [`${each.message}${each.startMs}`, each])).values()];
  if (distinct.length === 0) return null;
  return (
    <Notice
      kind="warning"
      title={distinct.length === 1 ? 'Please note' : `Please note ${distinct.length} things`}
    >
      <ul className="plain-lines">
        {distinct.map((warning) => (
          <li key={`${warning.message}${warning.startMs}`}>
            {warning.message}
            {warning.startMs !== null && warning.endMs !== null
              ? ` (${clock(warning.startMs / 1000)}–${clock(warning.endMs / 1000)})`
              : ''}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export const unlessEmpty = <Item,>(
  items: readonly Item[],
  show: (items: readonly Item[]) => ReactNode,
): ReactNode => (items.length > 0 ? show(items) : null);

export const plainLines = (lines: readonly Line[], access: EvidenceAccess) =>
  unlessEmpty(lines, () => (
    <ul className="plain-lines">
      {lines.map((line) => (
        <li key={`${line.text}${line.evidence.startMs}`}>
          {line.text}
          <Chip evidence={line.evidence} access={access} />
        </li>
      ))}
    </ul>
  ));

export function SceneList({ scenes, access }: { scenes: Scenes; access: ResultSetting }) {
  const { Prose } = access;
  return (
    <ol className="scenes">
      {scenes.map((scene) => (
        <li key={`${scene.title}${scene.evidence.startMs}${scene.evidence.segmentIds[0]}`}>
          <details className="fold" open>
            <summary>
              <h4>{scene.title}</h4>
            </summary>
            <p className="scene-location">
              {scene.location}
              <Chip evidence={scene.evidence} access={access} />
            </p>
            {scene.description ? (
              <Prose text={scene.description} lines={markedLines(scene.lines, access)} />
            ) : null}
            {plainLines(scene.keyEvents, access)}
          </details>
        </li>
      ))}
    </ol>
  );
}

/** A quote only if every word was said. */
export function MomentList({ moments, access }: { moments: Moments; access: EvidenceAccess }) {
  return (
    <div className="moments">
      {moments.map((moment) => (
        <figure key={`${moment.description}${moment.evidence.segmentIds[0]}`} className="moment">
          {moment.isQuote ? (
            <blockquote>
              <p>“{moment.description}”</p>
            </blockquote>
          ) : (
            <p className="moment-told">{moment.description}</p>
          )}
          <figcaption>
            {moment.speaker ? <strong>{moment.speaker}</strong> : null}
            {moment.speaker && moment.context ? ', ' : ''}
            {moment.context}
            <Chip evidence={moment.evidence} access={access} />
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

export function GlanceTable({ rows, access }: { rows: readonly GlanceRow[]; access: EvidenceAccess }) {
  return (
    <dl className="names">
      {rows.map((row) => (
        <div key={row.label}>
          <dt>{row.label}</dt>
          {row.entries.map((entry) => (
            <dd key={`${entry.text}${entry.evidence.segmentIds[0]}`}>
              {entry.text}
              {entry.guessed ? <span className="name-new">guessed</span> : null}
              <Chip evidence={entry.evidence} access={access} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Those met come before those only mentioned. */
export function PeopleList({ people, access }: { people: Names; access: EvidenceAccess }) {
  const groups = [
    { title: null, names: people.filter(({ presence }) => presence === undefined) },
    { title: peopleTitles.met, names: people.filter(({ presence }) => presence === 'met') },
    { title: peopleTitles.spokenOf, names: people.filter(({ presence }) => presence === 'spokenOf') },
  ].filter(({ names }) => names.length > 0);
  return (
    <>
      {groups.map(({ title, names }) => (
        <div key={title}>
          {title ? <h4>{title}</h4> : null}
          <NameList names={names} access={access} />
        </div>
      ))}
    </>
  );
}

export function NameList({ names, access }: { names: Names; access: EvidenceAccess }) {
  return (
    <dl className="names">
      {names.map((item) => (
        <div key={`${item.name}${item.evidence.segmentIds[0]}`}>
          <dt>
            {item.name}
            {item.isNew ? <span className="name-new">new</span> : null}
            <Chip evidence={item.evidence} access={access} />
          </dt>
          {item.description ? <dd>{item.description}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

const questWords: Record<z.infer<typeof Quest>['status'], string> = {
  new: 'New',
  active: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  unknown: 'Mentioned',
};

export function QuestList({ quests, access }: { quests: Quests; access: EvidenceAccess }) {
  return (
    <ul className="quests">
      {quests.map((quest) => (
        <li key={`${quest.name}${quest.evidence.segmentIds[0]}`}>
          <h4>
            {quest.name} <span className="badge">{questWords[quest.status]}</span>
            <Chip evidence={quest.evidence} access={access} />
          </h4>
          {plainLines(quest.progress, access)}
        </li>
      ))}
    </ul>
  );
}
