import type { NameKind } from '#contract/names.ts';
import type { FoundNames } from '#machines/name-list/name-list.machine.ts';

class FilesUnreadable extends Error {
  readonly code = 'filesUnreadable';
}

interface FoundName {
  term: string;
  kind: NameKind;
  aliases: readonly string[];
}

const kinds: readonly [RegExp, NameKind][] = [
  [/^(pcs?|player characters?|party|heroes)$/, 'pc'],
  [/^(npcs?|people|persons?|characters?)$/, 'npc'],
  [
    /^(locations?|places?|settlements?|cit(y|ies)|towns?|villages?|regions?|buildings?|landmarks?|geography)$/,
    'location',
  ],
  [/^(factions?|organi[sz]ations?|guilds?|famil(y|ies)|houses?)$/, 'faction'],
  [/^(items?|objects?|artifacts?|artefacts?|vehicles?)$/, 'item'],
  [/^(deit(y|ies)|gods?|goddess(es)?|pantheon)$/, 'deity'],
];

function kindOf(words: readonly unknown[]): NameKind | null {
  for (const word of words) {
    if (typeof word !== 'string') continue;
    const plain = word
      .replace(/^[#\d\s.\-_]+/, '')
      .trim()
      .toLowerCase();
    const found = kinds.find(([pattern]) => pattern.test(plain));
    if (found) return found[1];
  }
  return null;
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function placesOf(path: string): { folders: string[]; name: string } {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').replace(/\.[^.]+$/, '');
  return { folders: parts.toReversed(), name };
}

async function ofMarkdown(path: string, text: string): Promise<FoundName | null> {
  const { folders, name } = placesOf(path);
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  let fields: Record<string, unknown> = {};
  if (front !== undefined) {
    const { parse } = await import('yaml');
    try {
      const parsed: unknown = parse(front);
      if (isRecord(parsed)) fields = parsed;
    } catch {
      // Broken front matter: the folder may still show the kind.
    }
  }
  const tags = textsOf(fields.tags).flatMap((tag) => tag.split(/[\s,/]+/));
  const kind = kindOf([fields.type, fields.kind, fields.category, ...tags, ...folders]);
  if (kind === null) return null;
  return { term: name, kind, aliases: [...textsOf(fields.aliases), ...textsOf(fields.alias)] };
}

/** World Anvil (`title`, `templateType`) or Kanka (`name`, its type by its folder). */
function ofJson(path: string, value: unknown): (FoundName | null)[] {
  if (Array.isArray(value)) return value.flatMap((each) => ofJson(path, each));
  if (!isRecord(value)) return [];
  if (Array.isArray(value.data)) return ofJson(path, value.data);
  const entity = isRecord(value.entity) ? value.entity : {};
  const term = [value.title, value.name, entity.name].find((each) => typeof each === 'string');
  if (typeof term !== 'string') return [null];
  const template = isRecord(value.template) ? value.template.title : value.template;
  const { folders, name } = placesOf(path);
  const kind = kindOf([
    value.templateType,
    template,
    value.entityClass,
    entity.type,
    value.type,
    ...folders,
    name,
  ]);
  return [
    kind === null ? null : { term, kind, aliases: [...textsOf(value.aliases), ...textsOf(value.nickname)] },
  ];
}

/** Removes characters of the list's own syntax. */
const plain = (text: string) =>
  text
    .replace(/[()=:;\r\n,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const mostBytes = 50 * 1024 * 1024;
const mostInside = 2 * 1024 * 1024;
const isText = (name: string) => /\.(md|json)$/i.test(name) && !/(^|\/)(\.|__MACOSX)/.test(name);

async function textsIn(file: File): Promise<[path: string, text: string][]> {
  if (file.size > mostBytes)
    throw new FilesUnreadable('This file is larger than 50 MB. Choose only the folder of names.');
  if (!/\.zip$/i.test(file.name)) return isText(file.name) ? [[file.name, await file.text()]] : [];
  const { strFromU8, unzipSync } = await import('fflate');
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => isText(name) && originalSize <= mostInside,
    });
    return Object.entries(files).map(([path, content]) => [path, strFromU8(content)]);
  } catch {
    throw new FilesUnreadable('This zip file could not be read. Export it again.');
  }
}

/** Reads Obsidian, World Anvil or Kanka exports as lines to check. @throws a failure for the user */
export async function namesOfFiles(files: readonly File[]): Promise<FoundNames> {
  const found: (FoundName | null)[] = [];
  for (const file of files) {
    for (const [path, text] of await textsIn(file)) {
      if (/\.md$/i.test(path)) found.push(await ofMarkdown(path, text));
      else {
        try {
          found.push(...ofJson(path, JSON.parse(text)));
        } catch {
          found.push(null);
        }
      }
    }
  }
  const lines = new Map<string, string>();
  for (const name of found) {
    if (name === null) continue;
    const term = plain(name.term);
    const aliases = name.aliases.map(plain).filter((alias) => alias !== '' && alias !== term);
    if (term === '' || lines.has(term.toLowerCase())) continue;
    lines.set(
      term.toLowerCase(),
      `${term} (${name.kind})${aliases.length > 0 ? ` = ${aliases.join(', ')}` : ''}`,
    );
  }
  return {
    list: [...lines.values()].join('\n'),
    count: lines.size,
    skipped: found.filter((name) => name === null).length,
  };
}
