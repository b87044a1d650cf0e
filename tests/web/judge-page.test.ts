import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Drawn } from '#tests/bench/notes/draw.ts';
import { judgePage } from '#tests/bench/notes/judge-page.ts';

const drawn: Drawn[] = (['statement', 'title', 'person', 'quote', 'statement'] as const).map((kind, at) => ({
  id: `C9E001-${kind}-${at}`,
  kind,
  episode: 'C9E001',
  text: `Text ${at} <b>`,
  where: 'Scene 1',
  around: ['DANA: Before.', '> DANA: Cited.'],
}));
const sample = { seed: 7, count: 2, sessions: ['C9E001'] };

let leave = () => {};
/** Opens the page as the browser would; its script runs in this window. */
function open(items = drawn): void {
  leave();
  const page = judgePage('highlights 2', sample, items);
  const [, body, script] = /^([\s\S]*)<script>([\s\S]*)<\/script>/.exec(page) ?? [];
  document.documentElement.innerHTML = body ?? '';
  const listen = vi.spyOn(window, 'addEventListener');
  new Function(script ?? '')();
  const [, listener] = listen.mock.calls.find(([name]) => name === 'keydown') ?? [];
  listen.mockRestore();
  if (typeof listener === 'function') leave = () => window.removeEventListener('keydown', listener);
}

const shown = (id: string) => document.getElementById(id)?.textContent;
const press = (...keys: string[]) => {
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
};

async function saved(): Promise<unknown> {
  let file = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      file = blob;
      return 'blob:verdicts';
    },
  });
  document.getElementById('save')?.click();
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
  vi.unstubAllGlobals();
  return JSON.parse(text);
}

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('the page of the judge', () => {
  it('shows an item with the lines around it, the cited one marked, and texts as text', () => {
    open();
    expect(shown('where')).toBe('1 of 5 · statement · C9E001 · Scene 1');
    expect(shown('text')).toBe('Text 0 <b>');
    expect([...document.querySelectorAll('#around .cited')].map((line) => line.textContent)).toEqual([
      '> DANA: Cited.',
    ]);
  });

  it('takes a verdict by each key, goes on to the next item, and saves them with the sample and the judge', async () => {
    open();
    press('r', 'f', 'u', 'g', 'w');
    expect(shown('count')).toBe('5 judged');
    expect(shown('where')).toContain('5 of 5 · statement · C9E001 · Scene 1 · judged wrong');
    const name = document.querySelector<HTMLInputElement>('#judge')!;
    name.value = 'a reader';
    expect(await saved()).toEqual({
      engine: 'highlights 2',
      judge: 'a reader',
      sample,
      verdicts: [
        { id: 'C9E001-statement-0', kind: 'statement', verdict: 'right' },
        { id: 'C9E001-title-1', kind: 'title', verdict: 'wrong', untrue: true },
        { id: 'C9E001-person-2', kind: 'person', verdict: 'unclear' },
        { id: 'C9E001-quote-3', kind: 'quote', verdict: 'wrong', ungrammatical: true },
        { id: 'C9E001-statement-4', kind: 'statement', verdict: 'wrong' },
      ],
    });
  });

  it('goes back and forth by the arrows, and a second verdict replaces the first', async () => {
    open();
    press('w', 'ArrowLeft');
    expect(shown('where')).toContain('1 of 5 · statement · C9E001 · Scene 1 · judged wrong');
    press('ArrowLeft', 'r', 'ArrowRight');
    expect(shown('where')).toContain('3 of 5');
    expect(await saved()).toMatchObject({
      judge: 'unnamed',
      verdicts: [{ id: 'C9E001-statement-0', verdict: 'right' }],
    });
  });

  it('keeps the verdicts when it is opened again, and goes on where the judge stopped', () => {
    open();
    press('r', 'w');
    open();
    expect(shown('count')).toBe('2 judged');
    expect(shown('where')).toContain('3 of 5');
    open(drawn.slice(0, 4));
    expect(shown('count')).toBe('0 judged');
  });

  it('ignores other keys, shortcuts, and what is typed as the name', () => {
    open();
    press('x', 'Enter', 'toString');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', ctrlKey: true, bubbles: true }));
    document
      .getElementById('judge')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
    expect(shown('count')).toBe('0 judged');
  });
});
