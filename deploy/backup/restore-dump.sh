#!/bin/sh
# Restores a dump of dump.sh into a server that has no such database yet, and its files (docs/backup.md).
#
#   restore-dump.sh BACKUPS/dumps/TIME [FILES]
#
# As a superuser of PGHOST and PGPORT. Nothing that is there is overwritten. Roles that are missing are made, without
# their passwords: set these afterwards, as they are in the secrets of the program.
set -eu
here=$(dirname "$0")
dump=${1:?restore-dump.sh BACKUPS/dumps/TIME [FILES]} files=${2-}

(cd "$dump" && sha256sum --quiet --check SHA256SUMS)
# Those that exist already are complained about, and keep their passwords.
psql --no-psqlrc --quiet --dbname=postgres --file="$dump/roles.sql" 2>/dev/null || true
pg_restore --create --exit-on-error --jobs="${JOBS:-2}" --dbname=postgres "$dump/database"
name=$(pg_restore --list "$dump/database" | sed -n 's/^; *dbname: //p')
vacuumdb --quiet --analyze-only --jobs="${JOBS:-2}" "$name"
[ -z "$files" ] || sh "$here/files.sh" restore "$(dirname "$(dirname "$dump")")" "$files" "$(basename "$dump")"
echo "$name is restored: set the passwords of its roles, then run check-restored.sh before anything is started"
