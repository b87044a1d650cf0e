import type { ReactNode } from 'react';
import type { ResultPart } from '#web/results/shown-parts.tsx';

interface EveningParts {
  timeline: ReactNode;
  questions: ReactNode;
  chapters: ReactNode;
  index: ReactNode;
  /** By a model: then its words come first, what it was unsure of after them, and the chapters last. */
  isWritten: boolean;
}

/** The parts of a result, with a timeline first, and what plays instead of its text. */
export function withEvening(
  parts: readonly ResultPart[],
  { timeline, questions, chapters, index, isWritten }: EveningParts,
): ResultPart[] {
  const first = { key: 'timeline' as const, title: 'Timeline', content: timeline };
  const asked = { key: 'questions' as const, title: 'Three questions for you', content: questions };
  const told = { key: 'evening' as const, title: 'The evening in its own words', content: chapters };
  const last = { key: 'index' as const, title: 'Index', content: index };
  const unsure = of(parts, 'toConfirm');
  if (isWritten) {
    const short = of(parts, 'shortSummary');
    const story = parts.filter((part) => !short.includes(part) && !unsure.includes(part));
    return [...short, first, ...story, ...unsure, told, last];
  }
  const others = parts.filter(({ key }) => !isElsewhere.has(key));
  const before = of(others, 'previouslyOn');
  return [first, asked, ...before, told, ...others.filter((part) => !before.includes(part)), last, ...unsure];
}

const of = (parts: readonly ResultPart[], key: ResultPart['key']): ResultPart[] =>
  parts.filter((part) => part.key === key);

/** Chapters and index play instead of their text and of “In short”, which quotes them; the session's head counts what to check. */
const isElsewhere: ReadonlySet<string> = new Set(['summary', 'shortSummary', 'glance', 'toConfirm']);
