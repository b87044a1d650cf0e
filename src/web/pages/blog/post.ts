import { dayOf } from '#contract/dates.ts';

export interface PostFacts {
  readonly slug: string;
  readonly title: string;
  /** At most 155 characters. */
  readonly description: string;
  /** Day of publication, such as 2026-10-14. */
  readonly date: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly words: number;
  readonly minutes: number;
}

export type PostNode = string | readonly [string, Readonly<Record<string, string>> | null, ...PostNode[]];

interface PostHeading {
  readonly id: string;
  readonly text: string;
}

export interface PostBody {
  readonly nodes: readonly PostNode[];
  readonly headings: readonly PostHeading[];
}

export const postPath = (slug: string): string => `/blog/${slug}`;

/** 2026-10-14 as "14 October 2026", the same in every time zone. */
export function dayInWords(date: string): string {
  return dayOf(Date.parse(date), 'UTC');
}
