import { balanceHours } from '#contract/credits.ts';
import { type PurchaseQuantity, purchaseQuantities } from '#contract/prices.ts';
import type { usePurchase } from '#web/flows/checkout/use-purchase.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choices } from '#web/ui/choice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { credits, dollars, hoursRange } from '#web/ui/text.ts';
import { HoursBought } from './hours-bought.tsx';
import { offerOf, offers, ratesInWords, smallestFor } from './prices-in-words.ts';

const usual: PurchaseQuantity = 25;

const keyOf = (quantity: PurchaseQuantity): `${PurchaseQuantity}` => `${quantity}`;

interface PayAsYouGoProps {
  purchase: ReturnType<typeof usePurchase>;
  chosen: PurchaseQuantity | null;
  onChoose: (quantity: PurchaseQuantity) => void;
}

export function PayAsYouGo({ purchase, chosen, onChoose }: PayAsYouGoProps) {
  const { missing, step, purchase: confirmed, chosen: before } = purchase;
  const isBusy = step === 'creating';
  const sufficient = missing === null ? null : smallestFor(missing);
  const kept = confirmed?.kind === 'credits' ? confirmed.quantity : null;
  const wanted = before?.kind === 'credits' ? before.quantity : null;
  const quantity = chosen ?? (missing === null ? (kept ?? wanted ?? usual) : (wanted ?? sufficient ?? 50));
  const offer = offerOf(quantity);
  return (
    <div className="pay-as-you-go">
      {missing === null ? null : (
        <Notice kind="information" announced={false}>
          {sufficient === null
            ? `The analysis needs ${credits(missing)} more than you have. Two purchases cover it.`
            : `The analysis needs ${credits(missing)} more than you have: ${credits(offerOf(sufficient).credits)} is the smallest purchase that covers it.`}
        </Notice>
      )}
      <div className="pay-as-you-go-table">
        <Choices
          legend="How many credits"
          legendHidden
          cards
          disabled={isBusy}
          selected={keyOf(quantity)}
          onChoose={(key) => onChoose(purchaseQuantities.find((one) => keyOf(one) === key) ?? usual)}
          choices={offers.map((one) => ({
            key: keyOf(one.quantity),
            label: credits(one.credits),
            aside: dollars(one.cents),
            text: (
              <>
                <span className="offer-line">
                  {dollars(one.centsPerHundred, 'always')} per 100
                  {one.savedPercent > 0 ? <Badge kind="calm">{`Save ${one.savedPercent}%`}</Badge> : null}
                </span>
                <span className="offer-hours">{hoursRange(balanceHours(one.credits))} of audio</span>
              </>
            ),
          }))}
        />
        <section className="slip" aria-labelledby="slip-title">
          <h3 id="slip-title" className="slip-title">
            {credits(offer.credits)}
          </h3>
          <HoursBought credits={offer.credits} />
          <dl className="slip-sums">
            <div>
              <dt>Price per 100 credits</dt>
              <dd>{dollars(offer.centsPerHundred, 'always')}</dd>
            </div>
            {offer.savedCents > 0 ? (
              <div>
                <dt>You save {offer.savedPercent}%</dt>
                <dd>{dollars(offer.savedCents)}</dd>
              </div>
            ) : null}
            <div className="slip-total">
              <dt>One-time payment</dt>
              <dd>{dollars(offer.cents)}</dd>
            </div>
          </dl>
          <Button
            kind="primary"
            busy={isBusy}
            data-starts-here={wanted === null ? undefined : true}
            onClick={() => purchase.confirm({ kind: 'credits', quantity })}
          >
            {isBusy ? 'Opening the checkout …' : `Pay ${dollars(offer.cents)}`}
          </Button>
          <p className="slip-terms">These credits never expire.</p>
        </section>
      </div>
      <p className="muted billing-foot">
        You pay {ratesInWords}, to the second. Use what’s left on your next game night.
      </p>
    </div>
  );
}
