import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { storedFacts } from '#contract/stored.ts';
import { noTrackers, type Trackers } from '#contract/trackers.ts';
import { visitFacts } from '#contract/visit.ts';
import { selectConsent } from '#machines/consent/consent.selectors.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import {
  type ComposedTracking,
  createTracking,
  type TrackingDependencies,
} from '#web/app/create-tracking.ts';
import { arrive } from '#web/effects/arrive.ts';
import { hashEmail, normaliseEmail } from '#web/effects/normalise-email.ts';
import { sourceInfoOf } from '#web/effects/source-info-of.ts';
import { createScriptLoader } from '#web/effects/trackers/load-script.ts';
import { type AlphaConsole, openAlphaFlag } from '#web/flows/alpha-flag/open-alpha-flag.ts';

const analytics: NonNullable<Trackers['analytics']> = {
  measurementId: 'G-1',
  dataLayer: 'hearthLayer',
  script: 'https://stats.example/tag.js',
  parameters: { edition: 'beta' },
};
const ads = { pixelId: '77', script: 'https://ads.example/pixel.js' };
const referral = { id: 'partner', script: 'https://partners.example/p.js' };
const all: Trackers = { analytics, ads, referral };

type Fields = Record<string, unknown>;
const page = window as unknown as Fields;

let storage: MemoryStorage;
let configured: Trackers | Error;
let asked: string[];
let tracking: ComposedTracking;

const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src);
const layer = () => ((page.hearthLayer ?? []) as IArguments[]).map((command) => [...command]);
const pixel = () => ((page.fbq as { queue?: unknown[][] } | undefined)?.queue ?? []) as unknown[][];
const status = () => selectConsent(tracking.consent().getSnapshot());
const choose = (choice: 'granted' | 'refused') => tracking.consent().send({ type: 'choice.made', choice });

async function open(trackers: Trackers | Error = all, over: Partial<TrackingDependencies> = {}) {
  configured = trackers;
  tracking = createTracking(
    {
      page: window,
      storage,
      calls: {
        async json(path) {
          asked.push(path);
          if (configured instanceof Error) throw configured;
          return configured;
        },
        text: async () => '',
      },
      build: 'abc1234',
      now: () => new Date(0),
      ...over,
    },
    { clock: new SimulatedClock(), adapt: (machine) => machine },
  );
  tracking.start();
  await vi.waitFor(() => expect(tracking.consent().getSnapshot().hasTag('busy')).toBe(false), 50_000);
  await settle();
}

const go = (to: string) => {
  window.history.pushState(null, '', to);
  tracking.enterRoute();
};

beforeEach(() => {
  storage = new MemoryStorage();
  asked = [];
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  for (const name of ['hearthLayer', 'fbq', '_fbq', 'promotekit_referral', 'ga-disable-G-1'])
    delete page[name];
  window.history.replaceState(null, '', '/');
});
afterEach(() => tracking?.stop());

describe('consent', () => {
  it('[R7.15] without trackers there is no banner, and only one request to our server', async () => {
    await open(noTrackers);
    expect(status()).toBe('nothing');
    go('/pricing');
    document.body.click();
    expect([asked, scripts(), page.hearthLayer, page.fbq]).toEqual([
      ['/trackers.json'],
      [],
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['cannot be reached', new Error('unreachable')],
    ['answers nonsense', { analytics: 'yes' } as unknown as Trackers],
  ])('[R7.15] a server that %s means no trackers', async (_, answer) => {
    await open(answer);
    expect([status(), scripts()]).toEqual(['nothing', []]);
  });

  it('[R7.15] loads nothing before the answer, everything after yes, and stores the answer', async () => {
    await open();
    expect([status(), scripts(), page.hearthLayer, page.fbq]).toEqual(['asked', [], undefined, undefined]);
    choose('granted');
    expect(scripts()).toEqual([
      'https://stats.example/tag.js?id=G-1&l=hearthLayer',
      'https://ads.example/pixel.js',
      'https://partners.example/p.js',
    ]);
    expect(document.querySelector('[data-promotekit]')?.getAttribute('data-promotekit')).toBe('partner');
    tracking.stop();
    await open();
    expect(status()).toBe('granted');
  });

  it('[R7.15] stores a no as well, and loads nothing that is not configured', async () => {
    await open({ ...noTrackers, ads });
    choose('refused');
    tracking.stop();
    await open({ ...noTrackers, ads });
    expect([status(), scripts()]).toEqual(['refused', []]);
    choose('granted');
    expect([scripts(), page.hearthLayer]).toEqual([[ads.script], undefined]);
  });

  it('[R7.15] revokes a yes at any time: silence at once, cookies deleted, and a new yes counts', async () => {
    await open();
    choose('granted');
    const bake = (cookie: string) => Reflect.set(document, 'cookie', cookie);
    for (const cookie of ['_ga=GA1.1.1.2', '_ga_1=x', '_fbp=fb.1', 'theme=dark']) bake(cookie);
    choose('refused');
    expect(document.cookie).toBe('theme=dark');
    expect(page['ga-disable-G-1']).toBe(true);
    expect(layer().at(-1)).toEqual([
      'consent',
      'update',
      expect.objectContaining({ analytics_storage: 'denied' }),
    ]);
    expect(pixel().at(-1)).toEqual(['consent', 'revoke']);
    const before = [layer().length, pixel().length];
    go('/pricing');
    document.body.click();
    expect([layer().length, pixel().length]).toEqual(before);
    choose('granted');
    expect(page['ga-disable-G-1']).toBe(false);
    expect(layer().at(-1)).toEqual([
      'event',
      'page_view',
      expect.objectContaining({ page_title: '/pricing' }),
    ]);
    expect(pixel().slice(-2)).toEqual([
      ['consent', 'grant'],
      ['trackSingle', '77', 'PageView'],
    ]);
    expect(scripts()).toHaveLength(3);
  });

  it('[R7.15] asks again for other trackers', async () => {
    await open({ ...noTrackers, analytics });
    choose('granted');
    tracking.stop();
    document.head.innerHTML = '';
    await open(all);
    expect([status(), scripts()]).toEqual(['asked', []]);
  });

  it.each([
    ['Global Privacy Control', { globalPrivacyControl: true }],
    ['Do Not Track', { doNotTrack: '1' }],
  ])('[R7.15] %s is an answer: no one is asked, whatever was said before', async (_, navigator) => {
    await open();
    choose('granted');
    tracking.stop();
    document.head.innerHTML = '';
    const quiet = new Proxy(window, {
      get: (target, name) => {
        if (name === 'navigator') return navigator;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await open(all, { page: quiet });
    expect([status(), scripts()]).toEqual(['optedOut', []]);
  });

  it('[R7.15] applies a choice made in another tab', async () => {
    await open();
    const elsewhere = (value: unknown) => {
      if (value === null) storage.removeItem(visitFacts.consent.key);
      else storage.setItem(visitFacts.consent.key, JSON.stringify(value));
      window.dispatchEvent(
        new StorageEvent('storage', { key: value === null ? null : visitFacts.consent.key }),
      );
    };
    const question = '1 analytics ads referral';
    window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
    expect(status()).toBe('asked');
    elsewhere({ choice: 'granted', question });
    expect(status()).toBe('granted');
    elsewhere({ choice: 'refused', question });
    expect(status()).toBe('refused');
    elsewhere({ choice: 'granted', question: '1 analytics' });
    expect(status()).toBe('asked');
    elsewhere(null);
    expect(status()).toBe('asked');
  });
});

describe('what trackers receive', () => {
  it('[R7.15] [R7.17] configures analytics once, with everything on, our build and the operator’s parameters', async () => {
    window.history.replaceState(null, '', '/pricing?utm_source=forum&email=me@example.org');
    await open();
    choose('granted');
    const placed = {
      page_location: 'http://localhost:3000/pricing?utm_source=forum',
      page_title: '/pricing',
      page_referrer: '',
    };
    expect(layer()).toEqual([
      ['js', new Date(0)],
      ['set', placed],
      [
        'config',
        'G-1',
        {
          send_page_view: true,
          allow_google_signals: true,
          allow_ad_personalization_signals: true,
          environment: 'production',
          build_hash: 'abc1234',
          edition: 'beta',
          ...placed,
        },
      ],
    ]);
    expect(Object.prototype.toString.call((page.hearthLayer as unknown[])[0])).toBe('[object Arguments]');
  });

  it('[R2.21] [R7.15] a page view waits for its title; a page left before that is sent by path', async () => {
    let heads: (() => void)[] = [];
    const settleHead = async (title: string) => {
      document.title = title;
      for (const done of heads.splice(0)) done();
      await settle();
    };
    document.title = 'Home';
    await open(all, { titleSettled: () => new Promise((resolve) => heads.push(resolve)) });
    choose('granted');
    const titles = () =>
      layer()
        .flatMap(([command, name, fields]) => {
          if (command === 'config') return [(fields ?? name) as Fields];
          return name === 'page_view' ? [fields as Fields] : [];
        })
        .map((fields) => (fields as Fields).page_title);
    expect(titles()).toEqual(['Home']);
    go('/pricing');
    expect(titles()).toEqual(['Home']);
    await settleHead('Pricing');
    expect(titles()).toEqual(['Home', 'Pricing']);
    go('/faq');
    go('/terms');
    await settleHead('Terms');
    expect(titles()).toEqual(['Home', 'Pricing', '/faq', 'Terms']);
    go('/campaign?campaignId=1');
    expect(titles().at(-1)).toBe('Campaign · Hearthscribe');
    heads = [];
    document.title = '';
  });

  it('[R2.21] sends every change of the route as one page view for analytics and one for the ads tracker', async () => {
    await open();
    choose('granted');
    tracking.enterRoute();
    const views = () => [
      layer().filter(([command, name]) => command === 'config' || name === 'page_view').length,
      pixel().filter((command) => command[2] === 'PageView').length,
    ];
    expect(views()).toEqual([1, 1]);
    go('/pricing');
    expect(views()).toEqual([2, 2]);
    go('/pricing#faq');
    tracking.enterRoute();
    expect(views()).toEqual([2, 2]);
    go('/campaign?campaignId=1');
    go('/campaign?campaignId=2');
    expect(views()).toEqual([4, 4]);
    expect(layer().at(-1)).toEqual([
      'event',
      'page_view',
      {
        send_to: 'G-1',
        page_location: 'http://localhost:3000/campaign',
        page_title: 'Campaign · Hearthscribe',
        page_referrer: 'http://localhost:3000/campaign',
      },
    ]);
  });

  it('[R2.21] no tracker learns the address of a page that its address alone opens', async () => {
    await open();
    choose('granted');
    go('/campaign/c1/public/secret');
    go('/sessions/s1/public/secret');
    expect(JSON.stringify([layer(), pixel()])).not.toContain('secret');
    expect(layer().filter(([, name]) => name === 'page_view')).toHaveLength(2);
    expect(pixel().filter((command) => command[2] === 'PageView')).toHaveLength(1);
  });

  const clicked = async (html: string, selector: string, at = '/') => {
    await open();
    choose('granted');
    go(at);
    document.body.innerHTML = html;
    for (const link of document.querySelectorAll('a'))
      link.addEventListener('click', (event) => event.preventDefault());
    document.querySelector<HTMLElement>(selector)?.click();
    const event = layer().at(-1);
    return event?.[0] === 'event' && event[1] !== 'page_view' ? event.slice(1) : null;
  };
  const told = (over: Fields) => ({ send_to: 'G-1', ...over });

  it.each([
    [
      'a link',
      '<nav data-tracking-category="footer"><a class="link  quiet" href="/pricing?x=1#y"><b>All</b>\n prices</a></nav>',
      'b',
      [
        'link_click',
        {
          category: 'footer',
          label: 'All prices',
          link_url: '/pricing',
          text: 'All prices',
          classes: 'link quiet',
        },
      ],
    ],
    [
      'a link without text',
      '<a href="https://forum.example/thread?id=7"><img alt=""></a>',
      'img',
      [
        'link_click',
        {
          category: 'link',
          label: 'https://forum.example/thread?id=7',
          link_url: 'https://forum.example/thread?id=7',
          text: '',
          classes: '',
        },
      ],
    ],
    [
      'a button with a label for tracking',
      '<button id="start" class="button" data-tracking-label="hero start">Start now</button>',
      'button',
      [
        'button_click',
        { category: 'button', label: 'hero start', button_id: 'start', text: 'Start now', classes: 'button' },
      ],
    ],
    [
      'what acts as a button',
      '<div role="button" tabindex="0" aria-label="Open the menu"></div>',
      'div',
      [
        'custom_button_click',
        {
          category: 'custom_button',
          label: 'Open the menu',
          button_id: '',
          text: 'Open the menu',
          classes: '',
        },
      ],
    ],
    [
      'an email address',
      '<button>me@example.org</button>',
      'button',
      ['button_click', { category: 'button', label: '', button_id: '', text: '', classes: '' }],
    ],
    [
      'a link to a mail address',
      '<a href="mailto:me@example.org">Write</a>',
      'a',
      ['link_click', { category: 'link', label: 'Write', link_url: 'mailto:', text: 'Write', classes: '' }],
    ],
  ])('[R7.16] a click on %s', async (_, html, selector, [name, parameters]) => {
    expect(await clicked(html, selector)).toEqual([name, told(parameters as Fields)]);
  });

  it('[R7.16] ignores a click on nothing, and counts one whose event is stopped', async () => {
    expect(await clicked('<p>words</p>', 'p')).toBeNull();
    tracking.stop();
    await open();
    document.body.innerHTML = '<div><button>Go</button></div>';
    document.querySelector('button')?.addEventListener('click', (event) => event.stopPropagation());
    document.querySelector('button')?.click();
    expect(layer().at(-1)?.[1]).toBe('button_click');
  });

  it.each([
    [
      'in the campaigns',
      '/campaign?campaignId=1',
      '<button class="b" data-tracking-label="new session">Lord Ashworth</button><a href="https://wiki.example/ashworth">Lord Ashworth</a>',
    ],
    [
      'of what is marked private',
      '/',
      '<div data-private><button class="b" data-tracking-label="new session">Lord Ashworth</button><a href="https://wiki.example/ashworth">Lord Ashworth</a></div>',
    ],
  ])('[R7.16] %s sends only our own labels', async (_, at, html) => {
    expect(await clicked(html, 'button', at)).toEqual([
      'button_click',
      told({ category: 'button', label: 'new session', button_id: '', text: '', classes: 'b' }),
    ]);
    tracking.stop();
    expect(await clicked(html, 'a', at)).toEqual([
      'link_click',
      told({ category: 'link', label: '', link_url: '', text: '', classes: '' }),
    ]);
    expect(JSON.stringify(layer())).not.toMatch(/ashworth/i);
  });

  it('[R5.11] sends the user as a hash of the normalized address, only with consent', async () => {
    await open();
    const digest = vi.spyOn(crypto.subtle, 'digest');
    tracking.identify('Mi.Ra+dnd@Gmail.com');
    await vi.waitFor(() => expect(digest).toHaveBeenCalledOnce());
    await digest.mock.results[0]?.value;
    digest.mockRestore();
    await settle();
    const hash = await hashEmail('mira@gmail.com');
    expect(page.hearthLayer).toBeUndefined();
    choose('granted');
    expect(layer().at(-1)).toEqual(['set', 'user_data', { sha256_email_address: hash }]);
    expect(pixel().at(-1)).toEqual(['init', '77', { em: hash }]);
    tracking.identify(null);
    choose('refused');
    choose('granted');
    expect(layer().filter(([, name]) => name === 'user_data')).toHaveLength(1);
    expect(JSON.stringify(layer())).not.toMatch(/mi\.?ra/i);
  });

  it('lists everything in development, with the reason why it was not sent', async () => {
    await open({ ...noTrackers, analytics }, { keepsRecords: true });
    go('/pricing');
    choose('granted');
    const heard = vi.fn();
    const stop = tracking.records.subscribe(heard);
    document.body.innerHTML = '<button>Go</button>';
    document.querySelector('button')?.click();
    stop();
    expect(heard).toHaveBeenCalledOnce();
    expect(tracking.records.get().map(({ tracker, name, outcome }) => [tracker, name, outcome])).toEqual([
      ['analytics', 'button_click', 'sent'],
      ['ads', 'page_view', 'not configured'],
      ['analytics', 'page_view', 'sent'],
      ['ads', 'page_view', 'not configured'],
      ['analytics', 'page_view', 'not consented'],
      ['ads', 'page_view', 'not configured'],
      ['analytics', 'page_view', 'not consented'],
    ]);
  });
});

describe('[R5.11] email addresses', () => {
  it.each([
    ['Mi.Ra+notes@Gmail.com ', 'mira@gmail.com'],
    ['m.i.r.a@googlemail.com', 'mira@googlemail.com'],
    ['Mi.Ra+notes@Outlook.com', 'mi.ra@outlook.com'],
    ['mira+x@hotmail.co.uk', 'mira@hotmail.co.uk'],
    ['mi.ra+x@icloud.com', 'mi.ra@icloud.com'],
    ['mi.ra+x@yahoo.de', 'mira+x@yahoo.de'],
    ['Mi.Ra+x@Example.org', 'mi.ra+x@example.org'],
    ['mira@notgmail.com.example', 'mira@notgmail.com.example'],
    ['no address', 'no address'],
  ])('%s is %s', (email, normal) => {
    expect(normaliseEmail(email)).toBe(normal);
  });

  it('are hashed by SHA-256 in hexadecimal, where the browser can', async () => {
    expect(await hashEmail('Test@Example.com')).toBe(
      '973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b',
    );
    expect(await hashEmail('test@example.com', {})).toBeNull();
  });
});

describe('third-party scripts', () => {
  it('[R7.15] Trusted Types allow only the trackers’ hosts, and only once one is loaded', () => {
    const createPolicy = vi.fn(
      (_name: string, rules: { createScriptURL: (url: string) => string | null }) => ({
        createScriptURL: (url: string) => {
          const allowed = rules.createScriptURL(url);
          if (allowed === null) throw new TypeError('refused');
          return allowed;
        },
      }),
    );
    const loader = createScriptLoader(document, [analytics.script], { createPolicy });
    expect(createPolicy).not.toHaveBeenCalled();
    loader.load(`${analytics.script}?id=1`);
    loader.load(`${analytics.script}?id=1`);
    expect(scripts()).toEqual(['https://stats.example/tag.js?id=1']);
    expect(createPolicy).toHaveBeenCalledTimes(1);
    const [name, rules] = createPolicy.mock.calls[0]!;
    expect([name, Object.keys(rules)]).toEqual(['default', ['createScriptURL']]);
    for (const url of [
      'https://evil.example/x.js',
      '/own.js',
      'data:text/javascript,1',
      'https://stats.example.evil/x',
    ])
      expect(rules.createScriptURL(url)).toBeNull();
    expect(rules.createScriptURL('https://stats.example/more.js')).toBe('https://stats.example/more.js');
  });
});

describe('[R4.21] [R6.3] the switch in the console', () => {
  const openFlag = () => {
    const opened = openAlphaFlag({ storage, window: page }, {});
    opened.start();
    return opened;
  };
  const flag = () => page.alphaFeatures as AlphaConsole;

  it('sets, clears, toggles and reads the flag, and the browser stores it', () => {
    const log = vi.spyOn(console, 'log');
    const opened = openFlag();
    expect(flag().get()).toBe(false);
    expect([flag().on(), flag().on(), flag().get()]).toEqual([true, true, true]);
    expect([flag().toggle(), flag().toggle()]).toEqual([false, true]);
    opened.stop();
    expect(page.alphaFeatures).toBeUndefined();
    const again = openFlag();
    expect(flag().get()).toBe(true);
    expect([flag().off(), flag().off()]).toEqual([false, false]);
    expect(storage.getItem(storedFacts.alphaFeatures.key)).toBe('false');
    expect(log).not.toHaveBeenCalled();
    again.stop();
  });
});

describe('arriving', () => {
  const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

  it('[R2.2] [R3.7] a deep link resolves to its page, and is stored for the login', () => {
    window.history.replaceState(null, '', `/t/pricing/${uuid}?utm_source=poster#top`);
    arrive(window, storage, new Date(0));
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(
      '/pricing?utm_source=poster#top',
    );
    expect(sourceInfoOf(storage, { cookies: '', referral: 'from the script' })).toMatchObject({
      deeplink_uuid: uuid,
      landing_page: '/pricing',
      utm_source: 'poster',
      promotekit_referral: 'from the script',
    });
  });

  it('[R2.2] a malformed one redirects as well, and stores nothing', () => {
    window.history.replaceState(null, '', '/t/campaign/12345');
    arrive(window, storage, new Date(0));
    expect(window.location.pathname).toBe('/');
    expect(storage.getItem(visitFacts.sourceInfo.key)).not.toContain('12345');
  });
});
