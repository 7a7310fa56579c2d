#!/bin/sh
# Makes a restored database safe to start on, and examines it and its files (docs/backup.md). With the settings of the api,
# before any process is started. The arguments are how tasks at a terminal are called, for example:
#
#   check-restored.sh npm run --silent admin --
#   check-restored.sh docker compose run --rm --no-deps api node dist/apps/api/src/admin-cli.js
set -eu
[ $# -gt 0 ] || { sed -n '4,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
"$@" after-restore
"$@" verify-audit
"$@" verify-files
