#!/bin/sh
# Copies the files of STORAGE_DRIVER=local for a backup, and puts them back.
#
#   files.sh copy FILES BACKUPS            FILES is DATA_DIR/files; whoever may read it runs this
#   files.sh restore BACKUPS FILES [SINCE] as they were at that time, such as 2026-11-28T02:00:00Z; the newest without one
#
# BACKUPS/files is what there is. What was deleted since moves to BACKUPS/deleted, by the time at which that was noticed,
# and stays for KEEP_DAYS (30): at least as long as backups of the database, whose rows name these files. A file is never
# changed, so copying it once will do.
set -eu
umask 077

case ${1-} in
  copy)
    from=$2 backups=$3
    mkdir -p "$backups/files" "$backups/deleted"
    # A FILES that is empty by mistake, such as a volume that is not mounted, must not empty the copy.
    [ -n "$(ls -A "$from")" ] || [ -z "$(ls -A "$backups/files")" ] || { echo "$from is empty" >&2; exit 1; }
    # One after the other: of two at once, each would take what the other is writing for deleted.
    exec 9>"$backups/files.lock"
    ! command -v flock >/dev/null || flock 9
    status=0
    rsync --archive --delete --backup --backup-dir="$(cd "$backups" && pwd)/deleted/$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
      --exclude=/incoming "$from/" "$backups/files/" || status=$?
    # 24: a file was deleted while others were copied. Everything else is there.
    [ "$status" -eq 0 ] || [ "$status" -eq 24 ] || exit "$status"
    find "$backups/deleted" -mindepth 1 -maxdepth 1 -mtime "+${KEEP_DAYS:-30}" -exec rm -r {} +
    ;;
  restore)
    backups=$2 to=$3 since=${4-9999}
    mkdir -p "$to"
    rsync --archive "$backups/files/" "$to/"
    for deleted in "$backups"/deleted/*; do
      # Times of this form are in the order of their letters.
      if [ -d "$deleted" ] && [ "$(printf '%s\n' "$since" "${deleted##*/}" | LC_ALL=C sort | head -n 1)" = "$since" ]; then
        rsync --archive --ignore-existing "$deleted/" "$to/"
      fi
    done
    ;;
  *)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
