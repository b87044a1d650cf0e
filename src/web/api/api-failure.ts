import type { ErrorCode } from '#contract/errors.ts';

export type ApiFailureCode = ErrorCode | 'network' | 'timeout' | 'invalidResponse' | 'unexpected';

const clientMessages = {
  network: 'The server cannot be reached. Please check your connection.',
  timeout: 'The server took too long to answer. Please try again.',
  invalidResponse: 'The server answered in a way this page does not know. Please reload it.',
  unavailable: 'The server is unavailable. Please try again in a moment.',
  unexpected: 'Something went wrong. Please try again.',
} as const;

const isOwn = (code: ApiFailureCode): code is keyof typeof clientMessages => code in clientMessages;

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ApiFailureCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | null;

  constructor(
    code: ApiFailureCode,
    options: { message?: string; status?: number; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(options.message ?? clientMessages[isOwn(code) ? code : 'unexpected'], { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    this.details = options.details ?? null;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

/** The server is starting, stopping or unreachable: worth a retry. */
export const isUnavailable = (status: number): boolean => status >= 502 && status <= 504;
