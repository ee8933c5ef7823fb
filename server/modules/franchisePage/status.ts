import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { type FranchiseState, FUNNEL } from '../../../contract/franchiseApply.states';
import { checkAnswers } from '../../../contract/franchiseForm.answers';
import type { franchisePageEndpoints } from '../../../contract/franchisePage';
import { SUPPLY_KEYS } from '../../../contract/franchiseSupply';
import { SESSION_LIMITS, SMS_TYPE } from '../../../contract/limits';
import { maskTel } from '../../core/access/mask';
import { withTransaction } from '../../core/database/transaction';
import type { CallContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import {
  type ApplyRow,
  applicationsOf,
  askedOf,
  lockOwn,
  repeatedWithin,
  stageOf,
  stateNow,
  supplyMaterial,
  wasSupplied,
} from '../franchise';
import { checkCode, sendCode } from '../login';
import { presentOf } from '../site';
import { publishedPage } from './pages';
import { assertNone, limit, placeFaults, solveCaptcha } from './public';
import { endSession, findSession, type OwnSession, startSession } from './session';
import { fileFaults, filesIn } from './uploads';
import { APPLY_PATH } from './url';
import { newVisit, visitFor, visitOf } from './visit';

/**
 * Endpoints for applicants who return: the state of their applications, and missing material. Applicants prove their identity with an SMS
 * code that is sent to the phone of the application. Before the code is verified, no call searches applications.
 */

type In<A extends keyof typeof franchisePageEndpoints> = ParsedOf<(typeof franchisePageEndpoints)[A]>;
type Own = DataOf<(typeof franchisePageEndpoints)['franchise.Public/getStatus']>['list'][number];

/**
 * Sends the SMS code for the status page.
 *
 * @throws Refusal 40003 (wrong captcha), 42901 (too many messages today), 42902 (the previous code is less than 60 s old)
 */
export async function sendStatusCode(
  ctx: CallContext,
  { tel, captchaId, captcha }: In<'franchise.Public/sendStatusCode'>,
) {
  await solveCaptcha(ctx, captchaId, captcha);
  await sendCode(ctx, tel, SMS_TYPE.applyStatus, true);
  return { waitSec: SESSION_LIMITS.resendSeconds };
}

/** Starts a session with an SMS code. @throws Refusal 40004 (wrong code), 42901 (too many attempts in this hour) */
export async function openStatus(ctx: CallContext, { tel, code }: In<'franchise.Public/openStatus'>) {
  await limit(ctx, 'status');
  const checked = await checkCode(ctx, tel, SMS_TYPE.applyStatus, code);
  const { token, until } = await withTransaction(
    ctx.db,
    async (db) => {
      await checked.spend(db);
      return startSession({ db, clock: ctx.clock }, tel);
    },
    ctx.clock,
  );
  ctx.audit({ after: { tel: maskTel(tel) } });
  return { session: token, until: until.toISOString() };
}

/** Finds the session of a token. @throws Refusal 401 the token is unknown or the session has expired */
async function requireSession(ctx: CallContext, token: string): Promise<OwnSession> {
  const session = await findSession(ctx, token);
  if (!session) throw refuse(401);
  return session;
}

const ENDED: readonly FranchiseState[] = ['rejected', 'closed'];

/** Checks whether the page accepts another application of this phone after a rejection. */
async function takesAgain(ctx: CallContext, { state, tel }: ApplyRow, at: Date): Promise<boolean> {
  if (state !== 'rejected') return false;
  const page = await publishedPage(ctx);
  return page?.isOpen === true && (await repeatedWithin(ctx.db, tel, at, page.content.settings)) === null;
}

async function ownAnswer(
  ctx: CallContext,
  row: ApplyRow,
  at: Date,
  timeZone: string,
): Promise<Omit<Own, 'applyAgain'>> {
  const state = stateNow(row, at);
  const asked = await askedOf(ctx.db, row, at);
  const until = row.supplement_until;
  const day = until === null ? '' : wallTime(until, timeZone).day;
  const tools = { clock: ctx.clock, secrets: ctx.ports.secrets };
  return {
    no: row.no,
    appliedOn: wallTime(row.created_at, timeZone).day,
    stateText: ctx.t(messageText(`applyPage.state_${state}`), { day }),
    steps: FUNNEL.map((stage) => ctx.t(messageText(`applyPage.stage_${stage}`))),
    step: ENDED.includes(state) ? null : stageOf(state),
    reason: state === 'rejected' ? row.reject_reason : null,
    supply: asked &&
      until && {
        version: asked.version,
        visit: newVisit(tools, row.id),
        fields: asked.fields as unknown as Record<string, unknown>[],
        until: until.toISOString(),
      },
  };
}

/** Lists the applications of the session's phone. @throws Refusal 401 (the session has expired) */
export async function getStatus(ctx: CallContext, { session }: In<'franchise.Public/getStatus'>) {
  const { tel, until } = await requireSession(ctx, session);
  const { at, timeZone } = await presentOf(ctx);
  const list: Own[] = [];
  const rows = await applicationsOf(ctx.db, tel);
  for (const row of rows) {
    // Only the newest application gets the link to apply again, so that the page shows this link once.
    const isLinked = row === rows[0] && (await takesAgain(ctx, row, at));
    const applyAgain = isLinked ? `${APPLY_PATH}?lang=${ctx.locale}` : null;
    list.push({ ...(await ownAnswer(ctx, row, at, timeZone)), applyAgain });
  }
  return { list, until: until.toISOString() };
}

/**
 * Stores the material that an applicant hands in, and returns the application to approval.
 *
 * @throws Refusal 401 (session expired), 40001 (invalid answers), 40401 (no application of this phone), 42201 (no material is missing),
 *   42282 (the visit has expired, or belongs to another application)
 */
export async function supply(ctx: CallContext, input: In<'franchise.Public/supply'>) {
  const { tel } = await requireSession(ctx, input.session);
  const row = await lockOwn(ctx.db, tel, input.no);
  if (!row) throw refuse(40401);
  const { key } = input;
  // Answer a repeated call with success. The row lock makes a concurrent call wait for the first one.
  if (await wasSupplied(ctx.db, row.id, key)) return {};
  const asked = await askedOf(ctx.db, row, ctx.clock.now());
  if (!asked) {
    const state = messageText(`applyPage.state_${stateNow(row, ctx.clock.now())}`);
    throw refuse(42201, { state }, null, ctx.t(messageText('applyPage.nothingMissing')));
  }
  const { fields } = asked;
  const { answers, faults } = checkAnswers(fields, input.answers);
  const isEmpty = Object.keys(answers).length === 0;
  const none = isEmpty && faults.length === 0 ? [{ key: SUPPLY_KEYS.note, rule: 'required' as const }] : [];
  assertNone(ctx, fields, [...faults, ...none, ...placeFaults(fields, answers)]);
  const name = visitOf({ clock: ctx.clock, secrets: ctx.ports.secrets }, input.visit);
  if (name === null || visitFor(name) !== row.id) throw refuse(42282);
  assertNone(ctx, fields, await fileFaults(ctx, fields, answers, name));
  const files = { visit: name, ids: filesIn(fields, answers) };
  const { db, clock, ids, ports } = ctx;
  await supplyMaterial({ db, clock, ids, secrets: ports.secrets }, row, { key, answers, files });
  ctx.audit({
    ...{ objectId: row.id, objectNo: row.no, before: { state: row.state } },
    after: { state: 'reviewing', fields: Object.keys(answers), files: files.ids.length },
  });
  return {};
}

export async function closeStatus(ctx: CallContext, { session }: In<'franchise.Public/closeStatus'>) {
  await endSession(ctx, session);
  return {};
}
