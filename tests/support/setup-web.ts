import './animation-events.ts';

import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { rememberingComputedStyle } from './computed-style.ts';

configure(({ getElementError }) => {
  /** Every change of the page repeats the query, so print the page only at the end. */
  function printedWhenRead(message: string | null, container: Element) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    Error.captureStackTrace(error, printedWhenRead);
    let text: string | undefined;
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (text ??= getElementError(message, container).message),
    });
    return error;
  }
  // The machine may be busy.
  return { asyncUtilTimeout: 50_000, getElementError: printedWhenRead };
});

// jsdom has no layout.
if (typeof window !== 'undefined') {
  window.scrollTo = () => {};
  const { defaultView } = document;
  for (const place of new Set([window, defaultView!]))
    place.getComputedStyle = rememberingComputedStyle(place.getComputedStyle);
  // Nothing is ever seen.
  window.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
}

afterEach(() => {
  cleanup();
});
