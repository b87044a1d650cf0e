import type { Navigate } from '#web/hooks/shared-port.ts';

/** R4.12: `/campaign?verifyCode=…`. Removed at once, so that it is in no history and not repeated. */
export function takeLinkedCode(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  navigate: Navigate,
): string | null {
  const fields = new URLSearchParams(search);
  const code = fields.get('verifyCode');
  if (code === null) return null;
  fields.delete('verifyCode');
  const rest = fields.toString();
  navigate(`${pathname}${rest === '' ? '' : `?${rest}`}`, { replace: true });
  return /^\d{6}$/.test(code) ? code : null;
}
