import type { Analysis } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { highlightsHow } from '#contract/result-parts.ts';
import type { Session } from '#contract/sessions.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { Warnings } from '#web/results/result-lists.tsx';
import { partsOf, ResultLabels, ResultParts } from '#web/results/shown-parts.tsx';
import { FoldingMarkdown } from '#web/ui/markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Outlined } from '#web/ui/outline.tsx';
import { dayAndTime } from '#web/ui/text.ts';
import { ChaptersPart, IndexPart, QuestionsPart, TimelinePart } from '../evening/evening-part.tsx';
import { withEvening } from '../evening/with-evening.tsx';
import '#web/results/result.css';

interface ResultViewProps {
  session: Session;
  analysis: Analysis & { result: AnalysisResult };
  access: EvidenceAccess;
}

export function ResultView({ session, analysis, access }: ResultViewProps) {
  const { result } = analysis;
  const written = partsOf(result, { ...access, Prose: FoldingMarkdown });
  const { evening } = result;
  const warnings = <Warnings warnings={[...analysis.warnings, ...result.warnings]} />;
  const parts =
    evening === undefined
      ? written
      : withEvening(written, {
          timeline: (
            <>
              <TimelinePart session={session} analysis={analysis} evening={evening} access={access} />
              {warnings}
            </>
          ),
          questions: <QuestionsPart {...{ session, analysis, evening, access }} />,
          chapters: <ChaptersPart session={session} analysis={analysis} evening={evening} access={access} />,
          index: <IndexPart evening={evening} access={access} />,
          isWritten: result.kind === 'notes',
        });

  return (
    <article className="result" aria-labelledby="result-title">
      <header className="analysis-head">
        <h2 id="result-title" className={result.title === session.title ? 'visually-hidden' : undefined}>
          {result.title}
        </h2>
        <p className="result-labels">
          <ResultLabels result={result} />
          {analysis.finishedAt ? <span className="muted">{dayAndTime(analysis.finishedAt)}</span> : null}
        </p>
        {result.kind === 'highlights' ? <p className="muted analysis-how">{highlightsHow}</p> : null}
      </header>
      {analysis.sourceReplaced ? (
        <Notice kind="warning">
          The recording or transcript of this session was replaced after this analysis. It describes the
          earlier one.
        </Notice>
      ) : null}
      {evening === undefined ? warnings : null}
      <Outlined outer="h3" inner=":is(.scenes, .chapter) h4">
        <ResultParts parts={parts} />
      </Outlined>
    </article>
  );
}
