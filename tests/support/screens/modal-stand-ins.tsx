import { isDemandedModal } from '#machines/modals/modals.selectors.ts';
import type { ModalName, ModalViewProps, ModalViews } from '#web/hooks/modal-views.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** What the dialog of each modal is called here. */
export const modalTitles: Readonly<Record<ModalName, string>> = {
  agreements: 'Our agreements have changed',
  emailVerification: 'Confirm your email address',
  reSignIn: 'Sign in once more',
  copylessNotice: 'Good to know',
  feedback: 'What is on your mind?',
  accountSettings: 'Your account',
  creditsAndBilling: 'What came and went',
  deleteAccount: 'Delete the account',
  purchaseOptions: 'Credits',
};

/** What the button in it is called that puts away what was demanded. */
export const answerOf = (modal: ModalName) => `Done with: ${modalTitles[modal]}`;

function standIn(name: ModalName) {
  return function StandIn({ onClose }: ModalViewProps) {
    const title = modalTitles[name];
    if (!isDemandedModal(name)) {
      return (
        <Dialog open title={title} onClose={onClose}>
          <input aria-label={`Words for: ${title}`} />
        </Dialog>
      );
    }
    return (
      <Dialog open title={title} actions={<Button onClick={onClose}>{answerOf(name)}</Button>}>
        <p>Something to answer.</p>
      </Dialog>
    );
  };
}

/** A view for every modal, as simple as one can be: the flow and the host are what is looked at. */
export const modalStandIns: ModalViews = Object.fromEntries(
  (Object.keys(modalTitles) as ModalName[]).map((name) => {
    const View = standIn(name);
    return [name, async () => View];
  }),
);
