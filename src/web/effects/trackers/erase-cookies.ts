const ofTrackers = /^(_ga|_ga_\w+|_gid|_gcl_\w+|_fbp|_fbc|_fpc|_rdt_\w+|promotekit_referral)$/;

export function eraseTrackerCookies(document: Pick<Document, 'cookie'>, hostname: string): void {
  const names = document.cookie
    .split(';')
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => ofTrackers.test(name));
  const labels = hostname.split('.');
  const domains = labels.slice(0, -1).map((_, index) => `; domain=.${labels.slice(index).join('.')}`);
  for (const name of names)
    for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`;
}
