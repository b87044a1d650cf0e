import type { CreditEvent } from '#contract/billing.ts';
import type { SubscriptionTier } from '#contract/prices.ts';
import { countOf, credits, day, money } from '#web/ui/text.ts';

export const tierNames: Readonly<Record<SubscriptionTier, string>> = { STANDARD: 'Standard', PRO: 'Pro' };

export const amountWords = (amount: number, unit: CreditEvent['unit']): string =>
  unit === 'credits' ? credits(amount) : countOf(amount, 'free analysis', 'free analyses');

export function changeWords({ delta, unit }: Pick<CreditEvent, 'delta' | 'unit'>): string {
  const sign = delta > 0 ? '+' : delta < 0 ? '−' : '';
  const size = Math.abs(delta);
  return `${sign}${unit === 'credits' ? size.toLocaleString('en') : amountWords(size, unit)}`;
}

interface EventWords {
  title: string;
  note: string | null;
}

const levelNames = { brief: 'Brief', comprehensive: 'Comprehensive' } as const;

const sentences = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(' ') || null;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const added = ({ addedAt }: CreditEvent) =>
  addedAt === null ? null : `You received them on ${day(addedAt)}.`;
const lasting = ({ expiresAt }: CreditEvent) =>
  expiresAt === null ? 'They never expire.' : `They expire on ${day(expiresAt)}.`;

function paid({ payment }: CreditEvent): string | null {
  if (payment === null) return null;
  const { cents, refundedCents, currency } = payment;
  const given = `You paid ${money(cents, currency)}`;
  if (refundedCents === 0) return `${given}.`;
  return refundedCents >= cents
    ? `${given}, and got a refund.`
    : `${given}, and got ${money(refundedCents, currency)} of it back.`;
}

const brought = ({ payment }: CreditEvent, what: string) =>
  payment?.tier ? `${tierNames[payment.tier]}: ${what}` : capital(what);

function analysisWords({ analysis, state, unit, returned }: CreditEvent): EventWords {
  const title =
    analysis === null ? 'Analysis of a deleted session' : `${levelNames[analysis.detailLevel]} analysis`;
  if (state === 'held')
    return { title, note: 'Reserved while the analysis runs, and charged only when the notes are ready.' };
  if (state === 'returned')
    return {
      title,
      note: `It ended without notes, so we released the ${amountWords(returned, unit)} we had reserved.`,
    };
  return { title, note: unit === 'freeAnalyses' ? 'Covered by a free analysis.' : null };
}

function refundWords({ payment, addedAt, delta }: CreditEvent): EventWords {
  if (delta > 0)
    return { title: 'A refund failed', note: 'We gave you back the credits that it had removed.' };
  // The payment only has its total refunds, which are zero after a failed refund.
  const amount = payment?.refundedCents
    ? `You got back ${money(payment.refundedCents, payment.currency)} of ${money(payment.cents, payment.currency)} in total.`
    : null;
  return {
    title: 'Refund',
    note: sentences(
      amount,
      addedAt === null
        ? 'We removed the credits bought with this payment that you had not spent.'
        : `We removed the unspent credits that it paid for on ${day(addedAt)}.`,
    ),
  };
}

export function eventWords(event: CreditEvent): EventWords {
  switch (event.kind) {
    case 'grant':
      return event.unit === 'freeAnalyses'
        ? { title: capital(`${event.delta === 1 ? 'a free analysis' : 'free analyses'} from us`), note: null }
        : { title: 'Credits from us', note: lasting(event) };
    case 'purchase':
      return { title: 'Credits bought', note: sentences(paid(event), lasting(event)) };
    case 'subscription':
      return { title: brought(event, 'monthly credits'), note: sentences(paid(event), lasting(event)) };
    case 'upgrade':
      return {
        title: brought(event, 'credits for the rest of the month'),
        note: sentences(paid(event), lasting(event)),
      };
    case 'analysis':
      return analysisWords(event);
    case 'expiry':
      return { title: 'Credits expired', note: added(event) };
    case 'refund':
      return refundWords(event);
  }
}
