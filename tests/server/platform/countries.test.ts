import { describe, expect, it } from 'vitest';
import { type CountryPolicy, whereaboutsOf } from '#server/platform/countries.ts';

const policy = (changes: Partial<CountryPolicy>): CountryPolicy => ({
  header: 'cf-ipcountry',
  allowed: [],
  blocked: [],
  ...changes,
});
const from = (country: string | null) => new Headers(country === null ? {} : { 'cf-ipcountry': country });

describe('a visitor’s country', () => {
  it.each([
    ['nobody is asked without a header', { header: null, allowed: ['DE'] }, 'KP', true, null],
    ['everywhere is allowed without lists', {}, 'KP', true, 'North Korea'],
    ['a listed country is allowed', { allowed: ['DE', 'AT'] }, 'at', true, 'Austria'],
    ['another is not', { allowed: ['DE', 'AT'] }, 'FR', false, 'France'],
    ['a blocked one is not', { blocked: ['KP'] }, 'KP', false, 'North Korea'],
    ['a country that is not known is on no list', { allowed: ['DE'] }, 'XX', false, null],
    ['nor is a missing one', { allowed: ['DE'] }, null, false, null],
    ['nor Tor', { allowed: ['DE'], blocked: ['KP'] }, 'T1', false, null],
    ['who cannot be placed is not blocked', { blocked: ['KP'] }, 'XX', true, null],
    ['nonsense is not repeated', { blocked: ['KP'] }, '<b>KP</b>', true, null],
  ] as const)('[R3.1][R6.8] %s', (_, changes, header, allowedCountry, country) => {
    expect(whereaboutsOf(policy(changes as Partial<CountryPolicy>), from(header))).toEqual({
      allowedCountry,
      country,
    });
  });
});
