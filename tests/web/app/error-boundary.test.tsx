import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';

// React reports what a boundary catches.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('says what to do where a part cannot be rendered, and tries again at the next place, not at the same', () => {
  let isBroken = true;
  function Part() {
    if (isBroken) throw new Error('broken on purpose');
    return <p>The notes</p>;
  }
  const at = (place: string) => (
    <ErrorBoundary place={place}>
      <Part />
    </ErrorBoundary>
  );
  const { rerender } = render(at('/campaign'));
  expect(screen.getByRole('alert').textContent).toContain('Everything you saved is safe.');
  isBroken = false;
  rerender(at('/campaign'));
  expect(screen.queryByText('The notes')).toBeNull();
  rerender(at('/pricing'));
  screen.getByText('The notes');
  expect(screen.queryByRole('alert')).toBeNull();
});
