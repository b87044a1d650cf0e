import { createActor, toPromise } from 'xstate';
import { clientIdLookupMachine } from '#machines/client-id-lookup/client-id-lookup.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { Timers } from '#web/api/timers.ts';
import { clientIdOf } from '#web/effects/client-id.ts';

/** Waits up to 200 ms (R9.11); null without one. */
export async function lookUpClientId(cookies: () => string, clock: Timers): Promise<string | null> {
  const machine = provideActors(
    clientIdLookupMachine,
    implement(clientIdLookupMachine).promise('readClientId', async () => clientIdOf(cookies())),
  );
  const lookup = createActor(machine, { clock }).start();
  return (await toPromise(lookup)).clientId;
}
