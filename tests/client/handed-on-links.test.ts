import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { reachOf } from '#server/contract/public-address.ts';

describe('where an address can be opened', () => {
  const cases = {
    here: [
      'localhost',
      'LOCALHOST:3000',
      'app.localhost',
      '127.0.0.1:3000',
      '127.8.8.8',
      '0.0.0.0',
      '[::1]:3000',
      '2130706433',
    ],
    network: [
      'nas',
      'nas:3000',
      'club.local',
      'club.local.',
      'nas.lan',
      'nas.home',
      'nas.home.arpa',
      'photos.internal',
      'nas.fritz.box',
      '192.168.1.20:3000',
      '10.0.0.2',
      '172.16.0.1',
      '172.31.255.254',
      '169.254.3.4',
      '100.64.0.1',
      '[fd12::1]',
      '[fe80::1]',
    ],
    everywhere: [
      'club.example',
      'photos.club.example:8443',
      '203.0.113.5',
      '172.32.0.1',
      '100.128.0.1',
      '11.0.0.1',
      '[2001:db8::1]',
      'local.example',
      '10.example',
      'box-club.example',
    ],
  } as const;
  test.each(Object.entries(cases).flatMap(([reach, hosts]) => hosts.map((host) => [host, reach])))(
    '%s: %s',
    (host, reach) => {
      expect(reachOf(`http://${host}/gallery/shared/x`)).toBe(reach);
    },
  );
});

describe('a link that is handed on', () => {
  const root = join(import.meta.dirname, '../../client');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

  it('becomes a code in one place', () => {
    expect(files.filter(({ text }) => text.includes("'qrcode.react'")).map(({ file }) => file)).toEqual([
      'components/ui/elements/qr-code.tsx',
    ]);
  });

  it('is shown beside the warning wherever it is copied, shared or printed', () => {
    const handsOn = /<(CopyButton|ShareButton|PrintedQrCode)\b/;
    const warns = ({ file, text }: { file: string; text: string }): boolean => {
      if (/<(AddressWarning|QrCode)\b/.test(text)) return true;
      const parents = files.filter((other) => other.text.includes(`/${basename(file)}'`));
      return parents.length > 0 && parents.every(warns);
    };
    // Recovery codes and keys for programs are no links.
    const others = [
      'features/accounts/second-factor/components/recovery-codes.tsx',
      'features/accounts/api-keys/components/make-key-dialog.tsx',
    ];
    const places = files.filter(
      ({ file, text }) => handsOn.test(text) && !file.startsWith('components/') && !others.includes(file),
    );
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter((place) => !warns(place)).map(({ file }) => file)).toEqual([]);
  });
});
