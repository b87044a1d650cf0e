import { describe, expect, it, vi } from 'vitest';
import { loading, type ModelChild } from '#server/engines/models/model-child.ts';

function childThat(ask: () => Promise<string>) {
  const stop = vi.fn(async () => {});
  const child: ModelChild<string, string> = { ask, stop, pid: 1, ended: false };
  return { child, stop };
}

describe('a process that loads a model', () => {
  it('is left running once the model is loaded', async () => {
    const { child, stop } = childThat(async () => 'loaded');
    expect(await loading(child, 'model', { signal: new AbortController().signal })).toBe('loaded');
    expect(stop).not.toHaveBeenCalled();
  });

  it('is stopped if the model is damaged', async () => {
    const { child, stop } = childThat(() => Promise.reject(new Error('damaged')));
    await expect(loading(child, 'model', { signal: new AbortController().signal })).rejects.toThrow(
      'damaged',
    );
    expect(stop).toHaveBeenCalledOnce();
  });

  it('is stopped once the work is cancelled, and fails with the reason', async () => {
    const controller = new AbortController();
    const { child, stop } = childThat(
      () => new Promise((_, reject) => stop.mockImplementation(async () => reject(new Error('killed')))),
    );
    const loaded = loading(child, 'model', { signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(loaded).rejects.toThrow('cancelled');
    expect(stop).toHaveBeenCalled();
  });
});
