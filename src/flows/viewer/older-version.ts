import type { ChartStructure } from '../diff/structure.ts';

/**
 * Reads an older version of a machine from a file.
 * @param text JSON of its structure, as written by `npm run flows`
 * @throws Error with a message for the reader if the file is invalid
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
