import type { Kysely } from 'kysely';
import { type FormVersion, fieldOf } from '../../../contract/franchiseForm';
import { inWords } from '../../../contract/franchiseForm.words';
import type { TextParams } from '../../../contract/message';
import { fill, LOCALES, type Locale, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Clock } from '../../core/clock';
import { findConsoleLink } from '../../core/console-link';
import type { Database } from '../../core/database/schema';
import type { CallContext } from '../../core/http/context';
import type { Ids } from '../../core/ids';
import { queueSms } from '../noticeManage';
import { readSetting } from '../site';

/** Text messages to applicants (DOMAIN §3.6). They contain neither applicants' answers nor texts that staff wrote. */

const MESSAGES = {
  submitted: text(
    '已收到您的申请 {no}，我们会尽快联系您。',
    'We received your application {no} and will contact you soon.',
    'Recebemos sua solicitação {no} e entraremos em contato em breve.',
    '已收到您的申請 {no}，我們會儘快聯絡您。',
  ),
  rejected: text(
    '您的申请 {no} 未通过。如需了解原因，请联系我们。',
    'Your application {no} was not accepted. Contact us to learn the reason.',
    'Sua solicitação {no} não foi aceita. Fale conosco para saber o motivo.',
    '您的申請 {no} 未通過。如需瞭解原因，請聯絡我們。',
  ),
  missing: text(
    '您的申请 {no} 还缺资料，我们会联系您。期限：{day}。',
    'Your application {no} lacks material. We will contact you. Deadline: {day}.',
    'Faltam documentos na sua solicitação {no}. Entraremos em contato. Prazo: {day}.',
    '您的申請 {no} 還缺資料，我們會聯絡您。期限：{day}。',
  ),
  missingFields: text(
    '您的申请 {no} 还缺：{fields}。期限：{day}。',
    'Your application {no} lacks: {fields}. Deadline: {day}.',
    'Faltam na sua solicitação {no}: {fields}. Prazo: {day}.',
    '您的申請 {no} 還缺：{fields}。期限：{day}。',
  ),
} as const;
/** Text that is appended to a message. The linked page requires an SMS code, so the link contains no secret. */
const SEE = text('查看进度：{link}', 'Check the progress: {link}', 'Veja o andamento: {link}', '查看進度：{link}');
export type ApplicantMessage = keyof typeof MESSAGES;

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}
interface Applicant {
  readonly no: string;
  readonly tel: string;
  /** `null` means the tenant's default language. */
  readonly locale: Locale | null;
}

/** Path of the page on which applicants see their applications. It is not below `/apply/`, where the last segment is a channel code. */
export const STATUS_PATH = '/apply-status';
/** Returns the URL of the page at {@link STATUS_PATH} for a message. Returns `null` if the console's URL is unknown. */
export const statusLink = (ctx: Pick<CallContext, 'deployment' | 'origin'>) => findConsoleLink(ctx, STATUS_PATH);

/**
 * Queues a text message that reports a step to the applicant. The caller must use the transaction of the step.
 *
 * @param link URL of the page that shows the application's state
 */
export async function tellApplicant(
  tools: Tools,
  { no, tel, locale }: Applicant,
  message: ApplicantMessage,
  link: string | null,
  paramsIn: (locale: Locale) => TextParams = () => ({}),
): Promise<void> {
  const { defaultLocale } = await readSetting(tools.db, 'locale');
  const { siteName } = await readSetting(tools.db, 'identity');
  const content = Object.fromEntries(
    LOCALES.map((one) => {
      const said = fill(MESSAGES[message][one], { no, ...paramsIn(one) });
      return [one, link === null ? said : `${said}${one.startsWith('zh') ? '' : ' '}${fill(SEE[one], { link })}`];
    }),
  ) as unknown as Text;
  await queueSms(tools, {
    to: [{ accountId: 0, tel }],
    ...{ title: WORD.franchiseApplication, content, site: siteName },
    ...{ locale: locale ?? defaultLocale, at: tools.clock.now() },
  });
}

/** Lists the labels of the form fields with these keys in a language. Unknown keys are left out. */
export const labelsOf = (form: FormVersion, keys: readonly string[], locale: Locale): string[] =>
  keys.flatMap((key) => {
    const field = fieldOf(form, key);
    return field ? [inWords(field.label, locale)] : [];
  });
