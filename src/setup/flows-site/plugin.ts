import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const address = /^\/flows\/?(?:\?.*)?$/;
const name = 'virtual:flow-data';
const versionsOf = 'virtual:flow-versions/';
const scriptsOf = 'virtual:flow-scripts/';
const exported = 'virtual:flow-exports';
const resolved = `\0${name}`;
const folder = '/src/setup/flows-site';

function fromRoot(html: string): string {
  return html.replace(
    /(src|href)="(\.{1,2}\/[^"]+)"/g,
    (_, attribute: string, path: string) =>
      `${attribute}="${new URL(path, `http://root${folder}/`).pathname}"`,
  );
}

const longestApproval = 10_000;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += String(part);
    if (text.length > longestApproval) throw new Error('The approval is too long.');
  }
  return text;
}

interface SiteModules {
  siteDataModule: () => Promise<string>;
  versionsModule: (flow: string) => string | Promise<string>;
  scriptsModule: (flow: string) => Promise<string>;
  exportsModule: () => Promise<string>;
}

export function flowDataPlugin({
  siteDataModule,
  versionsModule,
  scriptsModule,
  exportsModule,
}: SiteModules): Plugin {
  const isOurs = (id: string) =>
    id === name || id === exported || id.startsWith(versionsOf) || id.startsWith(scriptsOf);
  return {
    name: 'flow-data',
    resolveId: (id) => (isOurs(id) ? `\0${id}` : undefined),
    load: (id) => {
      if (id === resolved) {
        return siteDataModule();
      }
      if (id === `\0${exported}`) return exportsModule();
      if (id.startsWith(`\0${scriptsOf}`)) return scriptsModule(id.slice(scriptsOf.length + 1));
      return id.startsWith(`\0${versionsOf}`) ? versionsModule(id.slice(versionsOf.length + 1)) : undefined;
    },
  };
}

/** Recomputes the site from the machines on each page load. */
export function flowsInDevelopment(): Plugin {
  const tooEarly = async (): Promise<string> => {
    throw new Error('The development server has not started.');
  };
  let siteData = tooEarly;
  let versionsModule: (flow: string) => Promise<string> = tooEarly;
  let scriptsModule: (flow: string) => Promise<string> = tooEarly;
  let exportsModule = tooEarly;
  return {
    ...flowDataPlugin({
      siteDataModule: () => siteData(),
      versionsModule: (flow) => versionsModule(flow),
      scriptsModule: (flow) => scriptsModule(flow),
      exportsModule: () => exportsModule(),
    }),
    name: 'flows-in-development',
    apply: 'serve',
    configureServer(server) {
      const { root } = server.config;
      const made = new WeakMap<object, Promise<string>>();
      siteData = async () => {
        const module = await server.ssrLoadModule(`${folder}/site-data.ts`);
        const data: Promise<string> = made.get(module) ?? module.siteDataModule(root);
        made.set(module, data);
        return data;
      };
      const siteModule = () => server.ssrLoadModule(`${folder}/site-data.ts`);
      scriptsModule = async (flow) => (await siteModule()).scriptsModule(flow);
      exportsModule = async () => (await siteModule()).exportsModule();
      versionsModule = async (flow) => {
        const module = await server.ssrLoadModule(`${folder}/site-data.ts`);
        return module.versionsModule(root, flow);
      };
      server.middlewares.use('/flows/approvals', (request, response) => {
        const answer = (status: number, text: string) => {
          response.statusCode = status;
          response.end(text);
        };
        // Pages of other origins cannot send this type without asking first.
        if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') {
          answer(405, 'An approval is sent as JSON.');
          return;
        }
        void Promise.all([textOf(request), server.ssrLoadModule('/src/setup/flow-approvals.ts')])
          .then(([text, { addApproval }]) => addApproval(root, text))
          .then(
            () => answer(204, ''),
            (error: unknown) => answer(400, error instanceof Error ? error.message : String(error)),
          );
      });
      server.middlewares.use((request, response, next) => {
        if (!address.test(request.url ?? '')) {
          next();
          return;
        }
        const stale = server.moduleGraph.getModuleById(resolved);
        if (stale) {
          server.moduleGraph.invalidateModule(stale);
        }
        readFile(join(root, folder, 'index.html'), 'utf8')
          .then((html) => server.transformIndexHtml(`${folder}/index.html`, fromRoot(html)))
          .then((html) => {
            response.setHeader('content-type', 'text/html; charset=utf-8');
            response.end(html);
          })
          .catch(next);
      });
    },
  };
}
