import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { type HeadSource, pageHeadMachine } from '#machines/page-head/page-head.machine.ts';

export function providePageHead(headOf: (source: HeadSource) => Promise<() => void>): typeof pageHeadMachine {
  return provideActors(
    pageHeadMachine,
    implement(pageHeadMachine).promise('applyHead', async ({ input: { source }, signal }) => {
      if (source === null) return;
      const write = await headOf(source);
      if (!signal.aborted) write();
    }),
  );
}
