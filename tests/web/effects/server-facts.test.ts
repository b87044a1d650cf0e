import { describe, expect, it, vi } from 'vitest';
import { createServerFacts, serverFactsOf } from '#web/effects/server-facts.ts';

const nothing = {
  links: { discord: null, sites: [] },
  allowedCountry: true,
  country: null,
  hearing: null,
  pricePercent: 100,
};
const answer = {
  links: {
    discord: 'https://discord.example/hearth',
    sites: [{ name: 'Mastodon', url: 'https://social.example/@hearth' }],
  },
  allowedCountry: false,
  country: 'Freedonia',
  hearing: { state: 'ready', megabytes: 0 },
  pricePercent: 50,
};

describe('public server status', () => {
  it('[R2.26] [R2.31] has links, and whether the service is offered in the visitor’s country', () => {
    expect(serverFactsOf(answer)).toEqual(answer);
  });

  it.each([null, 'no JSON', {}, { links: null }, { links: { discord: 7, sites: 'none' }, country: 7 }])(
    'is empty for %j',
    (broken) => {
      expect(serverFactsOf(broken)).toEqual(nothing);
    },
  );

  it('drops links that are not web addresses', () => {
    const links = {
      discord: 'javascript:alert(1)',
      sites: [{ name: 'A', url: 'data:text/html,x' }, { name: 7, url: 'https://a.example' }, null],
    };
    expect(serverFactsOf({ links }).links).toEqual(nothing.links);
  });

  it('notifies only of changes', () => {
    const facts = createServerFacts();
    const changed = vi.fn();
    const stop = facts.subscribe(changed);
    facts.hear(answer);
    facts.hear({ ...answer });
    expect(changed).toHaveBeenCalledOnce();
    expect(facts.get()).toEqual(answer);
    expect(facts.initial()).toEqual(nothing);
    stop();
    facts.hear({});
    expect(changed).toHaveBeenCalledOnce();
  });
});
