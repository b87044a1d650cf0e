import type { Agreement } from '#contract/agreements.ts';
import type { AppConfig } from '#contract/app-config.ts';
import type { Hearing } from '#contract/status.ts';
import type { AccountDependencies } from '#server/accounts/accounts.ts';
import type { Logins } from '#server/accounts/logins.ts';
import type { AnalysesDependencies } from '#server/analyses/room.ts';
import type { PaymentsEngine } from '#server/billing/room.ts';
import type { Threads } from '#server/engines/threads/threads.ts';
import type { NotesThreads } from '#server/exports/threads/notes-threads.ts';
import type { App } from '#server/http/mount.ts';
import type { TokenVerifier } from '#server/http/token-verifier.ts';
import type { WebFiles } from '#server/http/web-files.ts';
import type { LegalTexts } from '#server/legal/legal-texts.ts';
import type { Config, ModelPrices } from '#server/platform/config.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Telemetry } from '#server/platform/telemetry.ts';
import type { PostingDependencies } from '#server/posting/room.ts';
import type { PageThreads } from '#server/sharing/threads/page-threads.ts';
import type { Finding } from '#server/status/checks.ts';
import type { NotesWriters } from '#server/status/notes-engine-routes.ts';

export interface ServerDependencies extends Pick<Shared, 'database' | 'clock' | 'log' | 'secrets'> {
  config: Config;
  /** Default: the data folder. */
  store?: FileStore;
  telemetry?: Telemetry;
  posting?: Pick<PostingDependencies, 'resolve' | 'sendRequest'>;
  engines: AnalysesDependencies['engines'];
  threads?: Threads;
  notesThreads?: NotesThreads;
  pageThreads?: PageThreads;
  identity: {
    verifier: TokenVerifier;
    config: AppConfig['identity'];
    mount?: (app: App, logins: Pick<Logins, 'endWithin' | 'forgetHere'>) => void;
    forget?: (tx: Orm, subjects: readonly string[]) => Promise<void>;
    facts?: Pick<AccountDependencies, 'isSignInLive' | 'hasAddress'>;
  };
  /** Default: neither a service nor a model. */
  writers?: Pick<NotesWriters, 'settings' | 'here'>;
  hearing?: () => Hearing | null;
  canHear?: () => Promise<boolean>;
  check?: () => Promise<Finding[]>;
  modelPrices?: ModelPrices | undefined;
  payments?: PaymentsEngine;
  mail: {
    port: MailPort;
    mount?: (app: App) => void;
  };
  web: WebFiles | null;
  legal?: Pick<LegalTexts, 'text'>;
  agreements?: readonly Agreement[];
  version: string;
  /** Null: no content security policy (development). */
  connectTo: readonly string[] | null;
  operatorKey?: string;
  checkResponses: boolean;
}
