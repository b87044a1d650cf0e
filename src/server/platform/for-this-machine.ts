export const loopback = ['localhost', '127.0.0.1', '[::1]'];

export function isForThisMachine({ host, publicUrl }: { host: string; publicUrl: string | null }): boolean {
  const listensHere = loopback.includes(host) || host === '::1';
  return listensHere && (publicUrl === null || loopback.includes(new URL(publicUrl).hostname));
}
