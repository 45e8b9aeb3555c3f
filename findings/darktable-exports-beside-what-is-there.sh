#!/usr/bin/env bash
# A photo that darktable exports again lies beside the first export, not in its place.
#
# Versions  darktable 4.2.1-4 (Debian 12); sharp 0.34.5
# Guess     Exporting a folder into the same folder once more writes the same files again, and makes the folder where there is none.
# Seen      The second export is IMG_1_01.jpg: "create unique filename" is the default, of the window too. It can be switched to overwrite.
#           A folder that does not exist is an error. 2026-11-30:
#               twice: IMG_1.jpg IMG_1_01.jpg    then with overwrite=1: IMG_1.jpg IMG_1_01.jpg    no folder: nothing
# Matters   What is sent again is told by its path: corrected photos would be photos beside the first. The page about darktable names the
#           switch, and makes the folder.
set -euo pipefail
cd "$(mktemp -d)"
fetch() { apt-get install --reinstall --download-only -qq -y --no-install-recommends -o Dir::Cache::archives="$PWD" "$1" >/dev/null 2>&1; }
fetch darktable=4.2.1-4 || fetch darktable
for package in *.deb; do dpkg-deb -x "$package" program; done
libraries=$(find "$PWD/program/usr/lib" -type d -name '*-linux-gnu' | head -1)
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sharp@0.34.5
mkdir match
node -e "require('sharp')({ create: { width: 64, height: 48, channels: 3, background: '#3a6' } }).toFile('match/IMG_1.jpg')"
export_to() {
  LD_LIBRARY_PATH=$libraries:$libraries/darktable timeout 60 program/usr/bin/darktable-cli match/ "$1" --core --datadir \
    program/usr/share/darktable --moduledir "$libraries/darktable" --configdir own --cachedir own --library :memory: "${@:2}" \
    >/dev/null 2>&1 || true
}
mkdir exported
export_to exported/
export_to exported/
seen="twice: $(ls exported | xargs)"
export_to exported/ --conf plugins/imageio/storage/disk/overwrite=1
seen+=", overwrite: $(ls exported | xargs)"
export_to nowhere/
seen+=", no folder: $(find nowhere -type f 2>/dev/null || true)"
echo "$seen"
[ "$seen" = 'twice: IMG_1.jpg IMG_1_01.jpg, overwrite: IMG_1.jpg IMG_1_01.jpg, no folder: ' ]
