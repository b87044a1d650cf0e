import type { Parting } from '../reported.ts';
import type { Run } from './run.ts';

export interface Place {
  flow: string | null;
  /** Without the machine's id. */
  state: string | null;
  search?: string;
  show?: string | undefined;
  run?: Run | undefined;
}

/** Such as `#/sign-in/choosing.email`. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [flow = '', state = ''] = path.split('/').map(decode);
  const asked = new URLSearchParams(query);
  const search = asked.get('search');
  const show = asked.get('show');
  const run = readRun(asked);
  return {
    flow: flow || null,
    state: state || null,
    ...(search ? { search } : {}),
    ...(show ? { show } : {}),
    ...(run ? { run } : {}),
  };
}

function readRun(asked: URLSearchParams): Run | undefined {
  const path = asked.get('path');
  const start = asked.get('start');
  if (path) {
    return { path, step: Math.max(0, Number.parseInt(asked.get('step') ?? '', 10) || 0) };
  }
  return start ? { start, did: asked.getAll('did') } : undefined;
}

function runEntries(run: Run | undefined): [name: string, value: string][] {
  if (run === undefined) {
    return [];
  }
  return 'path' in run
    ? [
        ['path', run.path],
        ['step', String(run.step)],
      ]
    : [['start', run.start], ...run.did.map((key): [string, string] => ['did', key])];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function placeHash({ flow, state, search, show, run }: Place): string {
  const path = [flow, flow && state]
    .filter((part) => part !== null)
    .map((part) => encodeURIComponent(part))
    .join('/');
  const query = new URLSearchParams([
    ...Object.entries({ ...(search ? { search } : {}), ...(show ? { show } : {}) }),
    ...runEntries(run),
  ]).toString();
  return `#/${path}${query && `?${query}`}`;
}

/** Where a path of the viewer begins as a report did. */
export const partingHash = ({ flow, path: { start, edges } }: Pick<Parting, 'flow' | 'path'>): string =>
  placeHash({
    flow: flow.name,
    state: null,
    run: { start: start.scenario, did: edges.map(({ event }) => event.key) },
  });
