import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { present } from '#contract/unknown-values.ts';
import { analysisJobStages } from '#machines/analysis-job/stages.ts';
import { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import { minutes } from '#machines/kit/durations.ts';
import { implement } from '#machines/kit/implement.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { analysis as finished, quote } from '#tests/support/web-fixtures.ts';
import { RunPanel } from '#web/features/campaign/analysis/run-panel.tsx';
import { UploadPanel } from '#web/features/campaign/upload/upload-panel.tsx';
import type { useAnalysis } from '#web/flows/analysis/use-analysis.ts';
import type { useUpload } from '#web/flows/upload/use-upload.ts';

type Upload = ReturnType<typeof useUpload>;
type Run = ReturnType<typeof useAnalysis>;

const nothing = () => {};

const upload: Upload = {
  step: 'idle',
  isBusy: false,
  file: { key: 'a', name: 'saltmarsh-3.mp3', sizeBytes: 149_000_000 },
  estimate: { durationSeconds: 12_420, brief: 207, comprehensive: 345 },
  contents: null,
  streams: null,
  promisedSeconds: null,
  account: null,
  openUpload: null,
  sentBytes: 61_000_000,
  sizeBytes: 149_000_000,
  fraction: 0.409,
  detailLevel: 'brief',
  start: undefined,
  failure: null,
  chooseFiles: nothing,
  replace: nothing,
  keepSource: nothing,
  confirm: nothing,
  pause: nothing,
  resume: nothing,
  retry: nothing,
  discard: nothing,
  chooseLevel: nothing,
  arrange: nothing,
  accept: nothing,
  can: {
    chooseFile: true,
    replace: false,
    keepSource: false,
    arrange: false,
    accept: false,
    confirm: false,
    pause: false,
    resume: false,
    retry: false,
    discard: false,
    chooseLevel: true,
  },
};

const transcripts: Parameters<typeof UploadPanel>[0]['transcripts'] = {
  step: 'idle',
  isBusy: false,
  file: null,
  failure: null,
  question: null,
  chooseFile: nothing,
  answer: nothing,
  back: nothing,
  cancel: nothing,
  retry: nothing,
  forget: nothing,
  can: { back: false, retry: false },
};

async function priced({ canWait }: { canWait: boolean }) {
  const machine = implement(analysisStartMachine, ({ promise }) => ({
    ...promise('quote', async () => ({ ...quote, holdsFor: minutes(15) })),
    ...promise('startAnalysis', () => Promise.reject(failure('network', 'The server cannot be reached.'))),
  }));
  const input = { sessionId: quote.sessionId, detailLevel: 'brief', canWait } as const;
  const actor = createActor(machine, { input }).start();
  await waitFor(actor, ({ context }) => context.quote !== null);
  return actor;
}

function showUpload(
  changes: Partial<Omit<Upload, 'can'>>,
  can: Partial<Upload['can']> = {},
  more: Partial<Parameters<typeof UploadPanel>[0]> = {},
) {
  return render(
    <UploadPanel
      upload={{ ...upload, ...changes, can: { ...upload.can, ...can } }}
      transcripts={transcripts}
      {...more}
    />,
  );
}

const failure = (code: string, message: string) => ({ code, message, details: null });

describe('upload panel', () => {
  it('[D12] asks about a transcript before the price: one sentence, choices as buttons, by keyboard', async () => {
    const answer = vi.fn();
    const question = {
      id: 'encoding',
      sentence: 'In which alphabet can you read its words?',
      choices: [
        { id: 'koi8-r', label: 'Cyrillic (KOI8-R): \u0434\u0430', lengthMs: null },
        { id: 'windows-1251', label: 'Cyrillic (Windows-1251): \u0414\u0410', lengthMs: null },
      ],
      assumed: null,
    };
    const asking = { ...transcripts, step: 'asking', question, answer } as const;
    const { container } = showUpload({}, {}, { transcripts: asking });
    expect(document.activeElement?.textContent).toBe(question.sentence);
    const choices = within(screen.getByRole('group', { name: question.sentence })).getAllByRole('button');
    expect(choices.map(({ textContent }) => textContent)).toEqual(question.choices.map(({ label }) => label));
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(answer).toHaveBeenCalledExactlyOnceWith(1);
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await expectAccessible(container);
  });

  it('names the file that a full storage has no room for, and leads to the storage', async () => {
    const onStorageFull = vi.fn();
    const refused = {
      code: 'quotaReached',
      message: 'Your storage is full.',
      details: { quota: 'storedBytes', limit: 1000 },
    };
    const { container } = showUpload(
      { step: 'failed', failure: refused },
      { retry: true },
      { onStorageFull },
    );
    expect(screen.getByText('saltmarsh-3.mp3 was not uploaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'See your storage' }));
    expect(onStorageFull).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it('does not lead to the storage when there are too many unfinished uploads', () => {
    const refused = { code: 'quotaReached', message: 'Too many.', details: { quota: 'uploads', limit: 3 } };
    showUpload({ step: 'failed', failure: refused }, {}, { onStorageFull: nothing });
    expect(screen.queryByRole('button', { name: 'See your storage' })).toBeNull();
  });

  it.each([
    [
      { state: 'unavailable', megabytes: 0 },
      'This server cannot transcribe recordings yet',
      /keep it free of charge/,
    ],
    [{ state: 'download', megabytes: 671 }, 'The first recording takes longer', /speech model \(671 MB\)/],
  ] as const)(
    'says before a recording is chosen what the server can transcribe: %j',
    async (hearing, title, words) => {
      const { container } = showUpload({ step: 'idle' }, {}, { hearing });
      const button = screen.getByRole('button', { name: 'Choose a file' });
      expect(screen.getByText(title).compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(screen.getByText(words)).toBeTruthy();
      await expectAccessible(container);
    },
  );

  it('[D18] names no price for a recording that this server cannot transcribe', async () => {
    const { container } = showUpload(
      { step: 'estimated' },
      { confirm: true },
      { hearing: { state: 'unavailable', megabytes: 0 } },
    );
    expect(screen.getByText(/we keep it free of charge/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload and keep for free' })).toBeTruthy();
    expect(container.textContent).not.toMatch(/credits/);
    await expectAccessible(container);
  });

  it('names the languages that this server transcribes before a recording is chosen', () => {
    const { container } = showUpload(
      { step: 'idle' },
      {},
      { hearing: { state: 'ready', megabytes: 0, languages: ['sv', 'en'] } },
    );
    expect(screen.getByText('This server transcribes 2 languages')).toBeTruthy();
    expect(container.textContent).toContain('English, Swedish. For any other language, import a transcript.');
  });

  it.each([
    null,
    'ready',
    { state: 'deaf', megabytes: 0 },
    { state: 'download' },
    { state: 'ready', megabytes: 0 },
  ])('says nothing if it can transcribe, or is not known to: %j', (hearing) => {
    showUpload({ step: 'idle' }, {}, { hearing });
    expect(document.querySelector('.notice')).toBeNull();
  });

  it.each([
    [12_420, { credits: 300, freeAnalyses: 0 }, /^Brief207 credits/, /Comprehensive.*You need .* more/],
    [12_420, { credits: 0, freeAnalyses: 1 }, /Brief.*Free/, /Comprehensive.*worth 345 credits/],
    [
      6 * 3600 + 1,
      { credits: 0, freeAnalyses: 1 },
      /Brief.*You need 207 credits more/,
      /You need 345 credits more/,
    ],
  ])(
    '[D3] [R9.1] the estimate of %d s with %j states the cost for this user',
    (durationSeconds, balance, ...names) => {
      const estimate = { durationSeconds, brief: 207, comprehensive: 345 };
      showUpload({ step: 'estimated', estimate }, { confirm: true }, { balance });
      for (const name of names) expect(screen.getByRole('radio', { name })).toBeTruthy();
    },
  );

  it('[D1] [R9.1] shows what both levels cost before sending a byte', async () => {
    const confirm = vi.fn();
    const { container } = showUpload({ step: 'estimated', confirm }, { confirm: true });
    expect(screen.getByRole('radio', { name: /Brief.*207 credits/ })).toBeTruthy();
    expect(screen.getByRole('radio', { name: /Comprehensive.*345 credits/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Upload for free' }));
    expect(confirm).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it.each([
    ['tracks', /2 tracks of one evening.*Mira, Jonas.*not for each track/],
    ['parts', /2 parts, one after another:MiraJonas.*order wrong/],
  ] as const)('[D4] says before the upload that several files are %s', async (kind, words) => {
    const estimates = { tracks: null, parts: null };
    const contents = { kind, names: ['Mira', 'Jonas'], isSure: true, broken: [], estimates };
    const { container } = showUpload({ step: 'estimated', contents }, { confirm: true });
    expect(container.textContent).toMatch(words);
    await expectAccessible(container);
  });

  it('[D4] asks how recordings go together, with both prices', async () => {
    const arrange = vi.fn();
    const estimates = {
      tracks: { durationSeconds: 3600, brief: 60, comprehensive: 100 },
      parts: { durationSeconds: 7200, brief: 120, comprehensive: 200 },
    };
    const contents = {
      kind: 'tracks',
      names: ['Mira', 'Jonas'],
      isSure: false,
      broken: [],
      estimates,
    } as const;
    const { container } = showUpload({ step: 'arranging', contents, arrange }, { arrange: true });
    expect(
      screen.getByRole('button', { name: /^At the same time: 1:00:00, 60 or 100 credits/ }),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^One after another: 2:00:00, 120 or 200 / }));
    expect(arrange).toHaveBeenCalledWith('parts');
    await expectAccessible(container);
  });

  it('names the recordings that it cannot read, and the streams of a file, before the upload', () => {
    const estimates = { tracks: null, parts: null };
    const contents = {
      kind: 'tracks',
      names: ['Mira'],
      isSure: true,
      broken: ['2-jonas.flac'],
      estimates,
    } as const;
    showUpload({ step: 'estimated', contents, streams: { names: ['Mira', 'Game'] } }, { confirm: true });
    expect(screen.getByText(/can’t read/).textContent).toContain('2-jonas.flac');
    expect(screen.getByText(/2 audio tracks/).textContent).toContain('Mira, Game');
  });

  it('[D1] says so if the browser cannot measure the length', () => {
    showUpload({ step: 'inspected', estimate: null }, { confirm: true });
    expect(screen.getByText(/can’t measure this recording/)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('shows the progress, and offers to pause and to discard', async () => {
    const pause = vi.fn();
    const { container } = showUpload({ step: 'sending', pause }, { pause: true, discard: true });
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByText('40 % · 61 MB of 149 MB')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(pause).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy();
    await expectAccessible(container);
  });

  it.each([
    ['paused', 'Paused'],
    ['offline', 'You are offline'],
    ['retrying', 'Trying again'],
    ['verifying', 'Checking the recording'],
  ] as const)('%s shows what is going on', (step, heading) => {
    showUpload({ step }, { resume: step === 'paused' });
    expect(screen.getByRole('status').textContent).toContain(heading);
    expect(screen.queryByRole('button', { name: 'Resume' }) !== null).toBe(step === 'paused');
  });

  it('asks for the same file after a reload, and rejects another', () => {
    showUpload(
      {
        step: 'awaitingFile',
        openUpload: {
          id: finished.id,
          sessionId: finished.sessionId,
          fileName: 'saltmarsh-3.mp3',
          sizeBytes: 149_000_000,
          offset: 61_000_000,
          fingerprint: 'f',
          status: 'open',
          error: null,
          tusUrl: '/files/a',
          chunkBytes: 5_242_880,
          expiresAt: finished.createdAt,
          createdAt: finished.createdAt,
        },
        failure: failure('differentFile', 'This is another file. Choose saltmarsh-3.mp3.'),
      },
      { discard: true },
    );
    expect(screen.getByRole('alert').textContent).toContain('This is another file.');
    expect(screen.getByRole('status').textContent).toContain('61 MB of 149 MB have arrived');
    expect(screen.getByRole('button', { name: 'Choose the file again' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Discard this upload' })).toBeTruthy();
  });

  it('says what to do about a rejected file, and accepts another', async () => {
    const { container } = showUpload({
      step: 'rejected',
      failure: failure('unsupportedAudio', 'We could not read this audio. Try MP3, or see Tips and Tricks.'),
    });
    expect(screen.getByRole('alert').textContent).toContain('saltmarsh-3.mp3 was not accepted');
    expect(screen.getByRole('alert').textContent).toContain('Try MP3, or see Tips and Tricks.');
    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
    await expectAccessible(container);
  });

  it('offers to retry a failed upload', async () => {
    const retry = vi.fn();
    showUpload(
      { step: 'failed', retry, failure: failure('network', 'The server cannot be reached.') },
      { retry: true },
    );
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('[D2] then shows the exact price', async () => {
    showUpload({ step: 'pricing', start: await priced({ canWait: true }) });
    expect(screen.getByRole('button', { name: 'Start analysis — 207 credits' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Later' })).toBeTruthy();
  });
});

const run: Run = {
  step: 'following',
  isBusy: false,
  start: undefined,
  analysisId: finished.id,
  progress: {
    id: finished.id,
    status: 'transcribing',
    progress: 0.378,
    etaSeconds: 540,
    stageMessage: 'Minute 76 of 207.',
    error: null,
  },
  stages: analysisJobStages.map((stage, index) => ({
    ...stage,
    title: stage.title ?? '',
    state: index < 2 ? 'done' : index === 2 ? 'current' : 'upcoming',
  })),
  connection: 'stream',
  failure: null,
  cancel: nothing,
  retry: nothing,
  again: nothing,
  can: {
    cancel: true,
    retry: false,
    again: false,
  },
};

function showRun(changes: Partial<Omit<Run, 'can'>>, can: Partial<Run['can']> = {}) {
  return render(
    <RunPanel analysis={{ ...run, ...changes, can: { ...run.can, ...can } }} onReplaceSource={nothing} />,
  );
}

describe('run of an analysis', () => {
  it('shows stages, message, percentage and time left', async () => {
    const { container } = showRun({});
    expect(screen.getByRole('progressbar', { name: 'Analysis' }).getAttribute('aria-valuenow')).toBe('37');
    expect(screen.getByRole('status').textContent).toBe('Minute 76 of 207.');
    expect(screen.getByText(/About 9 min left/)).toBeTruthy();
    const current = screen
      .getAllByRole('listitem')
      .find((item) => item.getAttribute('aria-current') === 'step');
    expect(current?.textContent).toContain('Writing down what was said');
    await expectAccessible(container);
  });

  it('[D1] no longer offers to cancel once the notes are being written', () => {
    showRun({}, { cancel: false });
    expect(screen.queryByRole('button', { name: 'Cancel the analysis' })).toBeNull();
    expect(screen.getByText(/can no longer cancel/)).toBeTruthy();
  });

  it('[D8] a failure says what to do, and can be retried', async () => {
    const retry = vi.fn();
    const message = 'The analysis stopped. You were not charged. Try again.';
    const { container } = showRun(
      {
        step: 'failed',
        retry,
        progress: {
          id: finished.id,
          status: 'failed',
          progress: 0.4,
          etaSeconds: null,
          stageMessage: '',
          error: { stage: 'extracting', code: 'stopped', message, retryable: true },
        },
      },
      { retry: true, cancel: false },
    );
    expect(screen.getByRole('alert').textContent).toContain(message);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it('a cancelled one was not charged, and can be restarted', () => {
    showRun({ step: 'cancelled' }, { again: true, cancel: false });
    expect(screen.getByRole('status').textContent).toContain('You were not charged.');
    expect(screen.getByRole('button', { name: 'Start a new analysis' })).toBeTruthy();
  });

  it.each(['cancelling', 'cancelled', 'failed'])(
    '[D16] %s while a model writes: it says that this costs nothing, also where a free analysis covers the page',
    async (step) => {
      HTMLDialogElement.prototype.showModal = function showModal() {
        this.open = true;
      };
      HTMLDialogElement.prototype.close = function close() {
        this.open = false;
      };
      const progress = { ...present(run.progress, 'progress'), writer: 'service' as const };
      const isCancelling = step === 'cancelling';
      showRun({ step: isCancelling ? 'following' : step, progress } as Partial<Run>, {
        cancel: isCancelling,
      });
      if (isCancelling) await userEvent.click(screen.getByRole('button', { name: 'Cancel the analysis' }));
      const text = document.body.textContent;
      expect(text).toContain('The page that quotes the evening stays');
      expect(text).toMatch(/(were not|won’t be) charged for written notes\./);
      expect(text).not.toMatch(/(pay|charged) only/);
    },
  );

  it('[D1] a failed start can be retried, or left for the price', async () => {
    const start = await priced({ canWait: false });
    showRun({ step: 'pricing', start }, { cancel: false });
    await userEvent.click(screen.getByRole('button', { name: /^Start analysis/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
    expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the price' }));
    expect(await screen.findByRole('heading', { name: 'Start the analysis' })).toBeTruthy();
  });

  it('shows nothing more once it is completed', () => {
    const { container } = showRun({ step: 'completed' });
    expect(container.textContent).toBe('');
  });
});
