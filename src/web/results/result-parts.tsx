import { Fragment, type ReactNode, useId } from 'react';
import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import { type ResultPartKey, resultParts } from '#contract/result-parts.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Chip, markedLines, type ResultSetting } from './evidence.tsx';
import { MomentList, NameList, plainLines, QuestList, SceneList, unlessEmpty } from './result-lists.tsx';
import '#web/ui/more-icons.ts';

export interface ResultPart {
  key: ResultPartKey;
  title: string;
  content: ReactNode;
}

/** The kind and level of the notes (R1.3). */
export function ResultLabels({ result }: { result: Pick<AnalysisResult, 'kind' | 'detailLevel'> }) {
  return (
    <>
      <span className="badge">{result.kind === 'highlights' ? 'Highlights' : 'Session notes'}</span>
      <span className="badge badge-calm">{result.detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}</span>
    </>
  );
}

/** Shown above every result without a language model. */
export const howItWasMade =
  'Picked from your transcript without a language model: the words are your players’ own, but software chose and grouped them.';

/** The parts of a result. `data-part` identifies headings. */
export function ResultParts({ parts }: { parts: readonly ResultPart[] }) {
  const id = useId();
  return (
    <div className="result-parts">
      {parts.map((part) => (
        <section key={part.key} aria-labelledby={`${id}${part.key}`}>
          <h3 id={`${id}${part.key}`} data-part={part.key} tabIndex={-1}>
            {part.title}
          </h3>
          {part.content}
        </section>
      ))}
    </div>
  );
}

/** The non-empty parts. */
export function partsOf(result: AnalysisResult, access: ResultSetting): ResultPart[] {
  const contents = contentsOf(result, access);
  return resultParts
    .map(({ key, title }) => ({ key, title, content: contents[key] }))
    .filter(({ content }) => content !== null);
}

/** The content of each part; null if empty. */
function contentsOf(result: AnalysisResult, access: ResultSetting): Record<ResultPartKey, ReactNode> {
  const { lines } = result;
  const prose = (text: string, statements: readonly Line[]) =>
    text ? <access.Prose text={text} lines={markedLines(statements, access)} /> : null;
  const previously = prose(result.previouslyOn, lines.previouslyOn);
  const names = (items: AnalysisResult['npcs']) =>
    unlessEmpty(items, () => <NameList names={items} access={access} />);
  return {
    toConfirm: unlessEmpty(result.toConfirm, () => (
      <Notice kind="information">{plainLines(result.toConfirm, access)}</Notice>
    )),
    shortSummary: prose(result.shortSummary, lines.shortSummary),
    previouslyOn: previously && (
      <div className="read-aloud">
        <Icon name="quote" />
        {previously}
      </div>
    ),
    summary: prose(result.summary, lines.summary),
    scenes: unlessEmpty(result.scenes, (scenes) => <SceneList scenes={scenes} access={access} />),
    memorableMoments: unlessEmpty(result.memorableMoments, (moments) => (
      <MomentList moments={moments} access={access} />
    )),
    npcs: names(result.npcs),
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
            <strong>{moment.character}</strong> — {moment.text}
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
