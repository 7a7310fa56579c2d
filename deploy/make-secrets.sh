#!/bin/sh
# Makes the secrets of deploy/compose.yaml, once: deploy/secrets, and deploy/.env with the URL of the service.
# Usage: deploy/make-secrets.sh [https://api.example.com]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
url=${1:-http://localhost:3000}
case $url in
  https://?*) insecure=false ;;
  http://localhost | http://localhost:*) insecure=true ;;
  *) echo "The URL must be https://…; http is for this machine alone, as http://localhost:3000." >&2; exit 64 ;;
esac
if [ -e "$here/secrets" ] || [ -e "$here/.env" ]; then
  echo "$here/secrets or $here/.env is there already. The data cannot be read with other secrets: keep them." >&2
  exit 1
fi

# Only whoever owns the directory gets at the files in it; containers, whose users are others, get single ones.
umask 022
mkdir -m 700 "$here/secrets"
put() { cat >"$here/secrets/$1" && chmod 444 "$here/secrets/$1"; }
random() { openssl rand -hex 24 | tr -d '\n'; }
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# A private P-256 key as RFC 5915 has it in DER: 7 bytes, 32 of the key, and at the end 64 of the point, as JWK has them.
signing_key() {
  key=$(mktemp)
  openssl ecparam -name prime256v1 -genkey -noout -outform DER >"$key"
  d=$(tail -c +8 "$key" | head -c 32 | base64url)
  x=$(tail -c 64 "$key" | head -c 32 | base64url)
  y=$(tail -c 32 "$key" | base64url)
  rm "$key"
  printf '{"keys":[{"kty":"EC","crv":"P-256","x":"%s","y":"%s","d":"%s"}]}' "$x" "$y" "$d"
}

owner=$(random)
application=$(random)
queue=$(random)
access_key=$(random)
secret_key=$(random)

signing_key | put jwt_private_keys
printf 'k1:%s' "$(openssl rand -base64 32)" | put secret_keys
random | put postgres_password
printf %s "$owner" | put database_owner_password
printf %s "$application" | put database_password
printf 'postgres://appkernel:%s@pgbouncer:6432/appkernel' "$application" | put database_url
printf 'postgres://appkernel:%s@postgres:5432/appkernel' "$application" | put database_listen_url
printf 'postgres://appkernel_owner:%s@postgres:5432/appkernel' "$owner" | put database_migration_url
printf '"appkernel" "%s"\n' "$application" | put pgbouncer_userlist
printf 'redis://:%s@valkey:6379' "$queue" | put redis_url
printf 'requirepass %s\n' "$queue" | put valkey_conf
printf %s "$access_key" | put s3_access_key_id
printf %s "$secret_key" | put s3_secret_access_key
printf '{"identities":[{"name":"appkernel","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Admin","Read","Write","List","Tagging"]}]}' \
  "$access_key" "$secret_key" | put s3_identities
printf 'smtp://mail-catcher:1025' | put smtp_url
random | put sms_http_secret
random | put bootstrap_admin_password

printf 'PUBLIC_BASE_URL=%s\nALLOW_INSECURE_BASE_URL=%s\n' "$url" "$insecure" >"$here/.env"
echo "The secrets are in $here/secrets: keep a copy, apart from the backups of the data."
echo "The first administrator is admin@example.com, the password is in bootstrap_admin_password there."
