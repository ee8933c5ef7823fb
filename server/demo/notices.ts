import { text } from '../../contract/text';
import { RISK } from '../modules/login';
import { type Notice, notify } from '../modules/notice';
import { CHANGED_BY_ITSELF } from '../modules/team';
import { random } from './random';
import type { StationPlan } from './stations';
import { DAY_MS, daysAgo, type Making } from './world';

const WELCOME = {
  title: text(
    '您已获得身份“{identity}”',
    'You were given the identity “{identity}”',
    'Você recebeu a identidade “{identity}”',
    '您已獲得身分「{identity}」',
  ),
  content: text(
    '新的菜单和按钮已对您开放。',
    'New pages and buttons are open to you.',
    'Novas páginas e botões estão disponíveis para você.',
    '新的選單和按鈕已對您開放。',
  ),
};
const DEVICES = [
  'Chrome 140, Windows 11',
  'Firefox 143, Ubuntu',
  'Safari 18, macOS 15',
  'Edge 140, Windows 11',
] as const;
/** Number of days with a notice about the change of a station. Every third of these days also has a notice about a sign-in. */
const TOLD_DAYS = 9;

/**
 * Creates notices of recent events. The server finds the receivers when it delivers a notice, so the owner's account need not exist yet.
 */
export async function makeNotices(
  making: Making,
  staff: readonly { readonly id: number; readonly account: string; readonly identity: string }[],
  plans: readonly StationPlan[],
): Promise<void> {
  const { db, ids, now } = making;
  const chance = random('notices');
  const told: { at: Date; notice: Notice }[] = staff.map((person) => ({
    at: daysAgo(now, 12 + chance.next() * 20),
    notice: {
      ...WELCOME,
      params: { identity: person.identity },
      type: 'message',
      source: 'rights',
      accountIds: [person.id],
      link: '/dashboard/index',
    },
  }));
  const stations = plans.filter(({ status }) => status === 'operating' || status === 'paused');
  for (let day = 0; day < TOLD_DAYS; day += 1) {
    const plan = chance.pick(stations);
    const back = day + 0.05 + chance.next() * 0.6;
    told.push({
      at: daysAgo(now, back),
      notice: {
        ...CHANGED_BY_ITSELF[plan.status === 'paused' ? 'pauseAt' : 'resumeAt'],
        params: { team: plan.row.name ?? '' },
        event: 'teamAutoChange',
        teamId: plan.id,
        link: `/teamList/index?open=${plan.id}`,
      },
    });
    if (day % 3 !== 1) continue;
    const person = chance.pick(staff);
    told.push({
      at: new Date(daysAgo(now, back).getTime() + DAY_MS / 20),
      notice: {
        ...RISK.newDevice,
        params: { account: person.account, device: chance.pick(DEVICES), ip: `127.0.0.${chance.int(1, 250)}` },
        event: 'loginRisk',
        accountIds: [person.id],
      },
    });
  }
  told.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, notice } of told) await notify({ db, ids, clock: { now: () => at } }, notice);
}
