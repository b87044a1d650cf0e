import { describe, expect, it } from 'vitest';
import fc from '#tests/support/property.ts';
import {
  type Box,
  placeTooltip,
  type TooltipSide,
  tooltipSides,
  tooltipSize,
} from '#web/ui/place-tooltip.ts';

const viewport = { width: 800, height: 600 };
/** 14 characters: 114 × 28 pixels. */
const text = 'Edit the title';
const anchorAt = (left: number, top: number): Box => ({ left, top, width: 100, height: 40 });
const middle = anchorAt(350, 280);

describe('size of a tooltip', () => {
  it.each([
    ['', 40],
    ['abc', 40],
    ['abcd', 44],
    ['x'.repeat(40), 296],
    ['x'.repeat(41), 300],
    ['x'.repeat(400), 300],
  ])('[R5.14] %j is as wide as 7 px a character + 16, 40 to 300', (words, width) => {
    expect(tooltipSize(words).width).toBe(width);
  });

  it.each([
    [0, 28],
    [40, 28],
    [41, 46],
    [80, 46],
    [81, 64],
  ])('[R5.14] %d characters are 28 px high + 18 for each further line of 40', (length, height) => {
    expect(tooltipSize('x'.repeat(length)).height).toBe(height);
  });
});

describe('place of a tooltip', () => {
  it('[R2.35] is above the middle by default', () => {
    expect(placeTooltip({ text, anchor: middle, viewport })).toEqual({
      side: 'top',
      left: 343,
      top: 246,
      width: 114,
      height: 28,
    });
  });

  it.each([
    ['top', { left: 343, top: 246 }],
    ['bottom', { left: 343, top: 326 }],
    ['left', { left: 230, top: 286 }],
    ['right', { left: 456, top: 286 }],
  ] as const)('[R2.35] is where requested: %s', (preferred, place) => {
    expect(placeTooltip({ text, anchor: middle, viewport, preferred })).toMatchObject({
      side: preferred,
      ...place,
    });
  });

  it.each<[string, TooltipSide, Box, TooltipSide]>([
    ['below, when there is no room above', 'top', anchorAt(350, 30), 'bottom'],
    ['above, when there is no room below', 'bottom', anchorAt(350, 540), 'top'],
    ['to the right, when there is no room to the left', 'left', anchorAt(20, 280), 'right'],
    ['to the left, when there is no room to the right', 'right', anchorAt(680, 280), 'left'],
    [
      'left, when there is no room above or below',
      'top',
      { left: 350, top: 5, width: 100, height: 590 },
      'left',
    ],
    ['right, when there is only room there', 'top', { left: 5, top: 5, width: 100, height: 590 }, 'right'],
    [
      'above, when it is asked to the left and there is no room at the sides',
      'left',
      { left: 5, top: 280, width: 790, height: 40 },
      'top',
    ],
    [
      'where there is most room, when there is enough nowhere',
      'top',
      { left: 5, top: 30, width: 790, height: 568 },
      'top',
    ],
  ])('[R2.35] flips %s', (_, preferred, anchor, side) => {
    expect(placeTooltip({ text, anchor, viewport, preferred }).side).toBe(side);
  });

  it('[R5.14] needs its height, 6 px of distance and 10 px to the edge, and not one less', () => {
    expect(placeTooltip({ text, anchor: anchorAt(350, 44), viewport }).side).toBe('top');
    expect(placeTooltip({ text, anchor: anchorAt(350, 43), viewport }).side).toBe('bottom');
  });

  it('[R5.14] stays 10 px away from the edges', () => {
    expect(placeTooltip({ text, anchor: anchorAt(0, 280), viewport }).left).toBe(10);
    expect(placeTooltip({ text, anchor: anchorAt(700, 280), viewport }).left).toBe(676);
    expect(placeTooltip({ text, anchor: anchorAt(350, 0), viewport, preferred: 'left' }).top).toBe(10);
  });

  it('[R5.14] stays inside the window on any side of anything, if it fits', () => {
    fc.assert(
      fc.property(
        fc.record({
          length: fc.integer({ min: 1, max: 200 }),
          preferred: fc.constantFrom(...tooltipSides),
          viewport: fc.record({
            width: fc.integer({ min: 60, max: 1600 }),
            height: fc.integer({ min: 180, max: 1000 }),
          }),
          anchor: fc.record({
            left: fc.integer({ min: -50, max: 1600 }),
            top: fc.integer({ min: -50, max: 1000 }),
            width: fc.integer({ min: 1, max: 400 }),
            height: fc.integer({ min: 1, max: 200 }),
          }),
        }),
        ({ length, preferred, viewport: window, anchor }) => {
          const box = placeTooltip({ text: 'x'.repeat(length), anchor, viewport: window, preferred });
          expect(box.left).toBeGreaterThanOrEqual(10);
          expect(box.top).toBeGreaterThanOrEqual(10);
          expect(box.left + box.width).toBeLessThanOrEqual(window.width - 10);
          expect(box.top + box.height).toBeLessThanOrEqual(window.height - 10);
        },
      ),
    );
  });
});
