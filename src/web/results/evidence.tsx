import type { ComponentType } from 'react';
import type { Evidence, Line } from '#contract/analysis-result.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import type { MarkedLine, ProseProps } from '#web/ui/marked-lines.ts';
import { clock } from '#web/ui/text.ts';

/** How evidence is named and opened. */
export interface EvidenceAccess {
  /** Null while it is not known; estimated times are never shown as times. */
  timing: Transcript['timing'] | null;
  open?: (evidence: Evidence) => void;
  /** Address of the words, where they have one: chips are links then, and need no script. */
  addressOf?: (evidence: Evidence) => string;
}

/** What the place that shows a result gives to it. */
export interface ResultSetting extends EvidenceAccess {
  /** What shows Markdown: all of it in the app; a public page, which has no room for a parser, shows plain prose. */
  Prose: ComponentType<ProseProps>;
}

/** Number of a segment in its transcript, as its id tells it (`s12` → 12). */
export function lineNumber(segmentId: string): string {
  return /\d+/.exec(segmentId)?.[0] ?? segmentId;
}

/** Where evidence stands: its time where that was measured, else its line. */
export function placeOf(evidence: Evidence, timing: EvidenceAccess['timing']): string {
  if (timing === 'measured') return clock(evidence.startMs / 1000);
  return `line ${lineNumber(evidence.segmentIds[0] ?? '')}`;
}

export function Chip({ evidence, access }: { evidence: Evidence; access: EvidenceAccess }) {
  return (
    <EvidenceChip
      place={placeOf(evidence, access.timing)}
      address={access.addressOf?.(evidence)}
      onOpen={() => access.open?.(evidence)}
    />
  );
}

/** Lines with their chips, for Markdown. */
export function markedLines(lines: readonly Line[], access: EvidenceAccess): MarkedLine[] {
  return lines.map((line) => ({ text: line.text, chip: <Chip evidence={line.evidence} access={access} /> }));
}
