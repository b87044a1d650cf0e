import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import { FeedbackFields, stepLimit } from '#contract/feedback.ts';
import { stepsByActor } from '#flows/report.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle as settled } from '#tests/support/settle.ts';
import { type ComposedApp, createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { keptSteps } from '#web/app/step-record.ts';
import { FeedbackModal } from '#web/flows/feedback/feedback-modal.tsx';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { replayed } from '../../../src/setup/replay-report.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';
const [known] = authFlow.outcomes.checkSession;
const user = known.type === 'done' ? known.output.user : null;

let clock: SimulatedClock;
let app: ComposedApp;
let sent: unknown[];
let answer: () => Response;
let signedIn: string | undefined;

const settle = () => act(settled);

function Page() {
  const { top, open } = useModals();
  return (
    <>
      <Renaming name="campaign" />
      <Renaming name="session" />
      {top === 'feedback' ? (
        <FeedbackModal />
      ) : (
        <button type="button" onClick={() => open('feedback')}>
          Feedback
        </button>
      )}
    </>
  );
}

/** Has a machine of its own, as parts of pages have. */
function Renaming({ name }: { name: string }) {
  const changes = useRecordChange();
  const save = async () => ({ undo: null, revision: null });
  return (
    <button type="button" onClick={() => changes.request({ words: 'Saved.', save })}>
      Rename the {name}
    </button>
  );
}

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  clock = new SimulatedClock();
  sent = [];
  answer = () => Response.json({ feedbackId: sessionId }, { status: 201 });
  signedIn = user?.userId;
  window.history.replaceState(null, '', '/terms');
  app = createWholeApp(
    {
      identity: createFakeIdentity(),
      fetch: (async (url: string, init: RequestInit) => {
        if (url === '/check-session') return Response.json({ ...user, userId: signedIn });
        if (url !== '/feedback') return Response.json({}, { status: 503 });
        sent.push(JSON.parse(String(init.body)));
        return answer();
      }) as typeof fetch,
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
    },
    { clock },
  );
  app.start();
  render(
    <AppProvider app={app}>
      <Page />
    </AppProvider>,
  );
  await settle();
  open();
});
afterEach(() => app.stop());

const button = (name: string) => screen.getByRole('button', { name });
const open = () => fireEvent.click(button('Feedback'));
const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Your comment/ });
const write = (text: string) => fireEvent.change(comment(), { target: { value: text } });
const pick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
const send = async () => {
  act(() => clock.increment(300));
  fireEvent.click(button('Send feedback'));
  await settle();
};

describe('feedback', () => {
  it('[R4.19] [R7.4] shows thanks once it is sent, and closes after a second', async () => {
    write('The lantern went out.');
    await send();
    expect(screen.getByRole('status').textContent).toBe('Thank you for your feedback');
    expect(screen.queryByRole('textbox')).toBeNull();
    act(() => clock.increment(999));
    expect(screen.getByRole('status')).toBeTruthy();
    act(() => clock.increment(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    open();
    expect(comment().value).toBe('');
  });

  it('sends the last steps of the page only if the user agrees, and then none of their text', async () => {
    write('The lantern went out.');
    await send();
    expect(sent).toMatchObject([{ steps: [] }]);
    act(() => clock.increment(1000));
    open();
    write('The lantern went out again.');
    pick('Also send the last steps this page took');
    await send();
    const { steps } = FeedbackFields.parse(sent[1]);
    expect(steps.length).toBeGreaterThan(5);
    expect(JSON.stringify(steps)).not.toContain('lantern');
    const idle = stepsByActor(steps).filter((own) => own.length === 1 && own[0]!.event === 'xstate.init');
    expect([...idle, ...steps.filter(({ to }) => to.length === 0)]).toEqual([]);
    const own = stepsByActor(steps).find(([first]) => first?.flow === 'feedback')!;
    expect(own.map(({ event, to }) => `${event} → ${to.join()}`).slice(-3)).toEqual([
      'xstate.after.thanksDisplay.feedback.open.thanked → closed',
      'feedback.opened → open.editing',
      'draft.changed → open.editing',
    ]);
    const { lines } = replayed({ feedbackId: sessionId, steps }, () => true);
    expect(lines.join('\n')).toContain(`Feedback: ${own.length} steps, all as in the chart, with “`);
    expect(
      lines.filter((line) => !/, all as in the chart\b|^ {2}In the viewer: |^No flow parts /.test(line)),
    ).toEqual([]);
    expect(keptSteps).toBe(stepLimit);
  });

  it('sends the steps of flows that parts of the page have, each part’s by itself', async () => {
    fireEvent.click(button('Rename the campaign'));
    await settle();
    fireEvent.click(button('Rename the session'));
    await settle();
    write('Undo says nothing.');
    pick('Also send the last steps this page took');
    await send();
    const { steps } = FeedbackFields.parse(sent[0]);
    const changes = stepsByActor(steps).filter(([first]) => first?.flow === 'recordChange');
    const saved = ['xstate.init', 'change.requested', 'xstate.done.actor.saveChange'];
    expect(changes.map((own) => own.map(({ event }) => event))).toEqual([saved, saved]);
    const { lines } = replayed({ feedbackId: sessionId, steps }, () => true);
    expect(
      lines.filter((line) => !/, all as in the chart\b|^ {2}In the viewer: |^No flow parts /.test(line)),
    ).toEqual([]);
  });

  it.each(['', '   \n '])('[R5.3] rejects %j as a comment', async (blank) => {
    write(blank);
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Please enter a comment');
    expect(sent).toEqual([]);
    write('There.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[R5.4] accepts 1000 characters and counts them', () => {
    expect(comment().maxLength).toBe(1000);
    expect(screen.getByText('0 / 1,000')).toBeTruthy();
    write('x'.repeat(1000));
    expect(screen.getByText(/^1,000 \/ 1,000/)).toBeTruthy();
  });

  it('[R5.5] [R5.6] has five categories, and a disclaimer for testimonials', async () => {
    const names = () =>
      screen.getAllByRole('checkbox').map(({ parentElement }) => parentElement?.textContent);
    expect(names().slice(0, 5)).toEqual(['Features', 'Performance', 'Bug', 'Other', 'Testimonial']);
    expect(screen.queryByRole('note')).toBeNull();
    pick('Testimonial');
    expect(screen.getByRole('note').textContent).toContain('may be used in promotional material');
    await expectAccessible(document.body);
    pick('Testimonial');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('[R3.5] sends every field, with the shown page as its reference', async () => {
    act(() => navigate(`/campaign?campaignId=odd&sessionId=${sessionId}`));
    pick('Bug');
    pick('Features');
    pick('You may contact me about this');
    write('  The lantern went out.');
    await send();
    expect(sent).toEqual([
      {
        categories: ['features', 'bug'],
        comment: '  The lantern went out.',
        openToContact: true,
        referenceType: 'session',
        referenceId: sessionId,
        steps: [],
      },
    ]);
  });

  it('keeps its text when closed by mistake or if the server does not respond', async () => {
    write('The lantern went out.');
    pick('Bug');
    fireEvent.click(button('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
    open();
    expect(comment().value).toBe('The lantern went out.');
    answer = () => Response.error();
    await send();
    expect(screen.getByRole('alert').textContent).not.toBe('');
    answer = () => Response.json({ feedbackId: sessionId }, { status: 200 });
    await send();
    expect(screen.getByRole('status').textContent).toBe('Thank you for your feedback');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('[R6.6] the next user of the browser sees none of it, and its user sees it again', async () => {
    write('Between us.');
    const signIn = async (userId: string | undefined) => {
      act(() => app.root.send({ type: 'user.left' }));
      await settle();
      expect(screen.queryByRole('dialog')).toBeNull();
      signedIn = userId;
      act(() => app.auth().send({ type: 'identity.changed' }));
      await settle();
      open();
      return comment().value;
    };
    expect(await signIn('01900000-0000-7000-8000-0000000000ff')).toBe('');
    expect(await signIn(user?.userId)).toBe('Between us.');
  });
});
