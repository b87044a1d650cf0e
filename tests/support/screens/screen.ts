import type { AnyMachineSnapshot } from 'xstate';
import type { FlowOutcome } from '#flows/flow.ts';

export type Role =
  | 'alert'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'menuitem'
  | 'pointer'
  | 'progressbar'
  | 'radio'
  | 'status'
  | 'switch'
  | 'tab'
  | 'textbox';

export interface Control {
  role: Role;
  name: string | RegExp;
  /** Of what only a pointer finds (`pointer`): the CSS selector; the name is for people. */
  at?: string;
}

export interface Sight {
  role?: Role;
  text: string | RegExp;
  busy?: boolean;
}

export type Question = { readonly sees: Sight } | { readonly offers: Control };

export interface ChosenFile {
  name: string;
  sizeBytes: number;
}

export interface Look {
  questions: readonly Question[];
  expected: readonly boolean[];
}

export interface ScreenDriver {
  click(control: Control): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  chooseFile(label: string, file: ChosenFile): Promise<void>;
  press(key: string): Promise<void>;
  /** Moves the pointer there. */
  point(control: Control): Promise<void>;
  /** Presses the pointer's button where it is. */
  hold(): Promise<void>;
  letGo(): Promise<void>;
  /** Reads the page once for all questions, and may wait until they are all true. */
  look(look: Look): Promise<readonly boolean[]>;
  sees(sight: Sight): Promise<boolean>;
  offers(control: Control): Promise<boolean>;
}

export interface Stage {
  readonly driver: ScreenDriver;
  send(event: { readonly type: string }): Promise<void>;
  answer(actorId: string, outcome: FlowOutcome): Promise<void>;
  /** Advances the clock, in milliseconds. */
  wait(milliseconds: number): Promise<void>;
  taken(): Promise<readonly string[]>;
  takenAndSeen?(look: Look): Promise<{ taken: readonly string[]; found: readonly boolean[] }>;
}

type SomeEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface Gesture {
  control: Control | ((event: SomeEvent, snapshot: AnyMachineSnapshot) => Control);
  perform?: (driver: ScreenDriver, event: SomeEvent, snapshot: AnyMachineSnapshot) => Promise<void>;
}

/** Of an event that no single control of the page sends. */
export interface Surrounding {
  /** What a tester does. */
  instead: string;
}

export interface Promised {
  /** Without the machine's id, such as `returning.refused`; empty for every state. */
  in: string;
  sees?: (snapshot: AnyMachineSnapshot) => readonly Sight[];
  doesNotSee?: readonly Sight[];
}

export interface NotOffered {
  event: string;
  in: string;
  when?: (snapshot: AnyMachineSnapshot, event: SomeEvent) => boolean;
  reason: string;
  /** What a tester does instead. */
  instead?: string;
}

export interface FlowScreen {
  flow: string;
  begin: string;
  address: string | ((input: unknown) => string);
  /** By event type, or `type: case`. */
  gestures: Readonly<Record<string, Gesture | Surrounding>>;
  promises: readonly Promised[];
  bringIntoView?: (driver: ScreenDriver, snapshot: AnyMachineSnapshot) => Promise<void>;
  notOffered?: readonly NotOffered[];
  /** For a flow that only shows a required modal. */
  readonly demanded?: { readonly arrival: SomeEvent; readonly title: string };
}

export const isGesture = (way: Gesture | Surrounding): way is Gesture => 'control' in way;

export const addressOf = ({ address }: FlowScreen, input: unknown) =>
  typeof address === 'function' ? address(input) : address;

export function failureShown({ context }: AnyMachineSnapshot): readonly Sight[] {
  const { failure } = context as { failure: { message: string } | null };
  return failure ? [{ role: 'alert', text: failure.message }] : [];
}
