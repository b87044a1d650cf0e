interface EvidenceChipProps {
  /** Where it stands: a time such as `1:02:33`, or `line 120`. */
  place: string;
  /** Where those words have an address of their own: the chip is then a link, which works without JavaScript. */
  address?: string | undefined;
  onOpen: () => void;
}

/** Keeps the chip on the line of the words it belongs to. */
const noBreak = '\u00a0';

/** The way from a statement to the words it stands on (D11). Comes directly behind them. */
export function EvidenceChip({ place, address, onOpen }: EvidenceChipProps) {
  const shared = {
    className: 'evidence-chip',
    'aria-label': `Show in the transcript: ${place}`,
    title: 'Show this in the transcript',
    onClick: onOpen,
  };
  return (
    <>
      {noBreak}
      {address === undefined ? (
        <button type="button" {...shared}>
          {place}
        </button>
      ) : (
        <a href={address} {...shared}>
          {place}
        </a>
      )}
    </>
  );
}
