import { RULE } from '../../../contract/rule-ids';
import type { Text } from '../../../contract/text';
import { USER_RECORD } from '../../../contract/user.fields';
import { orderBandOf, USER_LEVELS, type UserState, userLifecycle } from '../../../contract/user.states';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { teamNames } from '../team';
import type { StoredUser, UserRow } from './store';

/** This module builds API answers about users, with masked phones and the actions that are possible now. */

const TAG_SEPARATOR = ' · ';

/** Lists the actions that the caller may run on a user in this state, in menu order. */
function actionsFor(ctx: ActorContext, status: UserState): string[] {
  if (status === 'cancelled') return [];
  const { rules, accountType } = ctx.actor;
  const own: readonly (readonly [string, number])[] = [
    ['adjust', RULE['user.list.balance']],
    ['sendCoupon', RULE['user.list.coupon']],
    ['sendNotice', RULE['user.notice.send']],
    ['tag', RULE['user.list.edit']],
  ];
  return [
    ...own.flatMap(([action, rule]) => (ctx.can(rule) ? [action] : [])),
    ...userLifecycle.actionsFrom(status, rules, accountType === 'owner'),
  ];
}

/** Adds the fields that lists and exports show in addition to the columns of `app_user`. */
export const shownOf = (row: UserRow) => ({
  ...row,
  userNo: String(row.id),
  level: USER_LEVELS[Math.min(row.levelNo, USER_LEVELS.length - 1)] ?? '0',
  orderBand: orderBandOf(row.orderCount),
  tags: row.tagList.join(TAG_SEPARATOR),
});

export async function userAnswers(ctx: ActorContext, rows: readonly UserRow[]) {
  const names = await teamNames(
    ctx.db,
    rows.flatMap(({ homeTeamId }) => homeTeamId ?? []),
  );
  const detail = ctx.can(RULE['user.detail']);
  return rows.map((row) => {
    const { levelNo: _levelNo, ...shown } = shownOf(row);
    return {
      ...answerRow(ctx, USER_RECORD, shown, {
        tel: row.tel === null ? null : maskTel(row.tel),
        homeTeamName: row.homeTeamId === null ? null : (names.get(row.homeTeamId) ?? ''),
      }),
      id: row.id,
      version: row.version,
      tagList: row.tagList,
      actions: [...(detail ? ['detail'] : []), ...actionsFor(ctx, row.status)],
    };
  });
}

const LEFT = WORD.userHasLeft;

/** Checks that the user has not left, because the data of a user who left must not change. @throws Refusal 42201 (the user has left) */
export function assertPresent(user: Pick<StoredUser, 'status'>): void {
  if (user.status === 'cancelled') throw refuse(42201, { state: LEFT });
}

/** Builds the answer of an action: the user's id, state and version, and a message. */
export function actionAnswer(
  ctx: ActorContext,
  user: { readonly id: number; readonly status: UserState; readonly version: number },
  message: Text,
  params = {},
) {
  return {
    id: user.id,
    no: String(user.id),
    state: user.status,
    stateText: userLifecycle.stateText(user.status, ctx.locale),
    version: user.version,
    message: ctx.t(message, params),
  };
}

/** Checks that the user has not changed since the caller read it. @throws Refusal 40901 (the user has changed) */
export function assertVersion(user: StoredUser, version: number | undefined): void {
  if (version === undefined || version === user.version) return;
  throw refuse(40901, {}, { changedAt: user.updated_at.toISOString() });
}
