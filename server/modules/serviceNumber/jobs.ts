import type { Kysely } from 'kysely';
import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Job } from '../../core/jobs';
import { wallClock } from '../../core/money/days';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import type { Ports } from '../../core/platforms/ports';
import { createWechat } from '../../core/platforms/wechat/adapter';
import { enabledPlatform } from '../setting';
import { readSetting } from '../site';
import { wechatParts } from './account';
import { staffTemplate } from './followers';
import { delayPush, findFollower, forgetOpenId, removePushes, takePush } from './store';

/** Maximum number of attempts per message. The notice stays in the inbox, even if all attempts fail. */
const MOST_ATTEMPTS = 5;
/** After this time, another process may claim the message. */
const HELD_MS = 2 * MINUTE_MS;
/** The platform's maximum length of a value of type `thing`, in characters. */
const LONGEST_THING = 20;
/** Error codes for a receiver who does not follow the account or does not exist. */
const GONE: ReadonlySet<string> = new Set(['43004', '40003']);

/**
 * Fills a template's values according to its field map. Cuts values of `thing` fields to the platform's maximum length.
 *
 * @param fieldMap such as `thing1=title, time2=at`; a field with an unknown content is empty
 */
export function templateData(fieldMap: string, contents: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = fieldMap.split(',').map((pair) => pair.trim().split('='));
  return Object.fromEntries(
    pairs.flatMap(([field = '', content = '']) => {
      const value = contents[content] ?? '';
      const isCut = field.startsWith('thing') && [...value].length > LONGEST_THING;
      const shown = isCut ? `${[...value].slice(0, LONGEST_THING - 1).join('')}…` : value;
      return field === '' ? [] : [[field, shown]];
    }),
  );
}

/**
 * Sends due messages. If staff notices are not offered, waiting messages are deleted, so that they are not sent much later.
 *
 * @returns the number of sent messages
 */
export async function sendPushes(db: Kysely<Database>, clock: Clock, ports: Ports): Promise<number> {
  const settings = await enabledPlatform({ db, secrets: ports.secrets }, SERVICE_NUMBER.groups.serviceNumber);
  const template = settings && staffTemplate(settings.values);
  if (!settings || !template) {
    await removePushes(db, null);
    return 0;
  }
  const { appId } = settings.values;
  const wechat = createWechat({ appId, accessMode: 'own' }, wechatParts({ clock, ports }, settings));
  const { timeZone } = await readSetting(db, 'locale');
  for (let sent = 0; ; ) {
    const now = clock.now();
    const push = await takePush(db, now, new Date(now.getTime() + HELD_MS));
    if (!push) return sent;
    const { id, accountId, title, content, at, attempts } = push;
    const to = (await findFollower(db, accountId, appId))?.openId;
    try {
      if (to !== undefined) {
        const data = templateData(template.fieldMap, { title, content, at: wallClock(at, timeZone) });
        await wechat.sendTemplate({ to, templateId: template.templateId, data, onceId: `staff${id}` });
        sent += 1;
      }
      await removePushes(db, id);
    } catch (error) {
      if (!(error instanceof UpstreamFailure) && !(error instanceof UpstreamTimeout)) throw error;
      const isGone = error instanceof UpstreamFailure && GONE.has(error.code ?? '');
      if (isGone && to !== undefined) await forgetOpenId(db, appId, to);
      if (isGone || attempts >= MOST_ATTEMPTS) await removePushes(db, id);
      else await delayPush(db, id, new Date(now.getTime() + 2 ** attempts * MINUTE_MS));
    }
  }
}

export const serviceNumberJobs = (ports: Ports): readonly Job[] => [
  {
    name: 'staff-pushes',
    everyMs: 5 * SECOND_MS,
    async run(db, clock) {
      await sendPushes(db, clock, ports);
    },
  },
];
