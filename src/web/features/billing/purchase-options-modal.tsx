import { useState } from 'react';
import { balanceHours } from '#contract/credits.ts';
import type { PurchaseQuantity } from '#contract/prices.ts';
import { newsWords } from '#machines/checkout/checkout.selectors.ts';
import { type ModalViewProps, useAuth, usePurchase } from '#web/app/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { credits, hoursRange } from '#web/ui/text.ts';
import './billing.css';
import { PayAsYouGo } from './pay-as-you-go.tsx';
import { PurchaseFaq } from './purchase-faq.tsx';
import { Leaving, Returned } from './purchase-moment.tsx';
import { Subscriptions } from './subscriptions.tsx';

/** What can be bought, on the way to pay, and back from it (R2.34). */
export function PurchaseOptionsModal({ onClose }: ModalViewProps) {
  const purchase = usePurchase();
  const close = () => {
    purchase.close();
    onClose();
  };
  switch (purchase.step) {
    case 'leaving':
    case 'leavingForPortal':
      return <Leaving purchase={purchase} onClose={close} />;
    case 'confirming':
    case 'processing':
    case 'credited':
      return <Returned purchase={purchase} onClose={close} />;
    case 'choosing':
    case 'creating':
    case 'refused':
      return <Options purchase={purchase} onClose={close} />;
  }
}

interface OptionsProps {
  purchase: ReturnType<typeof usePurchase>;
  onClose: () => void;
}

function Options({ purchase, onClose }: OptionsProps) {
  const { user } = useAuth();
  const { part, step } = purchase;
  const [quantity, chooseQuantity] = useState<PurchaseQuantity | null>(null);
  const isOpening = step === 'creating';
  const balance = user?.userCreditBalance ?? 0;
  return (
    <Dialog open wide title="Purchase options" onClose={onClose}>
      <p className="billing-balance">
        You have <strong>{credits(balance)}</strong>
        {balance > 0 ? `, enough for ${hoursRange(balanceHours(balance))} of audio.` : '.'}
      </p>
      <Words purchase={purchase} />
      <Tabs
        label="Purchase options"
        selected={part}
        onSelect={purchase.choosePart}
        items={[
          {
            key: 'subscription',
            label: 'Subscription',
            disabled: isOpening,
            content: part === 'subscription' ? <Subscriptions purchase={purchase} /> : null,
          },
          {
            key: 'payAsYouGo',
            label: 'Pay as you go',
            disabled: isOpening,
            content:
              part === 'payAsYouGo' ? (
                <PayAsYouGo purchase={purchase} chosen={quantity} onChoose={chooseQuantity} />
              ) : null,
          },
          { key: 'faq', label: 'FAQ', disabled: isOpening, content: part === 'faq' ? <PurchaseFaq /> : null },
        ]}
      />
    </Dialog>
  );
}

/** What went wrong (R8.3), or what became of the last purchase. */
function Words({ purchase }: { purchase: OptionsProps['purchase'] }) {
  const { failure, news, isPaymentPending, retry } = purchase;
  if (failure) {
    return (
      <Notice kind="error" title={failure.message}>
        <p>
          {failure.code === 'paymentsUnavailable'
            ? 'No payments can be taken on this server at the moment. Your credits, and everything you have made, are untouched.'
            : 'Nothing was charged, and what you chose is kept.'}
        </p>
        <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  }
  if (news) {
    return <Notice kind={news.kind === 'brought' ? 'success' : 'information'}>{newsWords(news)}</Notice>;
  }
  if (!isPaymentPending) return null;
  return (
    <Notice kind="information" title="Your payment takes longer than usual">
      Nothing is lost: we go on looking for it, and what you bought comes by itself. Please do not pay for it
      twice.
    </Notice>
  );
}
