import { expect, it } from 'vitest';
import { withTimes } from '#contract/said-times.ts';

it.each([
  ['- **Seen**: A bell; an owl', '- **Seen**: A bell *(0:01)*; an owl'],
  ['- **Seen:** A bell; an owl', '- **Seen:** A bell *(0:01)*; an owl'],
  ['- **Seen\\_there** (quest): A bell', '- **Seen\\_there** (quest): A bell *(0:01)*'],
  ['- A bell', '- A bell *(0:01)*'],
  ['A bell', 'A bell'],
])('what was cited has its time, also behind a label: %j', (body, timed) => {
  expect(withTimes(body, [{ text: 'A bell', startMs: 1000, line: 'a' }])).toBe(timed);
});
