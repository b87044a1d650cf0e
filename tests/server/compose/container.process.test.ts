import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readiness } from '#contract/server.ts';
import { type SettingName, settings } from '#server/platform/settings.ts';
import { closureOf, runtimePackages } from '../../../src/setup/container/runtime-modules.ts';
import { ownPrograms } from '../../../src/setup/server-build.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const operations = join(root, 'docs', 'operations');
const dockerfile = readFileSync(join(operations, 'container', 'Dockerfile'), 'utf8');
const compose = parse(readFileSync(join(operations, 'container', 'compose.yaml'), 'utf8'), { merge: true });
const unit = readFileSync(join(operations, 'hearthscribe.service'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const stopSeconds = Number(settings.STOP_SECONDS.default);
const isSetting = (name: string) => name === 'NODE_ENV' || Object.hasOwn(settings, name);
const pairs = (text: string): [string, string][] =>
  [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
const environment = pairs(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '');
/** `cp -r` of the build, from the clone to the image. */
const copies = [...dockerfile.matchAll(/cp -r (.+) \/runtime\/(\S*)/g)].flatMap(([, from = '', to = '']) =>
  from.split(' ').map((path) => ({ path, to: join(to, path.split('/').at(-1)!) })),
);

describe('the image', () => {
  it('has only settings that exist, does not run as root, and is asked for its health', () => {
    expect(environment.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([]);
    expect(/^USER (\d+):\d+$/m.exec(dockerfile)?.[1]).not.toBe('0');
    const port = environment.find(([name]) => name === 'PORT')?.[1];
    expect(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]).toBe(port);
    expect(/^HEALTHCHECK [^\n]*\\\n\s*CMD \[.*$/m.exec(dockerfile)?.[0]).toContain(readiness.path);
    expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '')).toEqual(scripts.start.split(' '));
  });

  it('decodes with Debian’s ffmpeg, not with the packaged one', () => {
    expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/apt-get install .*\bffmpeg\b/);
    expect(closureOf(root, runtimePackages).filter((path) => path.includes('ffmpeg'))).toEqual([]);
  });

  it('contains every package that the compiled server finds by name, and none of the browser or of tests', () => {
    const packages = closureOf(root, runtimePackages);
    for (const name of runtimePackages) expect(packages).toContain(join('node_modules', name));
    for (const name of ['react', 'vite', 'aws-amplify', 'vitest', 'playwright', 'typescript'])
      expect(packages).not.toContain(join('node_modules', name));
  });

  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-image-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const isRoot = process.getuid?.() === 0;
  const isBuilt =
    existsSync(join(root, 'dist', 'server', 'main.js')) && existsSync(join(root, 'dist', 'web'));

  it.skipIf(!isBuilt)('starts its threads and child programs from compiled files (needs a build)', () => {
    const compiled = join(root, 'dist', 'server');
    const chunks = readdirSync(compiled)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(compiled, file), 'utf8'));
    const started = chunks.flatMap((code) =>
      [...code.matchAll(/\bownProgram\(\s*["'`]([\w-]+)["'`]/g)].map(([, name]) => name),
    );
    expect(new Set(started)).toEqual(new Set(Object.keys(ownPrograms)));
    expect(started.filter((name) => !existsSync(join(compiled, `${name}.js`)))).toEqual([]);
    const asksItself =
      /compiled = import\.meta\.url\.endsWith\(["'`]\.ts["'`]\) \? null : import\.meta\.url;/;
    expect(chunks.some((code) => asksItself.test(code))).toBe(true);
  });

  it.skipIf(!isRoot || !isBuilt)(
    'starts from its files alone as its user, who can write only to the data folder (needs root and a build)',
    async () => {
      for (const path of closureOf(root, runtimePackages))
        cpSync(join(root, path), join(folder, 'app', path), { recursive: true });
      for (const { path, to } of copies)
        cpSync(join(root, path), join(folder, 'app', to), { recursive: true });
      for (const [, places = '', pattern = ''] of dockerfile.matchAll(/find (.+) -name '(.+)' -delete/g))
        execFileSync('find', [
          ...places.split(' ').map((place) => place.replace('/runtime', join(folder, 'app'))),
          ...['-name', pattern, '-delete'],
        ]);
      const mode = /chmod -R (\S+) \/runtime/.exec(dockerfile)![1]!;
      execFileSync('chmod', ['-R', mode, join(folder, 'app')]);
      const [uid = 0, gid = 0] = /^USER (\d+):(\d+)$/m.exec(dockerfile)!.slice(1).map(Number);
      const data = join(folder, 'data');
      mkdirSync(data);
      chownSync(data, uid, gid);
      chmodSync(folder, 0o755);
      const server = spawn(process.execPath, ['--liftoff-only', 'dist/server/main.js'], {
        cwd: join(folder, 'app'),
        uid,
        gid,
        env: {
          ...Object.fromEntries(environment),
          HOST: '127.0.0.1',
          PORT: '0',
          HEARTHSCRIBE_DATA: data,
          HEARTHSCRIBE_EMBEDDED_IDENTITY: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      const url = await new Promise<string>((resolve, reject) => {
        for (const stream of [server.stdout, server.stderr])
          stream.on('data', (chunk: Buffer) => {
            said += chunk.toString();
            const ready = /ready at (http:\S+)\n/.exec(said)?.[1];
            if (ready !== undefined) resolve(ready);
          });
        server.once('close', () => reject(new Error(said)));
      });
      expect((await fetch(`${url}${readiness.path}`)).status).toBe(200);
      expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
      server.kill('SIGTERM');
      expect(await once(server, 'close')).toEqual([0, null]);
    },
  );
});

describe('compose.yaml', () => {
  const { web, worker, proxy, database, files } = compose.services;

  it.each([
    ['web', web],
    ['worker', worker],
  ])(
    'runs two of %s with settings that exist, a read-only root, no capabilities, and time to stop',
    (role, app) => {
      expect([app.environment.ROLE, app.deploy.replicas]).toEqual([role, 2]);
      for (const [name, value] of Object.entries(app.environment)) {
        expect(isSetting(name), name).toBe(true);
        if (!String(value).includes('$')) settings[name as SettingName].schema.parse(String(value));
      }
      expect([app.read_only, app.cap_drop, app.tmpfs]).toEqual([true, ['ALL'], ['/tmp']]);
      expect(Number.parseInt(app.stop_grace_period, 10)).toBeGreaterThan(stopSeconds);
      expect(join(operations, 'container', app.build.context, app.build.dockerfile)).toBe(
        join(operations, 'container', 'Dockerfile'),
      );
    },
  );

  it('shows only the proxy to the world, which reaches the web processes at their port', () => {
    for (const service of [web, worker, database, files]) expect(service.ports).toBeUndefined();
    const port = environment.find(([name]) => name === 'PORT')?.[1];
    expect(proxy.command).toContain(`web:${port}`);
  });

  it('keeps recordings in the bucket of the S3 store, which has the same keys and is pinned; processes share no volume', () => {
    const { S3_URL, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = web.environment;
    const { VGW_PORT, VGW_BACKEND_ARGS, ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = files.environment;
    expect(S3_URL).toBe(`http://files${VGW_PORT}`);
    expect(files.volumes[0].split(':')[1]).toBe(`${VGW_BACKEND_ARGS}/${S3_BUCKET}`);
    expect([ROOT_ACCESS_KEY, ROOT_SECRET_KEY]).toEqual([
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY.replace(/:\?[^}]*/, ''),
    ]);
    for (const { image } of [proxy, database, files]) expect(image).toMatch(/:v?\d+(\.\d+)*$/);
    for (const app of [web, worker])
      expect([app.volumes, app.environment.S3_URL]).toEqual([undefined, S3_URL]);
    expect(web.environment.SECRETS_KEY).toBe(worker.environment.SECRETS_KEY);
  });

  it('declares every volume that it uses', () => {
    const used = [proxy, database, files].flatMap(({ volumes }) =>
      volumes.map((one: string) => one.split(':')[0]),
    );
    expect(Object.keys(compose.volumes).sort()).toEqual(used.sort());
  });
});

describe('compose.small.yaml', () => {
  const { services, volumes } = parse(
    readFileSync(join(operations, 'container', 'compose.small.yaml'), 'utf8'),
  );

  it('is one container of the image, reached from this computer alone, with settings that exist', () => {
    expect(Object.keys(services)).toEqual(['hearthscribe']);
    const { hearthscribe: app } = services;
    for (const [name, value] of Object.entries(app.environment))
      settings[name as SettingName].schema.parse(String(value));
    expect([app.network_mode, app.environment.HOST]).toEqual(['host', '127.0.0.1']);
    const port = environment.find(([name]) => name === 'PORT')?.[1];
    expect(app.environment.PUBLIC_URL).toBe(`http://localhost:${port}`);
    expect([app.read_only, app.cap_drop, app.tmpfs]).toEqual([true, ['ALL'], ['/tmp']]);
    expect(Number.parseInt(app.stop_grace_period, 10)).toBeGreaterThan(stopSeconds);
    expect(existsSync(join(operations, 'container', app.build.context, app.build.dockerfile))).toBe(true);
  });

  it('keeps all data in a volume', () => {
    const [volume, folder] = services.hearthscribe.volumes[0].split(':');
    expect(Object.keys(volumes)).toEqual([volume]);
    expect(environment).toContainEqual(['HEARTHSCRIBE_DATA', folder]);
  });
});

describe('hearthscribe.service', () => {
  const values = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  it('runs what npm start runs, with settings that exist, and gives it time to stop', () => {
    expect(values('ExecStart')).toEqual([`/usr/bin/${scripts.start}`]);
    const given = values('Environment').flatMap(pairs);
    expect(given.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([]);
    expect(given).toContainEqual(['HEARTHSCRIBE_DATA', `/var/lib/${values('StateDirectory')[0]}`]);
    expect(Number(values('TimeoutStopSec')[0])).toBeGreaterThan(stopSeconds);
  });

  it('has no privileges, and may write only to its own folder', () => {
    expect([
      values('DynamicUser'),
      values('NoNewPrivileges'),
      values('ProtectSystem'),
      values('CapabilityBoundingSet'),
    ]).toEqual([['yes'], ['yes'], ['strict'], ['']]);
  });
});
