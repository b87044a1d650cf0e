import type { Trackers } from '#contract/tracker-settings.ts';

/** Sources that the content security policy allows beside our own, by directive. */
export interface PolicySources {
  script: readonly string[];
  connect: readonly string[];
  image: readonly string[];
}

/** Where the scripts of these hosts send what they have seen; a script of another host sends to its own. */
const senders: Readonly<Record<string, readonly string[]>> = {
  'https://www.googletagmanager.com': [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    // Google signals (R7.17).
    'https://*.g.doubleclick.net',
    'https://www.google.com',
  ],
  'https://connect.facebook.net': ['https://connect.facebook.net', 'https://www.facebook.com'],
  'https://cdn.promotekit.com': ['https://*.promotekit.com'],
};

/** What the policy has to allow for the trackers that are set up, and nothing for those that are not (R7.15). */
export function trackerSources({ analytics, ads, referral }: Trackers): PolicySources {
  const scripts = [analytics, ads, referral].flatMap((tracker) =>
    tracker === null ? [] : [new URL(tracker.script).origin],
  );
  const sinks = scripts.flatMap((script) => senders[script] ?? [script]);
  return { script: scripts, connect: sinks, image: sinks };
}
