import type { Kysely } from 'kysely';
import { RULES } from '../../../contract/permissions';
import { text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import type { Job } from '../../core/jobs';
import { wallTime } from '../../core/money/days';
import { notify } from '../notice';
import { presentOf } from '../site';
import { endingSoon, toldAt } from './endings';

/** Earliest time of day of the reminders: 9:00 in the tenant's time zone, in minutes since midnight (DOMAIN §4.5). */
const REMINDERS_AT_MIN = 9 * 60;
const WORDS = {
  title: text(
    '{page}：{label}将在 {days} 天后到期',
    '{page}: {label} expires in {days, plural, one {# day} other {# days}}',
    '{page}: {label} vence em {days, plural, one {# dia} other {# dias}}',
    '{page}：{label}將在 {days} 天後到期',
  ),
  content: text(
    '有效期至 {day}。到期后相关功能会停止，请在此之前更换。',
    'Valid until {day}. The features that depend on it then stop; replace it before that day.',
    'Válido até {day}. O que depende dele para nessa data: substitua antes.',
    '有效期至 {day}。到期後相關功能會停止，請在此之前更換。',
  ),
} as const;

/** Sends reminders 30, 14 and 7 days before certificates and tokens expire. Repeated runs of the job send no reminder twice. */
export async function remindOfEndings(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const { wall, timeZone } = await presentOf({ db, clock });
  if (wall.minutes < REMINDERS_AT_MIN) return;
  for (const { page, group, field, label, at, days, mark } of await endingSoon(db, clock.now())) {
    const threshold = toldAt(days);
    const rule = RULES.find(({ id }) => id === page);
    if (threshold === null || !rule) continue;
    await notify(
      { db, clock, ids },
      {
        event: 'configExpiring',
        ...WORDS,
        params: { page: rule.text, label, days, day: wallTime(at, timeZone).day },
        link: `${'route' in rule ? rule.route : ''}?tab=${group}`,
        value: days,
        dedupe: `config:${group}.${field}:${mark}:${threshold}`,
      },
    );
  }
}

export const configJobs: readonly Job[] = [{ name: 'config-endings', everyMs: HOUR_MS, run: remindOfEndings }];
