import { isRecord, isText, keysOf, recordOf } from './unknown-values.ts';

export const sourceFields = {
  utm_source: 500,
  utm_medium: 500,
  utm_campaign: 500,
  utm_term: 500,
  utm_content: 500,
  referrer: 2000,
  landing_page: 2000,
  user_agent: 1000,
  timestamp: 40,
  promotekit_referral: 500,
  deeplink_uuid: 40,
  gclid: 500,
  gbraid: 500,
  wbraid: 500,
  fb_click_id: 500,
  rdt_cid: 500,
} as const;
export type SourceField = keyof typeof sourceFields;

export type SourceInfo = { [Field in SourceField]?: string | undefined };

function readSourceInfo(stored: unknown): SourceInfo | null {
  if (!isRecord(stored)) return null;
  const info: SourceInfo = {};
  for (const field of keysOf(sourceFields)) {
    const value = stored[field];
    if (value === undefined) continue;
    if (!isText(value, sourceFields[field])) return null;
    info[field] = value;
  }
  return info;
}

/** Different trackers or wording need a new answer. */
interface ConsentFact {
  choice: 'granted' | 'refused';
  question: string;
}

function readConsent(stored: unknown): ConsentFact | null {
  const { choice, question } = recordOf(stored);
  return (choice === 'granted' || choice === 'refused') && isText(question, 200)
    ? { choice, question }
    : null;
}

/** Public pages load no zod. */
export const visitFacts = {
  sourceInfo: { key: 'hearthscribe.sourceInfo', read: readSourceInfo },
  consent: { key: 'hearthscribe.consent', read: readConsent },
} as const;
