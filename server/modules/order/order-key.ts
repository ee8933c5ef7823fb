import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Builds the condition for the order with this number. The SQL function `order_id` finds the order's id, so that PostgreSQL reads only one
 * month (docs/decisions/0080).
 *
 * @param teamId the station: a number or an SQL expression
 * @param orderNo the order number: a text or an SQL expression
 * @param order alias of the order in the SQL statement
 */
export const isOrder = (
  teamId: number | RawBuilder<unknown>,
  orderNo: string | RawBuilder<unknown>,
  order = 'customer_order',
): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${order}.team_id`)} = ${teamId} and ${sql.ref(`${order}.id`)} = order_id(${teamId}, ${orderNo}))`;
