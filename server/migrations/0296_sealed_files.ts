/** Names and contents of files in sensitive answers are stored encrypted (DOMAIN §3.6). */
export const statements: readonly string[] = ['alter table stored_file add sealed_name bytea'];
