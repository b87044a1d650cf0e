/** @module-tag everything */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForeignProject, foreignProject, run } from './foreign-project.ts';

const readme = readFileSync(join(import.meta.dirname, '../../src/flows/README.md'), 'utf8');

interface Block {
  before: string;
  language: string;
  content: string;
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/(?:([^\n]+)\n\n)?```(\w+)\n(.*?)```/gs)].map(
    ([, before = '', language = '', content = '']) => ({ before, language, content }),
  );
}

const walk = /## From nothing.*?(?=\n## )/s.exec(readme)![0];
const named = /`([^`]+\.\w+)`(?:, replace)?$/;

let project: ForeignProject;

beforeAll(async () => {
  project = await foreignProject();
});

afterAll(() => project.remove());

describe('the package, installed in a project of plain JavaScript', () => {
  it('does what its page says, command by command', async () => {
    let file = '';
    let old = '';
    const carriedOut: string[] = [];
    for (const { before, language, content } of blocksOf(walk)) {
      if (language === 'console') {
        for (const part of content.split(/^\$ /m).slice(1)) {
          const [command = '', ...lines] = part.trimEnd().split('\n');
          const { output } = await run(project.folder, command);
          for (const line of lines) expect(output, command).toContain(line);
          if (lines.length === 0) expect(output, command).not.toMatch(/out of date|instead of|ERR/);
          carriedOut.push(command);
        }
      } else if (before === 'with') {
        const text = readFileSync(join(project.folder, file), 'utf8');
        expect(text).toContain(old.trimEnd());
        project.write(file, text.replace(old.trimEnd(), content.trimEnd()));
      } else {
        file = named.exec(before)?.[1] ?? file;
        if (before.endsWith('replace')) old = content;
        else {
          expect(before).toBe(`\`${file}\``);
          project.write(file, content);
        }
      }
    }
    expect(carriedOut).toEqual([
      `npm install --save-dev ../${project.packed}`,
      'npx flows init src',
      'npx flows paths',
      'npx flows paths',
      'npx flows charts',
      'npx flows paths --check',
      'npx flows paths --check',
      'npx flows mutants',
      'npx vitest run src',
      'npx playwright test e2e',
      'npx playwright test e2e --reporter=junit',
      'npx vitest run src --reporter=junit',
    ]);
    for (const made of ['order.md', 'order.svg', 'order.json', 'README.md', 'paths/order.md']) {
      expect(readFileSync(join(project.folder, 'flows', made), 'utf8')).toContain('An order');
    }
  });

  it('keeps what machines print apart, in threads as well', async () => {
    project.write(
      'loud/loud.machine.js',
      [
        "import { createMachine } from 'xstate';",
        "const guard = () => console.log('a guard speaks') ?? true;",
        "const on = { push: { guard, target: 'open' } };",
        "export default createMachine({ id: 'loud', initial: 'shut', states: { shut: { on }, open: {} } });",
      ].join('\n'),
    );
    project.write('loud/flows.config.json', '{ "machines": ["."] }');
    const { output } = await run(join(project.folder, 'loud'), 'npx flows mutants');
    expect(output).toMatch(/^loud .* %/m);
    expect(output).not.toContain('a guard speaks');
  });

  it('runs without TypeScript, and exports its types', async () => {
    project.write(
      'typed.ts',
      [
        "import { inferFlow, type FlowDetails } from '@hearthscribe/flows';",
        "import { testPaths } from '@hearthscribe/flows/playwright';",
        "import { describePaths } from '@hearthscribe/flows/vitest';",
        "import { createMachine } from 'xstate';",
        "const details: FlowDetails = { title: 'A title' };",
        "const flow = inferFlow(createMachine({ id: 'typed' }), details);",
        'describePaths(flow);',
        'testPaths(flow, { open: async (page) => page.goto("/"), hands: { events: {} } });',
        'export const wrong: FlowDetails = { title: 5 };',
      ].join('\n'),
    );
    const { output, code } = await run(
      project.folder,
      'npx tsc --noEmit --strict --skipLibCheck --module nodenext typed.ts',
    );
    expect(code).not.toBe(0);
    expect(output.match(/typed\.ts\(\d+/g)).toEqual(['typed.ts(9']);
    const { output: listed } = await run(project.folder, `tar -tf ../${project.packed}`);
    const files = listed.trim().split('\n');
    const pages = ['README.md', 'LICENSE', 'CHANGELOG.md'].map((name) => `package/${name}`);
    expect(files).toEqual(expect.arrayContaining(pages));
    expect(files.filter((name) => /(?<!\.d)\.tsx?$|viewer\//.test(name))).toEqual([]);
  });
});
