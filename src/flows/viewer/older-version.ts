import type { ChartStructure } from '../diff/structure.ts';

/**
 * The older version of a chart that a file holds.
 * @param text JSON of the chart's structure, as `npm run flows` writes it beside the picture
 * @throws Error with words for the reader when the file is something else
 */
export function readOlderVersion(text: string, flow: string): ChartStructure {
  let content: Partial<ChartStructure> | null;
  try {
    content = JSON.parse(text) as Partial<ChartStructure> | null;
  } catch {
    throw new Error('This file is not JSON.');
  }
  if (!Array.isArray(content?.states) || !Array.isArray(content.transitions) || !content.delays) {
    throw new Error(
      `This file holds no chart. Choose the ${flow}.json of an older version, from docs/flows.`,
    );
  }
  if (content.flow !== flow) {
    throw new Error(`This file is of the flow “${content.flow}”, not of “${flow}”.`);
  }
  return content as ChartStructure;
}
