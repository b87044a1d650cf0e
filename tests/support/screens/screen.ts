import type { AnyMachineSnapshot } from 'xstate';
import type { FlowOutcome } from '#flows/flow.ts';

/** The roles by which people, and these paths, find things on a page. */
export type Role =
  | 'alert'
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'menuitem'
  | 'progressbar'
  | 'radio'
  | 'status'
  | 'switch'
  | 'tab'
  | 'textbox';

/** Something to act on, by its role and its accessible name. A string is the whole name. */
export interface Control {
  role: Role;
  name: string | RegExp;
}

/** Something to see. With a role: an element of that role with this text in its content or name; without: text anywhere. */
export interface Sight {
  role?: Role;
  text: string | RegExp;
  /** Whether it says that work is under way (aria-busy). */
  busy?: boolean;
}

/** Whether something is to be seen, or whether a control is there and can be used. */
export type Question = { readonly sees: Sight } | { readonly offers: Control };

export interface ChosenFile {
  name: string;
  sizeBytes: number;
}

/** A look at the page: what is asked, and the answers that are expected. */
export interface Look {
  questions: readonly Question[];
  expected: readonly boolean[];
}

/** A page and the hands on it; one for testing-library, one for a real browser. */
export interface ScreenDriver {
  click(control: Control): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  /** @param label of the file field */
  chooseFile(label: string, file: ChosenFile): Promise<void>;
  press(key: string): Promise<void>;
  /** Answers all questions by one look at the page. A page drawn in its own time may be waited for until it looks so. */
  look(look: Look): Promise<readonly boolean[]>;
  sees(sight: Sight): Promise<boolean>;
  /** Whether the control is there and can be used. */
  offers(control: Control): Promise<boolean>;
}

/** A page on which one flow runs, with everything around the flow in the hands of the path. */
export interface Stage {
  readonly driver: ScreenDriver;
  /** What no user does: tells the flow directly. */
  send(event: { readonly type: string }): Promise<void>;
  /** Lets a running actor end, or send, as the path says. */
  answer(actorId: string, outcome: FlowOutcome): Promise<void>;
  /** Turns the clock, in milliseconds. */
  wait(milliseconds: number): Promise<void>;
  /** Ids of the transitions taken since this was asked last. */
  taken(): Promise<readonly string[]>;
  /** The same, and a look at the page after it, where both by one question is cheaper. */
  takenAndSeen?(look: Look): Promise<{ taken: readonly string[]; found: readonly boolean[] }>;
}

type SomeEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** How a user makes an event. */
export interface Gesture {
  /** Offered exactly while the flow would take the event. */
  control: Control | ((event: SomeEvent, snapshot: AnyMachineSnapshot) => Control);
  /** A click on the control unless told otherwise. */
  perform?: (driver: ScreenDriver, event: SomeEvent) => Promise<void>;
}

/** An event that no gesture makes, with the reason; the stage sends it. */
export interface Surrounding {
  noGesture: string;
}

/** What the page shows while a state is active. */
export interface Promised {
  /** The state's path without the machine's id, such as `returning.refused`; empty for every state. */
  in: string;
  sees?: (snapshot: AnyMachineSnapshot) => readonly Sight[];
  doesNotSee?: readonly Sight[];
}

/** A state in which the flow would take an event that the page does not offer there, with the reason. */
export interface NotOffered {
  event: string;
  in: string;
  /** Only in these circumstances. */
  when?: (snapshot: AnyMachineSnapshot, event: SomeEvent) => boolean;
  reason: string;
}

/** How one flow looks and is used on its page. */
export interface FlowScreen {
  /** Name of the flow in the catalogue. */
  flow: string;
  /** What a tester does before each script. */
  begin: string;
  /** Address of the page, by the scenario's input. */
  address: string | ((input: unknown) => string);
  /** By event type; by `type: case` where cases differ. */
  gestures: Readonly<Record<string, Gesture | Surrounding>>;
  promises: readonly Promised[];
  /** What a user does to have the flow in view, before the page is looked at; it tells the flow nothing. */
  bringIntoView?: (driver: ScreenDriver, snapshot: AnyMachineSnapshot) => Promise<void>;
  notOffered?: readonly NotOffered[];
}

export const isGesture = (way: Gesture | Surrounding): way is Gesture => 'control' in way;

export const addressOf = ({ address }: FlowScreen, input: unknown) =>
  typeof address === 'function' ? address(input) : address;

/** The message of a failure that a flow keeps, as an alert; nothing where it keeps none. */
export function failureShown({ context }: AnyMachineSnapshot): readonly Sight[] {
  const { failure } = context as { failure: { message: string } | null };
  return failure ? [{ role: 'alert', text: failure.message }] : [];
}
