import type { ReactNode } from 'react';
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

interface ShownMomentProps {
  title: string;
  picture: ReactNode;
  words: string;
  action?: ReactNode;
  isWaiting?: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Moment({ title, picture, words, action, isWaiting = false, onClose, children }: ShownMomentProps) {
  return (
    <Dialog open title={title} onClose={onClose} actions={action}>
      <div className="moment" aria-busy={isWaiting || undefined}>
        {picture}
        <p className="moment-words" role="status">
          {words}
        </p>
        {children}
      </div>
    </Dialog>
  );
}

/** With a link in case the browser doesn't go. */
export function Leaving({ purchase, onClose }: MomentProps) {
  const target = purchase.step === 'leavingForPortal' ? 'billing portal' : 'checkout';
  return (
    <Moment
      title="Purchase options"
      picture={<SealedLetter className="moment-picture" />}
      words={`Taking you to the ${target} …`}
      action={<Button onClick={onClose}>Stay here</Button>}
      onClose={onClose}
    >
      <p className="muted">
        {purchase.step === 'leavingForPortal'
          ? 'You already have a subscription. Change it in the portal, where you see the exact price before you confirm.'
          : 'You pay nothing until you confirm it there.'}{' '}
        Nothing happening? <a href={purchase.address ?? undefined}>Go to the {target}</a>.
      </p>
    </Moment>
  );
}

export function Returned({ purchase, onClose }: MomentProps) {
  const { step, news } = purchase;
  const back = (
    <Button kind="primary" onClick={onClose}>
      Back to the table
    </Button>
  );
  if (step === 'credited' && news?.kind === 'brought') {
    return (
      <Moment
        key={step}
        title="Thank you"
        picture={<LampLitTable className="moment-picture moment-lit" />}
        words={newsWords(news)}
        action={back}
        onClose={onClose}
      >
        <p className="muted">Enough for this much audio:</p>
        <HoursBought credits={news.credits} />
      </Moment>
    );
  }
  if (step === 'processing') {
    return (
      <Moment
        title="Your purchase"
        picture={<SealedLetter className="moment-picture" />}
        words="The payment is on its way."
        action={back}
        onClose={onClose}
      >
        <p>{newsWords({ kind: 'processing' })}</p>
      </Moment>
    );
  }
  return (
    <Moment
      title="Your purchase"
      picture={<SealedLetter className="moment-picture moment-waiting" />}
      words="Looking for your payment …"
      isWaiting
      onClose={onClose}
    >
      <p className="muted">A moment, please.</p>
    </Moment>
  );
}
