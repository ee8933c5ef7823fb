import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { addToInbox } from '../inbox';

/** Certificate reminders in the inbox of the riders' app. */

const WORDS = {
  title: text('请更新健康证', 'Renew your health certificate', 'Renove seu atestado de saúde', '請更新健康證'),
  ending: text(
    '您的健康证有效期至 {day}，到期后不能接单。请尽快提交新的健康证。',
    'Your health certificate is valid until {day}. You get no orders afterwards. Please hand in a new one.',
    'Seu atestado de saúde vale até {day}. Depois você não recebe pedidos. Envie um novo.',
    '您的健康證有效期至 {day}，到期後不能接單。請盡快提交新的健康證。',
  ),
  asked: text(
    '您的健康证缺失、过期或即将到期。请尽快提交新的健康证。',
    'Your health certificate is missing, expired or about to expire. Please hand in a new one.',
    'Seu atestado de saúde falta, venceu ou está vencendo. Envie um novo.',
    '您的健康證缺失、過期或即將到期。請盡快提交新的健康證。',
  ),
} as const;

/**
 * Reminds a rider of the health certificate, at most once a day.
 *
 * @param of.endsOn Last day of validity. `null` if the rider has no valid certificate.
 */
export async function remindRider(
  tools: { readonly db: Kysely<Database>; readonly clock: Pick<Clock, 'now'> },
  of: { readonly riderId: number; readonly today: string; readonly endsOn: string | null },
): Promise<void> {
  await addToInbox(tools, {
    no: `HC-${of.riderId}-${of.today}`,
    ...{ personType: 'rider', personId: of.riderId },
    title: WORDS.title,
    ...(of.endsOn === null ? { body: WORDS.asked } : { body: WORDS.ending, params: { day: of.endsOn } }),
  });
}
