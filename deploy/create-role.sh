#!/bin/sh
# Creates the console's role and database when the volume of PostgreSQL is empty. The role is no superuser (docs/installing.md).
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role multistation login password :'password';
create database multistation owner multistation encoding 'UTF8' template template0;
SQL
