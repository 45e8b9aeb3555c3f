#!/usr/bin/env bash
# A refused upload ends well for the client once the server lists the name.
#
# Versions  rclone 1.60.1+dfsg-2+b5 (Debian 12), WebDAV, vendor "other"; Node 20
# Guess     A file that was refused for good (415) makes the command fail, whatever the folder lists afterwards.
# Seen      After a failed attempt the whole command is tried again (3 by default), and only the listing is compared. A server that lists the
#           refused name with its size, so that it is not sent at each run, is taken to have it. 2026-11-30:
#               unlisted: PUT 3, exit 1    listed: PUT 1, exit 0
# Matters   Who keeps refused files out of sight makes every run send them again; who lists them makes scripts believe that they arrived.
#           Refusals have to be told to people by another way.
set -euo pipefail
cd "$(mktemp -d)"
apt-get download -qq rclone=1.60.1+dfsg-2+b5 2>/dev/null || apt-get download -qq rclone
dpkg-deb -x rclone_*.deb program
cat > server.mjs <<'JS'
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const lists = process.argv[2] === 'listed';
let puts = 0;
let size;
const entry = (href, kind) => `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${kind}<D:getlastmodified>Sat, 13 Jun 2026 12:00:00 GMT</D:getlastmodified></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
const file = () => entry('/g/a.jpg', `<D:resourcetype/><D:getcontentlength>${size}</D:getcontentlength>`);
const folder = entry('/g/', '<D:resourcetype><D:collection/></D:resourcetype>');
createServer((req, res) => {
  req.resume().on('end', () => {
    if (req.method === 'PROPFIND') {
      const isFile = req.url.endsWith('a.jpg');
      if (isFile && !size) return res.writeHead(404).end();
      const inside = isFile ? file() : folder + (size ? file() : '');
      return res.writeHead(207, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${inside}</D:multistatus>`);
    }
    if (req.method === 'PUT') {
      puts += 1;
      if (lists) size = Number(req.headers['content-length']);
      return res.writeHead(415).end();
    }
    res.writeHead({ MKCOL: 405, DELETE: 204 }[req.method] ?? 200).end();
  });
}).listen(0, '127.0.0.1', function () {
  writeFileSync('port', String(this.address().port));
});
process.on('SIGTERM', () => {
  writeFileSync('puts', String(puts));
  process.exit(0);
});
JS
mkdir photos && printf 'a text' > photos/a.jpg
copy() {
  rm -f port puts
  node server.mjs "$1" & server=$!
  while [ ! -s port ]; do sleep 0.1; done
  code=0
  timeout 120 program/usr/bin/rclone --config /dev/null copy photos ":webdav,url='http://127.0.0.1:$(cat port)',vendor=other:g" >/dev/null 2>&1 || code=$?
  kill "$server"; wait "$server"
  echo "$1: PUT $(cat puts), exit $code"
}
copy unlisted | tee seen
copy listed | tee -a seen
printf 'unlisted: PUT 3, exit 1\nlisted: PUT 1, exit 0\n' | diff - seen
