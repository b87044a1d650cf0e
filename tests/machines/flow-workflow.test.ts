import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const workflow = parse(readFileSync(join(root, '.github/workflows/flows.yml'), 'utf8'));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

interface Step {
  name?: string;
  uses?: string;
  run?: string;
}
const steps: Step[] = workflow.jobs.diff.steps;
const programs = steps.flatMap(({ run }) => run ?? []);

const folder = mkdtempSync(join(tmpdir(), 'flow-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the workflow that comments on pull requests', () => {
  it('runs on pull requests, and may write a comment and the branch of the pictures', () => {
    expect(workflow.on).toHaveProperty('pull_request');
    expect(workflow.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
  });

  it('calls only scripts that exist, and actions of fixed versions', () => {
    const called = programs.flatMap((run) => [...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)]);
    const names = called.map(([, name]) => name);
    expect(names).toEqual(['flows:diff', 'paths', 'paths']);
    expect(names.filter((name) => !(name! in scripts))).toEqual([]);
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('is correct shell, and contains nothing of the pull request', () => {
    for (const run of programs) {
      execFileSync('bash', ['-n', '-c', run]);
      expect(run).not.toContain('${{');
    }
  });

  it('makes the paths of the base, then those of the change beside the base’s digests, and keeps what differs', () => {
    const repository = join(folder, 'compared');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: repository,
        encoding: 'utf8',
      }).trim();
    const commit = (version: string) => {
      writeFileSync(join(repository, 'machine.txt'), version);
      writeFileSync(join(repository, 'docs/flows/paths.lock'), `digests of ${version}`);
      git('add', '.');
      git('commit', '--quiet', '-m', version);
      return git('rev-parse', 'HEAD');
    };
    mkdirSync(join(repository, 'docs/flows'), { recursive: true });
    git('init', '--quiet');
    const [base, change] = [commit('base'), commit('change')];
    const npm = '#!/bin/sh\necho "$(cat machine.txt), $(cat docs/flows/paths.lock)" | tee -a npm.log >&2\n';
    writeFileSync(join(repository, 'npm'), npm, { mode: 0o755 });
    const summary = join(repository, 'summary.md');
    const { run } = steps.find(({ name }) => name === 'Name what behaves differently from the base')!;
    const env = { PATH: `${repository}:${process.env.PATH}`, HOME: folder, BASE: base, GITHUB_SHA: change };
    execFileSync('bash', ['-e', '-c', run!], {
      cwd: repository,
      env: { ...env, GITHUB_STEP_SUMMARY: summary },
      stdio: 'pipe',
    });
    const made = readFileSync(join(repository, 'npm.log'), 'utf8').trim().split('\n');
    expect(made).toEqual(['base, digests of base', 'change, digests of base']);
    expect(readFileSync(summary, 'utf8')).toBe('change, digests of base\n');
  });

  it('keeps the pictures of each commit on a branch without other files', () => {
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const server = join(folder, 'server.git');
    const clone = join(folder, 'clone');
    git(folder, 'init', '--quiet', '--bare', server);
    git(folder, 'clone', '--quiet', server, clone);
    writeFileSync(join(clone, 'source.txt'), 'source');
    git(clone, 'add', '.');
    git(clone, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '-m', 'First');
    mkdirSync(join(clone, 'flows-diff'));
    const { run } = steps.find(({ name }) => name === 'Keep the pictures')!;
    for (const commit of ['one', 'two']) {
      writeFileSync(join(clone, 'flows-diff', 'door.svg'), `<svg>${commit}</svg>`);
      const env = { PATH: process.env.PATH, HOME: folder, NUMBER: '7', GITHUB_SHA: commit };
      execFileSync('bash', ['-e', '-c', run!], { cwd: clone, env, stdio: 'pipe' });
      // The next run has its own clone.
      git(clone, 'worktree', 'remove', '--force', 'pictures');
      git(clone, 'branch', '-D', 'flow-pictures');
      git(clone, 'fetch', '--quiet');
    }
    const kept = git(server, 'ls-tree', '-r', '--name-only', 'flow-pictures').trim().split('\n');
    expect(kept).toEqual(['7/one/door.svg', '7/two/door.svg']);
    expect(git(server, 'show', 'flow-pictures:7/two/door.svg')).toBe('<svg>two</svg>');
  });
});
