import type { FlowScreen } from './screen.ts';

export const scrollToTargetScreen: FlowScreen = {
  flow: 'scroll-to-target',
  begin: 'Open the page “Privacy”. Addresses with “#” lead to one of its headings.',
  address: '/privacy',
  gestures: {
    'route.changed: the user follows a link to a page': {
      control: { role: 'link', name: 'Privacy' },
      perform: async (driver) => {
        const isOnPrivacy = await driver.sees({ role: 'heading', text: /privacy/i });
        await driver.click({ role: 'link', name: isOnPrivacy ? 'Terms' : 'Privacy' });
      },
    },
    'route.changed: the user follows a link to a part of a page': {
      instead: 'Follow a link to a part of a page, such as /tips-and-tricks#mac.',
    },
    'route.changed: the user goes back to a part of a page': {
      instead:
        'Follow a link to a part of a page, such as /tips-and-tricks#mac, go on from there, then press Back.',
    },
  },
  promises: [{ in: '', sees: () => [{ role: 'link', text: 'Cookie Policy' }] }],
};
