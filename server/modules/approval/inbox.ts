import type { CaseBox } from '../../../contract/approval';
import { LIST_LIMITS } from '../../../contract/limits';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Job } from '../../core/jobs';
import { type Box, type Case, type CaseRef, casePage, countByKind } from '../case';
import { moduleCases } from '../cases';
import { proposals } from './proposals';

/** The approvals inbox: its boxes (such as documents to decide and own documents), their counts, and the expiry of documents. */

/** All kinds of documents. `npm run lists` adds a new kind, which needs a fixture for cases.test.ts. */
export const CASES: readonly Case[] = [proposals, ...moduleCases];

const FIVE_MINUTES = 300_000;

/** Job that expires documents which were not decided in time. */
export const approvalJobs: readonly Job[] = [
  {
    name: 'expiry of documents',
    everyMs: FIVE_MINUTES,
    run: async (db, clock, ids) => {
      for (const kind of CASES) await kind.expire(db, clock, ids);
    },
  },
];

/**
 * Counts the documents of each kind in a box of the inbox, in one statement. The result omits kinds without documents.
 *
 * @param teamIds counts only these stations; when absent, counts all stations and the platform
 */
async function countBox(
  ctx: ActorContext,
  box: Box,
  teamIds?: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const now = ctx.clock.now();
  return countByKind(ctx.db, await Promise.all(CASES.map((kind) => kind.box(ctx.db, ctx.actor, box, now, teamIds))));
}

/** Counts the documents that await the caller's decision, by kind. @param teamIds as in {@link countBox} */
export const waitingForCaller = (ctx: ActorContext, teamIds?: readonly number[]) => countBox(ctx, 'forMe', teamIds);

/** Counts the documents that await the caller's decision, and the caller's own pending documents. @param teamIds as in {@link countBox} */
export async function waitingByType(ctx: ActorContext, teamIds?: readonly number[]) {
  const forMe = await waitingForCaller(ctx, teamIds);
  const byMe = await countBox(ctx, 'openByMe', teamIds);
  const types = CASES.map(({ type: { key, title } }) => ({
    type: key,
    typeText: ctx.t(title),
    forMe: forMe.get(key) ?? 0,
    byMe: byMe.get(key) ?? 0,
  }));
  const sum = (box: 'forMe' | 'byMe') => types.reduce((all, one) => all + one[box], 0);
  return { forMe: sum('forMe'), byMe: sum('byMe'), types };
}

/**
 * Finds a document of any kind by its id. Ids are unique across tables.
 *
 * @throws Refusal 40302 (outside the scope), 40401 (unknown id or not visible)
 */
export async function caseDetail(ctx: ActorContext, id: number) {
  for (const kind of CASES) {
    const detail = await kind.detail(ctx, id);
    if (detail) return detail;
  }
  throw refuse(40401);
}

/** Reads one page of a box for several kinds of documents. @throws Refusal 40005 when the page is too deep */
export async function inboxPage(
  ctx: ActorContext,
  kinds: readonly Pick<Case, 'box'>[],
  asked: {
    readonly box: CaseBox;
    readonly teamIds?: readonly number[] | undefined;
    readonly page: number;
    readonly limit: number;
    readonly order: 'asc' | 'desc';
  },
): Promise<{ rows: CaseRef[]; total: number; totalCapped: boolean }> {
  const { box, teamIds, page, limit, order } = asked;
  const offset = (page - 1) * limit;
  if (offset + limit > LIST_LIMITS.deepestRow) throw refuse(40005);
  const now = ctx.clock.now();
  const boxes = await Promise.all(kinds.map((kind) => kind.box(ctx.db, ctx.actor, box, now, teamIds)));
  if (boxes.length === 0) return { rows: [], total: 0, totalCapped: false };
  const cap = LIST_LIMITS.countCap;
  const { rows, total } = await casePage(ctx.db, boxes, { offset, limit, order, cap });
  return { rows, total: Math.min(total, cap), totalCapped: total > cap };
}

/** Builds the inbox rows of these documents, in the same order. */
export async function inboxRows(ctx: ActorContext, refs: readonly CaseRef[]) {
  const entries = new Map<string, Awaited<ReturnType<Case['entries']>>[number]>();
  for (const kind of CASES) {
    const ids = refs.filter(({ caseType }) => caseType === kind.type.key).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const entry of await kind.entries(ctx, ids)) entries.set(entry.key, entry);
  }
  return refs.flatMap(({ caseType, id }) => entries.get(`${caseType}.${id}`) ?? []);
}
