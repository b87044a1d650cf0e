import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// How long something takes to appear says nothing of the code: the machine may be busy.
configure({ asyncUtilTimeout: 50_000 });

// jsdom has no layout and only complains of scrolling.
if (typeof window !== 'undefined') window.scrollTo = () => {};

afterEach(() => {
  cleanup();
});
