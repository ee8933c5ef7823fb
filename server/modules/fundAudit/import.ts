import type { ParsedOf } from '../../../contract/endpoint';
import { errorText } from '../../../contract/errors';
import { type AuditValues, auditValues, type fundAuditEndpoints } from '../../../contract/fundAudit';
import {
  AUDIT_DIRECTION_TEXT,
  AUDIT_KIND_TEXT,
  FUND_AUDIT,
  FUND_AUDIT_COLUMNS,
  FUND_AUDIT_FIELDS,
  FUNDED_BY_TEXT,
  type FundAuditField,
} from '../../../contract/fundAudit.states';
import { LOCALES, type Text, text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { smallXlsx } from '../../core/export/table-format';
import { IMPORT_WORDS, importRows, type Problem } from '../../core/files/sheet-import';
import type { ActorContext } from '../../core/http/context';
import type { Refusal } from '../../core/http/refusal';
import { fieldErrors } from '../../core/http/validation';
import { yuanText } from '../../core/money/amounts';
import { notify } from '../notice';
import { type RiderFacts, ridersByNo } from '../people';
import { teamNames } from '../team';
import { addEntry } from './entry';
import { directionOf, fenOf } from './rules';

/** Creates many entries from a file (DOMAIN §3.9). */

type Input = ParsedOf<(typeof fundAuditEndpoints)['fundAudit.Rider/import']>;
type Column = (typeof FUND_AUDIT_COLUMNS)[number];

const WORDS = {
  amount: text(
    '请填写最多两位小数的元，如 12.50',
    'Please write yuan with at most two decimals, like 12.50',
    'Escreva em yuan com até duas casas decimais, como 12.50',
    '請填寫最多兩位小數的元，如 12.50',
  ),
  yes: WORD.yes,
  no: WORD.no,
  template: text('骑手资金审核导入', 'Rider fund entries', 'Fundos dos entregadores', '騎手資金審核匯入'),
  example: text('恶劣天气补贴', 'Bad weather bonus', 'Bônus por mau tempo', '惡劣天氣補貼'),
  waitsTitle: text(
    '骑手资金待审核：{name}',
    'Rider fund entries pending review: {name}',
    'Fundos do entregador aguardando revisão: {name}',
    '騎手資金待審核：{name}',
  ),
  waitsText: text(
    '{maker} 导入了 {n} 笔，增加 {x} 元，减少 {y} 元。',
    '{maker} imported {n} entries: ¥{x} in, ¥{y} out.',
    '{maker} importou {n} registros: ¥{x} de entrada, ¥{y} de saída.',
    '{maker} 匯入了 {n} 筆，增加 {x} 元，減少 {y} 元。',
  ),
} as const;
const NEEDED: readonly Column[] = ['riderNo', 'kind', 'amountFen', 'reason'];
/** Words in the instalment column that mean "yes". */
const YES = ['yes', 'y', '1', 'true'];

const plain = (cell: string) =>
  cell
    .replace(/[*＊]|（元）|\(¥\)/g, '')
    .trim()
    .toLowerCase();

/** Finds the value of a cell by its label in any language, or by its key in the contract. */
function meaningOf<K extends string>(cell: string, texts: Readonly<Record<K, Text>>): K | null {
  const said = plain(cell);
  const keys = Object.keys(texts) as K[];
  return (
    keys.find((key) => [key, ...LOCALES.map((locale) => texts[key][locale])].some((word) => plain(word) === said)) ??
    null
  );
}

/** Builds the file that users fill in. It has headers in the caller's language and one example row. */
export async function template(ctx: ActorContext): Promise<{ name: string; content: string }> {
  const title = ctx.t(WORDS.template);
  const heads = FUND_AUDIT_COLUMNS.map((name) => {
    const word = ctx.t(FUND_AUDIT_FIELDS[name]);
    return `${word}${name === 'amountFen' ? (ctx.locale.startsWith('zh') ? '（元）' : ' (¥)') : ''}${NEEDED.includes(name) ? ' *' : ''}`;
  });
  const example: Record<Column, string> = {
    riderNo: 'R000001',
    kind: ctx.t(AUDIT_KIND_TEXT.subsidy),
    direction: '',
    amountFen: '20.00',
    fundedBy: ctx.t(FUNDED_BY_TEXT.platform),
    relatedNo: '',
    reason: ctx.t(WORDS.example),
    allowInstalment: '',
  };
  const file = await smallXlsx(title, [heads, FUND_AUDIT_COLUMNS.map((name) => example[name])]);
  return { name: `${title}.xlsx`, content: file.toString('base64') };
}

/**
 * Imports entries from a file. @throws Refusal 40008 the file is not a table · 40001 rows contain errors, unless it is a dry run
 */
export async function importEntries(ctx: ActorContext, input: Input) {
  const { rows, isKept, added, errors } = await importRows(ctx, input, {
    columns: FUND_AUDIT_COLUMNS,
    needed: NEEDED,
    titles: FUND_AUDIT_FIELDS,
    plain,
    most: FUND_AUDIT.importRows,
    begin: async (cells) => {
      const nos = cells.map((cell) => cell('riderNo').toUpperCase());
      const riders = new Map((await ridersByNo(ctx.db, nos)).map((rider) => [rider.riderNo, rider]));
      return (cell) => {
        const { rider, values, problems } = valuesOf(ctx, cell, riders, input.evidence);
        return values && rider ? { add: () => addEntry(ctx, rider, values) } : { problems };
      };
    },
    refused: (error) => refusedRow(ctx, error),
  });
  const sum = (direction: 'in' | 'out') =>
    added.reduce((all, entry) => all + (entry.direction === direction ? entry.amountFen : 0), 0);
  const sums = { inFen: sum('in'), outFen: sum('out') };
  if (!isKept) return { rows, saved: 0, ...sums, errors };
  await tellCheckers(ctx, added);
  ctx.audit({
    after: { rows, dryRun: false, amountFen: sums.inFen + sums.outFen, ids: added.map(({ id }) => id) },
  });
  return { rows, saved: added.length, ...sums, errors };
}

/** Sends one notice per station for all imported entries. */
async function tellCheckers(ctx: ActorContext, added: readonly Awaited<ReturnType<typeof addEntry>>[]): Promise<void> {
  const byTeam = new Map<number, (typeof added)[number][]>();
  for (const entry of added) byTeam.set(entry.teamId, [...(byTeam.get(entry.teamId) ?? []), entry]);
  const names = await teamNames(ctx.db, [...byTeam.keys()]);
  for (const [teamId, entries] of byTeam) {
    const sum = (direction: 'in' | 'out') =>
      yuanText(entries.reduce((all, entry) => all + (entry.direction === direction ? entry.amountFen : 0), 0));
    await notify(ctx, {
      event: 'fundAuditPending',
      teamId,
      title: WORDS.waitsTitle,
      content: WORDS.waitsText,
      params: {
        name: names.get(teamId) ?? '',
        maker: ctx.actor.name,
        n: entries.length,
        x: sum('in'),
        y: sum('out'),
      },
      link: '/fundAudit/index?state=pending',
    });
  }
}

function valuesOf(
  ctx: ActorContext,
  cell: (column: Column) => string,
  riders: ReadonlyMap<string, RiderFacts>,
  evidence: readonly number[],
): { readonly rider: RiderFacts | undefined; readonly values: AuditValues | null; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  const title = (field: FundAuditField) => ctx.t(FUND_AUDIT_FIELDS[field]);
  const tell = (field: FundAuditField, message: string) => problems.push({ column: title(field), message });
  /** Returns the value of a cell, or `null`. An unknown word is reported as an error, but an empty cell is not. */
  const word = <K extends string>(column: Column, texts: Readonly<Record<K, Text>>): K | null => {
    const said = cell(column);
    if (said === '') return null;
    const meaning = meaningOf(said, texts);
    if (meaning === null) tell(column, ctx.t(IMPORT_WORDS.unknown, { name: said }));
    return meaning;
  };
  const empty = (column: Column) => validationText('required', ctx.locale, { label: title(column) });

  const no = cell('riderNo').toUpperCase();
  const rider = riders.get(no);
  if (no === '') tell('riderNo', empty('riderNo'));
  else if (!rider) tell('riderNo', ctx.t(IMPORT_WORDS.unknown, { name: no }));
  const kind = word('kind', AUDIT_KIND_TEXT);
  if (cell('kind') === '') tell('kind', empty('kind'));
  const direction = word('direction', AUDIT_DIRECTION_TEXT);
  const { team, platform } = FUNDED_BY_TEXT;
  const fundedBy = word('fundedBy', { team, platform });
  const allowInstalment = cell('allowInstalment');
  const wants = YES.includes(plain(allowInstalment)) || meaningOf(allowInstalment, { yes: WORDS.yes }) !== null;
  if (!wants && allowInstalment !== '' && !['n', '0', 'false'].includes(plain(allowInstalment))) {
    word('allowInstalment', { no: WORDS.no });
  }
  const amountFen = fenOf(cell('amountFen'));
  if (amountFen === null) tell('amountFen', cell('amountFen') === '' ? empty('amountFen') : ctx.t(WORDS.amount));
  const said = { kind: kind ?? 'correction', direction };
  const parsed = auditValues.safeParse(
    {
      ...said,
      amountFen: amountFen ?? 1,
      fundedBy: fundedBy ?? undefined,
      relatedNo: cell('relatedNo') || null,
      reason: cell('reason'),
      // The uploaded evidence applies to all deductions in the file.
      evidence: directionOf(said) === 'out' ? [...evidence] : [],
      allowInstalment: wants,
    },
    { reportInput: true },
  );
  if (!parsed.success) {
    const labelOf = (field: string) => title((field.split('.')[0] ?? '') as FundAuditField);
    for (const { field, message } of fieldErrors(parsed.error, ctx.locale, labelOf)) {
      const column = (field.split('.')[0] ?? '') as Column;
      tell(column, cell(column) === '' ? empty(column) : message);
    }
  }
  return { rider, values: problems.length === 0 && parsed.success ? parsed.data : null, problems };
}

/** Returns the errors that the checks against stored data found in a row. */
function refusedRow(ctx: ActorContext, error: Refusal): Problem[] {
  const { errors } = (error.data ?? {}) as { errors?: { field: FundAuditField | 'riderId'; message: string }[] };
  // The form contains the rider's id, the file the rider's number.
  const columnOf = (field: FundAuditField | 'riderId') => (field === 'riderId' ? 'riderNo' : field);
  if (errors)
    return errors.map(({ field, message }) => ({ column: ctx.t(FUND_AUDIT_FIELDS[columnOf(field)]), message }));
  return [{ column: null, message: error.sentence ?? errorText(error.code, ctx.locale, error.params) }];
}
