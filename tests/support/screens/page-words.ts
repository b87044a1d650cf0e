import type { AnyMachineSnapshot } from 'xstate';
import type { PageWords } from '#flows/export/script-words.ts';
import type { GoalScript } from '#flows/goal-scripts.ts';
import type { ModelState } from '#flows/timed-model.ts';
import { capitalised } from '#flows/words.ts';
import {
  type Control,
  type FlowScreen,
  isGesture,
  type Role,
  type ScreenDriver,
  type Sight,
} from './screen.ts';
import { controlOf, excuseFor, isIn, keyOf } from './walk-path.ts';

const most = 3;

/** The texts that a pattern of a name stands for, “…” where anything may stand. Patterns of screens are short and not nested deeply. */
function textsOf(pattern: string): string[] {
  let rest = pattern;
  const sequence = (): string[] => {
    let texts = [''];
    const all: string[] = [];
    while (rest !== '' && rest[0] !== ')') {
      if (rest[0] === '|') {
        all.push(...texts);
        texts = [''];
        rest = rest.slice(1);
        continue;
      }
      const parts = part();
      const [, quantifier = ''] = /^([*+?]\??|\{[^}]*\})?/.exec(rest) ?? [];
      rest = rest.slice(quantifier.length);
      const meant = quantifier === '?' ? ['', ...parts] : parts;
      texts = texts.flatMap((text) => meant.map((one) => text + one));
    }
    return [...all, ...texts];
  };
  const part = (): string[] => {
    const [token = ''] = /^(?:\\.|\[[^\]]*\]|\((?:\?:)?|[\s\S])/.exec(rest) ?? [];
    rest = rest.slice(token.length);
    if (token.startsWith('(')) {
      const inner = sequence();
      rest = rest.slice(1);
      return inner;
    }
    if (token === '^' || token === '$' || token === '\\b') return [''];
    if (token === '.' || token.startsWith('[') || /^\\[dwsS]$/.test(token)) return ['…'];
    return [token.replace(/^\\/, '')];
  };
  const open = (text: string) =>
    `${pattern.startsWith('^') ? '' : '…'}${text}${pattern.endsWith('$') ? '' : '…'}`.replace(/…+/g, '…');
  return [...new Set(sequence().map(open))].slice(0, most);
}

const quoted = (text: string | RegExp) =>
  (typeof text === 'string' ? [text] : textsOf(text.source)).map((one) => `“${one}”`).join(' or ');

const roles: Partial<Record<Role, string>> = {
  alert: 'the warning',
  checkbox: 'the box',
  progressbar: 'the progress bar',
  radio: 'the choice',
  status: 'the note',
  textbox: 'the field',
};

function named(role: Role | undefined, text: string | RegExp): string {
  const kind = role === undefined ? '' : (roles[role] ?? `the ${role}`);
  return text === '' ? kind.replace(/^the /, 'a ') : `${kind} ${quoted(text)}`.trim();
}

const verbs: Partial<Record<Role, string>> = { menuitem: 'choose', radio: 'choose', tab: 'open the tab' };

const pressWords = ({ role, name }: Control) =>
  role === 'checkbox' || role === 'switch'
    ? `press ${named(role, name)}`
    : `${verbs[role] ?? 'press'} ${quoted(name)}`;

const sightWords = ({ role, text, busy }: Sight) => `${named(role, text)}${busy ? ', busy' : ''}`;

function typeWords(label: string, text: string): string {
  if (text === '') return `empty the field “${label}”`;
  if (text.trim() === '') return `type only blanks into “${label}”`;
  return `type “${text.replaceAll('\n', '” and in the next line “')}” into “${label}”`;
}

const keys: Readonly<Record<string, string>> = { ArrowDown: 'arrow down', ArrowUp: 'arrow up' };

function recordingDriver(
  done: string[],
  typed: Map<string, string[]>,
  { role, name }: Control,
): ScreenDriver {
  return {
    click: async (control) => void done.push(pressWords(control)),
    fill: async (label, text) => {
      if (role === 'combobox' && name === label)
        return void done.push(`choose “${capitalised(text)}” from “${label}”`);
      done.push(typeWords(label, text));
      typed.set(label, [...(typed.get(label) ?? []), text]);
    },
    chooseFile: async (label, { name }) => void done.push(`choose the file ${name} at “${label}”`),
    press: async (key) => void done.push(`press the key ${keys[key] ?? key}`),
    point: async ({ name }) => void done.push(`point at ${name}`),
    hold: async () => void done.push('hold the mouse button down'),
    letGo: async () => void done.push('release the mouse button'),
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
  if (excuse !== undefined) return excuse.instead ?? `Not by hand: ${excuse.reason}.`;
  if (!isGesture(way)) return way.instead;
  const done: string[] = [];
  const control = controlOf(way, step.event, before);
  const driver = recordingDriver(done, typed, control);
  if (way.perform) await way.perform(driver, step.event as never, before.machine);
  else await driver.click(control);
  return capitalised(`${done.join(', then ')}.`);
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
  const choosesFiles = [...known.values()].some((there) =>
    [...there.values()].some((words) => words?.includes(' the file ')),
  );
  const files = choosesFiles ? ' The files are on the charts’ site, under “Test scripts for people”.' : '';
  return {
    typed,
    begin: `${screen.begin}${files} Names, numbers and codes in the steps are examples; yours may differ.`,
    pressed: ({ key }, before) => known.get(before)?.get(key),
    seen({ machine }) {
      const promises = screen.promises.filter((promised) => isIn(machine, promised.in));
      const seen = new Set(promises.flatMap((promised) => seenWords(promised, machine)));
      if (seen.size > 0) return [...seen];
      const gone = promises.flatMap(({ doesNotSee = [] }) => doesNotSee);
      return [...new Set(gone.map(({ role, text }) => `no ${named(role, text).replace(/^the /, '')}`))];
    },
  };
}
