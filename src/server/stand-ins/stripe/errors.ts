export class StandInError extends Error {
  override readonly name = 'StandInError';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: { type: string; message: string } & Record<string, unknown>) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

const invalid = (status: number, message: string, more: Record<string, unknown> = {}) =>
  new StandInError(status, { type: 'invalid_request_error', message, ...more });

export const badRequest = (message: string, param?: string, code?: string): StandInError =>
  invalid(400, message, {
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });

export const missing = (what: string, id: string, param = 'id'): StandInError =>
  invalid(404, `No such ${what.replaceAll('_', ' ')}: '${id.slice(0, 100)}'`, {
    code: 'resource_missing',
    param,
  });

export const notFound = (method: string, path: string): StandInError =>
  invalid(404, `Unrecognized request URL (${method}: ${path.slice(0, 200)}).`);

export const unauthorized = (): StandInError =>
  invalid(401, 'Give the stand-in its own API key, as a bearer token.');

export const otherRequest = (): StandInError =>
  new StandInError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  });

export const declineMessage = 'Your card was declined.';

export const declined = (charge: string): StandInError =>
  new StandInError(402, {
    type: 'card_error',
    message: declineMessage,
    code: 'card_declined',
    decline_code: 'generic_decline',
    charge,
  });
