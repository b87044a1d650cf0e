const gmailLike = /^(gmail|googlemail)\.com$/;
const withPlusTags = /^((outlook|hotmail|live)\.[a-z.]+|msn\.com|icloud\.com|me\.com|mac\.com)$/;
const yahoo = /^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/;

/** R5.11: one person's spellings become equal. */
export function normaliseEmail(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 1) return lower;
  const domain = lower.slice(at + 1);
  let local = lower.slice(0, at);
  if (gmailLike.test(domain) || withPlusTags.test(domain)) local = local.replace(/\+.*$/, '');
  if (gmailLike.test(domain) || yahoo.test(domain)) local = local.replaceAll('.', '');
  return `${local}@${domain}`;
}

/** R5.11: SHA-256 in hexadecimal; null without HTTPS. */
export async function hashEmail(
  email: string,
  crypto: Partial<Crypto> = globalThis.crypto,
): Promise<string | null> {
  if (crypto.subtle === undefined) return null;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normaliseEmail(email)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
