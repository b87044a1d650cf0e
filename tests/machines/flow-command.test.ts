import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runFlows } from '#flows/command/run.ts';

const cache = join(import.meta.dirname, '../../node_modules/.cache');

let folder: string;

beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  // So that machines find XState.
  folder = mkdtempSync(join(cache, 'flow-command-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

async function flows(...given: string[]) {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await runFlows(given, {
    folder,
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    startThread: () => {
      throw new Error('The package’s own test judges mutants.');
    },
  });
  return { code, printed: printed.join('\n'), complained: complained.join('\n') };
}

const door = (more = '') =>
  `import { createMachine } from 'xstate';
export const door = createMachine({ id: 'frontDoor', initial: 'shut', states: {
  shut: { on: { push: 'open' } }, open: { on: { pull: 'shut' } }, ${more}
} });`;

function doorProject(): void {
  write('flows.config.json', '{ "machines": ["machines"] }');
  write('machines/door.machine.js', door());
}

describe('the command line', () => {
  it('prints its usage, and exits with 2 if misused', async () => {
    doorProject();
    expect(await flows()).toMatchObject({
      code: 2,
      complained: expect.stringContaining('flows paths [FLOW…]'),
    });
    const wrong: [string[], string][] = [
      [['walk'], 'There is no “flows walk”.'],
      [['paths', '--fast'], "Unknown option '--fast'"],
      [
        ['paths', '--format', 'pdf'],
        'Formats: table, json, markdown, gherkin, csv, xray, testrail, stately.',
      ],
      [['paths', 'gate'], 'There is no flow gate, but front-door.'],
      [['diff'], 'Which version? flows diff REF'],
      [['diff', 'no-such-version'], 'git knows no version no-such-version.'],
      [['init', 'src'], 'flows.config.json says already where the machines are: change it there.'],
    ];
    for (const [given, message] of wrong) {
      expect(await flows(...given)).toMatchObject({ code: 2, complained: expect.stringContaining(message) });
    }
  });

  it.each([
    [undefined, /There is no flows\.config\.json in .* Make one with: flows init/],
    ['{', /flows\.config\.json cannot be read: /],
    ['[]', /must give an object with machines and out/],
    ['{ "machines": ["machines"], "output": "x" }', /unknown setting “output”; use machines and out/],
    ['{ "machines": "machines" }', /“machines” must be a list of files or folders/],
    ['{ "machines": ["machines"], "out": 5 }', /“out” must be the name of a folder/],
    ['{ "machines": ["elsewhere"] }', /“machines” names “elsewhere”, which does not exist/],
    ['{ "machines": ["empty"] }', /The folder “empty” has no file whose name ends in \.machine\.js/],
    ['{ "machines": ["none.js"] }', /none\.js exports no machine of XState 5/],
    ['{ "machines": ["broken.js"] }', /broken\.js cannot be loaded: /],
    ['{ "machines": ["machines", "copy.js"] }', /Two machines have the name “front-door”/],
    ['{ "machines": ["bad"] }', /bad\/door\.flow\.js must export an object as default/],
    [
      '{ "machines": ["several"] }',
      /several\/two\.flow\.js is for one machine, but several\/two\.machine\.js exports 2/,
    ],
  ])('explains what is wrong with its input: %s', async (config, message) => {
    doorProject();
    rmSync(join(folder, 'flows.config.json'));
    if (config !== undefined) write('flows.config.json', config);
    write('empty/readme.txt', '');
    write('none.js', 'export const machine = {};');
    write('broken.js', 'export const machine = ;');
    write('copy.js', door());
    write('bad/door.machine.js', door());
    write('bad/door.flow.js', 'export default [];');
    write('several/two.machine.js', `${door()}\nexport const other = createMachine({ id: 'other' });`);
    write('several/two.flow.js', 'export default {};');
    expect(await flows('paths')).toMatchObject({ code: 2, complained: expect.stringMatching(message) });
  });

  it('adds missing files of details where a configuration is, and says which machine cannot be read', async () => {
    write('flows.config.json', '{ "machines": ["machines"] }');
    const reads = (id: string) =>
      `import { assign, createMachine } from 'xstate';
export default createMachine({ id: '${id}', on: { call: { actions: assign({ who: ({ event }) => event.who.name }) } } });`;
    write('machines/bell.machine.js', reads('bell'));
    write('machines/gong.machine.js', reads('gong'));
    write('machines/gong.flow.js', 'export default { title: "Mine" };');
    write('machines/torn.machine.js', 'export const machine = ;');
    const { code, printed } = await flows('init');
    expect(code).toBe(0);
    expect(printed).toContain('flows.config.json says where the machines are: machines.');
    expect(printed).toContain('machines/bell.flow.mjs has examples of what bell reads');
    expect(printed).toContain('machines/torn.machine.js cannot be loaded: ');
    expect(printed).not.toContain('gong');
    expect(read('flows.config.json')).toBe('{ "machines": ["machines"] }');
    expect(read('machines/bell.flow.mjs')).toContain('"name": "7"');
  });

  it('reads its configuration from JavaScript, and details beside each machine', async () => {
    write('flows.config.js', "export default { machines: ['machines'], out: 'made' };");
    write('machines/door.machine.js', door());
    write('machines/door.flow.js', "export default { title: 'The front door', paragraph: 'It opens.' };");
    expect(await flows('charts')).toMatchObject({ code: 0, printed: '1 chart is in made.' });
    expect(read('made/front-door.md')).toContain('# The front door\n');
    expect(read('made/README.md')).toContain('- [The front door](front-door.md): It opens.');
  });

  it('exits with 1 for a machine with problems, and with --check if a file differs, without writing it', async () => {
    doorProject();
    expect(await flows('paths', '--check')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('flows/paths/front-door.json is missing: run flows paths'),
    });
    expect(existsSync(join(folder, 'flows'))).toBe(false);
    expect(await flows('charts', '--check')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('flows/front-door.svg is missing: run flows charts'),
    });
    expect(await flows('paths')).toMatchObject({ code: 0 });
    expect(await flows('charts')).toMatchObject({ code: 0 });
    expect(await flows('paths', '--check')).toMatchObject({ code: 0, complained: '' });
    expect(await flows('charts', '--check')).toMatchObject({ code: 0, complained: '' });
    // A process loads a module once.
    write('machines/door.machine.js', '');
    rmSync(join(folder, 'machines/door.machine.js'));
    write('machines/dead.machine.js', door('attic: {},'));
    expect(await flows('paths')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('front-door: the state is never active: frontDoor.attic'),
    });
  });

  it.each([
    ['json', /^\{\n {2}"flow": "front-door"/],
    ['markdown', /^# Front door: test scripts/],
    ['gherkin', /^Feature: Front door/],
    ['csv', /^ID,Title,Section/],
    ['stately', /^\{\n {2}"id": "frontDoor"/],
  ])('prints the paths as %s', async (format, start) => {
    doorProject();
    expect(await flows('paths', 'front-door', '--format', format)).toMatchObject({
      code: 0,
      printed: expect.stringMatching(start),
    });
  });

  it('prints and draws what changed since a git version, also in a subfolder of a repository', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: folder,
        stdio: 'pipe',
      });
    doorProject();
    await flows('paths');
    await flows('charts');
    const top = folder;
    folder = join(top, 'packages', 'house');
    write('flows.config.json', '{ "machines": ["machines"] }');
    write('machines/door.machine.js', door());
    await flows('paths');
    await flows('charts');
    git('init', '--quiet', top);
    git('add', '--all', top);
    git('commit', '--quiet', '-m', 'First');
    expect((await flows('diff', 'HEAD')).printed).toBe('## Flows: what changed since HEAD\n\nNothing.');
    rmSync(join(folder, 'machines/door.machine.js'));
    write('machines/taller.machine.js', door('ajar: { on: { push: "open" } },'));
    const { code, printed } = await flows(
      'diff',
      'HEAD',
      '--out',
      'pictures',
      '--pictures',
      'https://host/7',
    );
    expect(code).toBe(0);
    expect(printed).toContain('1 state added, 1 transition added.');
    expect(printed).toContain('![Front door: what changed](https://host/7/front-door.svg)');
    expect(read('pictures/front-door.svg')).toContain('<svg');
    folder = top;
  });
});
