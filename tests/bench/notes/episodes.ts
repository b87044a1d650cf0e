import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SharedSession } from '#tests/support/sessions.ts';

export const usualCorpus = new URL('../../../../shared/data/crd3/', import.meta.url).pathname;

export function sessionsOf(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const each of [folder, join(folder, 'train')]) {
    if (!existsSync(each)) continue;
    for (const file of readdirSync(each).sort()) {
      const name = /^(.+)\.json(\.gz)?$/.exec(file)?.[1];
      if (name && !found.has(name)) found.set(name, join(each, file));
    }
  }
  return found;
}

export function readSession(file: string): SharedSession {
  const bytes = readFileSync(file);
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as SharedSession;
}

/** Read while the rules were written. */
const LOOKED_AT = new Set(['C1E054', 'C2E017', 'C2E028']);

/**
 * Rules were tuned on 0, 5, 10 … of `train`, and changed after judging samples of all others but 1, 6, 11 …
 */
export function reported(folder: string): string[] {
  const all = [...sessionsOf(folder)];
  const inTrain = all
    .filter(([, file]) => file.includes(`${join(folder, 'train')}/`))
    .map(([name]) => name)
    .sort();
  if (inTrain.length === 0) return all.map(([name]) => name);
  return inTrain.filter((name, index) => index % 5 === 4 && !LOOKED_AT.has(name));
}

/** The name of the session after this one. */
export function followerOf(episode: string): string {
  const number = /\d+$/.exec(episode)?.[0] ?? '';
  return episode.slice(0, -number.length) + String(Number(number) + 1).padStart(number.length, '0');
}
