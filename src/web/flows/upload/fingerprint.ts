const edge = 1024 * 1024;

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Size, date, and a hash of name, first and last MiB; unhashed without Web Crypto (plain http). */
export async function fingerprintOf(file: File): Promise<string> {
  const parts = [file.size, file.lastModified];
  if (globalThis.crypto?.subtle === undefined) return [...parts, file.name.slice(0, 100)].join('-');
  const bytes = new Blob([
    file.name,
    file.slice(0, edge),
    file.slice(Math.max(edge, file.size - edge), Math.max(edge, file.size)),
  ]);
  return [...parts, await sha256(await bytes.arrayBuffer())].join('-');
}
