import { Fragment, type ReactNode, useRef } from 'react';
import type { Analysis } from '#contract/analyses.ts';
import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { dayAndTime } from '#web/ui/text.ts';
import { Chip, type EvidenceAccess, markedLines } from './evidence.tsx';
import { MomentList, NameGroups, QuestList, SceneList, Warnings } from './result-parts.tsx';
import './result.css';

interface ResultViewProps {
  analysis: Analysis & { result: AnalysisResult };
  access: EvidenceAccess;
  /** What can be done with it, such as Copy to notes. */
  actions: ReactNode;
}

interface Part {
  key: string;
  title: string;
  content: ReactNode;
}

/** The result of one run, read-only (D6): everything it found, each with the way to the words it stands on (D11). */
export function ResultView({ analysis, access, actions }: ResultViewProps) {
  const page = useRef<HTMLElement>(null);
  const { result } = analysis;
  const parts = partsOf(result, access);

  function goTo(key: string) {
    const heading = page.current?.querySelector<HTMLElement>(`[data-part="${key}"]`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }

  return (
    <article className="result" ref={page} aria-labelledby="result-title">
      <header className="result-head">
        <p className="result-labels">
          <span className="badge">{result.kind === 'highlights' ? 'Highlights' : 'Session notes'}</span>
          <span className="badge badge-calm">
            {result.detailLevel === 'brief' ? 'Brief' : 'Comprehensive'}
          </span>
          {analysis.finishedAt ? <span className="muted">{dayAndTime(analysis.finishedAt)}</span> : null}
        </p>
        <h2 id="result-title">{result.title}</h2>
        {result.kind === 'highlights' ? (
          <p className="muted">
            Picked from your transcript without a language model: the words are the table’s own, the choice
            and the grouping are a machine’s.
          </p>
        ) : null}
        <div className="button-row">{actions}</div>
      </header>
      {analysis.sourceReplaced ? (
        <Notice kind="warning">
          The recording or transcript of this session was replaced after this run. It describes the earlier
          one.
        </Notice>
      ) : null}
      <Warnings warnings={[...analysis.warnings, ...result.warnings]} />
      <div className="result-columns">
        <nav className="result-contents" aria-label="On this page">
          <ul>
            {parts.map((part) => (
              <li key={part.key}>
                <button type="button" onClick={() => goTo(part.key)}>
                  {part.title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="result-parts">
          {parts.map((part) => (
            <section key={part.key} aria-labelledby={`part-${part.key}`}>
              <h3 id={`part-${part.key}`} data-part={part.key} tabIndex={-1}>
                {part.title}
              </h3>
              {part.content}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

/** The parts that hold something, in the order of design/product.md; what needs the game master's eye comes first. */
function partsOf(result: AnalysisResult, access: EvidenceAccess): Part[] {
  const { lines } = result;
  const parts: (Part | null)[] = [
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
              <Markdown text={result.previouslyOn} lines={markedLines(lines.previouslyOn, access)} />
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
): Part | null {
  return items.length > 0 ? { key, title, content: content() } : null;
}

function markdownPart(
  key: string,
  title: string,
  text: string,
  lines: readonly Line[],
  access: EvidenceAccess,
): Part | null {
  if (!text) return null;
  return { key, title, content: <Markdown text={text} lines={markedLines(lines, access)} /> };
}

function linesPart(key: string, title: string, lines: readonly Line[], access: EvidenceAccess): Part | null {
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
