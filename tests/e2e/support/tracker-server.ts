import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const scripts: Readonly<Record<string, string>> = {
  '/tag.js': `
    const own = new URL(document.currentScript.src).origin;
    const add = (address) => {
      const script = document.createElement('script');
      script.src = address;
      document.head.append(script);
    };
    add(own + '/more.js');
    const tried = { host: 'allowed', markup: 'allowed', code: 'allowed' };
    try { add('https://elsewhere.example/x.js'); } catch { tried.host = 'refused'; }
    try { document.createElement('div').innerHTML = '<b>x</b>'; } catch { tried.markup = 'refused'; }
    try { setTimeout('1'); } catch { tried.code = 'refused'; }
    void fetch(own + '/collect?' + new URLSearchParams(tried));`,
  '/more.js': '',
  '/pixel.js': '',
};

export interface TrackerServer {
  url: string;
  asked: string[];
  close(): Promise<void>;
}

export async function startTrackerServer(): Promise<TrackerServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://tracker');
    asked.push(pathname + search);
    const script = scripts[pathname];
    response.writeHead(script === undefined ? 204 : 200, {
      'content-type': 'text/javascript',
      'access-control-allow-origin': '*',
    });
    response.end(script);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
