import type { HtmlTagDescriptor, Plugin } from 'vite';
import { drawIcons } from './icons.ts';
import { webManifest } from './web-manifest.ts';

const manifestName = 'manifest.webmanifest';
const manifest = `${JSON.stringify(webManifest)}\n`;
const types: readonly (readonly [RegExp, string])[] = [
  [/\.png$/, 'image/png'],
  [/\.ico$/, 'image/x-icon'],
  [/\.webmanifest$/, 'application/manifest+json'],
];

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
});

const filesOf = async () => [
  ...(await drawIcons()),
  { name: manifestName, content: new TextEncoder().encode(manifest) },
];

/** Icons of every size and the web manifest, drawn from the app's sign and named by every page. */
export function icons(): Plugin {
  return {
    name: 'hearthscribe-icons',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        // With a size, browsers that know SVG prefer that one.
        link({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
        link({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
        link({ rel: 'manifest', href: `/${manifestName}` }),
      ],
    },
    async generateBundle() {
      for (const { name, content } of await filesOf())
        this.emitFile({ type: 'asset', fileName: name, source: content });
    },
    configureServer(server) {
      let drawing: ReturnType<typeof filesOf> | null = null;
      server.middlewares.use((request, response, next) => {
        const type = types.find(([pattern]) => pattern.test(request.url ?? ''))?.[1];
        if (type === undefined) return next();
        drawing ??= filesOf();
        drawing.then((files) => {
          const file = files.find(({ name }) => request.url === `/${name}`);
          if (file === undefined) return next();
          response.setHeader('content-type', type);
          response.end(file.content);
        }, next);
      });
    },
  };
}
