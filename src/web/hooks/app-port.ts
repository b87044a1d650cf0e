import type { QueryClient } from '@tanstack/react-query';
import type { ActorRefFrom } from 'xstate';
import type { Choice } from '#contract/choices.ts';
import type { alphaFlagMachine } from '#machines/alpha-flag/alpha-flag.machine.ts';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import type { notesAutosaveMachine } from '#machines/notes-autosave/notes-autosave.machine.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Queries } from '#web/api/late-queries.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import type { LoadModalView, ModalName, ModalViews } from './modal-views.ts';
import type { SharedPort, Watched } from './shared-port.ts';

export interface SignInEntries {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

type AnalysisRef = ActorRefFrom<typeof analysisMachine>;

export interface App extends LastingFlowActors, SharedPort {
  alphaFlag(): ActorRefFrom<typeof alphaFlagMachine>;
  /** Without it, `upload`, everything below and most flows throw. */
  readonly latePart: Watched<boolean> & { load(): Promise<void> };
  upload(sessionId: string): ActorRefFrom<typeof uploadMachine>;
  notesAutosave(sessionId: string): ActorRefFrom<typeof notesAutosaveMachine>;
  analysis(sessionId: string, analysisId: string | null, hasSource: boolean): AnalysisRef;
  /** The last release stops the flow. */
  hold(ref: AnalysisRef): () => void;
  readonly signInEffects: {
    signingIn<Value>(work: Promise<Value>): Promise<Value>;
    announceLogin(): void;
  };
  choose(choice: Choice | null): void;
  readonly modalViews: ModalViews;
  loadModalView(name: ModalName): ReturnType<LoadModalView>;
  readonly identity: IdentityPort;
  readonly credentialEntries: CredentialEntries;
  readonly files: ChosenFiles;
  readonly sound: { readonly position: Watched<number> };
  readonly recorder: {
    readonly level: Watched<number>;
    readonly sinceKept: Watched<number>;
    readonly canRecord: () => boolean;
    readonly unkeptMs: () => number;
  };
  saveFile(file: Blob, name: string): void;
  readonly client: ApiClient;
  readonly queries: Queries;
  readonly queryClient: QueryClient;
}

/** The lists `app/lasting-flows.ts` and `app/late-flows.ts` do not compile until they have every flow. */
// biome-ignore lint/suspicious/noEmptyInterface: the flows fill it
export interface LastingFlows {}

export type LastingFlow = keyof LastingFlows;

export type LastingFlowActors = {
  readonly [Name in LastingFlow]: () => ActorRefFrom<LastingFlows[Name]>;
};
