import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  approvalsJson,
  approvalsPath,
  parseApproval,
  readApprovals,
} from '../../src/setup/flow-approvals.ts';
import { chartHash, flowHistory } from '../../src/setup/flow-history.ts';
import { projectRoot } from '../../src/setup/generated-files.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'flow-history-'));
  mkdirSync(join(root, 'docs/flows'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const chart = readFileSync(join(projectRoot, 'docs/flows/loading-overlay.json'), 'utf8');
const withDelay = (delay: number) => chart.replace('"appearanceDelay":150', `"appearanceDelay":${delay}`);

function git(...args: string[]): void {
  const person = ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.org'];
  execFileSync('git', [...person, ...args], { cwd: root, stdio: 'ignore' });
}

function commit(content: string, says: string): void {
  writeFileSync(join(root, 'docs/flows/loading-overlay.json'), content);
  git('add', '-A');
  git('commit', '-m', says);
}

describe('the history of a chart', () => {
  it('has a version for each commit that changed it and for each release, with the chart at that time', () => {
    git('init', '-q');
    commit(withDelay(100), 'It waits\twith a tab');
    git('tag', '1.0');
    commit('{"no": "chart"}', 'Broken');
    git('commit', '--allow-empty', '-m', 'Of something else');
    mkdirSync(join(root, 'machines'));
    writeFileSync(join(root, 'machines/machine.ts'), '');
    git('add', '-A');
    git('commit', '-m', 'It waits longer');
    commit(chart, 'Generated files follow');
    const versions = flowHistory(root).get('loading-overlay')!;
    const told = versions.map(({ title, release, hash }) => [release ?? title, hash]);
    expect(told.toSorted()).toEqual(
      [
        ['1.0', chartHash(withDelay(100))],
        ['It waits with a tab', chartHash(withDelay(100))],
        ['It waits longer', chartHash(chart)],
      ].toSorted(),
    );
    expect(versions.map(({ structure }) => structure.delays.appearanceDelay)).toContain(100);
  });

  it('is empty without git', () => {
    expect(flowHistory(root).size).toBe(0);
  });
});

describe('approvals', () => {
  const approval = { flow: 'upload', version: '0123456789ab', by: 'Mira', on: '2026-11-24', note: '' };

  it('are stored in the repository, in order', () => {
    expect(readApprovals(root)).toEqual([]);
    writeFileSync(join(root, approvalsPath), approvalsJson([approval, { ...approval, by: 'Jonas' }]));
    expect(readApprovals(root).map(({ by }) => by)).toEqual(['Mira', 'Jonas']);
  });

  it.each([
    [{ ...approval, by: '  ' }, 'by is empty.'],
    [{ ...approval, version: 'abc' }, 'version is not the version of a chart.'],
    [{ ...approval, on: 'today' }, /^on /],
  ])('rejects %j with a reason', (content, reason) => {
    expect(() => parseApproval(JSON.stringify(content))).toThrow(reason);
  });

  it('of the project are readable', () => {
    expect(() => readApprovals(projectRoot)).not.toThrow();
  });
});
