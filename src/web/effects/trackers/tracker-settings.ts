import type { Trackers } from '#contract/trackers.ts';
import { isRecord, recordOf } from '#contract/unknown-values.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

function readAnalytics(settings: unknown): Trackers['analytics'] {
  const { measurementId, dataLayer, script, parameters } = recordOf(settings);
  if (!isText(measurementId) || !isText(dataLayer) || !isText(script) || !isRecord(parameters)) return null;
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (!isText(value)) return null;
    texts[name] = value;
  }
  return { measurementId, dataLayer, script, parameters: texts };
}

function readAds(settings: unknown): Trackers['ads'] {
  const { pixelId, script } = recordOf(settings);
  return isText(pixelId) && isText(script) ? { pixelId, script } : null;
}

function readReferral(settings: unknown): Trackers['referral'] {
  const { id, script } = recordOf(settings);
  return isText(id) && isText(script) ? { id, script } : null;
}

const isLost = (given: unknown, read: object | null): boolean => read === null && given !== null;

/** Parses `GET /trackers.json` by hand, because public pages load no zod. Null if it is not complete. */
export function readTrackers(settings: unknown): Trackers | null {
  const { analytics, ads, referral } = recordOf(settings);
  const read = { analytics: readAnalytics(analytics), ads: readAds(ads), referral: readReferral(referral) };
  return isLost(analytics, read.analytics) || isLost(ads, read.ads) || isLost(referral, read.referral)
    ? null
    : read;
}
