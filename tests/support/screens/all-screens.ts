import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FlowScreen } from './screen.ts';

export async function allScreens(): Promise<readonly FlowScreen[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.screen.ts'));
  return Promise.all(files.toSorted().map(screenIn));
}

export async function screenIn(file: string): Promise<FlowScreen> {
  const exports: Readonly<Record<string, unknown>> = await import(
    pathToFileURL(join(import.meta.dirname, file)).href
  );
  const screen = Object.values(exports).find(isScreen);
  if (screen === undefined) throw new Error(`${file} describes no screen.`);
  return screen;
}

const isScreen = (value: unknown): value is FlowScreen =>
  typeof value === 'object' && value !== null && 'flow' in value && 'gestures' in value;
