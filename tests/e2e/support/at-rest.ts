import type { Locator } from '@playwright/test';

/** Where an element is in the window once nothing has moved it for 15 frames: every scrolling has ended. */
export async function placeAtRest(element: Locator): Promise<{ top: number; bottom: number }> {
  return element.evaluate(
    (node) =>
      new Promise((resolve) => {
        let frames = 0;
        let last = Number.NaN;
        const look = () => {
          const { top, bottom } = node.getBoundingClientRect();
          frames = top === last ? frames + 1 : 0;
          last = top;
          if (frames === 15) resolve({ top, bottom });
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Where an element is in the window now. */
export const placeNow = (element: Locator): Promise<{ top: number; bottom: number }> =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return { top, bottom };
  });
