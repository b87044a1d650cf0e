import type { Page } from '@playwright/test';

/** Until `release`; then call it again to hold what comes later. `requested` gives the first address. @param method any by default */
export async function holdRequests(page: Page, urls: string | RegExp, method?: string) {
  let arrive: (url: string) => void = () => {};
  let release = () => {};
  const requested = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(urls, async (route) => {
    if (method === undefined || route.request().method() === method) {
      arrive(route.request().url());
      await released;
    }
    // The page may have left.
    await route.continue().catch(() => {});
  });
  return { requested, release };
}
