#!/bin/sh
# Run once, by the first start of the server: the roles and the database (docs/operations.md, Database roles and PgBouncer).
set -eu
: "${SECRETS:=/run/secrets}"
export SECRETS

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set owner_password `cat "$SECRETS/database_owner_password"`
\set password `cat "$SECRETS/database_password"`
CREATE ROLE appkernel_app NOLOGIN;
CREATE ROLE appkernel_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE appkernel LOGIN PASSWORD :'password' IN ROLE appkernel_app;
ALTER ROLE appkernel SET statement_timeout = '60s';
ALTER ROLE appkernel SET lock_timeout = '2s';
ALTER ROLE appkernel SET idle_in_transaction_session_timeout = '10s';
ALTER ROLE appkernel SET jit = off;
ALTER ROLE appkernel SET timezone = 'UTC';
ALTER ROLE appkernel SET datestyle = 'ISO';
ALTER ROLE appkernel SET intervalstyle = 'postgres';
CREATE DATABASE appkernel OWNER appkernel_owner ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0;
SQL
