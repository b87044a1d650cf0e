import type { QueryClient } from '@tanstack/react-query';
import type { ActorRefFrom } from 'xstate';
import type { Choice } from '#contract/choices.ts';
import type { alphaFlagMachine } from '#machines/alpha-flag/alpha-flag.machine.ts';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import type { notesAutosaveMachine } from '#machines/notes-autosave/notes-autosave.machine.ts';
import type { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Queries } from '#web/api/queries.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import type { LoadModalView, ModalName, ModalViews } from './modal-views.ts';
import type { SharedPort, Watched } from './shared-port.ts';

/** The values of the sign-in form. */
export interface SignInEntries {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

type AnalysisRef = ActorRefFrom<typeof analysisMachine>;

/** The app as hooks see it; `createApp` returns it. */
export interface App extends LastingFlowActors, SharedPort {
  alphaFlag(): ActorRefFrom<typeof alphaFlagMachine>;
  /** The upload of a session; it continues after the view is gone. */
  upload(sessionId: string): ActorRefFrom<typeof uploadMachine>;
  /** Editing a session's notes; it continues after the view is gone. */
  notesAutosave(sessionId: string): ActorRefFrom<typeof notesAutosaveMachine>;
  /** The flow of this analysis; null: a new one. */
  analysis(sessionId: string, analysisId: string | null, hasSource: boolean): AnalysisRef;
  /** Keeps an analysis's flow running while a view shows it; the last release stops it. */
  hold(ref: AnalysisRef): () => void;
  /** The flow of one sign-in dialog, whose form has the input. */
  openSignIn(entered: () => SignInEntries): typeof signInMachine;
  /** Shows a signed-in user the choice in the address; null: none. */
  choose(choice: Choice | null): void;
  readonly modalViews: ModalViews;
  loadModalView(name: ModalName): ReturnType<LoadModalView>;
  readonly identity: IdentityPort;
  readonly credentialEntries: CredentialEntries;
  readonly files: ChosenFiles;
  /** What is heard of a recording. */
  readonly sound: { readonly position: Watched<number> };
  /** What the microphone hears. */
  readonly recorder: {
    readonly level: Watched<number>;
    readonly sinceKept: Watched<number>;
    readonly canRecord: () => boolean;
  };
  /** Saves a file on the device, as a click on a link that downloads would. */
  saveFile(file: Blob, name: string): void;
  readonly client: ApiClient;
  readonly queries: Queries;
  readonly queryClient: QueryClient;
}

/**
 * The machine of each flow that runs as long as the app does, by its name. Each folder of `flows` declares its own here,
 * beside its hook; the registry (`app/lasting-flows.ts`) does not compile until it holds every one.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the flows fill it
export interface LastingFlows {}

export type LastingFlow = keyof LastingFlows;

export type LastingFlowActors = {
  readonly [Name in LastingFlow]: () => ActorRefFrom<LastingFlows[Name]>;
};
