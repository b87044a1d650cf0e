import type { ReactNode } from 'react';
import type { Analysis } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { Warnings } from '#web/results/result-lists.tsx';
import { highlightsLabel, partsOf, ResultLabels, ResultParts } from '#web/results/result-parts.tsx';
import { FoldingMarkdown } from '#web/ui/markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Outlined } from '#web/ui/outline.tsx';
import { dayAndTime } from '#web/ui/text.ts';
import '#web/results/result.css';

interface ResultViewProps {
  analysis: Analysis & { result: AnalysisResult };
  access: EvidenceAccess;
  actions: ReactNode;
}

export function ResultView({ analysis, access, actions }: ResultViewProps) {
  const { result } = analysis;
  const parts = partsOf(result, { ...access, Prose: FoldingMarkdown });

  return (
    <article className="result" aria-labelledby="result-title">
      <header className="result-head">
        <p className="result-labels">
          <ResultLabels result={result} />
          {analysis.finishedAt ? <span className="muted">{dayAndTime(analysis.finishedAt)}</span> : null}
        </p>
        <h2 id="result-title">{result.title}</h2>
        {result.kind === 'highlights' ? <p className="muted">{highlightsLabel}</p> : null}
        <div className="button-row">{actions}</div>
      </header>
      {analysis.sourceReplaced ? (
        <Notice kind="warning">
          The recording or transcript of this session was replaced after this analysis. It describes the
          earlier one.
        </Notice>
      ) : null}
      <Warnings warnings={[...analysis.warnings, ...result.warnings]} />
      <Outlined outer="h3" inner=".scenes h4">
        <ResultParts parts={parts} />
      </Outlined>
    </article>
  );
}
