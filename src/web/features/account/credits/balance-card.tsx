import { balanceHours } from '#contract/credits.ts';
import { isExpiryNear } from '#contract/prices.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { countOf, credits, day, expiryWords, hoursRange, wholeNumber } from '#web/ui/text.ts';

interface BalanceCardProps {
  creditBalance: number;
  freeAnalyses: number;
  expiring: readonly { expirationDate: string; amount: number }[];
}

const datesShown = 3;

export function BalanceCard({ creditBalance, freeAnalyses, expiring }: BalanceCardProps) {
  const { open } = useModals();
  const lasting = creditBalance - expiring.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <section className="credits-balance" aria-labelledby="credits-balance-title">
      <div>
        <h3 id="credits-balance-title">Your balance</h3>
        <p className="credits-figure">
          <strong>{wholeNumber(creditBalance)}</strong> {creditBalance === 1 ? 'credit' : 'credits'}
        </p>
        <p className="muted">
          {creditBalance > 0
            ? `${hoursRange(balanceHours(creditBalance))} of audio, comprehensive to brief`
            : 'An hour of audio costs 60 credits (brief) or 100 credits (comprehensive).'}
        </p>
        {freeAnalyses > 0 ? (
          <p>
            <Badge kind="calm" icon="sparkle">
              {countOf(freeAnalyses, 'free analysis', 'free analyses')}
            </Badge>
          </p>
        ) : null}
      </div>
      <Button kind="primary" icon="coins" onClick={() => open('purchaseOptions')}>
        Purchase credits
      </Button>
      {expiring.length > 0 ? <Expiring dates={expiring} lasting={lasting} /> : null}
    </section>
  );
}

function byDay(dates: BalanceCardProps['expiring']): BalanceCardProps['expiring'] {
  const days = new Map<string, BalanceCardProps['expiring'][number]>();
  for (const { expirationDate, amount } of dates) {
    const expiryDay = day(expirationDate);
    const first = days.get(expiryDay);
    days.set(expiryDay, first ? { ...first, amount: first.amount + amount } : { expirationDate, amount });
  }
  return [...days.values()];
}

function Expiring({ dates, lasting }: { dates: BalanceCardProps['expiring']; lasting: number }) {
  const now = Date.now();
  const line = ({ expirationDate, amount }: BalanceCardProps['expiring'][number]) => {
    const isNear = isExpiryNear(Date.parse(expirationDate), now);
    return (
      <li key={expirationDate} data-near={isNear || undefined}>
        {isNear ? <Icon name="hourglass" /> : null}
        <span>{expiryWords({ amount, date: expirationDate })}</span>
      </li>
    );
  };
  const days = byDay(dates);
  const later = days.slice(datesShown);
  return (
    <div className="credits-expiring">
      <ul>
        {days.slice(0, datesShown).map(line)}
        {lasting > 0 ? (
          <li>
            <span>
              {credits(lasting)} never {lasting === 1 ? 'expires' : 'expire'}.
            </span>
          </li>
        ) : null}
      </ul>
      {later.length > 0 ? (
        <details>
          <summary>
            {countOf(later.length, 'later date', 'later dates')}
            <Icon name="chevronDown" />
          </summary>
          <ul>{later.map(line)}</ul>
        </details>
      ) : null}
      <p className="account-aside">Credits that expire first are spent first.</p>
    </div>
  );
}
