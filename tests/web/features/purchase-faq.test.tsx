import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { graceDays } from '#contract/prices.ts';
import { gracePeriod } from '#machines/subscription/subscription.setup.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { PurchaseFaq } from '#web/features/billing/purchase-faq.tsx';
import { questions } from '#web/pages/landing/faq.ts';

const shown = () => [...document.querySelectorAll<HTMLDetailsElement>('.disclosure')];
const more = () => screen.getByText('Show More').closest('details') as HTMLDetailsElement;

beforeEach(() => {
  render(<PurchaseFaq />);
});

describe('the FAQ of the purchase options', () => {
  it("[R2.34] [R9.7] answers questions about paying: five, the rest behind 'Show More'", async () => {
    expect(shown().map((each) => each.querySelector('summary')?.textContent)).toEqual(
      questions.filter(({ about }) => about === 'billing').map(({ question }) => question),
    );
    expect(shown().filter((each) => !more().contains(each))).toHaveLength(5);
    expect(more().open).toBe(false);
    await userEvent.click(screen.getByText('Show More'));
    expect(more().open).toBe(true);
    await expectAccessible(document.body);
  });

  it('has no other links and no ids that the page behind may use', () => {
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(document.querySelectorAll('[id^="faq-"]')).toHaveLength(0);
  });

  it.each([
    ['[R9.2]', '$2 for 100 credits, $1.60 when you buy 2,500 or more, $1.40 when you buy 5,000 or more'],
    ['[R9.3]', 'Standard gives you 750 credits a month for $9, Pro 2,000 for $25.'],
    ['[R9.4]', 'Halfway through, that is 625 credits.'],
    ['[R9.5]', 'A downgrade applies from the next cycle.'],
    ['[R9.5]', 'We email you, and nothing else changes for 14 days'],
    ['[R9.6]', 'Pay-as-you-go credits never expire.'],
    ['[R9.6]', 'expire one year after they were added; we remind you 60 days before'],
  ])('%s says: %s', (_, words) => {
    expect(document.body.textContent).toContain(words);
  });

  it('[R9.5] states the subscription’s days of grace', () => {
    expect(gracePeriod).toBe(graceDays * 86_400_000);
  });
});
