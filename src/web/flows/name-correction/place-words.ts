import type { CorrectionPlace } from '#contract/corrections.ts';
import { clock } from '#web/ui/text.ts';

const parts: Readonly<Record<CorrectionPlace['kind'], string>> = {
  transcript: 'Transcript',
  notes: 'Notes',
  results: 'Evening',
  sessionTitle: 'Title',
  campaign: 'Campaign',
  glossary: 'Glossary',
  prep: 'Next evening',
};

/** Such as "Session 3 · Transcript · 12:34 · Dana". */
export function placeWords({ kind, session, label, startMs }: CorrectionPlace): string {
  return [session?.title, parts[kind], startMs === null ? null : clock(startMs / 1000), label]
    .filter(Boolean)
    .join(' · ');
}
