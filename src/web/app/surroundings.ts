import type { ReplacedLines } from '#contract/transcript-edits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { SourceInfo } from '#contract/visit.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import type { RecordingPlace } from '#machines/recording/recording.setup.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';
import type { UploadEnd } from '#web/effects/upload-end.ts';
import type { OpenIncoming } from '#web/flows/incoming-recording/open-incoming.ts';
import type { Sound } from '#web/flows/player/sound.ts';
import type { KeptRecordings } from '#web/flows/recording/kept-recordings.ts';
import type { Recorder } from '#web/flows/recording/recorder.ts';
import type { DemandedModal, OpenedModal } from '#web/hooks/modal-views.ts';
import type { Notices } from '#web/hooks/notices.ts';
import type { Navigate } from '#web/hooks/shared-port.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import type { SiteDependencies } from './create-site.ts';

export interface Surroundings {
  client: ApiClient;
  identity: IdentityPort;
  page: SiteDependencies['page'];
  storage: Storage;
  navigate: Navigate;
  notices: Pick<Notices, 'show'>;
  journey: PaymentJourney;
  secrets: CredentialEntries;
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
  endSession: () => void;
  forgetUser: () => void;
  refreshUser: () => void;
  files: ChosenFiles;
  refreshNotes: () => void;
  refreshTexts: () => void;
  showLines: (replaced: ReplacedLines) => void;
  refreshSession: (place: RecordingPlace) => void;
  keepTranscript: (sessionId: string, transcript: Transcript) => void;
  changePreferences: (change: PreferenceChange) => void;
  sessionAt: (sessionId: string) => { title: string; path: string };
  refreshPosts: () => void;
  stopHearing: (sessionId: string) => void;
  openWebhook: (campaignId: string) => void;
}

export interface LateSurroundings extends Surroundings {
  sound: Sound;
  recorder: Recorder;
  recordings: KeptRecordings;
  handOver: (sessionId: string, file: ChosenFile) => void;
  lookUpClientId: () => Promise<string | null>;
  showTranscript: (sessionId: string, transcript: Transcript) => void;
  openIncoming: OpenIncoming;
  uploadFile: (sessionId: string, file: ChosenFile, onEnd: (end: UploadEnd) => void) => () => void;
  watchUpload: (sessionId: string, onEnd: (end: UploadEnd) => void) => () => void;
}
