#!/usr/bin/env bash
# A photo whose stars were changed is not sent again.
#
# Versions  rclone 1.60.1+dfsg-2+b5, exiv2 0.27.6-1 (Debian 12), WebDAV, vendor "other"
# Guess     rclone copy sends a file again that was written since: its time is newer, and its bytes are others.
# Seen      Without times and hashes in the protocol only sizes are compared. Writing 5 stars over 3 changes one digit, and the size stays.
#           2026-11-30:
#               size kept: yes    sent: no    sent with --ignore-times: yes
# Matters   Corrected stars and labels, one digit of a caption, never arrive, and nobody is told. Pages say --ignore-times; what the server
#           has already is told apart by its bytes.
set -euo pipefail
cd "$(mktemp -d)"
apt-get download -qq rclone=1.60.1+dfsg-2+b5 exiv2=0.27.6-1
for package in *.deb; do dpkg-deb -x "$package" program; done
PATH="$PWD/program/usr/bin:$PATH"
mkdir photos stored
# The smallest JPEG: one grey pixel.
base64 -d > photos/a.jpg <<'JPEG'
/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z
JPEG
exiv2 -M'set Xmp.xmp.Rating 3' photos/a.jpg
before=$(stat -c %s photos/a.jpg)
port=$((20000 + RANDOM % 20000))
rclone --config /dev/null serve webdav stored --addr "127.0.0.1:$port" 2>/dev/null & server=$!
trap 'kill "$server"' EXIT
send() { rclone --config /dev/null copy photos ":webdav,url='http://127.0.0.1:$port',vendor=other:" "$@"; }
is() { if "$@" >/dev/null 2>&1; then echo yes; else echo no; fi; }
for _ in $(seq 50); do if send 2>/dev/null; then break; fi; sleep 0.2; done
sleep 2
exiv2 -M'set Xmp.xmp.Rating 5' photos/a.jpg
size=$(is test "$(stat -c %s photos/a.jpg)" = "$before")
send
sent=$(is cmp photos/a.jpg stored/a.jpg)
send --ignore-times
always=$(is cmp photos/a.jpg stored/a.jpg)
echo "size kept: $size    sent: $sent    sent with --ignore-times: $always" | tee seen
printf 'size kept: yes    sent: no    sent with --ignore-times: yes\n' | diff - seen
