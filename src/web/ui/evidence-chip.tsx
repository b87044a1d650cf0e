interface EvidenceChipProps {
  /** Where it stands: a time such as `1:02:33`, or `line 120`. */
  place: string;
  onOpen: () => void;
}

/** The way from a statement to the words it stands on (D11). */
export function EvidenceChip({ place, onOpen }: EvidenceChipProps) {
  return (
    <button
      type="button"
      className="evidence-chip"
      aria-label={`Show in the transcript: ${place}`}
      title="Show this in the transcript"
      onClick={onOpen}
    >
      {place}
    </button>
  );
}
