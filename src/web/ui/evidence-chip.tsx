interface EvidenceChipProps {
  place: string;
  address?: string | undefined;
  isGone?: boolean;
  onOpen: () => void;
}

/** Keeps the chip on the same line as its words. */
const noBreak = '\u00a0';

/** Follows its statement directly (D11). */
export function EvidenceChip({ place, address, isGone = false, onOpen }: EvidenceChipProps) {
  const shared = {
    className: 'evidence-chip',
    'aria-label': `Show in the transcript: ${place}${isGone ? ', deleted' : ''}`,
    title: isGone ? 'This line was deleted from the transcript' : 'Show this in the transcript',
    'data-gone': isGone || undefined,
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
