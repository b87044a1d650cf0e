import { type Document, isMap, parseDocument } from 'yaml';
import { recordOf } from '#contract/unknown-values.ts';
import { isBeyond } from '#server/platform/text-limits.ts';

export interface Properties {
  document: Document;
  values: Readonly<Record<string, unknown>>;
}

const deepest = (yaml: string): number => {
  let open = 0;
  let most = 0;
  for (const [sign] of yaml.matchAll(/[[\]{}]/g)) {
    open += sign === '[' || sign === '{' ? 1 : -1;
    most = Math.max(most, open);
  }
  for (const [start] of yaml.matchAll(/^[ \t]*(?:[-?:][ \t]+)*/gm)) most = Math.max(most, start.length / 2);
  return most;
};

const hasAliases = (yaml: string): boolean => /(?:^|[\s[{,:-])[&*][^\s,[\]{}]/m.test(yaml);

/** Null if the properties of a note are not a plain mapping within the limits: they stay as they are. */
export function readProperties(yaml: string): Properties | null {
  if (isBeyond('propertiesBytes', Buffer.byteLength(yaml))) return null;
  if (isBeyond('propertiesLines', yaml.split('\n').length)) return null;
  if (isBeyond('propertiesDepth', deepest(yaml)) || hasAliases(yaml)) return null;
  try {
    const document = parseDocument(yaml, { logLevel: 'silent' });
    if (document.errors.length > 0 || !isMap(document.contents)) return null;
    return { document, values: recordOf(document.toJS({ maxAliasCount: 0 })) };
  } catch {
    return null;
  }
}

/** A note without properties is all body. */
export function propertiesOf(note: string): { properties: string | null; body: string } {
  const [whole, properties] = /^---\n([\s\S]*?)\n?---(?:\n|$)/.exec(note) ?? [];
  return whole === undefined || properties === undefined
    ? { properties: null, body: note }
    : { properties, body: note.slice(whole.length) };
}
