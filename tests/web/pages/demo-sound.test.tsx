import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DemoSound } from '#web/pages/landing/demo-sound.tsx';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['plays the line that was pressed before this code came, however late it comes', true, 9],
  ['plays nothing for an address alone', false, 0],
])('[D11] the demo’s sound %s', (_, hasBeenActive, seconds) => {
  document.body.innerHTML =
    '<audio id="sound"></audio><ol class="demo-lines"><li id="demo-s1" data-start-ms="9000">A bell.</li></ol>';
  window.location.hash = '#demo-s1';
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  Object.assign(navigator, { userActivation: { isActive: false, hasBeenActive } });
  const sound = document.querySelector('audio')!;
  const play = vi.spyOn(sound, 'play').mockResolvedValue();
  render(<DemoSound data={{ sound: 'sound' }} />);
  expect(play).toHaveBeenCalledTimes(hasBeenActive ? 1 : 0);
  expect(sound.currentTime).toBe(seconds);
});
