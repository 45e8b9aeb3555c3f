#!/usr/bin/env bash
# A refused upload makes the client delete the older file under that name.
#
# Versions  rclone 1.60.1+dfsg-2+b5 (Debian 12), WebDAV, vendor "other"; Node 20
# Guess     Where a PUT that would replace a file is refused (507, no room), the client reports it and the older file stays.
# Seen      It sends DELETE of the path a moment after each refused PUT, to clean up what it takes for a half upload, and so asks the
#           server to delete the older file that was there before (2026-11-29):
#               PUT 3, DELETE 3, older file deleted: yes
# Matters   Whoever serves WebDAV must tell a clean-up from a deletion: one that follows a refused PUT removes only what that PUT left.
set -euo pipefail
cd "$(mktemp -d)"
apt-get download -qq rclone=1.60.1+dfsg-2+b5 2>/dev/null || apt-get download -qq rclone
dpkg-deb -x rclone_*.deb program
cat > server.mjs <<'JS'
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const files = new Map([['a.jpg', 5]]);
const count = { PUT: 0, DELETE: 0 };
const entry = (href, kind) => `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${kind}<D:getlastmodified>Sat, 13 Jun 2026 12:00:00 GMT</D:getlastmodified></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
const file = (name) => entry(`/g/${name}`, `<D:resourcetype/><D:getcontentlength>${files.get(name)}</D:getcontentlength>`);
const server = createServer((req, res) => {
  req.resume().on('end', () => {
    const name = decodeURIComponent(req.url).replace(/^\/g\/?/, '');
    if (req.method === 'PROPFIND') {
      if (name && !files.has(name)) return res.writeHead(404).end();
      const inside = name ? file(name) : entry('/g/', '<D:resourcetype><D:collection/></D:resourcetype>') + [...files.keys()].map(file).join('');
      return res.writeHead(207, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${inside}</D:multistatus>`);
    }
    if (req.method in count) count[req.method] += 1;
    if (req.method === 'PUT') return res.writeHead(507).end();
    if (req.method === 'DELETE') {
      files.delete(name);
      return res.writeHead(204).end();
    }
    res.writeHead(req.method === 'MKCOL' ? 405 : 200).end();
  });
}).listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
process.on('SIGTERM', () => {
  console.log(`PUT ${count.PUT}, DELETE ${count.DELETE}, older file deleted: ${files.has('a.jpg') ? 'no' : 'yes'}`);
  process.exit(count.DELETE > 0 && !files.has('a.jpg') ? 0 : 1);
});
JS
node server.mjs & server=$!
while [ ! -s port ]; do sleep 0.1; done
mkdir photos && printf 'another photo' > photos/a.jpg
timeout 60 program/usr/bin/rclone --config /dev/null copy photos ":webdav,url='http://127.0.0.1:$(cat port)',vendor=other:g" >/dev/null 2>&1 || true
kill "$server"
wait "$server"
