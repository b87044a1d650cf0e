import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../src/setup/generated-files.ts';
import { roomGraph } from '../../src/setup/rooms/rooms.ts';
import { importsOf, type SourceImport, sourceFiles } from '../../src/setup/rooms/source-imports.ts';

interface Rule {
  place: RegExp;
  own: readonly RegExp[];
  types?: readonly RegExp[];
  packages: readonly RegExp[];
}

const any = /./;
const node = /^node:/;
const react = /^react(-dom)?$/;
const screenPackages = [react, /^wouter$/, /^@tanstack\//, /^@xstate\/react$/];

const flowHooks = /^src\/web\/flows\/[^/]+\/use-[a-z-]+\.ts$/;
const serverRooms: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  http: ['platform'],
  engines: ['platform'],
  legal: ['platform', 'http'],
  credits: ['platform', 'http'],
  billing: ['platform', 'http', 'credits'],
  campaigns: ['platform', 'http'],
  recordings: ['platform', 'http', 'engines', 'campaigns'],
  names: ['platform', 'http', 'campaigns', 'recordings'],
  questions: ['platform', 'http', 'campaigns', 'names'],
  erasure: ['platform', 'http', 'engines', 'campaigns', 'recordings'],
  analyses: ['platform', 'http', 'engines', 'credits', 'campaigns', 'recordings', 'names'],
  sample: ['platform', 'http', 'engines', 'campaigns', 'recordings', 'analyses'],
  accounts: ['platform', 'http', 'credits', 'billing', 'campaigns'],
  exports: ['platform', 'http', 'engines', 'campaigns', 'accounts', 'recordings'],
  search: ['platform', 'http', 'campaigns'],
  world: ['platform', 'http', 'campaigns'],
  sharing: ['platform', 'http', 'campaigns'],
  posting: ['platform', 'http', 'campaigns', 'exports'],
  backups: ['platform', 'http', 'recordings'],
  status: ['platform', 'http', 'engines', 'legal'],
  telemetry: ['platform', 'credits', 'billing'],
  'stand-ins': ['platform', 'http'],
  compose: [
    'platform',
    'http',
    'engines',
    'legal',
    'credits',
    'billing',
    'campaigns',
    'recordings',
    'names',
    'questions',
    'erasure',
    'analyses',
    'sample',
    'accounts',
    'exports',
    'search',
    'world',
    'sharing',
    'posting',
    'status',
    'backups',
    'telemetry',
    'stand-ins',
  ],
  commands: [
    'platform',
    'engines',
    'credits',
    'billing',
    'recordings',
    'accounts',
    'exports',
    'backups',
    'status',
    'compose',
  ],
};
const serverCharts: Readonly<Record<string, readonly RegExp[]>> = {
  billing: [/^machines\/subscription\//],
  analyses: [/^machines\/(analysis-job|kit)\//],
};
const serverPackages = [/^(?!react|wouter|aws-amplify|@xstate\/|@tanstack\/)/];
const inServer = (room: string) => new RegExp(`^src/server/${room}/`);
/** The rooms that keep data read each other's tables; `table-walls.test.ts` says who writes. */
const tables = /^src\/server\/[a-z-]+\/tables\.ts$/;
const withoutData = ['platform', 'http', 'engines', 'legal', 'status', 'stand-ins'];
const serverRules: readonly Rule[] = [
  ...Object.entries(serverRooms).map(([room, others]) => ({
    place: inServer(room),
    own: [
      /^src\/contract\//,
      ...(serverCharts[room] ?? []),
      ...[room, ...others].map(inServer),
      ...(withoutData.includes(room) ? [] : [tables]),
    ],
    packages: serverPackages,
  })),
  {
    place: /^src\/server\/(main|dev)\.ts$/,
    own: [/^src\/(contract|server\/(platform|http|compose))\//],
    packages: serverPackages,
  },
];

const rules: readonly Rule[] = [
  {
    place: /^machines\//,
    own: [/^machines\//, /^src\/contract\/(campaign-page-choice|unknown-values)\.ts$/],
    types: [/^src\/contract\//],
    packages: [/^xstate$/],
  },
  { place: /^src\/flows\/viewer\//, own: [/^src\/flows\//], packages: [/^xstate$/, react] },
  { place: /^src\/flows\/command\//, own: [/^src\/flows\/(?!viewer|adapters)/], packages: [/^xstate$/] },
  {
    place: /^src\/flows\/adapters\//,
    own: [/^src\/flows\/(?!viewer|command)/],
    packages: [/^xstate$/, /^vitest$/, /^@playwright\/test$/],
  },
  {
    place: /^src\/flows\//,
    own: [/^src\/flows\/(?!viewer|command|adapters)/],
    packages: [/^xstate$/, /^@xstate\/test$/],
  },
  {
    place: /^src\/contract\/markdown\//,
    own: [/^src\/contract\//],
    types: [/^mdast$/, /^micromark-util-types$/],
    packages: [/^mdast-util-from-markdown$/],
  },
  { place: /^src\/contract\//, own: [/^src\/contract\//], packages: [/^zod$/] },
  // Each room is above those that it may import.
  {
    place: /^src\/web\/ui\//,
    own: [/^src\/web\/ui\//, /^src\/contract\/markdown\//, /^src\/contract\/(byte-size|dates)\.ts$/],
    packages: [react, /^dompurify$/],
  },
  {
    place: /^src\/web\/results\//,
    own: [/^src\/web\/(results|ui)\//, /^src\/contract\/(combined-voices|labels|result-parts)\.ts$/],
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
      /^src\/web\/api\/(query-keys|queries|late-queries)\.ts$/,
      /^src\/web\/ui\/(click-gate|button|notice)\.tsx$/,
      /^src\/contract\//,
    ],
    types: [/^machines\//, /^src\/web\/(effects|api|identity|ui)\//, /^xstate$/],
    packages: screenPackages,
  },
  {
    place: /^src\/web\/flows\//,
    own: [
      /^src\/web\/(hooks|effects|api|ui|results)\//,
      flowHooks,
      // Effects of a flow that runs inside others.
      /^src\/web\/flows\/analysis-start\/provide-analysis-start\.ts$/,
      /^machines\//,
      /^src\/contract\//,
    ],
    types: [/^src\/web\/identity\/port\.ts$/, /^@tanstack\/react-query$/],
    packages: [react, /^xstate$/, /^@xstate\/react$/, /^wouter$/, /^tus-js-client$/, /^mediabunny$/, /^idb$/],
  },
  {
    place: /^src\/web\/pages\//,
    own: [
      /^src\/web\/(pages|results|ui|hooks)\//,
      flowHooks,
      /^src\/contract\/(audio-formats|choices|credits|dates|prices|pages|transcript-formats)\.ts$/,
    ],
    types: [/^src\/contract\//],
    packages: screenPackages,
  },
  {
    place: /^src\/web\/features\//,
    own: [
      /^src\/web\/(results|ui|hooks)\//,
      flowHooks,
      // The sign-in dialog, fields that settings share with a flow's modal, and what a flow of many places says.
      /^src\/web\/flows\/[^/]+\/[a-z-]+-(dialog|fields?|notice)\.tsx$/,
      /\.selectors\.ts$/,
      /^machines\/notes-autosave\/section-draft\.ts$/,
      /^machines\/recording\/introductions\.ts$/,
      // No schema.
      /^src\/contract\/(audio-formats|choices|combined-voices|credits|dates|evening-(lengths|text)|export-formats|labels|name-kinds|prices|pages|recap-(sections|styles)|recognized-text|result-parts|sample-campaigns|session-titles|sound-levels|transcript-formats|unknown-values|visibility|visibility-markers|without-markup|world-edits|markdown\/(tree|words))\.ts$/,
      // The purchase options answer the landing page's questions, too (R2.34).
      /^src\/web\/pages\/landing\/(faq|question-list)\.tsx?$/,
    ],
    types: [/^machines\//, /^src\/contract\//, /^zod$/],
    // Loaded on demand: the notes editor (decision 056), and readers of files with names (decision 055).
    packages: [...screenPackages, /^@codemirror\//, /^@lezer\//, /^style-mod$/, /^(fflate|yaml)$/],
  },
  {
    place: /^src\/web\/(app\/|main\.tsx)/,
    own: [/^src\/web\//, /^machines\//, /^src\/contract\//],
    packages: [...screenPackages, /^xstate$/, /^zod$/, /^uuid$/],
  },
  ...serverRules,
  // What testers press and see is what the walks press and look for.
  { place: /^src\/setup\//, own: [/^(machines|src|tests\/support\/screens)\//], packages: [any] },
];

function folderOf(path: string): string | undefined {
  return /^src\/web\/(?:features|flows)\/[^/]+\//.exec(path)?.[0];
}

function isAllowed({ from, to, isOwn, isTypeOnly }: SourceImport, rule: Rule): boolean {
  if (isTypeOnly && rule.types?.some((allowed) => allowed.test(to))) {
    return true;
  }
  if (!isOwn) {
    return node.test(to)
      ? /^src\/(server|setup|flows\/command)\//.test(from)
      : rule.packages.some((allowed) => allowed.test(to));
  }
  if (folderOf(from) !== undefined && folderOf(from) === folderOf(to)) {
    return true;
  }
  return (
    rule.own.some((allowed) => allowed.test(to)) ||
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
  it.each(rules.map(({ place }) => ({ place })))('$place follows its rule', ({ place }) => {
    const imports = sources
      .filter(({ path }) => rules.find((rule) => rule.place.test(path))?.place === place)
      .flatMap(({ path, source }) => importsOf(path, source));
    expect(breaches(imports)).toEqual([]);
  });

  it('every source has a rule', () => {
    expect(sources.filter(({ path }) => !rules.some(({ place }) => place.test(path)))).toEqual([]);
  });

  it('no file imports itself through others, types included', () => {
    expect(roomGraph([...sources, ...sourceFiles('tests')]).circles).toEqual([]);
  });

  it('a start of the server does not load libraries that only some settings or calls need', () => {
    const atOnce = new Map(
      sources.map(({ path, source }) => [
        path,
        importsOf(path, source).filter(({ isTypeOnly, isLate }) => !isTypeOnly && !isLate),
      ]),
    );
    const loaded = new Set(['src/server/main.ts']);
    for (const path of loaded) for (const { to } of atOnce.get(path) ?? []) loaded.add(to);
    expect(loaded).toContain('src/server/telemetry/open-telemetry.ts');
    const late = /^(@opentelemetry\/.*|prom-client|@aws-sdk\/.*|stripe|nodemailer)$/;
    expect([...loaded].filter((name) => late.test(name))).toEqual([]);
  });

  it('only one file imports @xstate/test', () => {
    const files = sources.filter(({ path, source }) =>
      importsOf(path, source).some(({ to }) => to === '@xstate/test'),
    );
    expect(files.map(({ path }) => path)).toEqual(['src/flows/model-graph.ts']);
  });

  it('the flow tool contains no word of the product', () => {
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
    // The composition root passes the browser's fetch to web/api.
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

describe('a violation is reported', () => {
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
    ['src/server/http/a.ts', "export { b } from '../../web/b.ts';", 'imports src/web/b.ts'],
    [
      'src/server/platform/a.ts',
      "import type { B } from '#server/http/b.ts';",
      'imports types of src/server/http/b.ts',
    ],
    [
      'src/server/credits/a.ts',
      "import { b } from '#server/accounts/b.ts';",
      'imports src/server/accounts/b.ts',
    ],
    [
      'src/server/engines/a.ts',
      "import { sessions } from '#server/campaigns/tables.ts';",
      'imports src/server/campaigns/tables.ts',
    ],
    ['src/contract/a.ts', "import\n  {\n  readFile }\n  from 'node:fs';", 'imports node:fs'],
    ['src/server/http/a.ts', "import '#tests/support/a.ts';", 'imports tests/support/a.ts'],
    ['src/flows/a.ts', "import { catalogue } from '#machines/index.ts';", 'imports machines/index.ts'],
  ])('%s: %s', (path, source, breach) => {
    expect(breaches(importsOf(path, source))).toEqual([`${path} ${breach}`]);
  });

  it('allows types where values are not allowed', () => {
    const source =
      "import type { Call } from '#contract/call.ts';\nimport { type Page } from '#contract/page.ts';";
    expect(breaches(importsOf('machines/a/a.machine.ts', source))).toEqual([]);
  });
});

describe('a component that changes something on the server renders a machine', () => {
  it('and calls no mutation itself', () => {
    const calling = filesBelow('src/web/features').filter((path) =>
      /\.mutate\(|\bmutate: /.test(readFileSync(path, 'utf8')),
    );
    expect(calling).toEqual([]);
  });
});
