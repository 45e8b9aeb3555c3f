import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that nobody trusts: browsers are told to. Null where there is no openssl. */
export function makeCertificate(name = 'localhost'): { key: Buffer; cert: Buffer } | null {
  const folder = mkdtempSync(join(tmpdir(), 'clublens-certificate-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-x509', '-days', '2'];
  const made = spawnSync('openssl', ['req', ...kind, '-subj', `/CN=${name}`, '-keyout', key, '-out', cert]);
  const pair = made.status === 0 ? { key: readFileSync(key), cert: readFileSync(cert) } : null;
  rmSync(folder, { recursive: true });
  return pair;
}

/** Ends TLS before a server and says so, as proxies of operators do; null where it cannot. */
export function startHttpsProxy(to: string, port: number): { url: string; close: () => void } | null {
  const certificate = makeCertificate();
  if (!certificate) {
    console.warn('SKIPPED: what passes over https (openssl is not here)');
    return null;
  }
  const { hostname, port: toPort } = new URL(to);
  const server = createServer(certificate, (req, res) => {
    const headers = { ...req.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
    const asked = request(
      { hostname, port: toPort, method: req.method, path: req.url, headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    asked.on('error', () => res.destroy());
    res.on('close', () => asked.destroy());
    req.pipe(asked);
  }).listen(port, '127.0.0.1');
  return {
    url: `https://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
