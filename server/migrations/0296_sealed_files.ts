/** Files of sensitive answers are stored encrypted, with their names (DOMAIN §3.6). */
export const statements: readonly string[] = ['alter table stored_file add sealed_name bytea'];
