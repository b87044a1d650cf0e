import type { ReplacedLines } from '#contract/transcript-edits.ts';
import type { SourceInfo } from '#contract/visit.ts';
import type { DemandedModal, OpenedModal } from '#machines/modals/modals.setup.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';
import type { Sound } from '#web/flows/player/sound.ts';
import type { KeptRecordings } from '#web/flows/recording/kept-recordings.ts';
import type { UploadEnd } from '#web/flows/recording/provide-recording.ts';
import type { Recorder } from '#web/flows/recording/recorder.ts';
import type { Notices } from '#web/hooks/notices.ts';
import type { Navigate } from '#web/hooks/shared-port.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import type { SiteDependencies } from './create-site.ts';

/** What the lasting flows use: browser, server, identity provider and one another. */
export interface Surroundings {
  client: ApiClient;
  identity: IdentityPort;
  page: SiteDependencies['page'];
  storage: Storage;
  navigate: Navigate;
  notices: Pick<Notices, 'show'>;
  journey: PaymentJourney;
  /** Passwords and codes that the user types. */
  secrets: CredentialEntries;
  /** The signed-in user, or null. */
  userId: () => string | null;
  /** Whether the sign-in form is busy; it announces its own end. */
  isSigningIn: () => boolean;
  sourceInfo: () => SourceInfo | null;
  /** R9.11: null after 200 ms. */
  lookUpClientId: () => Promise<string | null>;
  /** Requests a required modal, or withdraws the request (R2.34). */
  demand: (modal: DemandedModal) => void;
  settle: (modal: DemandedModal) => void;
  openModal: (modal: OpenedModal) => void;
  closeModal: (modal: OpenedModal) => void;
  /** Notices are below an open modal. */
  isModalOpen: () => boolean;
  signOut: () => void;
  /** The session has ended: goes to the landing page. */
  endSession: () => void;
  /** Clears the user's data and flows. */
  forgetUser: () => void;
  /** Reloads the user, balance and credit history. */
  refreshUser: () => void;
  files: ChosenFiles;
  sound: Sound;
  recorder: Recorder;
  /** What this browser has of recordings. */
  recordings: KeptRecordings;
  /** Gives a file to the upload of a session. */
  handOver: (sessionId: string, file: ChosenFile) => void;
  /** Tells what becomes of a session's upload; returns how to stop. */
  watchUpload: (sessionId: string, onEnd: (end: UploadEnd) => void) => () => void;
  /** Reads campaigns, sessions and their notes again. */
  refreshNotes: () => void;
  /** Reads again everything that people read: transcripts, notes, results, titles, the glossary. */
  refreshTexts: () => void;
  /** Shows edited lines of a transcript wherever it is shown. */
  showLines: (replaced: ReplacedLines) => void;
  changePreferences: (change: PreferenceChange) => void;
  /** A session's title, and its address. */
  sessionAt: (sessionId: string) => { title: string; path: string };
  /** Reads the posts of sessions again. */
  refreshPosts: () => void;
  /** Closes the player if it plays this session. */
  stopHearing: (sessionId: string) => void;
  /** Opens the settings of a campaign's webhook. */
  openWebhook: (campaignId: string) => void;
}
