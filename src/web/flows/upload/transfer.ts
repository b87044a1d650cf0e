import type { DetailedError, UploadOptions } from 'tus-js-client';
import { ErrorBody } from '#contract/errors.ts';
import type { Upload } from '#contract/uploads.ts';
import { ApiFailure, pauseAfter, waitSecondsOf } from '#web/api/api-failure.ts';
import type { Timers } from '#web/api/timers.ts';

/** R7: 60 s without progress count as a failed attempt. */
const stall = 60_000;

interface TransferEvents {
  onSent(offset: number): void;
  onFinished(): void;
  onFailed(failure: ApiFailure): void;
}

interface TransferDependencies {
  baseUrl: string;
  /** Each chunk gets a fresh token. */
  authorization: () => Promise<Record<string, string>>;
  onUnauthorized: () => void;
  timers: Timers;
}

export type Transfer = (file: File, upload: Upload, events: TransferEvents) => () => void;

const closedBy = new Map<number, 'unauthorized' | 'notFound' | 'uploadExpired'>([
  [401, 'unauthorized'],
  [404, 'notFound'],
  [410, 'uploadExpired'],
]);

/** Refusals of the server itself are JSON. */
function isOurs(error: Error | DetailedError): boolean {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  try {
    return ErrorBody.safeParse(JSON.parse(response?.getBody() ?? '')).success;
  } catch {
    return false;
  }
}

function failureOf(error: Error | DetailedError): ApiFailure {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response === null) return new ApiFailure('network', { cause: error });
  const status = response.getStatus();
  let body: unknown;
  try {
    body = JSON.parse(response.getBody());
  } catch {
    body = null;
  }
  const refusal = ErrorBody.safeParse(body);
  if (refusal.success) {
    const { code, message } = refusal.data.error;
    return new ApiFailure(code, {
      status,
      message,
      waitSeconds: waitSecondsOf(response.getHeader('retry-after')),
    });
  }
  const code = closedBy.get(status);
  return code === undefined
    ? new ApiFailure('unavailable', { status, message: 'The server rejected the last part.' })
    : new ApiFailure(code, { status, message: 'This upload is closed. Start a new one.' });
}

/** tus 1.0. */
export function createTransfer(dependencies: TransferDependencies): Transfer {
  const { timers } = dependencies;
  return (file, upload, events) => {
    let stopped = false;
    let abort = () => {};
    let timer: unknown;

    const stop = () => {
      stopped = true;
      timers.clearTimeout(timer);
      abort();
    };
    const fail = (failure: ApiFailure) => {
      if (stopped) return;
      stop();
      if (failure.code === 'unauthorized') dependencies.onUnauthorized();
      events.onFailed(failure);
    };
    const watch = () => {
      timers.clearTimeout(timer);
      if (!stopped) timer = timers.setTimeout(() => fail(new ApiFailure('timeout')), stall);
    };

    const pauseOrFail = (failure: ApiFailure) => {
      const pause = pauseAfter(failure);
      if (pause === null || stopped) return fail(failure);
      timers.clearTimeout(timer);
      timer = timers.setTimeout(begin, pause);
    };
    let begin = () => {};
    let sentAny = false;

    /** A network that blocks PATCH rejects it before anything was accepted. */
    const isPatchBlocked = (error: Error | DetailedError) => {
      const request = 'originalRequest' in error ? error.originalRequest : null;
      if (options.overridePatchMethod || sentAny || request?.getMethod() !== 'PATCH') return false;
      const status = 'originalResponse' in error ? error.originalResponse?.getStatus() : undefined;
      return status !== undefined && [400, 403, 405, 501].includes(status) && !isOurs(error);
    };

    const options: UploadOptions = {
      uploadUrl: `${dependencies.baseUrl}${upload.tusUrl}`,
      chunkSize: upload.chunkBytes,
      // The machine handles attempts and pauses.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        for (const [name, value] of Object.entries(await dependencies.authorization())) {
          request.setHeader(name, value);
        }
        watch();
      },
      onProgress: watch,
      onChunkComplete: (_, accepted) => {
        sentAny = true;
        if (!stopped) events.onSent(accepted);
      },
      onSuccess: () => {
        if (stopped) return;
        timers.clearTimeout(timer);
        stopped = true;
        events.onFinished();
      },
      onError: (error) => {
        if (stopped || !isPatchBlocked(error)) return pauseOrFail(failureOf(error));
        options.overridePatchMethod = true;
        begin();
      },
    };

    watch();
    import('tus-js-client').then(
      (tus) => {
        if (stopped) return;
        begin = () => {
          watch();
          const sending = new tus.Upload(file, options);
          abort = () => void sending.abort();
          sending.start();
        };
        begin();
      },
      (error: unknown) => fail(new ApiFailure('network', { cause: error })),
    );
    return stop;
  };
}
