// @vitest-environment node

import { describe, expect, it } from 'vitest';
import { SourceInfo } from '#contract/account.ts';
import { deepLinkOf } from '#contract/deep-link.ts';
import { publicPaths } from '#contract/pages.ts';
import { sourceFields, visitFacts } from '#contract/visit.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import fc, { runs } from '#tests/support/property.ts';
import { rememberSource, type Visit } from '#web/effects/source-info.ts';
import { sourceInfoOf } from '#web/effects/source-info-of.ts';
import { readFact } from '#web/effects/stored-facts.ts';

const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const nothing = { cookies: '', referral: undefined };

function visit(storage: Storage, href: string, over: Partial<Visit> = {}) {
  const url = new URL(href, 'https://app.example');
  rememberSource(storage, {
    href: url.href,
    referrer: 'https://forum.example/',
    userAgent: 'Browser',
    now: new Date(0),
    link: deepLinkOf(url.pathname),
    ...over,
  });
  return sourceInfoOf(storage, nothing);
}

describe('the source of a user', () => {
  it('[R3.7] has every field of the address, with page, referrer, browser and time', () => {
    const parameters = {
      utm_source: 'forum',
      utm_medium: 'post',
      utm_campaign: 'autumn',
      utm_term: 'session notes',
      utm_content: 'banner',
      gclid: 'g1',
      gbraid: 'g2',
      wbraid: 'g3',
      rdt_cid: 'r1',
      promotekit_referral: 'p1',
    };
    const query = new URLSearchParams({ ...parameters, fbclid: 'f1', other: 'x' });
    const kept = visit(new MemoryStorage(), `/t/pricing/${uuid}?${query}`);
    expect(kept).toEqual({
      ...parameters,
      fb_click_id: 'f1',
      deeplink_uuid: uuid,
      referrer: 'https://forum.example/',
      landing_page: '/pricing',
      user_agent: 'Browser',
      timestamp: '1970-01-01T00:00:00.000Z',
    });
    expect(Object.keys(kept ?? {}).toSorted()).toEqual(Object.keys(sourceFields).toSorted());
  });

  it('[R3.7] is the first visit’s until another names a source, which then counts alone', () => {
    const storage = new MemoryStorage();
    visit(storage, '/blog', { referrer: 'https://search.example/' });
    expect(visit(storage, '/pricing')).toMatchObject({
      landing_page: '/blog',
      referrer: 'https://search.example/',
    });
    visit(storage, '/?utm_source=forum&utm_campaign=autumn');
    expect(visit(storage, '/terms')).toMatchObject({ utm_source: 'forum', landing_page: '/' });
    expect(visit(storage, '/faq?gclid=g')).toEqual({
      gclid: 'g',
      referrer: 'https://forum.example/',
      landing_page: '/faq',
      user_agent: 'Browser',
      timestamp: '1970-01-01T00:00:00.000Z',
    });
  });

  it('[R2.2] [R3.7] a later deep link keeps the stored campaign and click ids, and replaces those that it names', () => {
    const storage = new MemoryStorage();
    visit(storage, '/blog?utm_source=forum&utm_medium=post&gclid=g1&fbclid=f1');
    const other = uuid.replace('3f', '4f');
    expect(visit(storage, `/t/pricing/${uuid}`, { referrer: '' })).toEqual({
      utm_source: 'forum',
      utm_medium: 'post',
      gclid: 'g1',
      fb_click_id: 'f1',
      deeplink_uuid: uuid,
      referrer: 'https://forum.example/',
      landing_page: '/pricing',
      user_agent: 'Browser',
      timestamp: '1970-01-01T00:00:00.000Z',
    });
    expect(visit(storage, `/t/${other}?utm_source=poster&gclid=g2&utm_medium=`)).toMatchObject({
      utm_source: 'poster',
      utm_medium: 'post',
      gclid: 'g2',
      fb_click_id: 'f1',
      deeplink_uuid: other,
      landing_page: '/',
    });
    visit(storage, '/t/pricing/not-a-uuid');
    expect(visit(storage, '/t/')).toMatchObject({ utm_source: 'poster', gclid: 'g2', deeplink_uuid: other });
  });

  it('[R3.7] ignores our own pages as referrer, and empty parameters', () => {
    const kept = visit(new MemoryStorage(), '/pricing?utm_source=', {
      referrer: 'https://app.example/terms',
    });
    expect(kept).toEqual({
      landing_page: '/pricing',
      user_agent: 'Browser',
      timestamp: '1970-01-01T00:00:00.000Z',
    });
  });

  it('[R3.7] is completed by cookies and tracking scripts', () => {
    const cookies =
      'a=1; _fbc=fb.1.1700000000000.IwAR; _gcl_aw=GCL.1700000000.cj; _gcl_gb=GCL.1700000000.wb; ' +
      '_gcl_ag=2.1.kgb$i1700000000; _rdt_cid=red; promotekit_referral=cookie';
    const storage = new MemoryStorage();
    visit(storage, '/?gclid=named');
    expect(sourceInfoOf(storage, { cookies, referral: 'script' })).toMatchObject({
      fb_click_id: 'IwAR',
      gclid: 'named',
      wbraid: 'wb',
      gbraid: 'gb',
      rdt_cid: 'red',
      promotekit_referral: 'script',
    });
    expect(sourceInfoOf(new MemoryStorage(), { cookies: '_gcl_aw=odd; %=%', referral: {} })).toBeNull();
    expect(sourceInfoOf(new MemoryStorage(), { cookies: '_rdt_cid=%E0%A4%A', referral: null })).toEqual({
      rdt_cid: '%E0%A4%A',
    });
  });

  it('[R3.7] stores only what matches the login’s contract, for any address', () => {
    const anyName = fc.constantFrom(...Object.keys(sourceFields), 'fbclid');
    const pairs = fc.array(fc.tuple(anyName, fc.string({ maxLength: 2100 })), { maxLength: 5 });
    fc.assert(
      fc.property(pairs, fc.string(), (named, referrer) => {
        const kept = visit(new MemoryStorage(), `/?${new URLSearchParams(named)}`, { referrer });
        expect(SourceInfo.parse(kept)).toEqual(kept);
      }),
      { numRuns: runs(25) },
    );
  });

  it('[R3.7] treats invalid values as absent', () => {
    const storage = new MemoryStorage();
    for (const spoilt of ['{', '[]', '{"utm_source":7}', `{"gclid":"${'x'.repeat(501)}"}`, 'null']) {
      storage.setItem(visitFacts.sourceInfo.key, spoilt);
      expect(readFact(storage, visitFacts.sourceInfo)).toBeNull();
    }
  });
});

describe('deep links', () => {
  it.each([
    [`/t/${uuid}`, '/', uuid],
    [`/t/pricing/${uuid}`, '/pricing', uuid],
    [`/t/pricing/${uuid.toUpperCase()}/`, '/pricing', uuid],
    [`/t/pricing/not-a-uuid`, '/pricing', null],
    ['/t/pricing/', '/', null],
    ['/t/', '/', null],
    [`/t/campaign/${uuid}`, '/', uuid],
    [`/t/unknown/${uuid}`, '/', uuid],
  ])('[R2.2] %s redirects to %s and keeps %s', (path, landingPage, kept) => {
    expect(deepLinkOf(path)).toEqual({ landingPage, uuid: kept });
  });

  it('[R2.2] ignores other paths', () => {
    expect(deepLinkOf('/terms')).toBeNull();
    expect(deepLinkOf('/t')).toBeNull();
  });

  it('[R2.2] never redirects off the site, whatever it names', () => {
    const part = fc.oneof(
      fc.constantFrom('https://evil.example/x', 'http:', ''),
      fc.constantFrom(
        '..',
        '%2e%2e',
        '/evil.example',
        '//evil.example',
        '\\\\evil.example',
        'javascript:alert(1)',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const link = deepLinkOf(`/t/${parts.join('/')}/${uuid}`);
        expect(publicPaths).toContain(link?.landingPage);
      }),
      { numRuns: runs(50) },
    );
  });

  it('[R2.2] a malformed uuid stores nothing', () => {
    const storage = new MemoryStorage();
    visit(storage, '/?utm_source=forum');
    expect(visit(storage, '/t/pricing/1234')).toMatchObject({ utm_source: 'forum', landing_page: '/' });
    expect(visit(new MemoryStorage(), '/t/pricing/1234')).not.toHaveProperty('deeplink_uuid');
  });
});
