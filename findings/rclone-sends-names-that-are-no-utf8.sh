#!/usr/bin/env bash
# rclone says that it replaces the bytes of a name that are no UTF-8, and sends them.
#
# Versions  rclone 1.60.1+dfsg-2+b5 (Debian 12), WebDAV, vendor "other"; node 20
# Guess     Such bytes get signs of rclone's own, as control characters do: a server sees UTF-8 alone.
# Seen      A new line arrives as its sign (%E2%90%8A), the bytes of Latin-1 as they are. Its notice says "Replacing invalid UTF-8
#           characters". 2026-12-01:
#               PUT /Gr%F6%DFe.jpg    PUT /new%E2%90%8Aline.jpg    notice: 1
# Matters   Cards and disks of old cameras and FTP clients hold such names. Our WebDAV refused them with 400, three times each; now it reads
#           them as Windows writes them, as the hot folder does.
set -euo pipefail
cd "$(mktemp -d)"
apt-get download -qq rclone=1.60.1+dfsg-2+b5
dpkg-deb -x rclone_*.deb program
mkdir photos
echo 1 > photos/$'Gr\xf6\xdfe.jpg'
echo 2 > photos/$'new\nline.jpg'
cat > server.mjs <<'JS'
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const server = createServer((req, res) => {
  req.resume();
  if (req.method === 'PUT') appendFileSync('asked', `PUT ${req.url}\n`);
  res.writeHead(req.method === 'PUT' || req.method === 'MKCOL' ? 201 : 404).end();
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
JS
node server.mjs & server=$!
trap 'kill "$server"' EXIT
until [ -s port ]; do sleep 0.1; done
program/usr/bin/rclone --config /dev/null --retries 1 --low-level-retries 1 copy photos ":webdav,url='http://127.0.0.1:$(cat port)',vendor=other:" 2>said || true
sort -u asked > seen
echo "notice: $(grep -c 'Replacing invalid UTF-8' said)" >> seen
cat seen
printf 'PUT /Gr%%F6%%DFe.jpg\nPUT /new%%E2%%90%%8Aline.jpg\nnotice: 1\n' | diff - seen
