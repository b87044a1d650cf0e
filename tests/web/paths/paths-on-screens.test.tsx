import { beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '#machines/index.ts';
import { runOnScreen } from './run-flow.ts';
import { screensInReact } from './settings.tsx';

// The machine may be busy with other tests; nothing here depends on how fast it is.
vi.setConfig({ testTimeout: 120_000 });

beforeAll(() => {
  // jsdom knows no modal dialogs and no scrolling.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  window.scrollTo = () => {};
});

describe('every transition of a flow happens on its screen', () => {
  it.each(screensInReact.map((each) => [each.screen.flow, each] as const))('%s', async (name, each) => {
    const flow = catalogue.find((one) => one.name === name)!;
    const coverage = await runOnScreen(flow, each.screen, each.settingFor);
    expect(coverage.problems).toEqual([]);
    expect(coverage.missing).toEqual([]);
  });
});
