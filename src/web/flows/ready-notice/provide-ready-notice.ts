import { storedReadyNotice } from '#contract/stored.ts';
import { implement } from '#machines/kit/implement.ts';
import { readyNoticeMachine } from '#machines/ready-notice/ready-notice.machine.ts';
import type { EndedAnalysis, NoticePermission } from '#machines/ready-notice/ready-notice.setup.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

export interface NoticePage {
  Notification?: typeof Notification;
  focus(): void;
}

type ReadyNoticeEffects = Pick<Surroundings, 'storage' | 'userId' | 'sessionAt' | 'navigate' | 'notices'> & {
  page: NoticePage;
};

export function noticePermission({ Notification }: NoticePage): NoticePermission {
  return Notification === undefined ? 'unsupported' : Notification.permission;
}

const words: Record<EndedAnalysis['outcome'], (title: string) => string> = {
  completed: (title) => `The notes of “${title}” are ready.`,
  page: (title) => `The page of “${title}” is ready to read. The written notes join it when they are done.`,
  failed: (title) => `The analysis of “${title}” did not finish. Nothing was charged.`,
  notWritten: (title) =>
    `The notes of “${title}” could not be written. The page that quotes the evening stays; nothing more was charged.`,
};

const wordsFor = (title: string, outcome: EndedAnalysis['outcome']) => words[outcome](title);

export function provideReadyNotice(effects: ReadyNoticeEffects): typeof readyNoticeMachine {
  const { page, storage } = effects;

  /** @throws TypeError if only a service worker may show notifications, as on Android */
  function notify(text: string, tag: string, onPress: () => void) {
    if (page.Notification === undefined) return;
    const notice = new page.Notification('Hearthscribe', { body: text, tag });
    notice.onclick = () => {
      page.focus();
      notice.close();
      onPress();
    };
  }

  return implement(readyNoticeMachine, ({ promise }) => ({
    ...promise('askPermission', async () => {
      if (page.Notification === undefined) return 'unsupported';
      const permission = await page.Notification.requestPermission();
      // An example, which shows whether this browser displays any.
      if (permission === 'granted')
        notify(
          'You’ll get a notification like this when your notes are ready.',
          'hearthscribe-ready-notice',
          () => undefined,
        );
      return permission;
    }),
  })).provide({
    actions: {
      rememberWish: (_, { isWanted }) => {
        const userId = effects.userId();
        if (userId !== null) writeFact(storage, storedReadyNotice(userId), isWanted);
      },
      showNotice: (_, { sessionId, outcome }) => {
        const { title, path } = effects.sessionAt(sessionId);
        notify(wordsFor(title, outcome), sessionId, () => effects.navigate(path));
      },
      announceInPage: (_, { sessionId, outcome }) => {
        const { title, path } = effects.sessionAt(sessionId);
        effects.notices.show(wordsFor(title, outcome), 'information', { text: 'Open the session', path });
      },
      announceHearing: (_, { sessionId }) => {
        const { title, path } = effects.sessionAt(sessionId);
        effects.notices.show(
          `This server can transcribe again. You can analyze the recording of “${title}” now.`,
          'information',
          { text: 'See the price', path },
        );
      },
    },
  });
}

export const readyNotice: Flow<typeof readyNoticeMachine> = {
  provide: provideReadyNotice,
  onArrival: ({ user: { userId } }, { storage, page }) => ({
    type: 'user.arrived',
    permission: noticePermission(page),
    isWanted: readFact(storage, storedReadyNotice(userId)) ?? false,
  }),
};
