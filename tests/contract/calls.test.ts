import { describe, expect, it } from 'vitest';
import * as account from '#contract/account.ts';
import * as agreements from '#contract/agreements.ts';
import * as alphaTesters from '#contract/alpha-testers.ts';
import * as analyses from '#contract/analyses.ts';
import * as appConfig from '#contract/app-config.ts';
import * as billing from '#contract/billing.ts';
import type { Call } from '#contract/call.ts';
import * as campaigns from '#contract/campaigns.ts';
import { analysisFailures, ErrorBody, errorCatalogue, errorCodes } from '#contract/errors.ts';
import * as feedback from '#contract/feedback.ts';
import * as notes from '#contract/notes.ts';
import * as preferences from '#contract/preferences.ts';
import * as reconciliation from '#contract/reconciliation.ts';
import * as server from '#contract/server.ts';
import * as sessions from '#contract/sessions.ts';
import * as status from '#contract/status.ts';
import * as trackers from '#contract/trackers.ts';
import * as transcripts from '#contract/transcripts.ts';
import * as uploads from '#contract/uploads.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const modules = [
  account,
  agreements,
  alphaTesters,
  analyses,
  appConfig,
  billing,
  campaigns,
  feedback,
  notes,
  preferences,
  reconciliation,
  server,
  sessions,
  status,
  trackers,
  transcripts,
  uploads,
];
const calls = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isCall(value) ? [{ name, call: value }] : [])),
);

describe('every call', () => {
  it.each(calls)('$name: its parameters are those of its path', ({ call }) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(call.params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted());
  });

  it.each(calls)('$name: names each code once, says what it is for, and answers with success', ({ call }) => {
    expect(new Set(call.errors).size).toBe(call.errors.length);
    expect(call.description).toMatch(/\.$/);
    for (const code of Object.keys(call.responses)) expect(Number(code)).toBeLessThan(300);
    if (call.method === 'GET') expect(call.body).toBeUndefined();
  });

  it('has a method and path of its own', () => {
    const addresses = calls.map(({ call }) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe('refusals', () => {
  it.each(errorCodes)('%s: a refusal with a sentence for a person', (code) => {
    const { status: httpStatus, message } = errorCatalogue[code];
    expect(httpStatus).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^[A-Z].*\.$/s);
    expect(ErrorBody.safeParse({ error: { code, message } }).success).toBe(true);
  });

  it('[D1] no failure of an analysis leaves open whether it was charged, but for what was told before', () => {
    for (const { message } of Object.values(analysisFailures)) {
      expect(message).toMatch(/You were not charged\.|Try MP3/);
    }
  });
});
