import { AnalysisResult } from '#contract/analysis-result.ts';
import type { StageContext } from '../stage-context.ts';
import type { CampaignKnowledge, NotesEngine, NotesRequest } from './port.ts';
import { verifyResult } from './verify.ts';

export const noCampaign: CampaignKnowledge = {
  title: null,
  system: null,
  setting: null,
  instructions: null,
  playerCharacters: [],
  names: [],
};

export async function takeNotes<Extraction>(
  engine: NotesEngine<Extraction>,
  request: NotesRequest,
  context: StageContext,
): Promise<AnalysisResult> {
  const extraction = await engine.extract(request, context);
  const result = await engine.write(request, extraction, context);
  return AnalysisResult.parse(verifyResult(result, request.transcript));
}
