import type { Context } from 'hono';

const hostPattern = /^([a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

export const isHost = (text: string): boolean =>
  text.length <= 260 && hostPattern.test(text.toLowerCase()) && URL.canParse(`http://${text}`);

export const hostOf = ({ req }: Context): string =>
  (req.header('host') ?? new URL(req.url).host).toLowerCase();
