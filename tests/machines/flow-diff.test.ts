import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raise, setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { olderScripts, repeatsOf } from '#flows/command/older-charts.ts';
import { type Change, compareStructures } from '#flows/diff/compare.ts';
import { diffMarkdown } from '#flows/diff/diff-markdown.ts';
import { diffSvg } from '#flows/diff/diff-svg.ts';
import { chartStructure, structureJson } from '#flows/diff/structure.ts';
import { structureFromIds } from '#flows/diff/structure-from-ids.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { Flow } from '#flows/flow.ts';
import { scriptsToRepeat } from '#flows/scripts-to-repeat.ts';
import { catalogue } from '#machines/index.ts';
import { single } from '../support/small-flow.ts';

interface Version {
  patience?: number;
  isGuarded?: boolean;
  hasCellar?: boolean;
  description?: string;
  closesTo?: 'shut' | 'locked';
}

function door({
  patience = 5000,
  isGuarded = true,
  hasCellar = false,
  description = 'Nobody may pass.',
  closesTo = 'shut',
}: Version = {}): Flow {
  const machine = setup({
    types: {} as { events: { type: 'knock' } | { type: 'descend' } },
    guards: { isFriend: () => true },
    actions: { greet: () => {} },
    delays: { patience },
  }).createMachine({
    id: 'door',
    initial: 'shut',
    states: {
      shut: {
        description,
        on: {
          knock: { ...(isGuarded ? { guard: 'isFriend' as const } : {}), target: 'open', actions: 'greet' },
        },
      },
      open: {
        description: 'Anyone may pass.',
        on: hasCellar ? { descend: 'cellar' } : {},
        after: { patience: closesTo },
      },
      locked: { description: 'Shut for good.', type: 'final' },
      ...(hasCellar ? { cellar: { description: 'It is dark.', on: { knock: 'open' as const } } } : {}),
    },
  });
  return single(machine, { title: 'Door' });
}

function changes(before: Version, after: Version): Change[] {
  return compareStructures(chartStructure(door(before)), chartStructure(door(after)));
}

describe('what changed between two versions', () => {
  it('nothing', () => {
    expect(changes({}, {})).toEqual([]);
    expect(diffMarkdown('main', [])).toBe('## Flows: what changed since main\n\nNothing.\n');
  });

  it('a transition to another state', () => {
    expect(changes({}, { closesTo: 'locked' })).toEqual([
      {
        kind: 'changed',
        what: 'transition',
        id: 'door.open --after(patience)#0--> door.locked',
        details: ['leads to: door.shut → door.locked'],
      },
    ]);
  });

  it('a removed guard', () => {
    expect(changes({}, { isGuarded: false })).toEqual([
      {
        kind: 'changed',
        what: 'transition',
        id: 'door.shut --knock#0--> door.open',
        details: ['if: isFriend → none'],
      },
    ]);
  });

  it('a delay, at every transition that waits for it', () => {
    expect(changes({}, { patience: 60_000 })).toEqual([
      {
        kind: 'changed',
        what: 'transition',
        id: 'door.open --after(patience)#0--> door.shut',
        details: ['after: 5 seconds → 1 minute'],
      },
      { kind: 'changed', what: 'delay', id: 'patience', details: ['5 seconds → 1 minute'] },
    ]);
  });

  it('a description', () => {
    expect(changes({}, { description: 'Closed.' })).toEqual([
      {
        kind: 'changed',
        what: 'state',
        id: 'door.shut',
        details: ['description: Nobody may pass. → Closed.'],
      },
    ]);
  });

  it('added and removed states and transitions', () => {
    const came = changes({}, { hasCellar: true });
    expect(came.map(({ kind, what, id }) => `${kind} ${what} ${id}`)).toEqual([
      'added state door.cellar',
      'added transition door.open --descend#0--> door.cellar',
      'added transition door.cellar --knock#0--> door.open',
    ]);
    const went = changes({ hasCellar: true }, {});
    expect(went.map(({ kind, what }) => `${kind} ${what}`)).toEqual([
      'removed state',
      'removed transition',
      'removed transition',
    ]);
  });

  it('prints a table with marks', () => {
    const text = diffMarkdown('main', [
      {
        name: 'door',
        title: 'Door',
        state: 'changed',
        changes: changes({ hasCellar: true }, { isGuarded: false }),
      },
      { name: 'gate', title: 'Gate', state: 'added', changes: [] },
    ]);
    expect(text).toContain(
      '### Door (door)\n\n1 state removed, 2 transitions removed, 1 transition changed.',
    );
    expect(text).toContain(
      '| ± changed | transition `door.shut --knock#0--> door.open` | if: isFriend → none |',
    );
    expect(text).toContain('| − removed | state `door.cellar` | It is dark. |');
    expect(text).toContain('### Gate (gate): flow added');
  });

  it('is drawn in one picture, each change with a mark and a color', async () => {
    const [before, after] = [
      chartStructure(door({ hasCellar: true })),
      chartStructure(door({ isGuarded: false })),
    ];
    const svg = diffSvg(before, after, compareStructures(before, after));
    expect(svg).toContain('Cellar');
    expect(svg.match(/<g class="removed">/g)?.length).toBeGreaterThanOrEqual(2);
    expect(svg).toContain('<g class="changed">');
    expect(svg).not.toContain('<g class="added">');
  });
});

describe('scripts to repeat', () => {
  const walked = (version: Version = {}, loudness?: number): Flow => {
    const event = (type: string) => [
      { name: `somebody sends ${type}`, event: { type, ...(loudness === undefined ? {} : { loudness }) } },
    ];
    return {
      ...door(version),
      events: { knock: event('knock'), ...(version.hasCellar ? { descend: event('descend') } : {}) },
    };
  };
  const folder = mkdtempSync(join(tmpdir(), 'flow-diff-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  beforeAll(() => {
    mkdirSync(join(folder, 'flows/paths'), { recursive: true });
    const { name } = walked();
    writeFileSync(join(folder, `flows/paths/${name}.md`), pathsMarkdown(analyseFlow(walked())));
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'First');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const repeats = (version: Version, loudness?: number) => {
    const now = walked(version, loudness);
    const changes = compareStructures(chartStructure(walked()), chartStructure(now));
    const diffs = [{ name: now.name, title: now.title, state: 'changed', changes } as const];
    return repeatsOf([now], olderScripts(folder, 'flows', 'HEAD'), diffs);
  };

  it('are those that read differently, with the ids that they had', () => {
    expect(repeats({}).repeat).toEqual([]);
    const { repeat, all } = repeats({ patience: 9000 });
    const older = [...olderScripts(folder, 'flows', 'HEAD').values()].flatMap((scripts) => [
      ...scripts.keys(),
    ]);
    expect(all).toBe(older.length);
    expect(repeat.length).toBeGreaterThan(0);
    expect(repeat.length).toBeLessThan(all);
    expect(repeat.every((line) => older.some((id) => line.startsWith(`${id} · `)))).toBe(true);
    expect(diffMarkdown('HEAD', [], undefined, { repeat, all, gone: [] })).toContain(
      `### Scripts to repeat: ${repeat.length} of ${all}\n\n- ${repeat[0]}`,
    );
  });

  it('keep their titles when a delay changes, and are named when only what they enter does', () => {
    const titled = (version: Version) =>
      analyseFlow(walked(version)).scripts.map(({ id, title }) => `${id} · ${title}`);
    expect(titled({ patience: 9000 })).toEqual(titled({}));
    const { repeat, gone } = repeats({}, 9);
    expect(repeat.length).toBeGreaterThan(0);
    expect(repeat.every((line) => line.endsWith(' (its test data changed)'))).toBe(true);
    expect(gone).toEqual([]);
  });

  it('are also those that read as before and pass a changed transition, by the same rule in the viewer', () => {
    const now = analyseFlow(walked());
    const greets = now.transitions.find(({ id }) => id.includes('knock'))!;
    const changed = [{ kind: 'changed', what: 'transition', id: greets.id, details: [] }] as const;
    const older = olderScripts(folder, 'flows', 'HEAD');
    const said = repeatsOf([walked()], older, [
      { name: 'door', title: 'Door', state: 'changed', changes: changed },
    ]);
    const scripts = now.scripts.map(({ id, path }) => ({
      id,
      states: [path.start.state, ...path.edges.map(({ state }) => state)],
    }));
    const shown = scriptsToRepeat(walked(), scripts, changed).map(({ script }) => script.id);
    expect(shown.length).toBeGreaterThan(0);
    expect(said.repeat.map((line) => line.split(' · ')[0])).toEqual(shown);
  });

  it('are with a changed guard those that it lets pass and those that it refuses', () => {
    const gate = (asks: 'isFriend' | 'isKnown', patience = 5000) => {
      const machine = setup({
        types: {} as {
          events: { type: 'knock'; name: string } | { type: 'ring' } | { type: 'called' };
        },
        guards: {
          isFriend: ({ event }) => event.type === 'knock' && event.name === 'friend',
          isKnown: ({ event }) => event.type === 'knock' && event.name !== '',
        },
        delays: { patience },
      }).createMachine({
        id: 'gate',
        initial: 'shut',
        states: {
          shut: {
            on: { knock: [{ guard: asks, target: 'weighing' }, { target: 'alarm' }], ring: 'bell' },
          },
          weighing: { always: 'open' },
          open: { type: 'final' },
          alarm: { type: 'final' },
          bell: {
            entry: raise({ type: 'called' }, { delay: 'patience' }),
            on: { called: 'shut' },
          },
        },
      });
      const knock = ['friend', ''].map((name) => ({
        name: `“${name}” knocks`,
        event: { type: 'knock', name },
      }));
      return single(machine, {
        events: { knock, ring: [{ name: 'somebody rings', event: { type: 'ring' } }], called: 'sentByActor' },
      });
    };
    const repeated = (after: Flow) => {
      const scripts = analyseFlow(after).scripts.map(({ path }) => ({
        id: path.edges.map(({ event }) => event.name).join(', '),
        states: [path.start.state, ...path.edges.map(({ state }) => state)],
      }));
      const differences = compareStructures(chartStructure(gate('isFriend')), chartStructure(after));
      return scriptsToRepeat(after, scripts, differences).map(({ script }) => script.id);
    };
    expect(repeated(gate('isFriend'))).toEqual([]);
    expect(repeated(gate('isKnown')).toSorted()).toEqual(['“friend” knocks', '“” knocks'].toSorted());
    expect(repeated(gate('isFriend', 9000))).toEqual(['somebody rings', 'somebody rings, wait']);
  });

  it('are all of a new flow, and some of one that grew', () => {
    const whole = repeatsOf([walked()], new Map(), []);
    expect(whole.repeat).toHaveLength(whole.all);
    const { repeat, all } = repeats({ hasCellar: true });
    expect(repeat.length).toBeLessThan(all);
    expect(repeat.join('\n')).toMatch(/→ Cellar/);
  });

  it('are named when they are gone, also with their flow', () => {
    const older = olderScripts(folder, 'flows', 'HEAD');
    const ids = [...older.values()].flatMap((scripts) => [...scripts.keys()]);
    expect(repeats({}).gone).toEqual([]);
    const repeat = repeatsOf([], older, []);
    expect(repeat.gone.map((line) => line.split(' · ')[0])).toEqual(ids);
    expect(diffMarkdown('HEAD', [], undefined, repeat)).toBe(
      `## Flows: what changed since HEAD\n\n### Scripts that are gone: ${ids.length}\n\n${repeat.gone.map((line) => `- ${line}\n`).join('')}`,
    );
  });

  it('need a version that there is', () => {
    expect(() => olderScripts(folder, 'flows', 'nowhere')).toThrow('git knows no version nowhere.');
  });
});

describe('structures', () => {
  it.each(catalogue)('of $name can be restored from their file, and from their ids alone', (flow) => {
    const structure = chartStructure(flow);
    expect(compareStructures(JSON.parse(structureJson(structure)), structure)).toEqual([]);
    const ids = structure.transitions.map(({ id }) => id);
    expect(compareStructures(structureFromIds(ids, flow), structure)).toEqual([]);
  });

  it('shows additions and removals from ids alone', () => {
    const ids = chartStructure(door({ hasCellar: true })).transitions.map(({ id }) => id);
    const flow = door();
    const found = compareStructures(structureFromIds(ids, flow), chartStructure(flow));
    expect(found.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'removed door.cellar',
      'removed door.open --descend#0--> door.cellar',
      'removed door.cellar --knock#0--> door.open',
    ]);
  });
});
