import { beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { keysOfUser, storedReadyNotice } from '#contract/stored.ts';
import { selectReadyNotice } from '#machines/ready-notice/ready-notice.selectors.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import { readFact } from '#web/effects/stored-facts.ts';
import {
  type NoticePage,
  noticePermission,
  provideReadyNotice,
} from '#web/flows/ready-notice/provide-ready-notice.ts';
import { createNotices } from '#web/hooks/notices.ts';

const userId = '01900000-0000-7000-8000-00000000b001';
const ended = { sessionId: 's1', outcome: 'completed', isHidden: true, isOnScreen: true } as const;

let storage: MemoryStorage;
let shown: FakeNotification[];
let told: string[];
let answer: NotificationPermission;
let refusesPages: boolean;

class FakeNotification {
  static permission: NotificationPermission = 'default';
  static requestPermission = async () => answer;
  onclick: (() => void) | null = null;
  isClosed = false;
  readonly options: NotificationOptions;
  constructor(_title: string, options: NotificationOptions) {
    if (refusesPages)
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification().');
    this.options = options;
    shown.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

function begin(hasNotifications = true) {
  const page: NoticePage = {
    focus: () => void told.push('focus'),
    ...(hasNotifications ? { Notification: FakeNotification as unknown as typeof Notification } : {}),
  };
  const actor = createActor(
    provideReadyNotice({
      page,
      storage,
      userId: () => userId,
      sessionAt: () => ({ title: 'The Quiet Bell', path: '/campaign?campaignId=c1&sessionId=s1' }),
      navigate: (path) => void told.push(path),
      notices: { show: (text, _, link) => void told.push(`${text} ${link?.path}`) },
    }),
  ).start();
  actor.send({
    type: 'user.arrived',
    permission: noticePermission(page),
    isWanted: readFact(storage, storedReadyNotice(userId)) ?? false,
  });
  return { actor, step: () => selectReadyNotice(actor.getSnapshot()) };
}

beforeEach(() => {
  storage = new MemoryStorage();
  shown = [];
  told = [];
  answer = 'granted';
  refusesPages = false;
  FakeNotification.permission = 'default';
});

describe('notifications about finished notes', () => {
  it('are shown once the user has allowed them, and open the session', async () => {
    const { actor, step } = begin();
    actor.send({ type: 'notices.toggled' });
    await settle();
    expect(step()).toBe('on');
    expect(shown.map(({ options }) => options.body)).toEqual([
      'You’ll get a notification like this when your notes are ready.',
    ]);
    actor.send({ type: 'analysis.ended', ...ended });
    actor.send({ type: 'analysis.ended', ...ended, outcome: 'failed' });
    expect(shown.slice(1).map(({ options }) => options.body)).toEqual([
      'The notes of “The Quiet Bell” are ready.',
      'The analysis of “The Quiet Bell” did not finish. Nothing was charged.',
    ]);
    expect(told).toEqual([]);
    shown[1]?.onclick?.();
    expect(told).toEqual(['focus', '/campaign?campaignId=c1&sessionId=s1']);
    expect(shown[1]?.isClosed).toBe(true);
  });

  it('are on at the next visit of the same user, and removed with the account', async () => {
    const { actor } = begin();
    actor.send({ type: 'notices.toggled' });
    await settle();
    FakeNotification.permission = 'granted';
    expect(begin().step()).toBe('on');
    expect(keysOfUser(storage, userId)).toEqual([storedReadyNotice(userId).key]);
    actor.send({ type: 'notices.toggled' });
    expect(begin().step()).toBe('off');
  });

  it('are not shown to users who are viewing the session, or have not asked for them', () => {
    const { actor } = begin();
    actor.send({ type: 'analysis.ended', ...ended, isHidden: false });
    actor.send({ type: 'analysis.ended', ...ended });
    expect(shown).toEqual([]);
    expect(told).toEqual([]);
  });

  it('users on another page get a notice there', () => {
    const { actor } = begin(false);
    actor.send({ type: 'analysis.ended', ...ended, isHidden: false, isOnScreen: false });
    expect(told).toEqual(['The notes of “The Quiet Bell” are ready. /campaign?campaignId=c1&sessionId=s1']);
  });

  it('are not offered if the browser leaves them to service workers', async () => {
    refusesPages = true;
    const { actor, step } = begin();
    actor.send({ type: 'notices.toggled' });
    await settle();
    expect(step()).toBe('unsupported');
    expect(begin(false).step()).toBe('unsupported');
  });

  it('shows a user who blocks them where to allow them', async () => {
    answer = 'denied';
    const { actor, step } = begin();
    actor.send({ type: 'notices.toggled' });
    await settle();
    expect(step()).toBe('blocked');
    FakeNotification.permission = 'denied';
    expect(begin().step()).toBe('blocked');
  });

  it('says on another page that the server can transcribe a recording that waited, and not where it is shown', () => {
    const { actor } = begin();
    actor.send({ type: 'hearing.restored', sessionId: 's1', isOnScreen: true });
    expect(told).toEqual([]);
    actor.send({ type: 'hearing.restored', sessionId: 's1', isOnScreen: false });
    expect(told).toEqual([
      'This server can transcribe again. You can analyze the recording of “The Quiet Bell” now. ' +
        '/campaign?campaignId=c1&sessionId=s1',
    ]);
  });
});

it('a notice takes the place of the one before about the same session, and of no other', () => {
  const notices = createNotices();
  const toSession = (id: string) => ({ text: 'Open the session', path: `/campaign?sessionId=${id}` });
  notices.show('The page of “Oda” is ready to read.', 'information', toSession('s1'));
  notices.show('The notes of “Pike” are ready.', 'information', toSession('s2'));
  notices.show('The server cannot be reached.');
  notices.show('The notes of “Oda” are ready.', 'information', toSession('s1'));
  expect(notices.get().map(({ text }) => text)).toEqual([
    'The notes of “Pike” are ready.',
    'The server cannot be reached.',
    'The notes of “Oda” are ready.',
  ]);
});
