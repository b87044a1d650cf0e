import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { ActorRefFrom, InspectionEvent } from 'xstate';
import type { Choice } from '#contract/choices.ts';
import type { alphaFlagMachine } from '#machines/alpha-flag/alpha-flag.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import type { Flows, LazyFlows } from './flow-port.ts';
import type { Lazy } from './lazily.ts';
import type { ModalName, ModalViewProps, ModalViews } from './modal-views.ts';
import type { SharedPort } from './shared-port.ts';
import type { Instruments } from './surroundings.ts';

export interface SignInEntries {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

export interface App extends SharedPort {
  readonly flows: Flows;
  readonly spawned: LazyFlows;
  readonly instruments: Readonly<Partial<Instruments>>;
  alphaFlag(): ActorRefFrom<typeof alphaFlagMachine>;
  readonly signInEffects: {
    signingIn<Value>(work: Promise<Value>): Promise<Value>;
    announceLogin(): void;
  };
  choose(choice: Choice | null): void;
  /** For reports, from flows that components make. */
  recordStep(event: InspectionEvent): void;
  readonly modalViews: ModalViews;
  modalView(name: ModalName): Lazy<ComponentType<ModalViewProps>>;
  /** Covers the page until the returned function is called. */
  cover(): () => void;
  readonly identity: IdentityPort;
  readonly credentialEntries: CredentialEntries;
  readonly files: ChosenFiles;
  readonly storage: Storage;
  saveFile(file: Blob, name: string): void;
  readonly client: ApiClient;
  readonly queryClient: QueryClient;
}
