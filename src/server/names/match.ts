import type { Certainty } from '#contract/corrections.ts';

export interface Match {
  start: number;
  end: number;
  text: string;
  certainty: Certainty;
  replacement: string;
  string?: number;
}

export interface Matcher {
  find(text: string): Match[];
  verdict(form: string): { certainty: Certainty; replacement: string } | null;
}
