import { beforeEach, describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor } from 'xstate';
import { modalsMachine } from '#machines/modals/modals.machine.ts';
import { selectTopModal } from '#machines/modals/modals.selectors.ts';

const precedence = ['agreements', 'emailVerification', 'reSignIn'];

let modals: ActorRefFrom<typeof modalsMachine>;
const top = () => selectTopModal(modals.getSnapshot());
const demand = (modal: string) => modals.send({ type: 'modal.demanded', modal });
const settle = (modal: string) => modals.send({ type: 'modal.settled', modal });

beforeEach(() => {
  modals = createActor(modalsMachine, { input: { precedence } }).start();
});

describe('[R2.34] one modal at a time', () => {
  it('shows none at first', () => {
    expect(top()).toBeNull();
  });

  it('shows what the app demands in order of precedence, then what the user opened', () => {
    modals.send({ type: 'modal.opened', modal: 'feedback' });
    for (const modal of precedence.toReversed()) demand(modal);
    const seen = [];
    for (const modal of precedence) {
      seen.push(top());
      settle(modal);
    }
    seen.push(top());
    modals.send({ type: 'modal.closed' });
    seen.push(top());
    expect(seen).toEqual([...precedence, 'feedback', null]);
  });

  it('does not show a modal that is settled underneath', () => {
    demand('agreements');
    demand('reSignIn');
    settle('reSignIn');
    settle('agreements');
    expect(top()).toBeNull();
  });

  it('does not close a modal that must be answered', () => {
    demand('emailVerification');
    modals.send({ type: 'modal.closed' });
    expect(top()).toBe('emailVerification');
  });

  it('replaces an opened modal by the next one that the user opens', () => {
    modals.send({ type: 'modal.opened', modal: 'accountSettings' });
    modals.send({ type: 'modal.opened', modal: 'deleteAccount' });
    expect(top()).toBe('deleteAccount');
    modals.send({ type: 'modal.closed' });
    expect(top()).toBeNull();
  });

  it('shows none when the user has signed out', () => {
    demand('agreements');
    modals.send({ type: 'modal.opened', modal: 'feedback' });
    modals.send({ type: 'user.left' });
    expect(top()).toBeNull();
  });
});
