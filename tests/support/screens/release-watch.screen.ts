import type { FlowScreen, Sight } from './screen.ts';

const upcoming: Sight = { role: 'status', text: 'Scheduled maintenance in 72 hours' };
const active: Sight = { role: 'alert', text: 'System maintenance in progress' };
const issues: Sight = { role: 'alert', text: 'We are currently experiencing technical difficulties.' };
const update: Sight = { role: 'status', text: 'A new version is available.' };
const all = [upcoming, active, issues, update];
const only = (sight: Sight) => ({ sees: () => [sight], doesNotSee: all.filter((other) => other !== sight) });

export const releaseWatchScreen: FlowScreen = {
  flow: 'release-watch',
  begin: 'Open any page. A new version is there when another build is started at the same address.',
  address: '/',
  gestures: { 'reload.requested': { control: { role: 'button', name: 'Refresh' } } },
  promises: [
    { in: 'notice.none', doesNotSee: all },
    { in: 'notice.upcoming', ...only(upcoming) },
    { in: 'notice.active', ...only(active) },
    { in: 'notice.issues', ...only(issues) },
    { in: 'notice.update', ...only(update) },
  ],
};
