import { describe, expect, it } from 'vitest';
import { importCircles, importsOf, type SourceImport, sourceFiles } from '../support/source-imports.ts';

/** What the files of one place may import; the architecture's "who may import whom". */
interface Rule {
  place: RegExp;
  /** Own files, by path from the root. */
  own: readonly RegExp[];
  /** Own files and packages of which only types may be imported. */
  types?: readonly RegExp[];
  packages: readonly RegExp[];
}

const any = /./;
const node = /^node:/;
const react = /^react(-dom)?$/;
const screenPackages = [react, /^wouter$/, /^@tanstack\//, /^@xstate\/react$/, /^react-markdown$/];

/** What a flow shows to the rest of the browser: the hook by which views read it and tell it what the user did. */
const flowHooks = /^src\/web\/flows\/[^/]+\/use-[a-z-]+\.ts$/;

const rules: readonly Rule[] = [
  { place: /^machines\//, own: [/^machines\//], types: [/^src\/contract\//], packages: [/^xstate$/] },
  { place: /^src\/flows\/viewer\//, own: [/^src\/flows\//], packages: [/^xstate$/, react] },
  { place: /^src\/flows\//, own: [/^src\/flows\//], packages: [/^xstate$/, /^@xstate\/test$/, /^elkjs$/] },
  { place: /^src\/contract\//, own: [/^src\/contract\//], packages: [/^zod$/] },
  // The rooms of the browser, each above those that it may import: nothing leads back up.
  {
    place: /^src\/web\/ui\//,
    own: [/^src\/web\/ui\//, /^src\/contract\/dates\.ts$/],
    packages: [react, /^react-markdown$/],
  },
  {
    place: /^src\/web\/results\//,
    own: [/^src\/web\/(results|ui)\//],
    types: [/^src\/contract\//, /^zod$/],
    packages: [react],
  },
  {
    place: /^src\/web\/identity\//,
    own: [/^src\/web\/identity\//, /^src\/contract\//],
    packages: [/^aws-amplify$/, /^zod$/],
  },
  {
    place: /^src\/web\/api\//,
    own: [/^src\/web\/api\//, /^src\/contract\//],
    packages: [/^zod$/, /^@tanstack\/react-query$/],
  },
  {
    place: /^src\/web\/effects\//,
    own: [/^src\/web\/(effects|api)\//, /^machines\/kit\//, /^src\/contract\//],
    types: [/^machines\//, /^src\/web\/identity\/port\.ts$/],
    packages: [],
  },
  {
    place: /^src\/web\/hooks\//,
    own: [
      /^src\/web\/hooks\//,
      /^src\/web\/api\/queries\.ts$/,
      /^src\/web\/ui\/click-gate\.tsx$/,
      /^src\/contract\//,
    ],
    types: [/^machines\//, /^src\/web\/(effects|api|identity|ui)\//, /^xstate$/],
    packages: [react, /^wouter$/, /^@tanstack\/react-query$/],
  },
  {
    place: /^src\/web\/flows\//,
    own: [/^src\/web\/(hooks|effects|api|ui|results)\//, flowHooks, /^machines\//, /^src\/contract\//],
    types: [/^src\/web\/identity\/port\.ts$/, /^@tanstack\/react-query$/],
    packages: [react, /^xstate$/, /^@xstate\/react$/, /^wouter$/, /^tus-js-client$/, /^mediabunny$/],
  },
  {
    place: /^src\/web\/pages\//,
    own: [
      /^src\/web\/(pages|results|ui|hooks)\//,
      flowHooks,
      /^src\/contract\/(choices|credits|dates|prices|pages)\.ts$/,
    ],
    types: [/^src\/contract\//],
    packages: screenPackages,
  },
  {
    place: /^src\/web\/features\//,
    own: [
      /^src\/web\/(results|ui|hooks)\//,
      flowHooks,
      // The dialog of the sign-in, and the fields that the settings share with a flow's modal.
      /^src\/web\/flows\/[^/]+\/[a-z-]+-(dialog|fields?)\.tsx$/,
      /\.selectors\.ts$/,
      // Comparing and cutting one section; no machine.
      /^machines\/notes-autosave\/section-draft\.ts$/,
      // Plain arithmetic of prices, and how dates are written; no schema.
      /^src\/contract\/(choices|credits|dates|prices|pages)\.ts$/,
      // The questions of the landing page, which the purchase options answer as well (R2.34).
      /^src\/web\/pages\/landing\/(faq|question-list)\.tsx?$/,
    ],
    types: [/^machines\//, /^src\/contract\//, /^zod$/],
    packages: screenPackages,
  },
  {
    place: /^src\/web\/(app\/|main\.tsx)/,
    own: [/^src\/web\//, /^machines\//, /^src\/contract\//],
    packages: [...screenPackages, /^xstate$/, /^zod$/, /^uuid$/],
  },
  {
    place: /^src\/server\//,
    own: [/^src\/(server|contract)\//, /^machines\/(kit|analysis-job|subscription)\//],
    packages: [/^(?!react|wouter|aws-amplify|@xstate\/|@tanstack\/|elkjs)/],
  },
  { place: /^src\/setup\//, own: [/^(machines|src)\//], packages: [any] },
];

/** Features and flows of the browser are folders that know nothing of one another, but for the hooks of the flows. */
function folderOf(path: string): string | undefined {
  return /^src\/web\/(?:features|flows)\/[^/]+\//.exec(path)?.[0];
}

function isAllowed({ from, to, isOwn, isTypeOnly }: SourceImport, rule: Rule): boolean {
  if (isTypeOnly && rule.types?.some((allowed) => allowed.test(to))) {
    return true;
  }
  if (!isOwn) {
    return node.test(to)
      ? /^src\/(server|setup)\//.test(from)
      : rule.packages.some((allowed) => allowed.test(to));
  }
  if (folderOf(from) !== undefined && folderOf(from) === folderOf(to)) {
    return true;
  }
  return (
    rule.own.some((allowed) => allowed.test(to)) ||
    // Style sheets and pictures belong to whoever shows them.
    (/\.(css|svg|woff2)$/.test(to) && from.startsWith('src/web/'))
  );
}

function breaches(imports: readonly SourceImport[]): string[] {
  return imports.flatMap((one) => {
    const rule = rules.find(({ place }) => place.test(one.from));
    if (!rule) {
      return [`${one.from} is in a place that no rule knows`];
    }
    return isAllowed(one, rule) ? [] : [`${one.from} imports ${one.isTypeOnly ? 'types of ' : ''}${one.to}`];
  });
}

const sources = sourceFiles('machines', 'src');

describe('who may import whom', () => {
  it.each(rules.map(({ place }) => ({ place })))('$place keeps to its rule', ({ place }) => {
    const imports = sources
      .filter(({ path }) => rules.find((rule) => rule.place.test(path))?.place === place)
      .flatMap(({ path, source }) => importsOf(path, source));
    expect(breaches(imports)).toEqual([]);
  });

  it('every source stands in a place that a rule knows', () => {
    expect(sources.filter(({ path }) => !rules.some(({ place }) => place.test(path)))).toEqual([]);
  });

  it.each(['machines', 'src/contract', 'src/web'])('%s has no circle, types included', (room) => {
    expect(importCircles(sourceFiles(room))).toEqual([]);
  });

  it('@xstate/test is known to one file', () => {
    const files = sources.filter(({ path, source }) =>
      importsOf(path, source).some(({ to }) => to === '@xstate/test'),
    );
    expect(files.map(({ path }) => path)).toEqual(['src/flows/model-graph.ts']);
  });

  it('the flow tool has no word of the product', () => {
    const words = /hearthscribe|campaign|upload|transcript|credit|session/i;
    const files = sources.filter(
      ({ path, source }) => path.startsWith('src/flows/') && words.test(withoutIds(source)),
    );
    expect(files.map(({ path }) => path)).toEqual([]);
  });

  it('only web/api calls fetch in the browser; web/identity may wrap it', () => {
    const calls = /(?<![.\w])fetch\(|\b(globalThis|window|self)\.fetch\b/;
    const files = sources.filter(
      ({ path, source }) => /^src\/web\/(?!api\/|identity\/)/.test(path) && calls.test(source),
    );
    // The composition root hands the browser's own fetch to web/api.
    expect(files.map(({ path }) => path).filter((path) => !path.startsWith('src/web/app/'))).toEqual([]);
  });

  it('only web/app and web/flows create or provide actors in the browser', () => {
    const creates = /\b(createActor|provideActors|useMachine|useActor|useActorRef)\(|\.provide\(\{/;
    const files = sources.filter(
      ({ path, source }) => /^src\/web\/(?!app\/|flows\/)/.test(path) && creates.test(source),
    );
    expect(files.map(({ path }) => path)).toEqual([]);
  });
});

/** XState calls an actor's own number its session. */
function withoutIds(source: string): string {
  return source.replace(/\bsessionId\b/g, '');
}

describe('a breach is named', () => {
  it.each([
    ['machines/a/a.machine.ts', "import { z } from 'zod';", 'imports zod'],
    ['machines/a/a.machine.ts', "import { call } from '#contract/call.ts';", 'imports src/contract/call.ts'],
    [
      'src/web/features/a/b.tsx',
      "import { C } from '../other/c.tsx';",
      'imports src/web/features/other/c.tsx',
    ],
    [
      'src/web/features/a/b.tsx',
      "import { aMachine } from '#machines/a/a.machine.ts';",
      'imports machines/a/a.machine.ts',
    ],
    [
      'src/web/ui/a.tsx',
      "import { useTab } from '#web/hooks/use-tab.ts';",
      'imports src/web/hooks/use-tab.ts',
    ],
    [
      'src/web/hooks/a.ts',
      "import type { App } from '#web/app/create-app.ts';",
      'imports types of src/web/app/create-app.ts',
    ],
    [
      'src/web/features/a/b.tsx',
      "import { provideFeedback } from '#web/flows/feedback/provide-feedback.ts';",
      'imports src/web/flows/feedback/provide-feedback.ts',
    ],
    [
      'src/web/flows/a/b.ts',
      "import { provideOther } from '../other/provide-other.ts';",
      'imports src/web/flows/other/provide-other.ts',
    ],
    ['src/web/app/a.ts', "const amplify = await import('aws-amplify/auth');", 'imports aws-amplify'],
    ['src/server/a.ts', "export { b } from '../web/b.ts';", 'imports src/web/b.ts'],
    ['src/contract/a.ts', "import\n  {\n  readFile }\n  from 'node:fs';", 'imports node:fs'],
    ['src/server/a.ts', "import '#tests/support/a.ts';", 'imports tests/support/a.ts'],
    ['src/flows/a.ts', "import { catalogue } from '#machines/index.ts';", 'imports machines/index.ts'],
  ])('%s: %s', (path, source, breach) => {
    expect(breaches(importsOf(path, source))).toEqual([`${path} ${breach}`]);
  });

  it('types may go where values may not', () => {
    const source =
      "import type { Call } from '#contract/call.ts';\nimport { type Page } from '#contract/page.ts';";
    expect(breaches(importsOf('machines/a/a.machine.ts', source))).toEqual([]);
  });
});

describe('a circle is named', () => {
  const file = (path: string, source: string) => ({ path, source });

  it('by the files that it leads through, also where only types do', () => {
    const files = [
      file('src/web/a.ts', "import { b } from './b.ts';"),
      file('src/web/b.ts', "import type { C } from './c.ts';"),
      file('src/web/c.ts', "const a = await import('./a.ts');"),
      file('src/web/d.ts', "import { a } from './a.ts';"),
    ];
    expect(importCircles(files)).toEqual([['src/web/a.ts', 'src/web/b.ts', 'src/web/c.ts']]);
  });

  it('and two ways to one file are none', () => {
    const files = [
      file('src/web/a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';"),
      file('src/web/b.ts', "import { c } from './c.ts';"),
      file('src/web/c.ts', ''),
    ];
    expect(importCircles(files)).toEqual([]);
  });
});
