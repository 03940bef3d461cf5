#!/usr/bin/env bash
# Rehearses docs/self-hosting.md as root on bare Debian 12: a release archive in a path with spaces and Japanese, served by
# a user without rights, behind nginx and Caddy with TLS, with mail by SMTP; then SIGKILL while people write, an upgrade, and
# the release before on the night before it. Ends with "rehearsed".
#   deploy/rehearse.sh [folder of a release]   without one it makes a release, which needs a checkout with npm
set -euo pipefail
cd "$(dirname "$0")/.."
packages=(nginx-light caddy openssl curl python3 procps)
if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
  # The run level keeps Debian from starting them.
  export RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi
port=${PORT:-8787} smtp=$((port + 1)) tls=($((port + 2)) $((port + 3)))

work=$(mktemp -d)
pids=() writers=()
trap 'kill "${pids[@]}" 2>/dev/null || true; pkill -u nobody -f "$work" || true; rm -rf "$work"' EXIT
chmod 755 "$work"
site="$work/一問 site" data="$work/データ data" mails="$work/mails" nights="$work/夜 nights"
release=${1:-$work}
[ $# -gt 0 ] || npm run --silent release -- --out "$work"
(cd "$release" && sha256sum -c --quiet SHA256SUMS)
mkdir "$site" && tar -xzf "$release"/*.tar.gz -C "$site" --strip-components=1
install -d -o nobody -m 700 "$data" "$nights"
as_nobody() { runuser -u nobody -- env -i PATH=/usr/bin:/bin HOME=/nonexistent PORT=$port "$@"; }

python3 -W ignore -u -m smtpd -n -c DebuggingServer 127.0.0.1:$smtp >"$mails" & pids+=($!)
as_nobody "$site/ichimon" serve --data "$data" --check >"$work/check" 2>&1 || true
grep -Eo '^  [A-Z_]+=".*"$' "$work/check" | sed 's/^  //' >>"$data/ichimon.env"
cat >>"$data/ichimon.env" <<SETTINGS
PUBLIC_ORIGIN="https://ichimon.example"
MAIL_TRANSPORT="smtp"
MAIL_FROM="ichimon@ichimon.example"
SMTP_HOST="127.0.0.1"
SMTP_PORT="$smtp"
SMTP_TLS="off"
SMTP_USERNAME=""
SMTP_PASSWORD=""
TRUSTED_PROXY="X-Forwarded-For"
SETTINGS
as_nobody "$site/ichimon" serve --data "$data" --backups "$nights" --check

# start <release> <data>: returns when it serves, fails when it refuses.
start() {
  : >"$work/log"
  as_nobody "$1/ichimon" serve --data "$2" --env "$data/ichimon.env" --backups "$nights" >"$work/log" 2>&1 &
  while ! grep -q '"serving"' "$work/log"; do kill -0 $! 2>/dev/null || return 1; sleep 0.5; done
}
stop() {
  local process
  process=$(pgrep -u nobody -f "$work.*scripts/serve.ts")
  kill -"$1" "$process"
  while kill -0 "$process" 2>/dev/null; do sleep 0.1; done
}
start "$site" "$data"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=ichimon.example \
  -addext subjectAltName=DNS:ichimon.example -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null
chmod 644 "$work/privkey.pem"
{ echo "error_log $work/nginx.log; pid $work/nginx.pid; daemon off; events {} http { access_log off;"
  sed "s|/etc/letsencrypt/live/ichimon.example|$work|; s/listen 443 ssl/listen ${tls[0]} ssl/; s/:8787/:$port/; /\[::\]/d; s/^.*http2 on;//" deploy/nginx.conf
  echo '}'; } >"$work/nginx.conf"
nginx -c "$work/nginx.conf" & pids+=($!)
{ printf '{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system "%s/caddy"\n}\n' "$work"
  sed "s|^ichimon.example|https://ichimon.example:${tls[1]}|; s/:8787/:$port/; s|^\treverse|\ttls $work/fullchain.pem $work/privkey.pem\n\treverse|" deploy/Caddyfile
} >"$work/Caddyfile"
caddy run --config "$work/Caddyfile" --adapter caddyfile >"$work/caddy.log" 2>&1 & pids+=($!)

must() { echo "$1"; shift; "$@" >/dev/null || { echo "failed: $*" >&2; tail -n 5 "$work"/{log,nginx.log,caddy.log} >&2; exit 1; }; }
for proxy in "${tls[@]}"; do
  ask() { curl -sS --cacert "$work/fullchain.pem" --connect-to "ichimon.example:443:127.0.0.1:$proxy" --retry 30 --retry-all-errors \
    --retry-delay 1 -m 20 "$@"; }
  must "$proxy: /healthz" ask -f https://ichimon.example/healthz
  ask -D "$work/headers" https://ichimon.example/ja >"$work/home"
  must "$proxy: links lead to the public address" grep -q 'href="https://ichimon.example/ja"' "$work/home"
  must "$proxy: cookies are Secure" grep -qi '^set-cookie:.*secure' "$work/headers"
  must "$proxy: browsers keep to https" grep -qi '^strict-transport-security' "$work/headers"
  must "$proxy: nobody chooses an address" test "$(ask -H 'X-Forwarded-For: 192.0.2.9' https://ichimon.example/service/ip)" = '{"ip":"127.0.0.1"}'
  must "$proxy: no outbox" test "$(ask -o /dev/null -w '%{http_code}' https://ichimon.example/dev/outbox)" = 404
  question=$(grep -o 'data-question-id="[^"]*"' "$work/home" | head -1 | cut -d'"' -f2)
  socket=$(ask --http1.1 -m 3 -o /dev/null -w '%{http_code}' -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' \
    -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' -H 'Origin: https://ichimon.example' --retry 0 \
    "https://ichimon.example/service/quest/v1/question/live?questionId=$question" 2>/dev/null || true)
  must "$proxy: WebSocket" test "$socket" = 101
  ask -f -H 'Content-Type: application/json' -d "{\"newEmail\":\"a$proxy@mail.example\",\"newPassword\":\"Kumoyam4!\"}" \
    https://ichimon.example/service/auth/v1/user/register/ >/dev/null
  ask -f "https://ichimon.example/service/auth/v1/user/register/complete/?language=ja&email=a$proxy@mail.example" >/dev/null
  for _ in $(seq 30); do grep -q "a$proxy@mail.example" "$mails" && break; sleep 1; done
  must "$proxy: the code comes by SMTP" grep -q "a$proxy@mail.example" "$mails"
done
as_nobody "$site/ichimon" operator --data "$data" roles list >/dev/null

people() { python3 -c 'import glob, sqlite3, sys
file, = (name for name in glob.glob(sys.argv[1] + "/d1/*/*.sqlite") if "metadata" not in name)
print(sqlite3.connect(file).execute("SELECT count(*) FROM user").fetchone()[0])' "$data"; }
before=$(people)
: >"$work/answers"
for n in $(seq 20); do
  { while code=$(curl -s -m 20 -o /dev/null -w '%{http_code}\n' -H 'Content-Type: application/json' -H "X-Forwarded-For: 203.0.113.$n" \
    -d "{\"newEmail\":\"killed$n.$RANDOM@mail.example\",\"newPassword\":\"Kumoyam4!\"}" \
    http://127.0.0.1:$port/service/auth/v1/user/register/); do echo "$code" >>"$work/answers"; done; } & writers+=($!)
done
while [ "$(grep -c 200 "$work/answers")" -lt 5 ]; do sleep 0.1; done
stop KILL
wait "${writers[@]}" || true
must 'after SIGKILL it starts' start "$site" "$data"
must 'what it had answered is there' test $(($(people) - before)) -ge "$(grep -c 200 "$work/answers")"
stop TERM
echo 'SIGTERM ends it'

cp -al "$site" "$work/next"
echo 'CREATE TABLE next (id TEXT) STRICT;' >"$work/next/migrations/9999_next.sql"
must 'the next release migrates' start "$work/next" "$data"
stop TERM
must 'and starts again' start "$work/next" "$data"
stop TERM
! start "$site" "$data"
must 'the release before refuses the migrated data' grep -q 'of another version' "$work/log"
must 'and serves the night before' start "$site" "$(echo "$nights"/20*)"
stop TERM
echo rehearsed
