import type { Locator } from '@playwright/test';

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

export const placeNow = (element: Locator): Promise<{ top: number; bottom: number }> =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return { top, bottom };
  });
