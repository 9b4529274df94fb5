/** Checks the files of docs/deploy/, and runs the commands they contain. What needs Docker runs in the workflow weekly.yml. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { findProgram } from '../scripts/lib/programs.mjs';
import { type Assembled, assemble, type Started } from './support/assembled.js';
import { freePort } from './support/free-port.js';

const PORT = '9309';
const TOKEN = 'a-token-of-sixteen-characters';
const BIN = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));

const read = (name: string) => readFileSync(new URL(`../docs/deploy/${name}`, import.meta.url), 'utf8');

const help = spawnSync(process.execPath, [BIN, 'serve', '--help'], { encoding: 'utf8' }).stdout;

/** Expects that `serve` has these options and environment variables. */
function expectKnown(args: readonly string[], variables: readonly string[]): void {
  const options = args.filter((arg) => arg.startsWith('--'));
  expect(options).toContain('--token-file');
  for (const option of options) expect(help).toMatch(new RegExp(`^ +${option} `, 'm'));
  for (const name of variables) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
}

// biome-ignore lint/suspicious/noExplicitAny: parsed files, whose shapes are checked by schemas
type Parsed = any;

describe('the systemd unit', () => {
  const unit = read('repkit.service');
  const value = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, text]) => text).join(' ');

  test('runs as a separate user that can write only to its store', () => {
    for (const key of ['DynamicUser', 'NoNewPrivileges', 'PrivateTmp', 'ProtectHome']) {
      expect(value(key), key).toBe('yes');
    }
    expect(value('ProtectSystem')).toBe('strict');
    expect(value('CapabilityBoundingSet')).toBe('');
    expect(value('StateDirectory')).toBe('repkit');
    expect(value('LoadCredential')).toMatch(/^token:/);
    const args = value('ExecStart').split(' ');
    expectKnown(args, []);
    expect(args.slice(args.indexOf('--port'))[1]).toBe(PORT);
    expect(args).toContain('%S/repkit/robots.sqlite');
    expect(args).toContain('%d/token');
  });

  test.skipIf(findProgram('systemd-analyze') === undefined && process.env.CI === undefined)(
    'systemd-analyze finds no error and little exposure',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'repkit-unit-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const path = join(folder, 'repkit.service');
      const analyze = (text: string, ...args: string[]) => {
        writeFileSync(path, text);
        return spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' });
      };
      // systemd-analyze checks that the program exists.
      const here = unit.replace('/usr/bin/node', process.execPath);
      expect(analyze(here, 'verify')).toMatchObject({ stdout: '', stderr: '', status: 0 });
      expect(analyze(`${here}\nNoSuchKey=1`, 'verify').stderr).toContain('NoSuchKey');
      // The exposure score, up to 100. A unit without restrictions scores 96.
      const security = ['security', '--offline=true', '--threshold=15'];
      expect(analyze(here, ...security).status).toBe(0);
      expect(analyze(here.replaceAll('yes', 'no'), ...security).status).not.toBe(0);
    },
  );
});

interface Instruction {
  readonly keyword: string;
  readonly value: string;
}

/** The instructions of the Dockerfile, with continued lines joined. */
const instructions: readonly Instruction[] = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .flatMap((line) => {
    const [, keyword, value] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return keyword === undefined || value === undefined ? [] : [{ keyword, value: value.trim() }];
  });

function valuesOf(keyword: string): string[] {
  return instructions.filter((each) => each.keyword === keyword).map(({ value }) => value);
}

/** Returns the words of the last instruction in JSON form, without the options of HEALTHCHECK. */
function wordsOf(keyword: string): string[] {
  return JSON.parse((valuesOf(keyword).at(-1) ?? '').replace(/^.*?CMD /, ''));
}

const imageVariables = new Map(
  valuesOf('ENV').flatMap((value) =>
    [...value.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', content = '']) => [name, content]),
  ) as [string, string][],
);

describe('the image', () => {
  test('is built in one stage and runs in another, not as root', () => {
    expect(valuesOf('FROM')).toEqual([expect.stringContaining(' AS '), expect.not.stringContaining(' AS ')]);
    expect(valuesOf('USER').at(-1)).toBe('1000:1000');
    expect(valuesOf('EXPOSE')).toEqual([PORT]);
    expect(valuesOf('VOLUME')).toEqual(['/data']);
    expect(wordsOf('HEALTHCHECK').join(' ')).toContain(`127.0.0.1:${PORT}/healthz`);
    const variables = [...imageVariables.keys()];
    expect(variables).toContain('REPKIT_STORE');
    expectKnown(
      wordsOf('CMD'),
      variables.filter((name) => !/^(?:NODE_ENV|MALLOC_\w+)$/.test(name)),
    );
  });

  test('limits the memory of glibc as the systemd unit does', () => {
    const limits = [...imageVariables].filter(([name]) => name.startsWith('MALLOC_')).map(([name, value]) => `${name}=${value}`);
    expect(read('repkit.service')).toContain(`\nEnvironment=${limits.join(' ')}\n`);
    expect(limits).toHaveLength(2);
  });

  test('the build context contains everything that the build needs', () => {
    const included = read('Dockerfile.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
    for (const path of included) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
    // The bundler follows the references of tsconfig.json.
    const { references } = JSON.parse(readFileSync(new URL('../tsconfig.json', import.meta.url), 'utf8'));
    for (const { path } of references) {
      const isIncluded = included.some((name) => name.startsWith(path) || path.startsWith(`${name}/`));
      expect(isIncluded || path.includes('packages/'), path).toBe(true);
    }
    const { workspaces } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    for (const path of workspaces.filter((one: string) => !one.includes('*'))) expect(included).toContain(`${path}/package.json`);
  });
});

describe('compose', () => {
  const compose: Parsed = parse(read('compose.yaml'));
  const { repkit, valkey } = compose.services;

  test('read-only roots, no capabilities, a token from a secret, and a private store', () => {
    for (const service of [repkit, valkey]) {
      expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
      expect(service.security_opt).toContain('no-new-privileges:true');
    }
    expect(repkit.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
    expect(Object.keys(compose.secrets)).toEqual(repkit.secrets);
    expect(read('Dockerfile')).toContain(`"/run/secrets/${repkit.secrets[0]}"`);
    expect(repkit.environment.REPKIT_STORE).toBe('redis://valkey:6379');
    expect(repkit.depends_on).toEqual({ valkey: { condition: 'service_healthy' } });
    expect(valkey.healthcheck.test).toContain('ping');
    expect(valkey.networks).toEqual(['store']);
    expect(compose.networks.store).toEqual({ internal: true });
    expect(valkey.ports).toBe(undefined);
  });
});

describe('Kubernetes', () => {
  const [deployment, service]: Parsed[] = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS());
  const pod = deployment.spec.template;
  const [container] = pod.spec.containers;

  test('is a Deployment and a Service', () => {
    expect([deployment.apiVersion, deployment.kind]).toEqual(['apps/v1', 'Deployment']);
    expect([service.apiVersion, service.kind]).toEqual(['v1', 'Service']);
  });

  test('runs as non-root with a read-only root, and secrets are in a Secret', () => {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits.memory).toBe('1Gi');
    expectKnown(
      container.args,
      container.env.map(({ name }: Parsed) => name),
    );
    for (const { valueFrom } of container.env) expect(valueFrom.secretKeyRef.name).toBe('repkit');
    const mount = container.volumeMounts.find(({ name }: Parsed) => name === 'token');
    const { secret } = pod.spec.volumes.find(({ name }: Parsed) => name === 'token');
    expect(container.args).toContain(`${mount.mountPath}/${secret.items[0].path}`);
  });

  test('the selector matches the pods, and the probes use the port of the service', () => {
    expect(deployment.spec.selector.matchLabels).toEqual(pod.metadata.labels);
    expect(service.spec.selector).toEqual(pod.metadata.labels);
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name);
    expect(container.args).toContain(String(container.ports[0].containerPort));
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      expect(container[probe].httpGet.port).toBe(container.ports[0].name);
    }
    // Time until no more requests arrive, plus time to complete running ones.
    const waits = container.lifecycle.preStop.sleep.seconds;
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(waits + 20);
  });

  test('the probes request existing paths', async () => {
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet.path);
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
  });
});

describe('commands, run without privileges from a read-only folder', () => {
  let assembled: Assembled;
  beforeAll(() => {
    assembled = assemble();
  });
  afterAll(() => assembled.remove());

  async function expectService(command: readonly string[], port: string, env: Record<string, string>) {
    const service: Started = assembled.start(command, env);
    onTestFinished(() => void service.process.kill('SIGKILL'));
    await expect.poll(() => service.output()).toContain('Listening on');
    // Like a probe from another machine: the Host is not a name of this machine.
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { host: '10.0.0.1' },
      });
      expect(response.status, path).toBe(200);
    }
    const send = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/v1/format`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ robotsTxt: 'allow:/' }),
      });
    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    return service;
  }

  async function expectEnd(service: Started) {
    service.process.kill('SIGTERM');
    expect(await service.exitCode).toBe(0);
  }

  test('ExecStart of the unit', async () => {
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(read('repkit.service')) ?? [];
    const port = String(await freePort());
    const state = assembled.writable('state');
    assembled.writable('state/repkit');
    writeFileSync(join(assembled.writable('credentials'), 'token'), `${TOKEN}\n`);
    const command = line
      .replace(/^\/usr\/bin\/node /, `${assembled.node} `)
      .replace('/opt/repkit', assembled.app)
      .replace('%S', state)
      .replace('%d', join(state, '../credentials'))
      .replace(PORT, port)
      .split(' ');
    const service = await expectService(command, port, {});
    expect(existsSync(join(state, 'repkit/robots.sqlite'))).toBe(true);
    await expectEnd(service);
  });

  test('ENTRYPOINT, CMD and HEALTHCHECK of the image', async () => {
    const port = String(await freePort());
    const secrets = assembled.writable('secrets');
    writeFileSync(join(secrets, 'repkit-token'), TOKEN);
    const data = assembled.writable('data');
    const argsOf = (keyword: string): string[] =>
      wordsOf(keyword).map((arg) =>
        arg
          .replace(/^node$/, assembled.node)
          .replace(/^\/app\//, `${assembled.app}/`)
          .replace('/run/secrets', secrets)
          .replace(PORT, port),
      );
    const health = () => assembled.start(argsOf('HEALTHCHECK')).exitCode;
    expect(await health()).toBe(1);
    const env = Object.fromEntries([...imageVariables].map(([name, value]) => [name, value.replace('/data', data)]));
    const service = await expectService([...argsOf('ENTRYPOINT'), ...argsOf('CMD')], port, env);
    expect(await health()).toBe(0);
    expect(existsSync(join(data, 'robots.sqlite'))).toBe(true);
    await expectEnd(service);
    expect(await health()).toBe(1);
  });

  const hasNginx = findProgram('nginx') !== undefined || process.env.CI !== undefined;
  test.skipIf(!hasNginx)('nginx.conf is valid, and a request passes through it', async () => {
    const [port, ownPort] = [String(await freePort()), String(await freePort())];
    const token = join(assembled.writable('nginx-token'), 'token');
    writeFileSync(token, TOKEN);
    const bin = join(assembled.app, 'node_modules/repkit/dist/bin.js');
    const options = ['--token-file', token, '--store', 'memory', '--trusted-proxy', '127.0.0.1'];
    const command = [assembled.node, bin, 'serve', '--port', port, ...options];
    const service = await expectService(command, port, {});
    const folder = assembled.writable('nginx');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const site = read('nginx.conf')
      .replace('127.0.0.1:9309', `127.0.0.1:${port}`)
      .replace('listen 80', `listen 127.0.0.1:${ownPort}`);
    const path = join(folder, 'nginx.conf');
    writeFileSync(
      path,
      `daemon off; pid ${join(folder, 'pid')}; error_log stderr;
events { worker_connections 4096; }
http { access_log off; ${temporary.join(' ')}
${site} }
`,
    );
    const nginx = findProgram('nginx') ?? 'nginx';
    const checked = spawnSync(nginx, ['-t', '-c', path], { encoding: 'utf8' });
    expect(checked.status, checked.stderr).toBe(0);
    const proxy = spawn(nginx, ['-c', path], { stdio: 'ignore' });
    onTestFinished(() => void proxy.kill('SIGTERM'));
    const lint = () =>
      fetch(`http://127.0.0.1:${ownPort}/v1/lint`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ robotsTxt: 'allow:/' }),
      }).catch(() => undefined);
    await expect.poll(async () => (await lint())?.status).toBe(200);
    // The log has the address that the proxy reports.
    await expect.poll(() => service.output()).toContain('"path":"/v1/lint","status":200');
    const { status } = await fetch(`http://127.0.0.1:${ownPort}/docs`);
    expect(status).toBe(200);
    await expectEnd(service);
  });
});
