// The service worker of recordings that other apps share with this one: it keeps them in this browser until the page has
// uploaded them, because they may be large and their sender not signed in. Its scope is that one address, so it never
// comes between a page and the server. src/contract/incoming-recordings.ts has the same names.
const path = '/incoming-recordings';
const cacheName = 'hearthscribe.incoming-recordings';

const leadTo = (address) => Response.redirect(address, 303);

const keep = async (request) => {
  const sent = (await request.formData()).getAll('recordings');
  const files = sent.filter((part) => part instanceof File && part.size > 0);
  if (files.length === 0) return leadTo('/campaign?incoming=missed#join');
  const key = `${path}/${Date.now()}`;
  const cache = await caches.open(cacheName);
  try {
    for (const [index, file] of files.entries()) {
      const headers = {
        'content-type': file.type || 'application/octet-stream',
        'x-file-name': encodeURIComponent(file.name),
        'x-last-modified': String(file.lastModified),
      };
      await cache.put(`${key}/${index}`, new Response(file, { headers }));
    }
  } catch {
    await Promise.all(files.map((_, index) => cache.delete(`${key}/${index}`)));
    return leadTo('/campaign?incoming=full#join');
  }
  return leadTo('/campaign#join');
};

addEventListener('install', () => skipWaiting());
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === path) event.respondWith(keep(event.request));
});
