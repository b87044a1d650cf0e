import type { Plugin } from 'vite';

const description = /^\s*description:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\s*\+\s*)+,\n/gm;

/** Removes the states' descriptions from the build, which does not use them. */
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

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; isEntry: boolean } | null;
}

/**
 * Bundles what every page loads into one file: several small ones compress badly.
 * @param entry path of the module that every page starts with
 */
export function everyPagesChunk(entry: string): (id: string, modules: Modules) => string | null {
  let light: Set<string> | null = null;
  function reached(modules: Modules): Set<string> {
    const found = new Set<string>();
    const visit = (id: string) => {
      if (found.has(id)) return;
      found.add(id);
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported);
    };
    visit(entry);
    return found;
  }
  return (id, modules) => {
    light ??= reached(modules);
    return light.has(id) ? 'site' : null;
  };
}
