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

/** Endpoints of the public page. Before a right code, no answer reveals whether a phone has an account or has applied before. */

type In<A extends keyof typeof franchisePageEndpoints> = ParsedOf<(typeof franchisePageEndpoints)[A]>;

/** Maximum number of submissions, and of tries to see applications, per address and hour. */
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

/** @throws Refusal 40003 · 40401 · 42282 · 42901 · 42902 */
export async function send(ctx: CallContext, { tel, captchaId, captcha }: In<'franchise.Public/sendCode'>) {
  assertOpen(ctx, await requirePage(ctx));
  await solveCaptcha(ctx, captchaId, captcha);
  await sendCode(ctx, tel, SMS_TYPE.apply, true);
  return { waitSec: SESSION_LIMITS.resendSeconds };
}

/** Finds answers with regions that do not exist. */
export function placeFaults(fields: readonly FormField[], answers: Answers): AnswerFault[] {
  return fields.flatMap(({ key, kind }) => {
    const answer = answers[key];
    if (answer === undefined || (kind !== 'region' && kind !== 'address')) return [];
    const code = kind === 'region' ? answer : addressParts(answer)[0];
    return regionLevel(code) === null ? [{ key, rule: 'choice' as const }] : [];
  });
}

/** @throws Refusal 40001 with the faults at their fields */
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

/** Returns the page's channel; null if it is disabled or unknown. */
export async function activeChannel(ctx: Pick<CallContext, 'db'>, code: string | null): Promise<string | null> {
  const row = code ? await findChannel(ctx.db, code.toLowerCase()) : undefined;
  return row?.is_active ? row.code : null;
}

/** @throws Refusal 42901 with the seconds until the end of the hour */
export async function limit(ctx: CallContext, what: 'submit' | 'status'): Promise<void> {
  const { hits, secondsLeft } = await countHit(ctx.db, ctx.clock, `franchise:${what}:${ctx.ip}`, HOUR_SECONDS);
  if (hits > PER_HOUR) throw refuse(42901, {}, { retryAfter: secondsLeft });
}

/** @throws Refusal 42901 the page's daily limit of applications is reached */
async function assertRoom(ctx: CallContext, { content, day }: Published): Promise<void> {
  const { maxPerDay } = content.settings;
  if (maxPerDay === null) return;
  await holdLock(ctx.db, 'franchiseDay');
  const { timeZone } = await presentOf(ctx);
  if ((await countSubmitted(ctx.db, momentOf(day, 0, timeZone))) >= maxPerDay) {
    throw refuse(42901, {}, null, ctx.t(messageText('applyPage.full')));
  }
}

/** Checks the files and the code or captcha, and stores the application. Code and files are used up in the same transaction. */
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
 * Submits an application. First checks everything that needs no stored data, then the code, and only then whether the phone has applied
 * before. Without a code, a repeated application gets the same answer as the first one, and nothing is stored.
 *
 * @throws Refusal 40001 · 40003 · 40004 · 40401 · 42281 · 42282 · 42901
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
  // A repeated call: its code was already used up by the first one.
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
    // A concurrent identical call was first and used up the code.
    const first = await findSubmitted(ctx.db, input.key);
    if (first?.tel === tel) return answer(first.no);
    if (settings.needSms || error.code !== 42281) throw error;
    return { no: null, message };
  }
}
