import type { Plugin } from 'vite';

/** `description: '…',` of a state, over one line or several. */
const description = /^\s*description:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\s*\+\s*)+,\n/gm;

/** Leaves what charts say to product owners out of the build: visitors would load it, and nothing there reads it. */
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

/** Parts of XState that keep a running chart as text, take it up again or describe it: nothing in the browser does. */
const unusedParts = [
  {
    file: /\/xstate\/dist\/raise-\w+\.esm\.js$/,
    parts: [
      /^(function getPersistedSnapshot\(.*\) \{)[\s\S]*?^\}\n/m,
      /^(function serializeHistoryValue\(.*\) \{)[\s\S]*?^\}\n/m,
      /^(function persistContext\(.*\) \{)[\s\S]*?^\}\n/m,
      /^(const machineSnapshotToJSON = function toJSON\(\) \{)[\s\S]*?^\};?\n/m,
    ],
  },
  {
    file: /\/xstate\/dist\/StateMachine-\w+\.esm\.js$/,
    parts: [
      /^( {2}restoreSnapshot\(.*\) \{)[\s\S]*?^ {2}\}\n/m,
      /^( {2}get definition\(\) \{)\n {4}return \{[\s\S]*?^ {2}\}\n/m,
    ],
  },
] as const;

/** Leaves `unusedParts` out of the build: whoever calls one of them hears of it. */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'hearthscribe-without-unused-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/xstate\/dist\/(raise|StateMachine)-\w+\.esm\.js$/ },
      handler: (code, id) => {
        const parts = unusedParts.find(({ file }) => file.test(id))?.parts ?? [];
        const left = parts.reduce<string>((rest, part) => {
          if (!part.test(rest)) throw new Error(`${id} has changed: it has no ${part}.`);
          return rest.replace(part, "$1 throw new Error('Left out of the build.'); }\n");
        }, code);
        return { code: left, map: null };
      },
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; isEntry: boolean } | null;
}

/**
 * Gathers what every page loads, libraries and our own modules, into one file: several small ones compress badly.
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
