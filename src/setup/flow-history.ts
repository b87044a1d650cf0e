import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { readOlderVersion } from '#flows/viewer/older-version.ts';
import type { FlowVersion } from '#flows/viewer/viewer-data.ts';
import { flowFolder } from './flow-files.ts';

export function chartHash(json: string): string {
  return createHash('sha256').update(json.trim()).digest('hex').slice(0, 12);
}

interface Commit {
  id: string;
  date: string;
  title: string;
  release?: string;
  files: readonly string[];
}

const mark = '\u0001';

/** Titles of commits that only write down what the commit before them changed. */
const followers = /^(?:Generated files follow|Regenerate charts, paths and pages)$/;

/** Newest first: one per commit that changed a chart, and per tag. Empty without git or history. */
export function flowHistory(root: string): ReadonlyMap<string, readonly FlowVersion[]> {
  const git = (args: readonly string[], input?: string): Buffer =>
    execFileSync('git', args, {
      cwd: root,
      input,
      maxBuffer: 1 << 30,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  let commits: Commit[];
  try {
    const shape = `${mark}%h\t%cs\t%s`;
    const pattern = `${flowFolder}/*.json`;
    const log = git(['log', `--format=${shape}`, '--name-only', '--', pattern, 'machines', 'src/flows']);
    const all = log.toString().split(mark).slice(1).map(readCommit);
    commits = all.map((commit, index) => ({
      ...commit,
      title: all.slice(index).find(({ title }) => !followers.test(title))?.title ?? commit.title,
      files: commit.files.filter((file) => file.startsWith(flowFolder) && file.endsWith('.json')),
    }));
    const tags = git([
      'for-each-ref',
      '--sort=-creatordate',
      '--format=%(refname:short)',
      'refs/tags',
    ]).toString();
    for (const tag of tags.split('\n').filter(Boolean)) {
      const tagged = git(['log', '-1', `--format=${shape}`, tag])
        .toString()
        .split(mark);
      const files = git(['ls-tree', '--name-only', tag, `${flowFolder}/`])
        .toString()
        .split('\n');
      for (const commit of tagged.slice(1).map(readCommit))
        commits.push({ ...commit, release: tag, files: files.filter((file) => file.endsWith('.json')) });
    }
  } catch {
    return new Map();
  }
  const wanted = commits.flatMap((commit) => commit.files.map((file) => ({ commit, file })));
  const names = wanted.map(({ commit, file }) => `${commit.id}:${file}\n`).join('');
  const contents = batch(git(['cat-file', '--batch'], names));
  const history = new Map<string, FlowVersion[]>();
  for (const [index, { commit, file }] of wanted.entries()) {
    const flow = basename(file, '.json');
    const json = contents[index];
    const structure = json === undefined ? null : structureIn(json, flow);
    if (json !== undefined && structure) {
      const { id, date, title, release } = commit;
      const version = { id, date, title, ...(release ? { release } : {}), hash: chartHash(json), structure };
      history.set(flow, [...(history.get(flow) ?? []), version]);
    }
  }
  for (const [flow, versions] of history) {
    history.set(
      flow,
      versions.toSorted((one, two) => two.date.localeCompare(one.date)),
    );
  }
  return history;
}

function readCommit(text: string): Commit {
  const [head = '', ...files] = text.split('\n').filter(Boolean);
  const [id = '', date = '', ...title] = head.split('\t');
  return { id, date, title: title.join(' '), files };
}

function batch(output: Buffer): (string | undefined)[] {
  const contents: (string | undefined)[] = [];
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(10, at);
    const size = / blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1];
    if (size === undefined) {
      contents.push(undefined);
      at = end + 1;
    } else {
      contents.push(output.toString('utf8', end + 1, end + 1 + Number(size)));
      at = end + 2 + Number(size);
    }
  }
  return contents;
}

function structureIn(json: string, flow: string): FlowVersion['structure'] | null {
  try {
    return readOlderVersion(json, flow);
  } catch {
    return null;
  }
}
