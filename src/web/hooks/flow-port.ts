import type { AnyStateMachine, EventFrom } from 'xstate';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { UploadEnd } from '#web/effects/upload-end.ts';
import type { FlowActor, FlowMachines, FlowName } from './flow-actors.ts';
import type { Lazy } from './lazily.ts';
import type { Arrival, Surroundings } from './surroundings.ts';

/** One actor for as long as the app runs. */
export interface Flow<Machine extends AnyStateMachine, Around = Surroundings> {
  readonly provide: (around: Around) => Machine;
  readonly onArrival?: (arrival: Arrival, around: Surroundings) => EventFrom<Machine> | null;
}

/** @returns how to open its actors */
export type SpawnedFlow<Name extends keyof SpawnedFlows, Around = Surroundings> = (
  around: Around,
) => SpawnedFlows[Name];

export interface Flows {
  get<Name extends FlowName>(name: Name): FlowActor<Name> | undefined;
  load<Name extends FlowName>(name: Name): Promise<FlowActor<Name>>;
  /** While rendering. */
  read<Name extends FlowName>(name: Name): FlowActor<Name>;
  /**
   * Loads the flow before; if that fails, a notice says so. @param options.keeps no notice: a modal says it and may load the
   * flow again, which then gets the event
   */
  send<Name extends FlowName>(
    name: Name,
    event: EventFrom<FlowMachines[Name]>,
    options?: { keeps?: boolean },
  ): void;
  /** Loads the flow before; if that fails, a notice says so. */
  open<Name extends keyof SpawnedFlows>(name: Name, use: (flow: SpawnedFlows[Name]) => void): void;
  /** For when the browser is idle. */
  loadAll(): Promise<unknown>;
}

export interface Uploads {
  of(sessionId: string): FlowActor<'upload'>;
  /** As soon as the upload can take it. */
  ask(sessionId: string, event: EventFrom<FlowMachines['upload']>): void;
  /** As soon as the upload can take it. Returns a function to stop. */
  give(sessionId: string, file: ChosenFile, onEnd: (end: UploadEnd) => void): () => void;
  watch(sessionId: string, onEnd: (end: UploadEnd) => void): () => void;
}

export interface Analyses {
  of(sessionId: string, analysisId: string | null, hasSource: boolean): FlowActor<'analysis'>;
  /** Returns how to let go: the last one stops the flow, unless the analysis is running. */
  hold(ref: FlowActor<'analysis'>): () => void;
}

/** Several actors, such as one for each session. */
export interface SpawnedFlows {
  upload: Uploads;
  notesAutosave: { of(sessionId: string): FlowActor<'notesAutosave'> };
  analysis: Analyses;
  transcriptImport: { of(sessionId: string): FlowActor<'transcriptImport'> };
}

export type LazyFlows = { readonly [Name in keyof SpawnedFlows]: Lazy<SpawnedFlows[Name]> };
