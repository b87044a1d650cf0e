import type { QueryClient } from '@tanstack/react-query';
import type { ActorRefFrom, AnyStateMachine, InputFrom } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { FlowStep } from '#contract/feedback.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { SourceInfo } from '#contract/visit.ts';
import type { AnalysisEnd } from '#machines/analysis/analysis.setup.ts';
import type { PlayerPlace } from '#machines/player/player.setup.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import type { RecordingPlace } from '#machines/recording/recording.setup.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { Timers } from '#web/api/timers.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { LeftPage, PaymentJourney, PaymentReturn } from '#web/effects/payment-journey.ts';
import type { UploadEnd } from '#web/effects/upload-end.ts';
import type { Page } from '#web/effects/watch-page.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import type { DemandedModal, OpenedModal } from './modal-views.ts';
import type { Notices } from './notices.ts';
import type { AdaptMachine, Navigate, Watched } from './shared-port.ts';

export interface Arrival {
  user: SignedInSession;
  hasLinkedCode: boolean;
  paymentReturn: PaymentReturn;
}

type OptionalParts = 'mediaDevices' | 'locks' | 'storage' | 'wakeLock' | 'mediaSession' | 'serviceWorker';

/** The part of the window that flows use. */
type AppPage = Page &
  LeftPage & {
    addEventListener: Window['addEventListener'];
    focus(): void;
    Notification?: typeof Notification;
    location: Pick<
      Location,
      'reload' | 'assign' | 'origin' | 'hostname' | 'href' | 'pathname' | 'search' | 'hash'
    >;
    navigator: Pick<Navigator, 'clipboard' | 'userAgent'> & Partial<Pick<Navigator, OptionalParts>>;
    document: Document;
  };

/** What changes too often for a machine. A flow shares its own once it is loaded. */
export interface Instruments {
  sound: { readonly position: Watched<number> };
  recorder: {
    readonly level: Watched<number>;
    readonly sinceKept: Watched<number>;
    readonly canRecord: () => boolean;
    readonly unkeptMs: () => number;
  };
}

interface OfSession {
  sessionId: string;
  analysisId: string;
}

/** What flows are provided with. */
export interface Surroundings {
  client: ApiClient;
  identity: IdentityPort;
  page: AppPage;
  storage: Storage;
  cookies: () => string;
  timers: Timers;
  adapt: AdaptMachine;
  queryClient: QueryClient;
  baseUrl: string;
  pricePercent: () => number;
  navigate: Navigate;
  notices: Pick<Notices, 'show'>;
  journey: PaymentJourney;
  secrets: CredentialEntries;
  files: ChosenFiles;
  userId: () => string | null;
  /** The form announces its own end. */
  isSigningIn: () => boolean;
  sourceInfo: () => SourceInfo | null;

  demand: (modal: DemandedModal) => void;
  settle: (modal: DemandedModal) => void;
  openModal: (modal: OpenedModal) => void;
  closeModal: (modal: OpenedModal) => void;
  isModalOpen: () => boolean;

  signOut: () => void;
  onUnauthorized: () => void;
  /** The last of what the flows did. */
  steps: () => readonly FlowStep[];
  endSession: () => void;
  forgetUser: () => void;
  refreshUser: () => void;

  refreshNotes: () => void;
  refreshTexts: () => void;
  refreshPosts: () => void;
  refreshSession: (place: RecordingPlace) => void;
  keepTranscript: (sessionId: string, transcript: Transcript) => void;
  announceChange: (changed: { sessionId: string; analysisId?: string }) => void;
  sessionAt: (sessionId: string) => { title: string; path: string };
  /** As the campaign or the user wishes; null: neither has one. */
  usualLevel: (sessionId: string) => DetailLevel | null;

  openAnalysis: (opened: OfSession) => void;
  showResult: (shown: OfSession) => void;
  announceEnd: (ended: AnalysisEnd) => void;
  /** Although no view shows it. */
  followAnalysis: (opened: OfSession) => void;
  changePreferences: (change: PreferenceChange) => void;
  stopHearing: (sessionId: string) => void;
  /** In seconds. */
  playFrom: (place: PlayerPlace, at: number) => void;
  openWebhook: (campaignId: string) => void;
  removeRecordings: (userId: string) => Promise<void>;

  /** For hooks. */
  share: (instruments: Partial<Instruments>) => void;
  /** Returns the actor with this id, and starts it if there is none. */
  spawn: <Machine extends AnyStateMachine>(
    id: string,
    machine: Machine,
    input: () => InputFrom<Machine>,
  ) => ActorRefFrom<Machine>;
  isRunning: (id: string) => boolean;
  stop: (id: string) => void;

  handOver: (sessionId: string, file: ChosenFile) => void;
  keepSource: (sessionId: string) => void;
  /** As soon as the upload can take it. Returns a function to stop. */
  uploadFile: (sessionId: string, file: ChosenFile, onEnd: (end: UploadEnd) => void) => () => void;
  watchUpload: (sessionId: string, onEnd: (end: UploadEnd) => void) => () => void;
}
