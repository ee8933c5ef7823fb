import { sql } from 'kysely';
import type { NoticePerson } from '../../../contract/serviceNotice.states';

/** The table of each type of people. `team` is the column with the person's station, `no` the column with the number that staff use. */
export const TABLES = {
  user: { table: 'app_user', team: 'app_user.home_team_id', no: 'app_user.id' },
  rider: { table: 'rider', team: 'rider.team_id', no: 'rider.rider_no' },
  merchant: { table: 'merchant', team: 'merchant.team_id', no: 'merchant.id' },
} as const satisfies Record<NoticePerson, { readonly table: string; readonly team: string; readonly no: string }>;

/** Returns the table of a type of people as SQL. `idOf` returns its id column. */
export const peopleTable = (type: NoticePerson) => sql.table(TABLES[type].table);
export const idOf = (type: NoticePerson) => sql.ref(`${TABLES[type].table}.id`);
