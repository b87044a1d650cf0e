import { dayOf } from '#contract/dates.ts';

/** What a post says of itself, from its front matter and its text. */
export interface PostFacts {
  /** The name of its file, and the last part of its address (R3.9). */
  readonly slug: string;
  readonly title: string;
  /** At most 155 characters. */
  readonly description: string;
  /** Day of publication, such as 2026-10-14. */
  readonly date: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly words: number;
  /** Reading time, rounded up. */
  readonly minutes: number;
}

/** A piece of a post: text, or an element as [tag, attributes, …children]. */
export type PostNode = string | readonly [string, Readonly<Record<string, string>> | null, ...PostNode[]];

export interface PostHeading {
  /** Its anchor. */
  readonly id: string;
  readonly text: string;
}

export interface PostBody {
  readonly nodes: readonly PostNode[];
  /** Of the second level, in order. */
  readonly headings: readonly PostHeading[];
}

export const postPath = (slug: string): string => `/blog/${slug}`;

/** 2026-10-14 as "14 October 2026", the same in every time zone. */
export function dayInWords(date: string): string {
  return dayOf(Date.parse(date), 'UTC');
}
