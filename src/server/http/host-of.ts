import type { Context } from 'hono';

/** Host, with its port, that a request was addressed to, in small letters. */
export const hostOf = ({ req }: Context): string =>
  (req.header('host') ?? new URL(req.url).host).toLowerCase();
