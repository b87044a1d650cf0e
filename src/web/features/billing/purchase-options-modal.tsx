import { useState } from 'react';
import { balanceHours } from '#contract/credits.ts';
import type { PurchaseQuantity } from '#contract/prices.ts';
import { newsWords } from '#machines/checkout/checkout.selectors.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { usePurchase } from '#web/flows/checkout/use-purchase.ts';
import type { ModalViewProps } from '#web/hooks/modal-views.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LampLitTable } from '#web/ui/illustrations/lamp-lit-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { countOf, credits, hoursRange } from '#web/ui/text.ts';
import './billing.css';
import { PayAsYouGo } from './pay-as-you-go.tsx';
import { PurchaseFaq } from './purchase-faq.tsx';
import { Leaving, Returned } from './purchase-moment.tsx';
import { Subscriptions } from './subscriptions.tsx';

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
  return (
    <Dialog open wide title="Purchase options" onClose={onClose}>
      <div className="billing-head">
        <Balance credits={user?.userCreditBalance ?? 0} freeAnalyses={user?.freeAnalysisBalance ?? 0} />
        <LampLitTable className="billing-lamp" />
      </div>
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

function Balance({ credits: count, freeAnalyses }: { credits: number; freeAnalyses: number }) {
  const free = freeAnalyses > 0 ? countOf(freeAnalyses, 'free analysis', 'free analyses') : null;
  if (count === 0) {
    return (
      <p className="billing-balance">
        You have <strong>{free === null ? 'no credits left' : `${free} and no credits yet`}</strong>.
      </p>
    );
  }
  return (
    <p className="billing-balance">
      You have <strong>{credits(count)}</strong>, enough for {hoursRange(balanceHours(count))} of audio
      {free === null ? '.' : `, and ${free}.`}
    </p>
  );
}

function Words({ purchase }: { purchase: OptionsProps['purchase'] }) {
  const { failure, news, isPaymentPending, retry } = purchase;
  if (failure) {
    return (
      <Notice kind="error" title={failure.message}>
        <p>
          {failure.code === 'paymentsUnavailable'
            ? 'This server can’t take payments right now. Your credits and your work are safe.'
            : 'You weren’t charged, and we kept your choice.'}
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
    <Notice kind="information" title="Your payment is taking longer than usual">
      Nothing is lost. We keep checking, and your credits will arrive automatically. Please don’t pay twice.
    </Notice>
  );
}
