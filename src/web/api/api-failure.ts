import type { ErrorCode } from '#contract/errors.ts';

type ApiFailureCode = ErrorCode | 'network' | 'timeout' | 'invalidResponse' | 'unexpected';

const clientMessages = {
  network: 'The server cannot be reached. Please check your connection.',
  timeout: 'The server took too long to respond. Please try again.',
  invalidResponse: 'The server sent an answer that this page doesn’t understand. Please reload the page.',
  unavailable: 'The server is unavailable. Please try again in a moment.',
  unexpected: 'Something went wrong. Please try again.',
} as const;

const isOwn = (code: ApiFailureCode): code is keyof typeof clientMessages => code in clientMessages;

/** Longer pauses are shown to the user as failures. */
const longestPauseSeconds = 10;

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ApiFailureCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Null if the server did not say. */
  readonly waitSeconds: number | null;

  constructor(
    code: ApiFailureCode,
    options: {
      message?: string;
      status?: number;
      details?: Record<string, unknown>;
      waitSeconds?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? clientMessages[isOwn(code) ? code : 'unexpected'], { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    this.details = options.details ?? null;
    this.waitSeconds = options.waitSeconds ?? null;
  }
}

/** Null for a missing value or a date. */
export function waitSecondsOf(header: string | null | undefined): number | null {
  return /^\d{1,6}$/.test(header ?? '') ? Number(header) : null;
}

/** Until the client may repeat the request; null: not by itself. The server has not begun such requests. */
export function pauseAfter({ code, waitSeconds }: ApiFailure): number | null {
  const wasNotBegun = code === 'overloaded' || code === 'tooManyRequests';
  return wasNotBegun && waitSeconds !== null && waitSeconds <= longestPauseSeconds
    ? waitSeconds * 1000
    : null;
}

export const isUnavailable = (status: number): boolean => status >= 502 && status <= 504;
