import { type ErrorBody, type ErrorCode, errorCatalogue } from '#contract/errors.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly beside: Omit<ErrorBody, 'error'>;
  /** For `Retry-After`. */
  readonly waitSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: Record<string, unknown>;
      beside?: Omit<ErrorBody, 'error'>;
      waitSeconds?: number;
    } = {},
  ) {
    super(options.message ?? errorCatalogue[code].message);
    this.code = code;
    this.details = options.details;
    this.beside = options.beside ?? {};
    this.waitSeconds = options.waitSeconds;
  }

  get status(): (typeof errorCatalogue)[ErrorCode]['status'] {
    return errorCatalogue[this.code].status;
  }

  get body(): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.details === undefined ? {} : { details: this.details }),
      },
      ...this.beside,
    };
  }
}
