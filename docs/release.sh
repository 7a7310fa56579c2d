#!/bin/sh
# Releases an App from a build server, as an API client of AppKernel; see api-clients.md.
#
#   release.sh publish PACKAGE PLATFORM PACKAGE_TYPE VERSION_NAME VERSION_CODE PERCENT
#       uploads the package, waits for the malware scan, creates the release and publishes it to PERCENT of the devices;
#       prints the id of the release
#   release.sh rollout RELEASE_ID PERCENT
#       widens the rollout
#
# PLATFORM is android, ios or harmony, PACKAGE_TYPE native_app or wgt. From the environment:
#
#   APPKERNEL_URL             such as https://api.example.com
#   APPKERNEL_APP             the id of the App
#   APPKERNEL_CLIENT_ID, APPKERNEL_CLIENT_SECRET
#                             of an API client with the scopes files.read, files.write, releases.read, releases.write and
#                             releases.publish
#   RELEASE_TITLE, RELEASE_NOTES
#                             for publish: JSON keyed by locale, such as {"en-US":"Update"}
#
# Needs a POSIX shell, grep, sed and curl 7.76 or newer. Secrets are never on a command line, where others could see them.
set -eu

fail() {
  echo "$*" >&2
  exit 1
}

# The first value of a field in JSON from our API, which has no blanks between names and values.
first() { grep -o "\"$1\":\"\{0,1\}[^\",}]*" | head -n 1 | sed 's/^[^:]*:"\{0,1\}//'; }

# A request that is repeated when the network or the server fails. With the same key it takes effect once.
request() {
  method=$1 url=$2 options=$3
  shift 3
  key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s\n' "$options" | curl --silent --show-error --fail-with-body --retry 3 --config - \
    --request "$method" --header "Idempotency-Key: $key" "$@" "$url" || {
    echo "$method $url failed" >&2
    return 1
  }
}

sign_in() {
  ANSWER=$(request POST "$APPKERNEL_URL/api/v1/oauth/token" "user = \"$APPKERNEL_CLIENT_ID:$APPKERNEL_CLIENT_SECRET\"" \
    --data grant_type=client_credentials) || fail "$ANSWER"
  BEARER="header = \"Authorization: Bearer $(echo "$ANSWER" | first access_token)\""
}

# Sets ANSWER. The token is valid for ten minutes: each step takes another one.
call() {
  sign_in
  method=$1 path=$2
  shift 2
  ANSWER=$(request "$method" "$APPKERNEL_URL/admin-api/v1/$path" "$BEARER" "$@") || fail "$ANSWER"
}

call_with() { call "$1" "$2" --header 'Content-Type: application/json' --data "$3"; }

publish() {
  [ $# -eq 6 ] || fail 'publish PACKAGE PLATFORM PACKAGE_TYPE VERSION_NAME VERSION_CODE PERCENT'
  package=$1 platform=$2 type=$3 name=$4 code=$5 percent=$6
  case "$platform$type$name$code$percent" in *[!A-Za-z0-9._+-]*) fail 'Letters, digits and . _ + - only' ;; esac

  call POST files --form purpose=release_package --form "app_id=$APPKERNEL_APP" --form "file=@\"$package\""
  file=$(echo "$ANSWER" | first id)
  while [ "$(echo "$ANSWER" | first scan_status)" = pending ]; do
    sleep 2
    call GET "files/$file"
  done
  [ "$(echo "$ANSWER" | first scan_status)" = clean ] || fail "The package was refused: $ANSWER"

  call_with POST "$RELEASES" "{ \"platform\": \"$platform\", \"package_type\": \"$type\", \"version_name\": \"$name\",
    \"version_code\": $code, \"upgrade_mode\": \"recommended\", \"rollout_percent\": $percent, \"file_id\": \"$file\",
    \"title\": $RELEASE_TITLE, \"release_notes\": $RELEASE_NOTES }"
  release=$(echo "$ANSWER" | first id)
  call_with POST "$RELEASES/$release/publish" "{ \"lock_version\": $(echo "$ANSWER" | first lock_version) }"
  echo "$release"
}

rollout() {
  [ $# -eq 2 ] || fail 'rollout RELEASE_ID PERCENT'
  call GET "$RELEASES/$1"
  call_with POST "$RELEASES/$1/rollout" \
    "{ \"lock_version\": $(echo "$ANSWER" | first lock_version), \"rollout_percent\": $2 }"
}

RELEASES="apps/$APPKERNEL_APP/mobile/releases"
command=${1-}
[ $# -eq 0 ] || shift
case $command in
publish) publish "$@" ;;
rollout) rollout "$@" ;;
*) fail 'release.sh publish|rollout …, see the beginning of this file' ;;
esac
