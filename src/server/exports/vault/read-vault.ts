import { z } from 'zod';
import type { TextFile } from '#server/platform/text-files.ts';
import { type ReadSession, readMarkdown } from '../formats/markdown.ts';
import { splitNote } from './fences.ts';
import { rootOf } from './merge-vault.ts';
import { propertiesOf, readProperties } from './properties.ts';
import { notesText } from './wikilinks.ts';

const Numbered = z.object({ session: z.int().positive() });

/** What is outside our parts stays in Obsidian. */
export function readVault(files: readonly TextFile[]): ReadSession[] {
  const root = rootOf(files);
  const notes = files.filter(({ name }) => name.startsWith(root) && name.endsWith('.md'));
  const paths = notes.map(({ name }) => name.slice(root.length, -'.md'.length));
  const targets = new Set(paths.flatMap((path) => [path, path.replace(/^.*\//, '')]));
  return notes
    .filter(({ name }) => name.startsWith(`${root}Sessions/`))
    .flatMap(({ name, content }) => {
      const text = content.replace(/\r\n?/g, '\n');
      const part = splitNote(text);
      const title = name.slice(`${root}Sessions/`.length, -'.md'.length);
      const [session] = part === null ? [] : readMarkdown(notesText(part.text, targets), title);
      return session === undefined ? [] : [{ session, order: orderOf(text) }];
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ session }) => session);
}

function orderOf(note: string): number {
  const properties = Numbered.safeParse(readProperties(propertiesOf(note).properties ?? '')?.values);
  return properties.success ? properties.data.session : Number.MAX_SAFE_INTEGER;
}
