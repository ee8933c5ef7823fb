import type { Kysely } from 'kysely';
import type { FieldError } from '../../../contract/endpoint';
import { CODE_FAULT_TEXT, type CodeFault, codeFault, wordsOf } from '../../../contract/miniCode.faults';
import { type CodeField, codeForm } from '../../../contract/miniCode.forms';
import type { CodeAction, MiniPlatform } from '../../../contract/miniCode.states';
import { columnById } from '../../core/access/rotation';
import type { Database } from '../../core/database/schema';
import { isCmyk } from '../../core/files/images';
import type { ActorContext } from '../../core/http/context';
import { invalid } from '../../core/http/refusal';
import { refusedField } from '../../core/http/validation';
import type { CodeFile, CodeInput } from '../../core/platforms/code';
import type { Ports } from '../../core/platforms/ports';
import { fileKey, filesOf, findFile, usableFiles } from '../file';

/** Checks the input of an action, separates and encrypts its secrets, and converts the input for the platform. */

type Payload = Readonly<Record<string, unknown>>;
interface Operated {
  readonly platform: MiniPlatform;
  readonly action: CodeAction;
  readonly appVersion: string | null;
}

const LOGO_PIXELS = 180;
const idsIn = (field: CodeField, value: unknown): readonly number[] => {
  if (field.kind === 'file') return typeof value === 'number' ? [value] : [];
  return field.kind === 'files' && Array.isArray(value) ? value.map(Number) : [];
};

/** Selects the action's fields and drops empty fields. @throws Refusal 40001 with every invalid field */
export async function checkedInput(ctx: ActorContext, operated: Operated, payload: Payload): Promise<Payload> {
  const { platform, action, appVersion } = operated;
  const form = codeForm(platform, action);
  const values: Payload = { ...payload, ...(appVersion !== null && { appVersion }) };
  const errors: FieldError[] = [];
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(form)) {
    const fault = codeFault(form, name, values);
    const file = fault ?? (await fileFault(ctx, field, values[name]));
    if (file) errors.push(fieldError(ctx, name, field, file));
    else if (values[name] !== undefined && values[name] !== null && values[name] !== '')
      kept[name] = clean(values[name]);
  }
  if (errors.length > 0) throw invalid(errors);
  // The version and its confirmation are form fields but not part of the payload.
  const { appVersion: _version, confirmVersion: _confirmed, ...input } = kept;
  return input;
}

const clean = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Builds the error of a refused field with its text. */
export const fieldError = (
  ctx: Pick<ActorContext, 'locale' | 't'>,
  name: string,
  field: CodeField,
  fault: CodeFault,
): FieldError => {
  const { rule, params, text } = fault;
  return text ? { field: name, rule, message: ctx.t(text) } : refusedField(ctx, name, rule, field.label, params);
};

async function fileFault(ctx: ActorContext, field: CodeField, value: unknown): Promise<CodeFault | null> {
  if (field.kind !== 'file' && field.kind !== 'files') return null;
  const ids = idsIn(field, value);
  const usable = await usableFiles(ctx, { scene: field.scene, ids });
  if (ids.some((id) => !usable.has(id))) return { rule: 'choice' } as const;
  if (field.scene !== 'miniCodeLogo') return null;
  for (const file of (await filesOf(ctx.db, ids)).values()) {
    const bytes = await ctx.ports.files.get(fileKey(file.scene, file.id, file.contentType));
    if (isCmyk(bytes)) return { rule: 'choice', text: CODE_FAULT_TEXT.rgb } as const;
    const { width, height } = await sizeOf(ctx.db, file.id);
    if (width !== LOGO_PIXELS || height !== LOGO_PIXELS) return { rule: 'pixels', params: { n: LOGO_PIXELS } } as const;
  }
  return null;
}

const sizeOf = (db: Kysely<Database>, id: number) =>
  db.selectFrom('stored_file').select(['width', 'height']).where('id', '=', id).executeTakeFirstOrThrow();

/** Separates and encrypts the secret fields. `sealed` is `null` if there are none. */
export function sealSecrets(
  secrets: Ports['secrets'],
  { platform, action }: Operated,
  input: Payload,
  taskId: number,
): { readonly open: Payload; readonly sealed: Buffer | null } {
  const form = codeForm(platform, action);
  const isSecret = ([name]: [string, unknown]) => form[name]?.secret === true;
  const hidden = Object.entries(input).filter(isSecret);
  const open = Object.fromEntries(Object.entries(input).filter((entry) => !isSecret(entry)));
  if (hidden.length === 0) return { open, sealed: null };
  return { open, sealed: secrets.seal(JSON.stringify(Object.fromEntries(hidden)), placeOf(taskId)) };
}

const placeOf = (taskId: number): string => `mini_code_task:${taskId}:sealed`;

export const codeTaskColumn = columnById('mini_code_task', 'sealed', placeOf);

/** Converts the input to the adapter's format: file contents, word lists and decrypted secrets. */
export async function platformInput(
  { db, ports }: { readonly db: Kysely<Database>; readonly ports: Pick<Ports, 'files' | 'secrets'> },
  task: Pick<Operated, 'platform' | 'action'> & {
    readonly id: number;
    readonly input: Payload;
    readonly sealed: Buffer | null;
  },
): Promise<CodeInput> {
  const hidden: Payload = task.sealed ? JSON.parse(ports.secrets.open(task.sealed, placeOf(task.id))) : {};
  const ready: Record<string, unknown> = { ...task.input, ...hidden };
  for (const [name, field] of Object.entries(codeForm(task.platform, task.action))) {
    if (!(name in ready)) continue;
    if (field.kind === 'words') ready[name] = wordsOf(ready[name]);
    if (field.kind !== 'file' && field.kind !== 'files') continue;
    const files = await Promise.all(idsIn(field, ready[name]).map((id) => readFile(db, ports, id)));
    ready[name] = field.kind === 'file' ? files[0] : files;
  }
  return ready;
}

async function readFile(db: Kysely<Database>, { files }: Pick<Ports, 'files'>, id: number): Promise<CodeFile> {
  const file = await findFile(db, id);
  if (!file) throw new Error(`no file ${id}`);
  const { name, contentType, scene } = file;
  return { name, contentType, bytes: await files.get(fileKey(scene, id, contentType)) };
}
