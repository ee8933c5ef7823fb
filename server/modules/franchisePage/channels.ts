import { renderSVG } from 'uqr';
import type { ParsedOf } from '../../../contract/endpoint';
import type { franchisePageEndpoints } from '../../../contract/franchisePage';
import { PAGE } from '../../../contract/franchisePage.content';
import { consoleLink } from '../../core/console-link';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { addDays, momentOf } from '../../core/money/days';
import { channelResults } from '../franchise';
import { presentOf } from '../site';
import { channels, countsByDay, findChannel, keepChannel, switchChannel, visitsByChannel } from './store';
import { WORDS } from './texts';
import { APPLY_PATH, applyUrl } from './url';

/** Channel codes identify where applicants come from. A code has a link, a QR code, and numbers of visits, applications and contracts. */

type In<A extends keyof typeof franchisePageEndpoints> = ParsedOf<(typeof franchisePageEndpoints)[A]>;

/** Returns the link and QR code of a channel. @throws Refusal 42330 the console has no public URL */
function drawn(ctx: ActorContext, code: string) {
  const url = consoleLink(ctx, `${APPLY_PATH}/${code}`);
  const svg = renderSVG(url, { ecc: 'M', border: 2 });
  return { url, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** Returns the link and QR code of an existing channel. @throws Refusal 40401 (unknown code), 42330 (console has no public URL) */
export async function qrOf(ctx: ActorContext, { code }: In<'franchise.Page/getQr'>) {
  if (!(await findChannel(ctx.db, code))) throw refuse(40401);
  return drawn(ctx, code);
}

/**
 * Creates a channel, or renames the channel that has this code.
 *
 * @throws Refusal 40001 (too many channels), 42330 (console has no public URL)
 */
export async function makeQr(ctx: ActorContext, { code, name }: In<'franchise.Page/makeQr'>) {
  const made = drawn(ctx, code);
  const all = await channels(ctx.db);
  const isNew = !all.some((one) => one.code === code);
  if (isNew && all.length >= PAGE.channel.most) {
    throw invalid([{ field: 'code', rule: 'arrayMax', message: ctx.t(WORDS.many, { n: PAGE.channel.most }) }]);
  }
  await keepChannel(ctx.db, { code, name, created_at: ctx.clock.now(), created_by: ctx.actor.accountId });
  ctx.audit({ objectNo: code, after: { code, name } });
  return { code, ...made, message: ctx.t(WORDS.channel, { code }) };
}

/** Enables or disables a channel. @throws Refusal 40401 (unknown code) */
export async function setChannel(ctx: ActorContext, { code, isActive }: In<'franchise.Page/setChannel'>) {
  const before = await findChannel(ctx.db, code);
  if (!before || !(await switchChannel(ctx.db, code, isActive))) throw refuse(40401);
  ctx.audit({ objectNo: code, before: { isActive: before.is_active }, after: { isActive } });
  return { message: ctx.t(isActive ? WORDS.on : WORDS.off, { code }) };
}

export async function stats(ctx: ActorContext, { days }: In<'franchise.Page/getStats'>) {
  const { at, day, timeZone } = await presentOf(ctx);
  const from = addDays(day, 1 - days);
  const [list, visits, results, byDay] = [
    await channels(ctx.db),
    await visitsByChannel(ctx.db, from),
    await channelResults(ctx.db, momentOf(from, 0, timeZone)),
    await countsByDay(ctx.db, from),
  ];
  const figures = (code: string) => {
    const found = results.find(({ channel }) => channel === code);
    return {
      visits: visits.get(code) ?? 0,
      submits: found?.submits ?? 0,
      following: found?.following ?? 0,
      signed: found?.signed ?? 0,
    };
  };
  const counted = new Map(byDay.map((row) => [row.day, row]));
  return {
    list: list.map(({ code, name, is_active: isActive, created_at: createdAt }) => ({
      ...{ code, name, isActive, url: applyUrl(ctx, code), createdAt: createdAt.toISOString() },
      ...figures(code),
    })),
    direct: figures(''),
    days: Array.from({ length: days }, (_, index) => {
      const one = addDays(from, index);
      return { day: one, visits: counted.get(one)?.visits ?? 0, submits: counted.get(one)?.submits ?? 0 };
    }),
    asOf: at.toISOString(),
  };
}
