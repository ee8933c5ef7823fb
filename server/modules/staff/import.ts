import { STAFF } from '../../../contract/limits';
import { staffValues } from '../../../contract/staff';
import { departmentPaths } from '../../../contract/staff.departments';
import { STAFF_IMPORT_COLUMNS, type StaffField, staffLabel } from '../../../contract/staff.fields';
import { LOCALES, type Text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { IMPORT_WORDS, importRows, type Problem, type RowError } from '../../core/files/sheet-import';
import type { ActorContext } from '../../core/http/context';
import type { Refusal } from '../../core/http/refusal';
import { fieldErrors } from '../../core/http/validation';
import { messageText } from '../../core/texts';
import { identityName } from '../account';
import { refusalText } from './people';
import { addStaff, invite } from './save';
import { departments, headOfficeIdentities } from './store';

/** Imports staff from a file (DOMAIN §3.11). */

const NEEDED: readonly Column[] = ['name', 'account', 'tel', 'identityIds'];

type Column = (typeof STAFF_IMPORT_COLUMNS)[number];
export interface ImportResult {
  readonly rows: number;
  readonly saved: number;
  readonly errors: RowError[];
}

const TITLES = Object.fromEntries(
  STAFF_IMPORT_COLUMNS.map((column) => [column, messageText(staffLabel(column))]),
) as Readonly<Record<Column, Text>>;

/** Converts a spreadsheet's day number or another date format to `yyyy-MM-dd`. Returns any other text unchanged. */
function dayOf(cell: string): string {
  if (/^\d{5}(\.\d+)?$/.test(cell))
    return new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(cell)) * 86_400_000).toISOString().slice(0, 10);
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell);
  return match ? `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}` : cell;
}

/**
 * Imports staff from a file. A dry run returns the errors of faulty rows instead of refusing.
 *
 * @throws Refusal 40008 the file is not a table · 40001 faulty rows, except in a dry run
 * · 42330 unknown URL of the console, if invitations are sent
 */
export async function importStaff(
  ctx: ActorContext,
  input: { readonly content: string; readonly dryRun: boolean; readonly sendInvite: boolean },
): Promise<ImportResult> {
  const { rows, isKept, added, errors } = await importRows(ctx, input, {
    columns: STAFF_IMPORT_COLUMNS,
    needed: NEEDED,
    titles: TITLES,
    plain: (title) => title.replace(/[*＊]/g, '').trim().toLowerCase(),
    most: STAFF.importRows,
    begin: async () => {
      const look = await lookups(ctx);
      return (cell) => {
        const { values, problems } = valuesOf(ctx, cell, look);
        return values ? { add: () => addStaff(ctx, values) } : { problems };
      };
    },
    refused: (error) => refusedRow(ctx, error),
  });
  if (!isKept) return { rows, saved: 0, errors };
  if (input.sendInvite) await invite(ctx, added);
  ctx.audit({ after: { rows, dryRun: false, ids: added.map(({ id }) => id) } });
  return { rows, saved: added.length, errors };
}

type Look = Awaited<ReturnType<typeof lookups>>;

/**
 * Maps the lower-case names that the file may use to departments and identities. A name that several departments have maps to 0; the file
 * must then contain the path.
 */
async function lookups(ctx: ActorContext) {
  const [tree, identities] = await Promise.all([departments(ctx.db), headOfficeIdentities(ctx.db)]);
  const byPath = new Map<string, number>();
  for (const { id, name } of tree) byPath.set(plain(name), byPath.has(plain(name)) ? 0 : id);
  for (const [id, path] of departmentPaths(tree)) byPath.set(plain(path), id);
  const byName = new Map(
    identities.flatMap((identity) =>
      [identity.name, ...LOCALES.map((locale) => identityName(identity, locale))].map(
        (name) => [plain(name), identity.id] as const,
      ),
    ),
  );
  return { byPath, byName };
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\s*[/／]\s*/g, '/')
    .trim();

function valuesOf(ctx: ActorContext, cell: (column: Column) => string, look: Look) {
  const problems: Problem[] = [];
  const title = (field: StaffField) => ctx.t(messageText(staffLabel(field)));
  const unknown = (field: StaffField, name: string) =>
    problems.push({ column: title(field), message: ctx.t(IMPORT_WORDS.unknown, { name }) });
  const path = cell('departmentId');
  const departmentId = path === '' ? null : (look.byPath.get(plain(path)) ?? 0);
  // A department name that is not unique counts as unknown. The file must then contain the path.
  if (departmentId === 0) unknown('departmentId', path);
  const names = cell('identityIds')
    .split(/[、,，;；|]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const identityIds = names.map((name) => look.byName.get(plain(name)) ?? 0);
  for (const [at, name] of names.entries()) if (identityIds[at] === 0) unknown('identityIds', name);
  const expireAt = cell('expireAt');
  const parsed = staffValues.safeParse(
    {
      name: cell('name'),
      account: cell('account'),
      tel: cell('tel'),
      email: cell('email') || null,
      departmentId: departmentId || null,
      post: cell('post') || null,
      identityIds: identityIds.filter((id) => id > 0),
      extraTeamIds: [],
      expireAt: expireAt === '' ? null : dayOf(expireAt),
      remark: cell('remark') || null,
    },
    { reportInput: true },
  );
  if (!parsed.success) {
    const labelOf = (field: string) => title((field.split('.')[0] ?? '') as StaffField);
    for (const { field, message } of fieldErrors(parsed.error, ctx.locale, labelOf)) {
      const name = (field.split('.')[0] ?? '') as Column;
      // Skip the schema's error about identities that were already reported as unknown.
      if (name === 'identityIds' && names.length > 0 && names.length <= STAFF.identities.max) continue;
      const label = labelOf(field);
      const isEmpty = cell(name) === '';
      problems.push({
        column: label,
        message: isEmpty ? validationText('required', ctx.locale, { label }) : message,
      });
    }
  }
  return { values: problems.length === 0 && parsed.success ? parsed.data : null, problems };
}

/** Converts a row's refusal to messages by column. */
function refusedRow(ctx: ActorContext, error: Refusal): { column: string | null; message: string }[] {
  const { errors, taken } = (error.data ?? {}) as {
    errors?: { field: StaffField; message: string }[];
    taken?: StaffField;
  };
  const title = (field: StaffField) => ctx.t(messageText(staffLabel(field)));
  if (errors) return errors.map(({ field, message }) => ({ column: title(field), message }));
  return [{ column: taken ? title(taken) : null, message: refusalText(ctx, error) }];
}
