#!/bin/sh
# Backs up the database with pg_dump, and the files of STORAGE_DRIVER=local around it (docs/backup.md).
#
#   dump.sh BACKUPS [FILES]
#
# The server, the database and the role are those of PGHOST, PGPORT, PGDATABASE, PGUSER and PGPASSFILE. The role has
# BYPASSRLS: row-level security would hide rows from any other, the owner of the tables included. JOBS (2) tables are read
# at a time. A dump is a directory named by its time; those older than KEEP_DAYS (30) are deleted after a good one.
set -eu
umask 077
here=$(dirname "$0")
backups=${1:?dump.sh BACKUPS [FILES]} files=${2-}
: "${PGDATABASE:=appkernel}"
export PGDATABASE

copy_files() {
  [ -z "$files" ] || sh "$here/files.sh" copy "$files" "$backups"
}

dump=$backups/dumps/$(date -u +%Y-%m-%dT%H:%M:%SZ)
mkdir -p "$backups/dumps"
mkdir "$dump.partial"
# What did not come to its end is no dump.
trap 'rm -rf "$dump.partial"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
# Before the dump, as that alone takes long, and after it, so that no row names a file that was added meanwhile.
copy_files
# Rows of unlogged tables, such as who runs, are worth nothing after a restore.
pg_dump --format=directory --jobs="${JOBS:-2}" --no-unlogged-table-data --file="$dump.partial/database"
pg_dumpall --globals-only --no-role-passwords --file="$dump.partial/roles.sql"
copy_files
(cd "$dump.partial" && find database roles.sql -type f -exec sha256sum {} + >SHA256SUMS)
mv "$dump.partial" "$dump"
find "$backups/dumps" -mindepth 1 -maxdepth 1 -mtime "+${KEEP_DAYS:-30}" -exec rm -r {} +
echo "$dump"
