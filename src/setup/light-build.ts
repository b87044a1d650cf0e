import type { Plugin } from 'vite';

const description = /^\s*description:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\s*\+\s*)+,\n/gm;

/** The build does not use the descriptions. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'hearthscribe-without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/machines\/[^?]+\.ts$/ },
      handler: (code) => ({ code: code.replace(description, ''), map: null }),
    },
  };
}

const exported = /^export (?:async )?(?:function|const|class) (\w+)/gm;

/** The browser makes no JSON Schemas; their code is a fifth of zod. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'hearthscribe-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) => ({
        code: [...code.matchAll(exported)]
          .map(([, name]) => `export const ${name} = () => () => {};`)
          .join('\n'),
        map: null,
      }),
    },
  };
}

interface Modules {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
    isEntry: boolean;
  } | null;
}

function reached(
  modules: Modules,
  entries: readonly string[],
  { dynamic, without = [] }: { dynamic: boolean; without?: readonly string[] },
): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id) || without.includes(id)) return;
    found.add(id);
    const info = modules.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) visit(imported);
    if (dynamic) for (const imported of info?.dynamicallyImportedIds ?? []) visit(imported);
  };
  entries.forEach(visit);
  return found;
}

/** Small files compress badly. @param entry module that every page starts with */
export function everyPagesChunk(entry: string): (id: string, modules: Modules) => string | null {
  let light: Set<string> | null = null;
  return (id, modules) => {
    light ??= reached(modules, [entry], { dynamic: false });
    return light.has(id) ? 'site' : null;
  };
}

/**
 * For what every signed-in page loads, and no public page does. @param pages every entry of the build
 * @param behind modules that only the account part loads, or a press on a page that shows its parts
 * @param also small modules that most of these pages load
 */
export function accountChunk(
  account: string,
  pages: readonly string[],
  behind: readonly string[],
  also: readonly string[],
): (id: string, modules: Modules) => string | null {
  let own: Set<string> | null = null;
  return (id, modules) => {
    if (own === null) {
      const open = reached(modules, pages, { dynamic: true, without: [account, ...behind] });
      own = new Set([...reached(modules, [account], { dynamic: false })].filter((each) => !open.has(each)));
    }
    return own.has(id) || also.includes(id) ? 'account' : null;
  };
}
