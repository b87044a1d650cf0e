import { Link } from 'wouter';
import type { CreditEvent } from '#contract/billing.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import type { useCreditHistory } from '#web/hooks/data-hooks.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { day } from '#web/ui/text.ts';
import { amountWords, changeWords, eventWords } from './event-words.ts';

function WhatHappened({ event }: { event: CreditEvent }) {
  const { close } = useModals();
  const { title, note } = eventWords(event);
  const { analysis, state } = event;
  return (
    <div className="history-event">
      <p>
        {title}
        {analysis ? (
          <>
            {' of '}
            <Link href={campaignPath(analysis)} onClick={close}>
              {analysis.sessionTitle}
            </Link>
          </>
        ) : null}
        {state === 'final' ? null : (
          <>
            {' '}
            <Badge kind={state === 'held' ? 'ember' : 'plain'}>
              {state === 'held' ? 'In progress' : 'Not charged'}
            </Badge>
          </>
        )}
      </p>
      {note ? <p className="account-aside">{note}</p> : null}
    </div>
  );
}

const columns: readonly [Column<CreditEvent>, ...Column<CreditEvent>[]] = [
  {
    key: 'date',
    label: 'Date',
    show: ({ at }) => <time dateTime={at}>{day(at)}</time>,
  },
  { key: 'what', label: 'What happened', show: (event) => <WhatHappened event={event} /> },
  {
    key: 'change',
    label: 'Credits',
    numeric: true,
    show: (event) => (
      <span className="history-change" data-gain={event.delta > 0 || undefined}>
        {changeWords(event)}
      </span>
    ),
  },
  {
    key: 'balance',
    label: 'Balance after',
    numeric: true,
    show: ({ balance, unit }) =>
      unit === 'credits' ? balance.toLocaleString('en') : amountWords(balance, unit),
  },
];

export function CreditHistory({ history }: { history: ReturnType<typeof useCreditHistory> }) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = history;
  if (data === undefined) return null;
  if (data.events.length === 0)
    return (
      <EmptyState
        icon="book"
        title="No credit history yet"
        text="Your purchases, subscription credits and the cost of each analysis will appear here."
      />
    );
  return (
    <section className="credits-history" aria-labelledby="credits-history-title">
      <h3 id="credits-history-title">Credit history</h3>
      <Table
        caption="Changes to your balance, latest first"
        captionHidden
        columns={columns}
        rows={data.events}
        keyOf={({ id }) => id}
      />
      {isFetchNextPageError ? <Notice kind="error">{error?.message}</Notice> : null}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading more …' : isFetchNextPageError ? 'Try again' : 'Show more'}
        </Button>
      ) : null}
    </section>
  );
}
