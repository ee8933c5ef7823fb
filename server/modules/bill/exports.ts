import { BILL, COSTS } from '../../../contract/bill.fields';
import { WORD } from '../../../contract/words';
import { daysText, exportSource, learnedNames, readFields } from '../../core/export/export';
import { type ExportRow, exportColumns, filterWords } from '../../core/export/resource-export';
import { messageText } from '../../core/texts';
import { accountNames } from '../account';
import { exportedBillCount } from '../ledger';
import { feePlans, merchantNumbers } from '../reference';
import { stationFilterNames, teamNames } from '../team';
import { type Names, namesOf, namesOfKind } from './answers';
import { BILL_FIELDS, type CopiedBill, copyBills } from './copy';
import { type BillInput, filterOf } from './filter';

/** Exports bills as one wide table (DOMAIN §3.5 "Export"): columns of the list, the order's fees and the payment platform's numbers. */

interface Row extends ExportRow {
  readonly record: CopiedBill;
  readonly people: Names;
  /** Names of fee plans by id. Older orders do not store the name of their plan. */
  readonly plans: ReadonlyMap<number, string>;
}

/** Id fields of counterparties, with their type. The export contains the current name of each counterparty. */
const COUNTERPARTIES = [
  ['userId', 'user'],
  ['riderId', 'rider'],
  ['merchantId', 'merchant'],
  ['franchiseeId', 'franchisee'],
  ['counterTeamId', 'team'],
] as const;
const OWN_RATE = messageText('bill.ownRate');

const COLUMNS = [
  ...exportColumns<typeof BILL, Row>(BILL, {
    counterName: {
      reads: ['counterName', 'counterType', 'counterId', ...COUNTERPARTIES.map(([field]) => field)],
      first: ['counterName'],
      value: ({ record, people }) => record.counterName || people.of(record.counterType, record.counterId),
    },
    amountFen: { reads: ['signedFen'] },
    netFen: { reads: ['signedNetFen'] },
    merchantNo: {
      reads: ['merchantNumberId'],
      few: true,
      value: ({ record, people }) => people.merchantNumber(record.merchantNumberId).mchNo,
    },
    merchantName: {
      reads: ['merchantNumberId'],
      few: true,
      value: ({ record, people }) => people.merchantNumber(record.merchantNumberId).name,
    },
    operatorName: {
      reads: ['operatorId'],
      few: true,
      value: ({ record, names, ctx }) => names.operatorId?.get(record.operatorId) ?? ctx.t(WORD.system),
    },
  }),
  ...exportColumns<typeof COSTS, Row>(
    COSTS,
    {
      planName: {
        reads: ['hasCost', 'planName', 'feePlanId'],
        few: true,
        value: ({ record: { hasCost, planName, feePlanId }, plans, ctx }) =>
          hasCost ? (planName ?? (feePlanId === null ? ctx.t(OWN_RATE) : (plans.get(feePlanId) ?? null))) : null,
      },
      planFrom: {
        reads: ['planFrom'],
        few: true,
        value: ({ record }) => (record.planFrom ? new Date(record.planFrom) : null),
      },
    },
    ['technicalFeeFen', 'rateBp', 'planName', 'planFrom', 'merchantFeeFen', 'promotionFeeFen', 'riderIncomeFen'],
  ),
];

export const billExportSources = [
  exportSource<BillInput, Row>({
    module: 'financial.bill',
    columns: COLUMNS,
    async words(ctx, input) {
      const { days } = await filterOf(ctx, input);
      const { teamIds = [], merchantNumberIds = [] } = input;
      const numbers = merchantNumberIds.length > 0 ? await merchantNumbers(ctx.db) : [];
      return filterWords(ctx, BILL, input, {
        at: days ? daysText(days.fromDay, days.toDay) : '',
        teamIds: await stationFilterNames(ctx, teamIds),
        merchantNumberIds: numbers.filter(({ id }) => merchantNumberIds.includes(id)).map(({ mchNo }) => mchNo),
      });
    },
    async open(ctx, wish) {
      // An export that starts after midnight still uses the days of its request.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const { filter } = await filterOf(then, wish.input);
      const plans = new Map((await feePlans(ctx.db)).map(({ id, name }) => [id, name]));
      const numbers = await merchantNumbers(ctx.db);
      const fields = readFields(BILL_FIELDS, COLUMNS, wish.columns, ['at', 'id']);
      const names = {
        teamId: learnedNames('teamId', (ids) => teamNames(ctx.db, ids)),
        operatorId: learnedNames('operatorId', (ids) => accountNames(ctx.db, ids)),
      };
      const others = new Map(
        COUNTERPARTIES.map(([field, kind]) => [kind, learnedNames(field, (ids) => namesOfKind(ctx, kind, ids))]),
      );
      const people = namesOf((kind, id) => others.get(kind)?.get(id), numbers);
      return {
        count: (most, after) => exportedBillCount(ctx.db, filter, { range: wish, after, limit: most }),
        fields,
        key: ['at', 'id'],
        learn: [...Object.values(names), ...others.values()].filter(({ field }) => field in fields),
        copy: (after, limit, into) => copyBills(ctx, filter, { range: wish, after, limit }, Object.keys(fields), into),
        row: (record) => ({ record: record as unknown as CopiedBill, ctx, names, people, plans }),
      };
    },
  }),
];
