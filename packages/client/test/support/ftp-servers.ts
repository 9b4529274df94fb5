/** FTP servers: pyftpdlib and vsftpd. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../../test/support/free-port.js';
import { programPath } from '../../../../test/support/program.js';

export interface FtpServer {
  readonly port: number;
  /** The server's own log. */
  log(): string;
}

export type FtpFiles = Readonly<Record<string, string | Uint8Array>>;

/** Starts pyftpdlib with anonymous access. `nat` is the host in replies to PASV. The caller must stop it. */
export async function startPyftpdlib(
  files: FtpFiles,
  { nat, host = '127.0.0.1' }: { nat?: string; host?: string } = {},
): Promise<FtpServer & { stop(): Promise<void> }> {
  const folder = folderOf(files);
  const args = ['-m', 'pyftpdlib', '-i', host, '-p', '0', '-d', folder];
  if (nat !== undefined) args.push('-n', nat);
  const server = spawn('/usr/bin/python3', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  const port = await new Promise<number>((resolve, reject) => {
    server.on('exit', () => reject(new Error(`pyftpdlib ended: ${log}`)));
    server.stderr.on('data', (bytes) => {
      log += bytes;
      const started = /starting FTP server on .*:(\d+), pid/.exec(log);
      if (started !== null) resolve(Number(started[1]));
    });
  });
  const stop = async () => {
    await end(server);
    rmSync(folder, { recursive: true });
  };
  return { port, log: () => log, stop };
}

/**
 * Starts vsftpd for up to `clients` clients (0: unlimited). It runs as the current user and exposes the whole file
 * system; `folder` is the location of the files. `host` is the address in replies to PASV. If `isClosed`, no password
 * is accepted. Stops with the test.
 */
export async function startVsftpd(
  files: FtpFiles,
  { clients = 0, host = '127.0.0.1', isClosed = false } = {},
): Promise<FtpServer & { readonly folder: string }> {
  const folder = folderOf(files);
  const home = folderOf({ config: '', log: '', passwords: 'another\n' });
  onTestFinished(() => {
    for (const each of [folder, home]) rmSync(each, { recursive: true });
  });
  for (let left = 5; ; left -= 1) {
    const port = await freePort();
    const config = [
      ...['listen=YES', 'listen_address=127.0.0.1', `listen_port=${port}`, 'background=NO'],
      ...['anonymous_enable=YES', `anon_root=${folder}`, 'run_as_launching_user=YES'],
      ...[`secure_chroot_dir=${home}`, 'seccomp_sandbox=NO', 'allow_writeable_chroot=YES'],
      ...[`vsftpd_log_file=${home}/log`, 'xferlog_enable=YES', 'log_ftp_protocol=YES'],
      ...[`max_clients=${clients}`, `pasv_address=${host}`, 'delay_failed_login=0'],
      ...(isClosed ? ['secure_email_list_enable=YES', `email_password_file=${home}/passwords`] : []),
    ];
    writeFileSync(join(home, 'config'), `${config.join('\n')}\n`, { mode: 0o600 });
    const server = spawn(programPath('vsftpd'), [join(home, 'config')], { stdio: 'ignore' });
    onTestFinished(() => end(server));
    const log = () => readFileSync(join(home, 'log'), 'utf8');
    // Another process may have taken the port.
    if (await answers(server, port)) return { port, folder, log };
    if (left === 1) throw new Error(`vsftpd does not start: ${log()}`);
  }
}

function folderOf(files: FtpFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-ftp-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill();
  await exit;
}

/** Returns whether the server sends a greeting before it exits. */
async function answers(server: ChildProcess, port: number): Promise<boolean> {
  while (server.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const greeting = await once(socket, 'data').catch(() => undefined);
    socket.destroy();
    if (greeting !== undefined) return true;
    await sleep(20);
  }
  return false;
}
