import { useLayoutEffect, useRef } from 'react';
import { balanceHours } from '#contract/credits.ts';
import type { SocialLinks } from '#contract/status.ts';
import { subscriptionWords } from '#machines/subscription/subscription.selectors.ts';
import { useHasAlphaFeatures } from '#web/app/account-hooks.ts';
import { useExpiringCredits } from '#web/app/balance-hooks.ts';
import { useAuth, useLoadingOverlay, useModals } from '#web/app/hooks.ts';
import { LoadingOverlay } from '#web/ui/loading-overlay.tsx';
import { localDay } from '#web/ui/text.ts';
import { AccountBar } from './account-bar.tsx';
import { ModalHost } from './modal-host.tsx';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';

interface AccountNavigationProps {
  path: string;
  links: SocialLinks;
}

/** What the navigation bar holds for whoever is signed in; entries whose modal has no view are not there. */
export function AccountNavigation(props: AccountNavigationProps) {
  const { user, signOut } = useAuth();
  const { open, canOpen } = useModals();
  const alphaFeatures = useHasAlphaFeatures();
  const expiring = useExpiringCredits();
  if (user === null) return null;
  const opener = (modal: 'purchaseOptions' | 'creditsAndBilling' | 'feedback' | 'accountSettings') =>
    canOpen(modal) ? () => open(modal) : undefined;
  return (
    <AccountBar
      {...props}
      alphaFeatures={alphaFeatures}
      account={{
        email: user.userEmail,
        creditBalance: user.userCreditBalance,
        freeAnalysisBalance: user.freeAnalysisBalance,
        hours: balanceHours(user.userCreditBalance),
        expiring,
        problem:
          user.activeSubscription &&
          subscriptionWords(user.activeSubscription, (iso) => localDay(iso)).problem,
      }}
      onPurchase={opener('purchaseOptions')}
      onHistory={opener('creditsAndBilling')}
      onFeedback={opener('feedback')}
      onSettings={opener('accountSettings')}
      onSignOut={signOut}
    />
  );
}

interface AccountDialogsProps {
  /** The address asks for the sign-in dialog. */
  joins: boolean;
  onJoinClosed: () => void;
}

/** What covers the page: the sign-in dialog, the modals (R2.34), and over any of them the loading overlay (R4.18). */
export function AccountDialogs({ joins, onJoinClosed }: AccountDialogsProps) {
  const { status } = useAuth();
  return (
    <>
      {joins && status === 'signedOut' ? <SignInDialog onClose={onJoinClosed} /> : null}
      <ModalHost />
      <OverlayOnTop />
    </>
  );
}

/** A popover, because open dialogs cover everything else. */
function OverlayOnTop() {
  const { isVisible } = useLoadingOverlay();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!isVisible || !element?.showPopover) return;
    element.showPopover();
    return () => element.hidePopover();
  }, [isVisible]);
  return (
    <div ref={place} className="overlay-place" popover="manual">
      <LoadingOverlay visible={isVisible} />
    </div>
  );
}
