import { expect, it, vi } from 'vitest';
import { type Time, withTimes } from '#contract/said-times.ts';
import { readersOfLines } from '#contract/visibility.ts';

vi.mock('#contract/visibility.ts', { spy: true });

const said = (text: string, startMs: number): Time => ({ text, startMs, line: 'a' });

it.each([
  ['- **Seen**: A bell; an owl', '- **Seen**: A bell *(0:01)*; an owl'],
  ['- **Seen:** A bell; an owl', '- **Seen:** A bell *(0:01)*; an owl'],
  ['- **Seen\\_there** (quest): A bell', '- **Seen\\_there** (quest): A bell *(0:01)*'],
  ['- A bell', '- A bell *(0:01)*'],
  ['A bell', 'A bell'],
])('what was cited has its time, also behind a label: %j', (body, timed) => {
  expect(withTimes(body, [said('A bell', 1000)])).toBe(timed);
});

it.each(['**Arrival:** They reach the mill.', '**Mira:** a; b', '**Mira** (quest): done'])(
  'an item that was cited as a whole has its time, also if it begins with a label: %s',
  (text) => {
    const body = `- ${text}\n- **Seen**: A bell`;
    const times = [said(text, 1000), said('A bell', 2000)];
    expect(withTimes(body, times)).toBe(`- ${text} *(0:01)*\n- **Seen**: A bell *(0:02)*`);
  },
);

it('asks who may read equal lines only where something is marked for some', () => {
  const times = [said('A bell', 1000), said('A bell', 2000)];
  vi.mocked(readersOfLines).mockClear();
  expect(withTimes('- A bell\n- A bell', times)).toBe('- A bell *(0:01)*\n- A bell *(0:02)*');
  expect(readersOfLines).not.toHaveBeenCalled();
  const marked = '- A bell\n- <!-- gm --> A bell';
  expect(withTimes(marked, times)).toBe(marked);
  expect(readersOfLines).toHaveBeenCalledOnce();
});
