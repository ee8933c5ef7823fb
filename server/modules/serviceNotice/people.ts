import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { RULE } from '../../../contract/rule-ids';
import type { NoticeAudience } from '../../../contract/serviceNotice.audience';
import type { NoticePerson } from '../../../contract/serviceNotice.states';
import { idIn } from '../../core/database/id-in';
import { inRegions } from '../team';

/** Data of the people who receive notices, and conditions on riders and merchants. */

type Conditions<K extends NoticeAudience['kind']> = Extract<NoticeAudience, { kind: K }>;

/** Permission ids to see unmasked phones. `null` means that phones are masked for everyone. */
export const UNMASK: Readonly<Record<NoticePerson, number | null>> = {
  user: RULE['user.list.unmask'],
  rider: RULE['safety.rider.unmask'],
  merchant: null,
};

export interface ShownPerson {
  readonly id: number;
  /** The number that staff use: the rider number for riders, the id for other people. */
  readonly no: string;
  readonly name: string;
  readonly tel: string | null;
  readonly team_id: number | null;
}
/** Selects the people of one type with uniform columns. PostgreSQL inlines the subquery, so it can use the table's indexes. */
export function shownPeople(type: NoticePerson) {
  switch (type) {
    case 'user':
      return sql<ShownPerson>`(select id, id::text as no, nickname as name, tel, home_team_id as team_id from app_user)`;
    case 'rider':
      return sql<ShownPerson>`(select id, rider_no as no, name, tel, team_id from rider)`;
    case 'merchant':
      return sql<ShownPerson>`(select id, id::text as no, name, tel, team_id from merchant)`;
    default:
      return type satisfies never;
  }
}

const textIn = (column: string, values: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::text[])`;
/** States of the riders that an audience selects by default: admitted riders who have not left. */
const ON_BOOKS = ['probation', 'active', 'suspended'] as const;

const inStationsOf = (column: string, codes: readonly string[]) =>
  sql<SqlBool>`exists (select 1 from team where team.id = ${sql.ref(column)} and ${inRegions(codes)})`;

/**
 * Builds the condition on a person's state. Users who left never match. Blacklisted users match unless `excludeBlacklist` is set. Riders
 * in other states than {@link ON_BOOKS} and closed merchants match only if the audience selects their state.
 */
export function belongs(type: NoticePerson, audience: NoticeAudience, excludeBlacklist: boolean): RawBuilder<SqlBool> {
  switch (type) {
    case 'user':
      return excludeBlacklist
        ? sql<SqlBool>`app_user.status in ('normal', 'cancelling')`
        : sql<SqlBool>`app_user.status <> 'cancelled'`;
    case 'rider':
      return textIn('rider.status', (audience.kind === 'riderConditions' && audience.riderStates) || ON_BOOKS);
    case 'merchant':
      return textIn(
        'merchant.status',
        (audience.kind === 'merchantConditions' && audience.merchantStates) || ['active'],
      );
    default:
      return type satisfies never;
  }
}

export function riderConditions(asked: Conditions<'riderConditions'>): RawBuilder<SqlBool>[] {
  const { teamIds, regions, riderTypes, healthStates, healthValidTo } = asked;
  return [
    ...(teamIds ? [idIn('rider.team_id', teamIds)] : []),
    ...(regions ? [inStationsOf('rider.team_id', regions)] : []),
    ...(riderTypes ? [textIn('rider.rider_type', riderTypes)] : []),
    ...(healthStates ? [textIn('rider.health_state', healthStates)] : []),
    ...(healthValidTo ? [sql<SqlBool>`rider.health_valid_to <= ${healthValidTo}::date`] : []),
  ];
}

export const merchantConditions = ({ teamIds, regions }: Conditions<'merchantConditions'>): RawBuilder<SqlBool>[] => [
  ...(teamIds ? [idIn('merchant.team_id', teamIds)] : []),
  ...(regions ? [inStationsOf('merchant.team_id', regions)] : []),
];
