/** An FTP server that follows a script. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** One client's session with the scripted server. */
interface FtpSession {
  readonly control: Socket;
  /** The data connection, once open. */
  readonly data: Promise<Socket>;
  reply(text: string): void;
}

/** The reply or action for a command. `greeting` comes before all commands. */
export type FtpScript = Readonly<Record<string, string | ((session: FtpSession) => unknown)>>;

export interface ScriptedFtp {
  readonly port: number;
  /** The commands in order. */
  readonly commands: readonly string[];
  /** Number of accepted control connections. */
  readonly sessions: number;
  /** Number of open connections. */
  readonly open: number;
}

const POLITE: FtpScript = {
  greeting: '220 Ready',
  USER: '331 Who are you?',
  PASS: '230 Welcome',
  TYPE: '200 As you like',
  QUIT: '221 Bye',
};

/** Follows the script and otherwise behaves like a correct server. Stops with the test. */
export async function startScriptedFtp(script: FtpScript, host = '127.0.0.1'): Promise<ScriptedFtp> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  let sessions = 0;
  const listen = async (serve: (socket: Socket) => void): Promise<number> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => {});
      serve(socket);
    });
    servers.push(server);
    server.listen(0, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen((control) => {
    sessions += 1;
    const { promise: data, resolve } = Promise.withResolvers<Socket>();
    const session = { control, data, reply: (text: string) => control.write(`${text}\r\n`) };
    const passive = async (reply: (port: number) => string) => {
      session.reply(reply(await listen(resolve)));
    };
    const rules: FtpScript = {
      ...POLITE,
      PASV: () => passive((at) => `227 Passive (127,0,0,1,${at >> 8},${at & 255})`),
      EPSV: () => passive((at) => `229 Extended (|||${at}|)`),
      ...script,
    };
    const obey = (name: string) => {
      const rule = rules[name] ?? '502 What?';
      if (typeof rule === 'string') session.reply(rule);
      else rule(session);
    };
    control.on('data', (bytes) => {
      for (const command of bytes.toString('latin1').split('\r\n').filter(Boolean)) {
        commands.push(command);
        obey(command.split(' ', 1)[0] ?? '');
      }
    });
    obey('greeting');
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  });
  return {
    port,
    commands,
    get sessions() {
      return sessions;
    },
    get open() {
      return sockets.size;
    },
  };
}
