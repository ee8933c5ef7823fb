import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { reconEndpoints } from '../../../contract/recon';
import { BATCH, ITEM, NUMBER } from '../../../contract/recon.fields';
import { actionsOfItem, batchLifecycle, ITEM_TYPES, type ItemType, reconCase } from '../../../contract/recon.states';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { assertWhole } from '../../core/access/whole-scope';
import { type ActorContext, handlers } from '../../core/http/context';
import { conflict, refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { assertAmounts } from '../../core/money/amounts';
import { viewerOf } from '../case';
import { presentOf } from '../site';
import { evidenceLinks } from '../teamFund';
import { closeBatch, compareAgain, faultText, fetchBatch, uploadFile } from './batches';
import { assign, handle, markTiming, refuseResolved } from './handle';
import { items } from './items';
import {
  type BatchRecord,
  batchFilter,
  batchPage,
  batchRecord,
  batchTotals,
  type DayFilter,
  type ItemInput,
  type ItemRecord,
  itemFilter,
  itemPage,
  itemRecord,
  itemTotals,
  numberRows,
} from './lists';

type In<A extends keyof typeof reconEndpoints> = ParsedOf<(typeof reconEndpoints)[A]>;
type Batch = DataOf<(typeof reconEndpoints)['finance.Recon/getBatches']>['list'][number];

const WORDS = {
  saved: text('商户号已保存', 'Merchant number saved', 'Número salvo', '商戶號已儲存'),
} as const;

function batchAnswer(ctx: ActorContext, row: BatchRecord) {
  const { rules, accountType } = ctx.actor;
  return {
    id: row.id,
    version: row.version,
    merchantNumberId: row.merchantNumberId,
    ...answerRow(ctx, BATCH, row, {
      fault: row.error ? faultText(ctx, row.error) : null,
      merchantName: row.merchantName,
      startedAt: row.startedAt?.toISOString() ?? null,
      finishedAt: row.finishedAt?.toISOString() ?? null,
    }),
    actions: batchLifecycle.actionsFrom(row.state, rules, accountType === 'owner') as string[],
  } as Batch;
}

function itemAnswer(ctx: ActorContext, row: ItemRecord, today: string) {
  const facts = { state: row.state, expireAt: null, makerId: 0, makerIsOwner: false, amountFen: Math.abs(row.gapFen) };
  const isOpen = row.state !== 'resolved';
  return {
    id: row.id,
    version: row.version,
    ...answerRow(
      ctx,
      ITEM,
      row as never,
      {
        ageDays: isOpen ? Math.max(0, Math.round((Date.parse(today) - Date.parse(row.day)) / DAY_MS)) : 0,
      } as never,
    ),
    choices: isOpen ? [...actionsOfItem(row.type, row.state)] : [],
    actions: reconCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now()).filter((action) => {
      return action !== 'markTiming' || row.type === 'bookOnly' || row.type === 'channelOnly';
    }) as string[],
  } as DataOf<(typeof reconEndpoints)['finance.Recon/getItems']>['list'][number];
}

async function itemList(
  ctx: ActorContext,
  input: In<'finance.Recon/getItems'>,
  filter: DayFilter<ItemInput>,
  order: 'asc' | 'desc',
) {
  const { day } = await presentOf(ctx);
  const sort = { field: input.sortField ?? 'day', order: input.sortOrder ?? order } as const;
  return paged(ctx, input, async (page) => {
    const { list, total } = await itemPage(ctx.db, filter, sort, page);
    const summary = await itemTotals(ctx.db, filter);
    return { list: list.map((row) => itemAnswer(ctx, row, day)), total, summary };
  });
}

function checkAmounts(ctx: ActorContext, input: ItemInput): void {
  assertAmounts(ctx, input, 'gapFen');
}

async function getBatch(ctx: ActorContext, id: number) {
  assertWhole(ctx);
  const row = await batchRecord(ctx.db, id);
  if (!row) throw refuse(40401);
  const types = await ctx.db
    .selectFrom('recon_item')
    .where('batch_id', '=', id)
    .select((eb) => [
      'type',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>(eb.case().when('state', 'in', ['open', 'handling']).then(1).else(0).end()).as('open'),
      eb.fn.sum<number>('gap_fen').as('gapFen'),
    ])
    .groupBy('type')
    .execute();
  return {
    ...batchAnswer(ctx, row),
    fileName: row.fileName,
    sha1: row.sha1,
    types: types.map(({ type, count, open, gapFen }) => ({
      type,
      typeText: ctx.t(ITEM_TYPES[type as ItemType]),
      count: Number(count),
      open: Number(open),
      gapFen: Number(gapFen),
    })),
  };
}

async function getItem(ctx: ActorContext, id: number) {
  assertWhole(ctx);
  const row = await itemRecord(ctx.db, id);
  if (!row) throw refuse(40401);
  const { day } = await presentOf(ctx);
  const batch = await ctx.db
    .selectFrom('recon_batch')
    .select('no')
    .where('id', '=', row.batchId)
    .executeTakeFirstOrThrow();
  const links = await evidenceLinks(ctx, row.evidence);
  return {
    ...itemAnswer(ctx, row, day),
    billId: row.billId,
    batchId: row.batchId,
    batchNo: batch.no,
    evidence: row.evidence.flatMap((fileId) => links.get(fileId) ?? []),
    steps: await items.history(ctx, id),
  };
}

async function saveNumber(
  ctx: ActorContext,
  { id, version, feeBp, autoFetch }: In<'finance.Recon/saveMerchantNumber'>,
) {
  assertWhole(ctx);
  const row = await ctx.db
    .selectFrom('merchant_number')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse(40401);
  const before = { feeBp: row.fee_bp, autoFetch: row.auto_fetch };
  ctx.audit({ objectId: id, objectNo: row.mch_no, before, after: { feeBp, autoFetch } });
  if (row.version !== version) throw conflict({ ...before, version: row.version }, null, null);
  await ctx.db
    .updateTable('merchant_number')
    .set({ fee_bp: feeBp, auto_fetch: autoFetch, version: version + 1 })
    .where('id', '=', id)
    .execute();
  return {
    id,
    no: row.mch_no,
    state: 'saved',
    stateText: ctx.t(WORDS.saved),
    version: version + 1,
    message: ctx.t(WORDS.saved),
  };
}

/** Handlers of reconciliation with the payment platforms (商户号资金对账, DOMAIN §3.5, §6.6). */
export const reconHandlers = handlers(reconEndpoints, {
  'finance.Recon/getMerchantNumbers': async (ctx, input) => {
    assertWhole(ctx);
    const { channel: wanted } = input;
    const all = await numberRows(ctx.db);
    const rows = wanted ? all.filter(({ channel }) => wanted.some((one) => one === channel)) : all;
    const mayEdit = ctx.can(3806);
    return paged(ctx, input, async ({ offset, limit }) => ({
      list: rows.slice(offset, offset + limit).map((row) => ({
        id: row.id,
        version: row.version,
        ...answerRow(ctx, NUMBER, row, {
          gapFen: row.lastInFen - row.lastOutFen - (row.lastBookInFen - row.lastBookOutFen),
        }),
        actions: mayEdit ? ['save'] : [],
      })),
      total: rows.length,
      summary: {},
    }));
  },
  'finance.Recon/getBatches': async (ctx, input) => {
    const filter = await batchFilter(ctx, input);
    return paged(ctx, input, async (page) => {
      const { list, total } = await batchPage(ctx.db, filter, input.sortOrder ?? 'desc', page);
      return { list: list.map((row) => batchAnswer(ctx, row)), total, summary: await batchTotals(ctx.db, filter) };
    });
  },
  'finance.Recon/getBatch': (ctx, { id }) => getBatch(ctx, id),
  'finance.Recon/getItems': async (ctx, input) => {
    checkAmounts(ctx, input);
    return itemList(ctx, input, await itemFilter(ctx, input), 'desc');
  },
  'finance.Recon/getItem': (ctx, { id }) => getItem(ctx, id),
  'finance.Recon/getSuspense': async (ctx, input) => {
    checkAmounts(ctx, input);
    const filter = await itemFilter(ctx, { ...input, state: ['suspended'] });
    const isDated = input.dayFrom !== undefined || input.dayTo !== undefined;
    return itemList(ctx, input, isDated ? filter : { ...filter, days: null }, 'asc');
  },
  'finance.Recon/saveMerchantNumber': (ctx, input) => saveNumber(ctx, input),
  'finance.Recon/fetch': (ctx, input) => fetchBatch(ctx, input),
  'finance.Recon/uploadFile': (ctx, input) => uploadFile(ctx, input),
  'finance.Recon/compare': (ctx, { id }) => compareAgain(ctx, id),
  'finance.Recon/closeBatch': (ctx, input) => closeBatch(ctx, input),
  'finance.Recon/handle': (ctx, input) => handle(ctx, input),
  'finance.Recon/writeOff': async (ctx, input) => {
    await refuseResolved(ctx, input.id);
    return items.run(ctx, 'writeOff', input);
  },
  'finance.Recon/assign': (ctx, { ids, handlerId }) => assign(ctx, ids, handlerId),
  'finance.Recon/markTiming': (ctx, { ids }) => markTiming(ctx, ids),
});
