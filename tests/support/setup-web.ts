import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { rememberingComputedStyle } from './computed-style.ts';

// How long something takes to appear says nothing of the code: the machine may be busy.
configure({ asyncUtilTimeout: 50_000 });

// jsdom has no layout and only complains of scrolling.
if (typeof window !== 'undefined') {
  window.scrollTo = () => {};
  const { defaultView } = document;
  for (const place of new Set([window, defaultView!]))
    place.getComputedStyle = rememberingComputedStyle(place.getComputedStyle);
}

afterEach(() => {
  cleanup();
});
