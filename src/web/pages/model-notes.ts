import type { AnalysisResult } from '#contract/analysis-result.ts';
import made from './model-notes.generated.json?raw';

export const modelNotes: AnalysisResult = JSON.parse(made);
