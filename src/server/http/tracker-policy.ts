import type { Trackers } from '#contract/trackers.ts';

export interface PolicySources {
  script: readonly string[];
  connect: readonly string[];
  image: readonly string[];
}

const senders: Readonly<Record<string, readonly string[]>> = {
  'https://www.googletagmanager.com': [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.g.doubleclick.net',
    'https://www.google.com',
  ],
  'https://connect.facebook.net': ['https://connect.facebook.net', 'https://www.facebook.com'],
  'https://cdn.promotekit.com': ['https://*.promotekit.com'],
};

export function trackerSources({ analytics, ads, referral }: Trackers): PolicySources {
  const scripts = [analytics, ads, referral].flatMap((tracker) =>
    tracker === null ? [] : [new URL(tracker.script).origin],
  );
  const sinks = scripts.flatMap((script) => senders[script] ?? [script]);
  return { script: scripts, connect: sinks, image: sinks };
}
