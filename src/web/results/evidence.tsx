import type { ComponentType, ReactNode } from 'react';
import type { Evidence, Line } from '#contract/analysis-result.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import type { MarkedLine, ProseProps } from '#web/ui/marked-lines.ts';
import { clock } from '#web/ui/text.ts';

export interface EvidenceAccess {
  /** Null while unknown; estimated times are never shown. */
  timing: Transcript['timing'] | null;
  deletedIds?: readonly string[];
  open?: (evidence: Evidence) => void;
  /** With an address, chips are links and work without a script. */
  addressOf?: (evidence: Evidence) => string;
  check?: ReactNode;
}

export interface ResultSetting extends EvidenceAccess {
  Prose: ComponentType<ProseProps>;
}

/** `s12` → 12. */
export function lineNumber(segmentId: string): string {
  return /\d+/.exec(segmentId)?.[0] ?? segmentId;
}

/** The timestamp if measured, else the line. */
export function placeOf(evidence: Evidence, timing: EvidenceAccess['timing']): string {
  if (timing === 'measured') return clock(evidence.startMs / 1000);
  return `line ${lineNumber(evidence.segmentIds[0] ?? '')}`;
}

export function Chip({ evidence, access }: { evidence: Evidence; access: EvidenceAccess }) {
  return (
    <EvidenceChip
      place={placeOf(evidence, access.timing)}
      address={access.addressOf?.(evidence)}
      isGone={evidence.segmentIds.every((id) => access.deletedIds?.includes(id) === true)}
      onOpen={() => access.open?.(evidence)}
    />
  );
}

function Retold({ original }: { original: string }) {
  return (
    <details className="retold">
      <summary aria-label="Paraphrased: show the original words">≈</summary>
      <span className="retold-words">Said: “{original}”</span>
    </details>
  );
}

export function markedLines(lines: readonly Line[], access: EvidenceAccess): MarkedLine[] {
  return lines.map((line) => ({
    text: line.text,
    ...(line.original ? {} : { place: line.evidence.segmentIds.join() }),
    chip: (
      <>
        {line.original ? <Retold original={line.original} /> : null}
        <Chip evidence={line.evidence} access={access} />
      </>
    ),
  }));
}
