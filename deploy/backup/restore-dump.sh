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
# Those that exist already keep their passwords and what they may do.
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
psql --no-psqlrc --quiet --tuples-only --no-align --dbname=postgres --command='SELECT rolname FROM pg_roles' >"$work/existing"
awk -f "$here/missing-roles.awk" "$work/existing" "$dump/roles.sql" >"$work/roles.sql"
psql --no-psqlrc --quiet --dbname=postgres --file="$work/roles.sql"
pg_restore --create --exit-on-error --jobs="${JOBS:-2}" --dbname=postgres "$dump/database"
name=$(pg_restore --list "$dump/database" | sed -n 's/^; *dbname: //p')
vacuumdb --quiet --analyze-only --jobs="${JOBS:-2}" "$name"
[ -z "$files" ] || sh "$here/files.sh" restore "$(dirname "$(dirname "$dump")")" "$files" "$(basename "$dump")"
echo "$name is restored: set the passwords of its roles, then run check-restored.sh before anything is started"
