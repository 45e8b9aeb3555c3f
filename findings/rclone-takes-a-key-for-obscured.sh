#!/usr/bin/env bash
# rclone config create stores a key as it is, and then logs in with something else.
#
# Versions  rclone 1.60.1+dfsg-2+b5 (Debian 12)
# Guess     What is given as pass= is obscured before it is stored, as rclone's help says; or: a key of base64 letters may rarely be taken
#           for one that is obscured already.
# Seen      From 22 such letters on always: every key of a service with "clk_" and 32 random bytes. Nothing is said, and the login sends
#           other bytes. 2026-12-01:
#               as it is: 0 of 20 right    with --obscure: 20 of 20 right
# Matters   The command on our page failed with 401 for everybody. It has --obscure now, and a test runs it.
set -euo pipefail
cd "$(mktemp -d)"
apt-get download -qq rclone=1.60.1+dfsg-2+b5
dpkg-deb -x rclone_*.deb program
export RCLONE_CONFIG="$PWD/rclone.conf"
right() {
  local count=0
  for _ in $(seq 20); do
    key="clk_$(head -c 32 /dev/urandom | base64 -w0 | tr '+/' '-_' | tr -d =)"
    rm -f "$RCLONE_CONFIG"
    program/usr/bin/rclone config create "$@" club webdav url=http://127.0.0.1/dav vendor=other user=me pass="$key" >/dev/null 2>&1
    stored=$(sed -n 's/^pass = //p' "$RCLONE_CONFIG")
    if program/usr/bin/rclone reveal "$stored" 2>/dev/null | cmp -s - <(echo "$key"); then count=$((count + 1)); fi
  done
  echo "$count of 20 right"
}
echo "as it is: $(right)    with --obscure: $(right --obscure)" | tee seen
printf 'as it is: 0 of 20 right    with --obscure: 20 of 20 right\n' | diff - seen
