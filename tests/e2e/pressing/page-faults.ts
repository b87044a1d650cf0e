import type { Page } from '@playwright/test';
import { analysisFailures, errorCodes } from '#contract/errors.ts';
import type { Traces } from './page-at-rest.ts';

const codes = [...errorCodes, ...Object.keys(analysisFailures)].filter((code) => /[A-Z]/.test(code));

/** What a program says to a program, and no page to a person. */
const rawTexts: readonly RegExp[] = [
  new RegExp(`\\b(${codes.join('|')})\\b`),
  /\[object \w+\]|\bundefined\b|\bNaN\b/,
  /\bInvalid (UUID|uuid|input|string|type|option|discriminator)\b/,
  /\b(expected|received) (string|number|object|array|boolean|undefined|null)\b/,
  /\b(HTTP|status|status code|error code)[ :]+[45]\d\d\b/i,
  /\b\w*(Type|Reference|Syntax|Range|Zod)Error\b|\b[A-Z]\w+Exception\b/,
  /\bat \S+ \(?\S+\.(js|ts|tsx):\d+/,
];

/** Codes, exceptions and stacks among these words. */
export function rawTextsIn(text: string): string[] {
  return rawTexts.flatMap((pattern) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`shows “${found[0]}”`];
  });
}

export interface Look {
  title: string;
  /** Everything there is to read or to hear. */
  text: string;
  /** Alerts, except those that say what a field wants. */
  alerts: readonly string[];
  /** What has the focus; null for the page as a whole. */
  focus: string | null;
  /** Id of the element that the address names, if it is in the window. */
  place: string | null;
  traces: Traces;
}

/** What the page shows, names and has done. */
export function lookAt(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].flatMap(
      (element) =>
        ['aria-label', 'title', 'alt', 'placeholder'].flatMap((name) => element.getAttribute(name) ?? []),
    );
    const fields = [...document.querySelectorAll('[aria-describedby]')].flatMap(
      (field) => field.getAttribute('aria-describedby')?.split(' ') ?? [],
    );
    const alerts = [...document.querySelectorAll<HTMLElement>('[role="alert"]')].filter(
      (alert) => !fields.includes(alert.id) && alert.checkVisibility(),
    );
    const { activeElement, body } = document;
    const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    const box = target?.getBoundingClientRect();
    return {
      title: document.title,
      text: [document.title, body.innerText, ...labels].join('\n'),
      alerts: alerts.map((alert) => alert.innerText.trim()).filter((text) => text !== ''),
      focus:
        activeElement === null || activeElement === body
          ? null
          : activeElement.id || activeElement.outerHTML.slice(0, 300),
      place: box && box.bottom > 0 && box.top < window.innerHeight ? (target?.id ?? null) : null,
      traces: { ...(window as unknown as { traces: Traces }).traces },
    };
  });
}

/** Collects exceptions and errors of the console. */
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
