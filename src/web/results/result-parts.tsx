import { Fragment, type ReactNode, useId } from 'react';
import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Chip, markedLines, type ResultSetting } from './evidence.tsx';
import { MomentList, NameGroups, QuestList, SceneList } from './result-lists.tsx';
import '#web/ui/more-icons.ts';

/** A part of a result under its heading. */
export interface ResultPart {
  key: string;
  title: string;
  content: ReactNode;
}

/** What kind of notes it is, and how detailed (R1.3). */
export function ResultLabels({ result }: { result: Pick<AnalysisResult, 'kind' | 'detailLevel'> }) {
  return (
    <>
      <span className="badge">{result.kind === 'highlights' ? 'Highlights' : 'Session notes'}</span>
      <span className="badge badge-calm">{result.detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}</span>
    </>
  );
}

/** Said above every result that no language model has written. */
export const howItWasMade =
  'Picked from your transcript without a language model: the words are the table’s own, the choice and the grouping are a machine’s.';

/** The parts of a result, one below the other. A heading can be found by `data-part`. */
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

/** The parts that hold something, in the order of design/product.md; what needs the game master's eye comes first. */
export function partsOf(result: AnalysisResult, access: ResultSetting): ResultPart[] {
  const { lines } = result;
  const parts: (ResultPart | null)[] = [
    result.toConfirm.length > 0
      ? {
          key: 'confirm',
          title: 'Please check',
          content: (
            <Notice kind="information">
              <ul className="plain-lines">
                {result.toConfirm.map((item) => (
                  <li key={item.text}>
                    {item.text}
                    <Chip evidence={item.evidence} access={access} />
                  </li>
                ))}
              </ul>
            </Notice>
          ),
        }
      : null,
    markdownPart('short', 'In short', result.shortSummary, lines.shortSummary, access),
    result.previouslyOn
      ? {
          key: 'previously',
          title: 'Previously on …',
          content: (
            <div className="read-aloud">
              <Icon name="quote" />
              <access.Prose text={result.previouslyOn} lines={markedLines(lines.previouslyOn, access)} />
            </div>
          ),
        }
      : null,
    markdownPart('summary', 'The story', result.summary, lines.summary, access),
    listPart('scenes', 'Scenes', result.scenes, () => <SceneList scenes={result.scenes} access={access} />),
    listPart('moments', 'Memorable moments', result.memorableMoments, () => (
      <MomentList moments={result.memorableMoments} access={access} />
    )),
    listPart('quests', 'Quests', result.quests, () => <QuestList quests={result.quests} access={access} />),
    linesPart('threads', 'Open threads', result.openThreads, access),
    linesPart('decisions', 'Decisions', result.decisions, access),
    listPart(
      'names',
      'Names',
      [...result.npcs, ...result.locations, ...result.items, ...result.factions],
      () => <NameGroups result={result} access={access} />,
    ),
    listPart('characters', 'Character moments', result.characterMoments, () => (
      <ul className="plain-lines">
        {result.characterMoments.map((moment) => (
          <li key={`${moment.character}${moment.text}`}>
            <strong>{moment.character}</strong> — {moment.text}
            <Chip evidence={moment.evidence} access={access} />
          </li>
        ))}
      </ul>
    )),
    listPart('combats', 'Fights', result.combats, () => (
      <dl className="names">
        {result.combats.map((combat) => (
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
  ];
  return parts.filter((part) => part !== null);
}

function listPart(
  key: string,
  title: string,
  items: readonly unknown[],
  content: () => ReactNode,
): ResultPart | null {
  return items.length > 0 ? { key, title, content: content() } : null;
}

function markdownPart(
  key: string,
  title: string,
  text: string,
  lines: readonly Line[],
  access: ResultSetting,
): ResultPart | null {
  if (!text) return null;
  return { key, title, content: <access.Prose text={text} lines={markedLines(lines, access)} /> };
}

function linesPart(
  key: string,
  title: string,
  lines: readonly Line[],
  access: ResultSetting,
): ResultPart | null {
  return listPart(key, title, lines, () => (
    <ul className="plain-lines">
      {lines.map((line) => (
        <li key={`${line.text}${line.evidence.startMs}`}>
          {line.text}
          <Chip evidence={line.evidence} access={access} />
        </li>
      ))}
    </ul>
  ));
}
