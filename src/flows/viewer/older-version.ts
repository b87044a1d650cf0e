import type { ChartStructure } from '../diff/structure.ts';
import { recordOf } from '../stable-json.ts';

/**
 * @param text JSON as written by `npm run flows`
 * @throws Error with a message for the reader
 */
export function readOlderVersion(text: string, flow: string): ChartStructure {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('This file is not JSON.');
  }
  const { states, transitions, delays, flow: written } = recordOf(content);
  if (!Array.isArray(states) || !Array.isArray(transitions) || !delays) {
    throw new Error(
      `This file contains no chart. Choose the ${flow}.json of an older version, from docs/flows.`,
    );
  }
  if (written !== flow) {
    throw new Error(`This file is of the flow “${written}”, not of “${flow}”.`);
  }
  // biome-ignore lint/plugin: its format and its flow were looked at above; the rest is what this tool has written.
  return content as ChartStructure;
}
