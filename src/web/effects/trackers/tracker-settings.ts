import type { Trackers } from '#contract/trackers.ts';
import { isRecord, isText, recordOf } from '#contract/unknown-values.ts';

/** As in the contract's schema. */
const short = 100;
const long = 500;

function readAnalytics(settings: unknown): Trackers['analytics'] {
  const { measurementId, dataLayer, script, parameters } = recordOf(settings);
  if (
    !isText(measurementId, short) ||
    !isText(dataLayer, short) ||
    !isText(script, long) ||
    !isRecord(parameters)
  )
    return null;
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (!isText(value, long)) return null;
    texts[name] = value;
  }
  return { measurementId, dataLayer, script, parameters: texts };
}

function readAds(settings: unknown): Trackers['ads'] {
  const { pixelId, script } = recordOf(settings);
  return isText(pixelId, short) && isText(script, long) ? { pixelId, script } : null;
}

function readReferral(settings: unknown): Trackers['referral'] {
  const { id, script } = recordOf(settings);
  return isText(id, short) && isText(script, long) ? { id, script } : null;
}

const isLost = (given: unknown, read: object | null): boolean => read === null && given !== null;

/** By hand, because public pages load no zod. Null if incomplete. */
export function readTrackers(settings: unknown): Trackers | null {
  const { analytics, ads, referral } = recordOf(settings);
  const read = { analytics: readAnalytics(analytics), ads: readAds(ads), referral: readReferral(referral) };
  return isLost(analytics, read.analytics) || isLost(ads, read.ads) || isLost(referral, read.referral)
    ? null
    : read;
}
