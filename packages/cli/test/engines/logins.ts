import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { freePort } from '../../../../test/support/free-port.js';
import type { Place } from './commands.js';

/** Starts an SSH server with a temporary key, and returns the place with an `ssh` that reaches it by any name. */
export async function withLogins<Here extends Place>(place: Here): Promise<Here> {
  const { folder, env } = place;
  const port = await freePort();
  const key = join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const options = [
    ...['ListenAddress=127.0.0.1', `Port=${port}`, `HostKey=${key}`, 'PidFile=none', 'UsePAM=no'],
    ...[`AuthorizedKeysFile=${key}.pub`, 'StrictModes=no', 'MaxStartups=100'],
    `SetEnv=PATH=${env.PATH}`,
  ].flatMap((option) => ['-o', option]);
  const sshd = spawn(findProgram('sshd') ?? '', ['-D', '-f', '/dev/null', ...options]);
  onTestFinished(() => void sshd.kill('SIGKILL'));
  const client = [
    ...[`Port=${port}`, 'HostName=127.0.0.1', `IdentityFile=${key}`, 'BatchMode=yes'],
    ...['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'],
  ].map((option) => `-o ${option}`);
  const ssh = join(folder, 'ssh');
  writeFileSync(ssh, `#!/bin/sh\nexec /usr/bin/ssh -F none ${client.join(' ')} "$@"\n`, {
    mode: 0o755,
  });
  await expect.poll(() => spawnStatus(ssh, place)).toBe(0);
  return { ...place, env: { ...env, PARALLEL_SSH: ssh } };
}

async function spawnStatus(ssh: string, { env }: Place): Promise<unknown> {
  return (await once(spawn(ssh, ['one', 'true'], { env, stdio: 'ignore' }), 'close'))[0];
}
