import { describe, expect, it } from 'vitest';
import { noTrackers, Trackers } from '#contract/trackers.ts';
import { readTrackers } from '#web/effects/trackers/tracker-settings.ts';

const settings = {
  analytics: {
    measurementId: 'G-1',
    dataLayer: 'dataLayer',
    script: 'https://analytics.example.org/a.js',
    parameters: { anonymize_ip: 'true' },
  },
  ads: { pixelId: '1', script: 'https://ads.example.org/p.js' },
  referral: { id: 'r1', script: 'https://referral.example.org/r.js' },
};
const { analytics, ads, referral } = settings;
const [tooLongName, tooLongScript] = ['x'.repeat(101), 'x'.repeat(501)];

describe('settings of trackers, read without zod', () => {
  it.each([
    ['all', settings],
    ['none', noTrackers],
    [
      'names and addresses of the maximum length',
      { ...settings, ads: { pixelId: 'x'.repeat(100), script: 'x'.repeat(500) } },
    ],
  ])('accepts what the contract accepts: %s', (_, given) => {
    expect(readTrackers(given)).toEqual(Trackers.parse(given));
  });

  it.each([
    ['nothing', null],
    ['a tracker missing', { analytics, ads }],
    ['a long measurement id', { ...settings, analytics: { ...analytics, measurementId: tooLongName } }],
    ['a long data layer', { ...settings, analytics: { ...analytics, dataLayer: tooLongName } }],
    ['a long analytics script', { ...settings, analytics: { ...analytics, script: tooLongScript } }],
    ['a long parameter', { ...settings, analytics: { ...analytics, parameters: { one: tooLongScript } } }],
    ['a parameter that is no text', { ...settings, analytics: { ...analytics, parameters: { one: 1 } } }],
    ['a long pixel id', { ...settings, ads: { ...ads, pixelId: tooLongName } }],
    ['a long ads script', { ...settings, ads: { ...ads, script: tooLongScript } }],
    ['a long referral id', { ...settings, referral: { ...referral, id: tooLongName } }],
    ['a long referral script', { ...settings, referral: { ...referral, script: tooLongScript } }],
  ])('rejects what the contract rejects: %s', (_, given) => {
    expect(Trackers.safeParse(given).success).toBe(false);
    expect(readTrackers(given)).toBeNull();
  });
});
