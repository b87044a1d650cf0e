import type { SourceInfo } from '#contract/visit.ts';
import type { DemandedModal, OpenedModal } from '#machines/modals/modals.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import type { PaymentJourney } from '#web/effects/payment-journey.ts';
import type { Notices } from '#web/hooks/notices.ts';
import type { Navigate } from '#web/hooks/shared-port.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import type { SiteDependencies } from './create-site.ts';

/** What the lasting flows reach around them: the browser, the server, the identity provider and one another. */
export interface Surroundings {
  client: ApiClient;
  identity: IdentityPort;
  page: SiteDependencies['page'];
  storage: Storage;
  navigate: Navigate;
  notices: Pick<Notices, 'show'>;
  journey: PaymentJourney;
  /** What the user types to prove who they are, or to change how they sign in. */
  secrets: CredentialEntries;
  /** Who is signed in; null when nobody is. */
  userId: () => string | null;
  /** Whether the sign-in form is at work, which announces its end itself. */
  isSigningIn: () => boolean;
  sourceInfo: () => SourceInfo | null;
  /** R9.11: null after 200 ms. */
  lookUpClientId: () => Promise<string | null>;
  /** Brings a modal that must be answered to the top, or takes it away (R2.34). */
  demand: (modal: DemandedModal) => void;
  settle: (modal: DemandedModal) => void;
  openModal: (modal: OpenedModal) => void;
  /** Closes the modal where the user has opened it. */
  closeModal: (modal: OpenedModal) => void;
  /** Notices lie below an open modal. */
  isModalOpen: () => boolean;
  /** Ends the session as the user's own sign-out does. */
  signOut: () => void;
  /** Nobody is signed in any more; leads to the landing page. */
  endSession: () => void;
  /** Forgets what was read and started on behalf of the user. */
  forgetUser: () => void;
  /** Reads the user, their balance and its history again. */
  refreshUser: () => void;
  files: ChosenFiles;
  /** Reads campaigns, sessions and their notes again. */
  refreshNotes: () => void;
}
