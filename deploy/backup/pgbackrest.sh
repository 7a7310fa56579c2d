#!/bin/sh
# Backs up a whole server with pgBackRest, and restores it as it was at any time since (docs/backup.md). On the machine of
# the server, as its account, with pgbackrest.conf in /etc. The server archives what it writes: archive_mode = on, and
# archive_command = 'pgbackrest --stanza=appkernel archive-push %p'.
#
#   pgbackrest.sh backup  [full|diff|incr] [OPTION …]
#   pgbackrest.sh restore [TIME]           [OPTION …]
#
# Options are those of pgbackrest. A TIME is such as '2026-11-28 14:05:00+00'; '' is the last that was archived. A restore
# takes an empty pg1-path; start the server afterwards. With --archive-mode=off, for a rehearsal, it does no harm to the
# archive of the one that still runs.
set -eu
[ $# -gt 0 ] || { sed -n '6,7s/^# *//p' "$0" >&2; exit 64; }
action=$1 argument=${2-}
shift "$(($# < 2 ? $# : 2))"
set -- --stanza="${PGBACKREST_STANZA:-appkernel}" "$@"

case $action in
  backup)
    pgbackrest "$@" stanza-create
    pgbackrest "$@" check
    pgbackrest "$@" --type="${argument:-incr}" backup
    ;;
  restore)
    [ -z "$argument" ] || set -- "$@" --type=time --target="$argument" --target-action=promote
    pgbackrest "$@" restore
    ;;
  *)
    echo "There is no $action: backup or restore" >&2
    exit 64
    ;;
esac
