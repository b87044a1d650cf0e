import type { Page } from '@playwright/test';
import { analysisFailures, errorCodes } from '#contract/errors.ts';

const codes = [...errorCodes, ...Object.keys(analysisFailures)].filter((code) => /[A-Z]/.test(code));

/** Text for programs that no page should show to a person. */
const rawTexts: readonly RegExp[] = [
  new RegExp(`\\b(${codes.join('|')})\\b`),
  /\[object \w+\]|\bundefined\b|\bNaN\b/,
  /\bInvalid (UUID|uuid|input|string|type|option|discriminator)\b/,
  /\b(expected|received) (string|number|object|array|boolean|undefined|null)\b/,
  /\b(HTTP|status|status code|error code)[ :]+[45]\d\d\b/i,
  /\b\w*(Type|Reference|Syntax|Range|Zod)Error\b|\b[A-Z]\w+Exception\b/,
  /\bat \S+ \(?\S+\.(js|ts|tsx):\d+/,
];

/** Codes, exceptions and stack traces in this text. */
export function rawTextsIn(text: string): string[] {
  return rawTexts.flatMap((pattern) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`shows “${found[0]}”`];
  });
}

export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error')
      errors.push(`console: ${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => errors.push(`exception: ${error.message}`));
  page.on('crash', () => errors.push('the page crashed'));
  return errors;
}
