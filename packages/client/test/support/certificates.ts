/** A certificate authority for tests, and certificates for localhost that are valid or have one defect each. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from '../../../../test/support/program.js';

/** In PEM. */
interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  /** The CA certificate. */
  readonly ca: string;
  readonly right: Certificate;
  readonly expired: Certificate;
  readonly notYetValid: Certificate;
  readonly otherHost: Certificate;
  /** For another host, whose name is the text of an error. */
  readonly misleading: Certificate;
  readonly weakKey: Certificate;
  /** Self-signed. */
  readonly selfSigned: Certificate;
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-certificates-'));
  const openssl = (...args: string[]) => execFileSync(programPath('openssl'), args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const strong = ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const weak = ['RSA', '-pkeyopt', 'rsa_keygen_bits:1024'];
  const key = (name: string, form = strong) => openssl('genpkey', '-algorithm', ...form, '-out', name);
  const selfSigned = (name: string, subject: string, names: string) => {
    key(`${name}.key`);
    const extension = names === '' ? [] : ['-addext', `subjectAltName=${names}`];
    openssl(
      ...['req', '-x509', '-new', '-key', `${name}.key`, '-subj', subject],
      ...[...extension, '-days', '1', '-out', `${name}.pem`],
    );
  };
  const signed = (name: string, names: string, fromDay: number, toDay: number, form = strong): Certificate => {
    writeFileSync(join(folder, 'names'), `subjectAltName=${names}`);
    key(`${name}.key`, form);
    openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-out', 'request');
    openssl(
      ...['ca', '-batch', '-notext', '-config', 'config', '-in', 'request', '-extfile', 'names'],
      ...['-startdate', day(fromDay), '-enddate', day(toDay), '-out', `${name}.pem`],
    );
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  try {
    selfSigned('ca', '/CN=Authority of the tests', '');
    selfSigned('self', '/CN=localhost', 'DNS:localhost');
    writeFileSync(join(folder, 'index'), '');
    writeFileSync(join(folder, 'config'), CONFIG);
    const localhost = 'DNS:localhost,IP:127.0.0.1';
    return {
      ca: read('ca.pem'),
      right: signed('right', localhost, -1, 1),
      expired: signed('expired', localhost, -2, -1),
      notYetValid: signed('notYetValid', localhost, 1, 2),
      otherHost: signed('otherHost', 'DNS:other.example', -1, 1),
      misleading: signed('misleading', 'DNS:Server closed connection', -1, 1),
      weakKey: signed('weakKey', localhost, -1, 1, weak),
      selfSigned: { key: read('self.key'), cert: read('self.pem') },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CONFIG = `
[ca]
default_ca = tests
[tests]
database = index
new_certs_dir = .
rand_serial = yes
certificate = ca.pem
private_key = ca.key
default_md = sha256
policy = any
[any]
commonName = supplied
`;

/** A date this many days from today in OpenSSL's format. */
function day(offset: number): string {
  const date = new Date(Date.now() + offset * 86_400_000);
  return `${date.toISOString().replace(/[-:T]/g, '').slice(0, 'YYYYMMDDHHMMSS'.length)}Z`;
}
