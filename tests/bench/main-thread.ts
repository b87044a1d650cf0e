import type { Browser, Page } from 'playwright';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** A longer frame is visibly late. */
export const longTaskMs = 50;

export interface Task {
  wall: number;
  cpu: number;
}

export async function tasksDuring(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories: ['-*', 'disabled-by-default-devtools.timeline'] });
  let trace: Buffer | undefined;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && mainThreads.has(threadOf(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
  if (tasks.length === 0) throw new Error('The trace has no task of the main thread.');
  return tasks.toSorted((one, other) => other.wall - one.wall);
}
