import { Fragment, type ReactNode, useId } from 'react';
import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import { partTitle, type ResultPartKey, resultParts, scenesTell } from '#contract/result-parts.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Chip, markedLines, type ResultSetting } from './evidence.tsx';
import {
  GlanceTable,
  MomentList,
  NameList,
  PeopleList,
  plainLines,
  QuestList,
  SceneList,
  unlessEmpty,
} from './result-lists.tsx';
import '#web/ui/more-icons.ts';

export { highlightsLabel } from '#contract/result-parts.ts';

export interface ResultPart {
  key: ResultPartKey | 'timeline' | 'questions' | 'evening' | 'index';
  title: string;
  content: ReactNode;
}

/** R1.3. */
export function ResultLabels({ result }: { result: Pick<AnalysisResult, 'kind' | 'detailLevel'> }) {
  return (
    <>
      <span className="badge">{result.kind === 'highlights' ? 'Highlights' : 'Session notes'}</span>
      <span className="badge badge-calm">{result.detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}</span>
    </>
  );
}

export function ResultParts({ parts }: { parts: readonly ResultPart[] }) {
  const id = useId();
  return (
    <div className="result-parts">
      {parts.map((part) => (
        <section key={part.key} aria-labelledby={`${id}${part.key}`}>
          <h3 id={`${id}${part.key}`}>{part.title}</h3>
          {part.content}
        </section>
      ))}
    </div>
  );
}

export function partsOf(result: AnalysisResult, access: ResultSetting): ResultPart[] {
  const contents = contentsOf(result, access);
  return resultParts
    .map((part) => ({ key: part.key, title: partTitle(part, result), content: contents[part.key] }))
    .filter(({ content }) => content !== null);
}

const scenesToShow = (result: AnalysisResult) => (scenesTell(result) ? result.scenes : []);

function contentsOf(result: AnalysisResult, access: ResultSetting): Record<ResultPartKey, ReactNode> {
  const { lines } = result;
  const prose = (text: string, statements: readonly Line[]) =>
    text ? <access.Prose text={text} lines={markedLines(statements, access)} /> : null;
  const previously = prose(result.previouslyOn, lines.previouslyOn);
  const names = (items: AnalysisResult['npcs']) =>
    unlessEmpty(items, () => <NameList names={items} access={access} />);
  return {
    toConfirm: unlessEmpty(result.toConfirm, () => (
      <Notice kind="information">
        {plainLines(result.toConfirm, access)}
        {access.check}
      </Notice>
    )),
    shortSummary: prose(result.shortSummary, lines.shortSummary),
    glance: unlessEmpty(result.glance, (rows) => <GlanceTable rows={rows} access={access} />),
    previouslyOn: previously && (
      <div className="read-aloud">
        <Icon name="quote" />
        {previously}
      </div>
    ),
    summary: prose(result.summary, lines.summary),
    scenes: unlessEmpty(scenesToShow(result), (scenes) => <SceneList scenes={scenes} access={access} />),
    memorableMoments: unlessEmpty(result.memorableMoments, (moments) => (
      <MomentList moments={moments} access={access} />
    )),
    npcs: unlessEmpty(result.npcs, (people) => <PeopleList people={people} access={access} />),
    locations: names(result.locations),
    items: names(result.items),
    factions: names(result.factions),
    quests: unlessEmpty(result.quests, (quests) => <QuestList quests={quests} access={access} />),
    openThreads: plainLines(result.openThreads, access),
    decisions: plainLines(result.decisions, access),
    characterMoments: unlessEmpty(result.characterMoments, (moments) => (
      <ul className="plain-lines">
        {moments.map((moment) => (
          <li key={`${moment.character}${moment.text}`}>
            {moment.text.startsWith(`${moment.character} `) ? null : (
              <>
                <strong>{moment.character}</strong> —{' '}
              </>
            )}
            {moment.text}
            <Chip evidence={moment.evidence} access={access} />
          </li>
        ))}
      </ul>
    )),
    combats: unlessEmpty(result.combats, (combats) => (
      <dl className="names">
        {combats.map((combat) => (
          <Fragment key={`${combat.title}${combat.evidence.startMs}`}>
            <dt>
              {combat.title}
              <Chip evidence={combat.evidence} access={access} />
            </dt>
            <dd>
              {combat.description} {combat.outcome ? <em>{combat.outcome}</em> : null}
            </dd>
          </Fragment>
        ))}
      </dl>
    )),
  };
}
