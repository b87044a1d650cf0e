import { type LightValue, orNull, shape, text, texts } from './light.ts';

export const Trackers = shape({
  analytics: orNull(
    shape({
      measurementId: text(100),
      dataLayer: text(100),
      script: text(500),
      parameters: texts(500),
    }),
  ),
  ads: orNull(shape({ pixelId: text(100), script: text(500) })),
  referral: orNull(shape({ id: text(100), script: text(500) })),
});
export type Trackers = LightValue<typeof Trackers>;

export const noTrackers: Trackers = { analytics: null, ads: null, referral: null };
