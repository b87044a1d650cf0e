import type { AnyMachineSnapshot } from 'xstate';
import type { PageWords } from '#flows/export/script-words.ts';
import type { GoalScript } from '#flows/goal-scripts.ts';
import type { ModelState } from '#flows/timed-model.ts';
import { type Control, type FlowScreen, isGesture, type ScreenDriver, type Sight } from './screen.ts';
import { controlOf, excuseFor, isIn, keyOf } from './walk-path.ts';

function textOf(text: string | RegExp): string {
  if (typeof text === 'string') return text;
  return text.source
    .replace(/^\^|\$$/g, '')
    .replace(/\(\?:/g, '(')
    .replace(/(?:\.|\[[^\]]*\]|\\[dwsS])[*+]\??/g, '…')
    .replace(/\\(.)/g, '$1')
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(/\|/g, ' / ');
}

const named = (role: string | undefined, text: string | RegExp) =>
  `${role === undefined ? '' : `${role} `}“${textOf(text)}”`;

const controlWords = ({ role, name }: Control) => named(role, name);

const sightWords = ({ role, text, busy }: Sight) => `${named(role, text)}${busy ? ', busy' : ''}`;

function recordingDriver(done: string[], typed: Map<string, string[]>): ScreenDriver {
  return {
    click: async (control) => void done.push(controlWords(control)),
    fill: async (label, text) => {
      done.push(`“${text}” into “${label}”`);
      typed.set(label, [...(typed.get(label) ?? []), text]);
    },
    chooseFile: async (label, { name }) => void done.push(`${name} at “${label}”`),
    press: async (key) => void done.push(`key ${key}`),
    look: async ({ expected }) => expected,
    sees: async () => true,
    offers: async () => true,
  };
}

type UserStep = Parameters<PageWords['pressed']>[0];

async function doneFor(
  screen: FlowScreen,
  step: UserStep,
  before: ModelState,
  typed: Map<string, string[]>,
): Promise<string | undefined> {
  const way = screen.gestures[keyOf(screen, step)];
  if (way === undefined) return undefined;
  const excuse = excuseFor(screen, step.event, before);
  if (excuse !== undefined) return excuse.instead ?? `nothing to press: ${excuse.reason}`;
  if (!isGesture(way)) return way.noGesture;
  const done: string[] = [];
  const driver = recordingDriver(done, typed);
  if (way.perform) await way.perform(driver, step.event as never);
  else await driver.click(controlOf(way, step.event, before));
  return done.join(', then ');
}

/** A chart that is being changed may come to states that its screen does not know. */
function seenWords({ sees }: FlowScreen['promises'][number], machine: AnyMachineSnapshot): string[] {
  try {
    return (sees?.(machine) ?? []).map(sightWords);
  } catch (error) {
    return [`what its screen does not know (${error instanceof Error ? error.message : error})`];
  }
}

export async function pageWords(screen: FlowScreen, scripts: readonly GoalScript[]): Promise<PageWords> {
  const typed = new Map<string, string[]>();
  const known = new Map<ModelState, Map<string, string | undefined>>();
  for (const { path } of scripts) {
    for (const [at, { event }] of path.edges.entries()) {
      const before = path.edges[at - 1]?.state ?? path.start.state;
      const there = known.get(before) ?? new Map<string, string | undefined>();
      known.set(before, there);
      if (event.type === 'user') there.set(event.key, await doneFor(screen, event, before, typed));
    }
  }
  return {
    typed,
    begin: screen.begin,
    pressed: ({ key }, before) => known.get(before)?.get(key),
    seen: ({ machine }) => [
      ...new Set(
        screen.promises
          .filter((promised) => isIn(machine, promised.in))
          .flatMap((promised) => seenWords(promised, machine)),
      ),
    ],
  };
}
