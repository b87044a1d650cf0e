import { type LightValue, orNull, shape, text, texts } from './light.ts';

/** The trackers that the operator has set up; null: that one is not (R7.15). */
export const Trackers = shape({
  analytics: orNull(
    shape({
      measurementId: text(100),
      /** Name of the data layer on the window. */
      dataLayer: text(100),
      /** Address of the script, without its query. */
      script: text(500),
      /** Further parameters of the configuration (R7.17). */
      parameters: texts(500),
    }),
  ),
  ads: orNull(shape({ pixelId: text(100), script: text(500) })),
  /** The script that knows which partner sent a visitor. */
  referral: orNull(shape({ id: text(100), script: text(500) })),
});
export type Trackers = LightValue<typeof Trackers>;

export const noTrackers: Trackers = { analytics: null, ads: null, referral: null };
