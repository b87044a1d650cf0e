import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SharedSession } from '#tests/support/sessions.ts';

/** The corpus beside the project, unless another folder of its shape is named. */
export const usualCorpus = new URL('../../../../shared/data/crd3/', import.meta.url).pathname;

/** The sessions of a folder and of its folder `train`: their names and files. */
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

/**
 * The rules were tuned on every fifth session of `train` (tuning); these were never read while tuning: two of
 * every fifteen, and all sessions outside `train`.
 */
export function reported(folder: string): string[] {
  const all = [...sessionsOf(folder)];
  const inTrain = all
    .filter(([, file]) => file.includes(`${join(folder, 'train')}/`))
    .map(([name]) => name)
    .sort();
  const others = all.map(([name]) => name).filter((name) => !inTrain.includes(name));
  return [...others, ...inTrain.filter((_, index) => index % 5 === 2)];
}
