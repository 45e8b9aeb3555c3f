#!/usr/bin/env bash
# The same photo has another time in an archive made in another time zone, and most programs read that one.
#
# Versions  yazl 3.3.1; Node 20 and 24; Python 3.11
# Guess     yazl stores the moment, in UTC (Info-ZIP's extended timestamp), and whoever unpacks it shows it on the own clock.
# Seen      It writes both: DOS time on the clock of the process, and UTC in an extra field. Python's zipfile, unzip's listing and bsdtar
#           use the DOS time alone (2026-11-29):
#               made in UTC: 12:05:06, made in Europe/Berlin: 14:05:06, for one moment
# Matters   Photos from a server in UTC sort wrongly beside those of a phone. Clublens writes what the clock at the place showed.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts yazl@3.3.1
cat > make.mjs <<'JS'
import { createWriteStream } from 'node:fs';
import { ZipFile } from 'yazl';
const zip = new ZipFile();
zip.outputStream.pipe(createWriteStream(process.argv[2]));
zip.addBuffer(Buffer.from('photo'), 'a.jpg', { mtime: new Date('2026-06-13T12:05:06Z') });
zip.end();
JS
TZ=UTC node make.mjs utc.zip
TZ=Europe/Berlin node make.mjs berlin.zip
read_time() { python3 -c "import sys, zipfile; print('%02d:%02d:%02d' % zipfile.ZipFile(sys.argv[1]).infolist()[0].date_time[3:])" "$1"; }
echo "made in UTC: $(read_time utc.zip), made in Europe/Berlin: $(read_time berlin.zip), for one moment"
[ "$(read_time utc.zip)" = 12:05:06 ] && [ "$(read_time berlin.zip)" = 14:05:06 ]
