import { newsWords } from '#machines/checkout/checkout.selectors.ts';
import type { usePurchase } from '#web/flows/checkout/use-purchase.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LampLitTable } from '#web/ui/illustrations/lamp-lit-table.tsx';
import { SealedLetter } from '#web/ui/illustrations/sealed-letter.tsx';
import { HoursBought } from './hours-bought.tsx';

type Purchase = ReturnType<typeof usePurchase>;

interface MomentProps {
  purchase: Purchase;
  onClose: () => void;
}

/** With a link in case the browser doesn't go. */
export function Leaving({ purchase, onClose }: MomentProps) {
  const target = purchase.step === 'leavingForPortal' ? 'billing portal' : 'checkout';
  return (
    <Dialog
      open
      title="Purchase options"
      onClose={onClose}
      actions={<Button onClick={onClose}>Stay here</Button>}
    >
      <div className="moment">
        <SealedLetter className="moment-picture" />
        <p className="moment-words" role="status">
          Taking you to the {target} …
        </p>
        <p className="muted">
          {purchase.step === 'leavingForPortal'
            ? 'You already have a subscription. Change it in the portal, where you see the exact price before you confirm.'
            : 'You pay nothing until you confirm it there.'}{' '}
          Nothing happening? <a href={purchase.address ?? undefined}>Go to the {target}</a>.
        </p>
      </div>
    </Dialog>
  );
}

export function Returned({ purchase, onClose }: MomentProps) {
  const { step, news } = purchase;
  if (step === 'credited' && news?.kind === 'brought') {
    return (
      <Dialog
        key={step}
        open
        title="Thank you"
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            Back to the table
          </Button>
        }
      >
        <div className="moment">
          <LampLitTable className="moment-picture moment-lit" />
          <p className="moment-words" role="status">
            {newsWords(news)}
          </p>
          <p className="muted">Enough for this much audio:</p>
          <HoursBought credits={news.credits} />
        </div>
      </Dialog>
    );
  }
  if (step === 'processing') {
    return (
      <Dialog
        open
        title="Your purchase"
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            Back to the table
          </Button>
        }
      >
        <div className="moment">
          <SealedLetter className="moment-picture" />
          <p className="moment-words" role="status">
            The payment is on its way.
          </p>
          <p>{newsWords({ kind: 'processing' })}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open title="Your purchase" onClose={onClose}>
      <div className="moment" aria-busy>
        <SealedLetter className="moment-picture moment-waiting" />
        <p className="moment-words" role="status">
          Looking for your payment …
        </p>
        <p className="muted">A moment, please.</p>
      </div>
    </Dialog>
  );
}
