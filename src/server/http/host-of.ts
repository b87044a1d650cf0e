import type { Context } from 'hono';

const hostPattern = /^([a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/** Whether a Host header names a host, in characters that are safe in a page and in an address. */
export const isHost = (text: string): boolean =>
  text.length <= 260 && hostPattern.test(text.toLowerCase()) && URL.canParse(`http://${text}`);

/** Host, with its port, that a request was addressed to, in small letters. */
export const hostOf = ({ req }: Context): string =>
  (req.header('host') ?? new URL(req.url).host).toLowerCase();
