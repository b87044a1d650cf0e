import type { WebhookKind } from '#contract/posting.ts';

export interface WebhookAddress {
  kind: WebhookKind;
  url: URL;
}

const discordHosts = new Set(
  ['discord.com', 'discordapp.com'].flatMap((host) => [host, `canary.${host}`, `ptb.${host}`]),
);
const discordPath = /^\/api(?:\/v\d{1,2})?\/webhooks\/\d{1,30}\/[\w-]{1,200}\/?$/;

/** Null if invalid. A listed host with Discord's path uses Discord's protocol. */
export function readWebhookAddress(text: string, isListed: (url: URL) => boolean): WebhookAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  const hasDiscordPath = discordPath.test(url.pathname);
  if (discordHosts.has(url.hostname)) {
    if (!hasDiscordPath) return null;
    const thread = url.searchParams.get('thread_id') ?? '';
    url.search = /^\d{1,30}$/.test(thread) ? `?thread_id=${thread}` : '';
    return { kind: 'discord', url };
  }
  return { kind: hasDiscordPath && isListed(url) ? 'discord' : 'web', url };
}
