import { normalized } from '#contract/normalized.ts';
import type { TextFile } from '#server/platform/text-files.ts';
import { fenced, splitNote } from './fences.ts';
import { propertiesOf, readProperties } from './properties.ts';
import { homeName } from './vault.ts';

const earlierHeading = '## Your earlier version';

/** Keeps text outside our parts, and a part that the user changed below the new one. */
export function* mergeVault(present: readonly TextFile[], fresh: Iterable<TextFile>): Generator<TextFile> {
  const root = rootOf(present);
  const known = new Map(present.map(({ name, content }) => [nameKey(name), { name, content }]));
  for (const file of fresh) {
    const old = known.get(nameKey(`${root}${file.name}`));
    const name = old?.name ?? `${root}${file.name}`;
    yield { name, content: old === undefined ? file.content : mergeNote(old.content, file.content) };
  }
}

const nameKey = (name: string) => normalized(name).toLowerCase();

/** The folder of our home note, the highest of several. */
export function rootOf(files: readonly TextFile[]): string {
  const home = `${homeName}.md`;
  const homes = files.map(({ name }) => name).filter((name) => name === home || name.endsWith(`/${home}`));
  const [highest = home] = homes.toSorted((one, other) => one.length - other.length);
  return highest.slice(0, -home.length);
}

function mergeNote(old: string, fresh: string): string {
  const oldNote = propertiesOf(old.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const freshNote = propertiesOf(fresh);
  const ours = splitNote(freshNote.body)?.text ?? '';
  const theirs = splitNote(oldNote.body);
  const body =
    theirs === null
      ? `${oldNote.body.trimEnd()}\n\n${fenced(ours)}\n`
      : `${theirs.before}\n${fenced(ours)}${kept(theirs, ours)}${theirs.after === '' ? '\n' : `\n${theirs.after}`}`;
  return `${mergedProperties(oldNote.properties, freshNote.properties)}${body}`;
}

function kept({ text, isEdited }: { text: string; isEdited: boolean }, ours: string): string {
  return isEdited && text !== '' && text !== ours ? `\n\n${earlierHeading}\n\n${text}\n` : '';
}

/** What we cannot read stays as it was written. */
function mergedProperties(old: string | null, fresh: string | null): string {
  if (fresh === null || old === null) return `---\n${old ?? fresh ?? ''}\n---\n`;
  const theirs = readProperties(old);
  const ours = readProperties(fresh);
  if (theirs === null || ours === null) return `---\n${old}\n---\n`;
  for (const [key, value] of Object.entries(ours.values)) {
    const present = theirs.values[key];
    const isList = Array.isArray(value) && Array.isArray(present);
    theirs.document.set(key, isList ? [...new Set([...present, ...value])] : value);
  }
  return `---\n${theirs.document.toString({ lineWidth: 0 })}---\n`;
}
