#!/usr/bin/env bash
# A file server that is told to make no process group ends that of whoever started it.
#
# Versions  samba 2:4.17.12+dfsg-0+deb12u4 (Debian 12)
# Guess     `smbd --foreground --no-process-group`, as for a supervisor, ends itself and its own children at SIGTERM.
# Seen      It sends SIGTERM to its process group, which with this option is that of its starter: a process beside it ends too. Without
#           the option it makes a group of its own, and nobody else ends. 2026-11-30:
#               without: beside lives    --no-process-group: beside ended
# Matters   A test runner or a shell that starts it so is ended when the server is stopped. Our tests start it in a session of its own.
set -euo pipefail
cd "$(mktemp -d)"
fetch() { apt-get install --reinstall --download-only -qq -y --no-install-recommends -o Dir::Cache::archives="$PWD" "$1" >/dev/null 2>&1; }
fetch samba=2:4.17.12+dfsg-0+deb12u4 || fetch samba
for package in *.deb; do dpkg-deb -x "$package" program; done
libraries=$(find "$PWD/program/usr/lib" -type d -name '*-linux-gnu' | head -1)
mkdir state
cat > smb.conf <<CONF
[global]
private dir = $PWD/state
lock directory = $PWD/state
state directory = $PWD/state
cache directory = $PWD/state
pid directory = $PWD/state
ncalrpc dir = $PWD/state
log file = $PWD/state/log
smb ports = 14459
interfaces = 127.0.0.1
bind interfaces only = yes
server role = standalone server
disable spoolss = yes
load printers = no
CONF
cat > group.sh <<'SH'
sleep 60 & echo $! > beside
LD_LIBRARY_PATH=$1:$1/samba program/usr/sbin/smbd --foreground $2 -s "$PWD/smb.conf" & echo $! > server
wait
SH
end_of() {
  setsid bash group.sh "$libraries" "$1" >/dev/null 2>&1 &
  sleep 4
  kill -TERM "$(cat server)"
  sleep 2
  if kill "$(cat beside)" 2>/dev/null; then echo lives; else echo ended; fi
}
without=$(end_of '')
with=$(end_of --no-process-group)
echo "without: beside $without    --no-process-group: beside $with"
[ "$without $with" = 'lives ended' ]
