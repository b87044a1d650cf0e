import { type LightValue, oneOf, partial, shape, text } from './light.ts';

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

const SourceInfo = partial(
  Object.fromEntries(Object.entries(sourceFields).map(([field, longest]) => [field, text(longest)])) as {
    [Field in SourceField]: ReturnType<typeof text>;
  },
);

/** The answer, and to which question: different trackers or different wording need a new answer. */
export const ConsentFact = shape({ choice: oneOf('granted', 'refused'), question: text(200) });
export type ConsentFact = LightValue<typeof ConsentFact>;

export const visitFacts = {
  sourceInfo: { key: 'hearthscribe.sourceInfo', schema: SourceInfo },
  consent: { key: 'hearthscribe.consent', schema: ConsentFact },
} as const;
