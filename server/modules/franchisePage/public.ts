import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { type Answers, type FormField, isSealed } from '../../../contract/franchiseForm';
import { type AnswerFault, addressParts, checkAnswers } from '../../../contract/franchiseForm.answers';
import { faultText, inWords } from '../../../contract/franchiseForm.words';
import type { franchisePageEndpoints } from '../../../contract/franchisePage';
import { SESSION_LIMITS, SMS_TYPE } from '../../../contract/limits';
import { redeemCaptcha } from '../../core/access/captcha';
import { maskTel } from '../../core/access/mask';
import { holdLock } from '../../core/database/locks';
import { withTransaction } from '../../core/database/transaction';
import type { CallContext } from '../../core/http/context';
import { countHit } from '../../core/http/rate';
import { invalid, Refusal, refuse } from '../../core/http/refusal';
import { momentOf } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { countSubmitted, findSubmitted, statusLink, submitApplication } from '../franchise';
import { checkCode, sendCode } from '../login';
import { pcdChildren, regionLevel } from '../region';
import { presentOf } from '../site';
import { assertOpen, type Published, requirePage } from './pages';
import { countOne, findChannel } from './store';
import { fileFaults, filesIn } from './uploads';
import { visitOf } from './visit';

/** Endpoints of the public page. Without a valid SMS code, no answer reveals whether a phone number has an account or an application. */

type In<A extends keyof typeof franchisePageEndpoints> = ParsedOf<(typeof franchisePageEndpoints)[A]>;

/** Maximum number of submissions per IP address and hour. The same limit applies to attempts to open the status page. */
const PER_HOUR = 30;
const HOUR_SECONDS = 3_600;

export async function form(ctx: CallContext) {
  const { version, content } = await requirePage(ctx);
  return {
    version,
    fields: content.fields as unknown as Record<string, unknown>[],
    title: inWords(content.settings.title, ctx.locale),
    needSms: content.settings.needSms,
  };
}

export async function regions(_ctx: CallContext, { parent }: In<'franchise.Public/getRegions'>) {
  return { list: pcdChildren(parent ?? null) };
}

export async function solveCaptcha(ctx: CallContext, id: string, answer: string): Promise<void> {
  const tools = { db: ctx.db, clock: ctx.clock, secrets: ctx.ports.secrets };
  if (!(await redeemCaptcha(tools, id, answer, ctx.deployment.automationCode))) throw refuse(40003);
}

/**
 * Sends the SMS code for an application.
 *
 * @throws Refusal 40003 (wrong captcha), 40401 (no published page), 42282 (the page is closed), 42901 (too many messages today),
 *   42902 (the previous code is less than 60 s old)
 */
export async function send(ctx: CallContext, { tel, captchaId, captcha }: In<'franchise.Public/sendCode'>) {
  assertOpen(ctx, await requirePage(ctx));
  await solveCaptcha(ctx, captchaId, captcha);
  await sendCode(ctx, tel, SMS_TYPE.apply, true);
  return { waitSec: SESSION_LIMITS.resendSeconds };
}

/** Finds answers whose region does not exist. */
export function placeFaults(fields: readonly FormField[], answers: Answers): AnswerFault[] {
  return fields.flatMap(({ key, kind }) => {
    const answer = answers[key];
    if (answer === undefined || (kind !== 'region' && kind !== 'address')) return [];
    const code = kind === 'region' ? answer : addressParts(answer)[0];
    return regionLevel(code) === null ? [{ key, rule: 'choice' as const }] : [];
  });
}

/** Refuses answers with errors. @throws Refusal 40001 with the errors by field */
export function assertNone(ctx: CallContext, fields: readonly FormField[], faults: readonly AnswerFault[]): void {
  if (faults.length === 0) return;
  const errors = faults.flatMap((fault): FieldError[] => {
    const field = fields.find(({ key }) => key === fault.key);
    return field ? [{ field: fault.key, rule: fault.rule, message: faultText(field, fault, ctx.locale) }] : [];
  });
  throw invalid(errors);
}

function checked(ctx: CallContext, page: Published, raw: Answers): Answers {
  const { fields } = page.content;
  const { answers, faults } = checkAnswers(fields, raw);
  assertNone(ctx, fields, [...faults, ...placeFaults(fields, answers)]);
  return answers;
}

/** Returns the stored code of a channel. Returns `null` if the channel is disabled or unknown. */
export async function activeChannel(ctx: Pick<CallContext, 'db'>, code: string | null): Promise<string | null> {
  const row = code ? await findChannel(ctx.db, code.toLowerCase()) : undefined;
  return row?.is_active ? row.code : null;
}

/** Counts a call against the hourly limit of the IP address. @throws Refusal 42901 with the seconds until the hour ends */
export async function limit(ctx: CallContext, what: 'submit' | 'status'): Promise<void> {
  const { hits, secondsLeft } = await countHit(ctx.db, ctx.clock, `franchise:${what}:${ctx.ip}`, HOUR_SECONDS);
  if (hits > PER_HOUR) throw refuse(42901, {}, { retryAfter: secondsLeft });
}

/** Checks the page's daily limit of applications. @throws Refusal 42901 the limit is reached */
async function assertRoom(ctx: CallContext, { content, day }: Published): Promise<void> {
  const { maxPerDay } = content.settings;
  if (maxPerDay === null) return;
  await holdLock(ctx.db, 'franchiseDay');
  const { timeZone } = await presentOf(ctx);
  if ((await countSubmitted(ctx.db, momentOf(day, 0, timeZone))) >= maxPerDay) {
    throw refuse(42901, {}, null, ctx.t(messageText('applyPage.full')));
  }
}

/**
 * Checks the files and the code or captcha, then stores the application. One transaction stores the application and marks the code and the
 * files as used.
 */
async function storeOnce(ctx: CallContext, page: Published, input: In<'franchise.Public/submit'>, answers: Answers) {
  const { settings, fields } = page.content;
  const visit = visitOf({ clock: ctx.clock, secrets: ctx.ports.secrets }, input.visit ?? '');
  assertNone(ctx, fields, await fileFaults(ctx, fields, answers, visit));
  const code = settings.needSms ? await checkCode(ctx, answers.tel ?? '', SMS_TYPE.apply, input.code ?? '') : null;
  if (!settings.needSms) await solveCaptcha(ctx, input.captchaId ?? '', input.captcha ?? '');
  const channel = await activeChannel(ctx, input.channel);
  const files = { visit: visit ?? '', ids: filesIn(fields, answers) };
  const submission = {
    key: input.key,
    version: page.version,
    fields,
    settings,
    answers,
    files,
    channel,
    locale: ctx.locale,
    link: statusLink(ctx),
  };
  const store = async (db: CallContext['db']) => {
    await assertRoom({ ...ctx, db }, page);
    await code?.spend(db);
    const made = await submitApplication(
      { db, clock: ctx.clock, ids: ctx.ids, secrets: ctx.ports.secrets },
      submission,
    );
    await countOne(db, channel ?? '', page.day, 'submits');
    return made;
  };
  return withTransaction(ctx.db, store, ctx.clock);
}

/**
 * Submits an application. The checks run in this order: answers, files, code or captcha, daily limit, earlier applications of the phone.
 * If the page requires no SMS code, a phone that has already applied gets the normal answer. In this case nothing is stored.
 *
 * @throws Refusal 40001 (invalid answers), 40003 (wrong captcha), 40004 (wrong code, or the key of another phone's application),
 *   40401 (no published page), 42281 (already applied), 42282 (page changed or closed), 42901 (limit per hour or day)
 */
export async function submit(ctx: CallContext, input: In<'franchise.Public/submit'>) {
  await limit(ctx, 'submit');
  const page = await requirePage(ctx);
  assertOpen(ctx, page);
  if (input.version !== page.version) throw refuse(42282);
  const answers = checked(ctx, page, input.answers);
  const { settings, fields } = page.content;
  const message = inWords(settings.successText, ctx.locale);
  const { tel = '' } = answers;
  const before = await findSubmitted(ctx.db, input.key);
  // If this key is already stored, the call is a repeat. Answer it before the code check, because the first call has used the SMS code.
  if (before) {
    if (before.tel !== tel) throw refuse(40004);
    return { no: settings.needSms ? before.no : null, message };
  }
  const answer = (no: string) => ({ no: settings.needSms ? no : null, message });
  try {
    const { id, no } = await storeOnce(ctx, page, input, answers);
    const sealed = fields.filter(isSealed).map(({ key }) => key);
    const after = { name: answers.name, tel: maskTel(tel), version: page.version, sealed };
    ctx.audit({ objectId: id, objectNo: no, after });
    return answer(no);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A concurrent identical call may have used the code first. Both calls then get the same answer.
    const first = await findSubmitted(ctx.db, input.key);
    if (first?.tel === tel) return answer(first.no);
    if (settings.needSms || error.code !== 42281) throw error;
    return { no: null, message };
  }
}
