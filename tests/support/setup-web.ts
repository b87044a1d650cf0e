import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has no layout and only complains of scrolling.
if (typeof window !== 'undefined') window.scrollTo = () => {};

afterEach(() => {
  cleanup();
});
