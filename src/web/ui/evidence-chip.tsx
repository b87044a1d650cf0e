interface EvidenceChipProps {
  /** Where it stands: a time such as `1:02:33`, or `line 120`. */
  place: string;
  onOpen: () => void;
}

/** Keeps the chip on the line of the words it belongs to. */
const noBreak = '\u00a0';

/** The way from a statement to the words it stands on (D11). Comes directly behind them. */
export function EvidenceChip({ place, onOpen }: EvidenceChipProps) {
  return (
    <>
      {noBreak}
      <button
        type="button"
        className="evidence-chip"
        aria-label={`Show in the transcript: ${place}`}
        title="Show this in the transcript"
        onClick={onOpen}
      >
        {place}
      </button>
    </>
  );
}
