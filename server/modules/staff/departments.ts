import { STAFF } from '../../../contract/limits';
import { inTreeOrder, placeProblem } from '../../../contract/staff.departments';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { violatedConstraint } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { refusedField } from '../../core/http/validation';
import { messageText } from '../../core/texts';
import { writerOf } from './people';
import { type DepartmentRecord, departments, holdDepartments, writeDepartment } from './store';

const WORDS = {
  state: WORD.inUse,
  gone: WORD.deletedMasculine,
  saved: text('已保存部门 {name}', 'Department {name} was saved', 'Departamento {name} salvo', '已儲存部門 {name}'),
  removed: text(
    '已删除部门 {name}',
    'Department {name} was removed',
    'Departamento {name} removido',
    '已刪除部門 {name}',
  ),
  tooDeep: text('部门最多 {n} 级', 'At most {n} levels of departments', 'No máximo {n} níveis', '部門最多 {n} 級'),
} as const;
const LABELS = { name: messageText('staff.departmentName'), parentId: messageText('staff.departmentParent') };

/** Reads the tree of departments. Parents come before their children. */
export async function departmentTree(ctx: ActorContext) {
  return inTreeOrder(await departments(ctx.db)).map((node) => ({ ...node, staffCount: Number(node.staffCount ?? 0) }));
}

interface Wanted {
  readonly id?: number | undefined;
  readonly version: number;
  readonly name: string;
  readonly parentId: number | null;
}

/**
 * Adds, renames or moves a department.
 *
 * @throws Refusal 40001 (too many departments, or the parent is the department itself, below it, deleted, or too deep),
 *   40401 (unknown id), 40901 (changed meanwhile), 40903 (name taken)
 */
export async function saveDepartment(ctx: ActorContext, { id, version, name, parentId }: Wanted) {
  await holdDepartments(ctx.db);
  const all = await departments(ctx.db);
  const before = id === undefined ? null : requireDepartment(all, id);
  if (before && before.version !== version) throw conflict(before);
  if (!before && all.length >= STAFF.departments) {
    throw invalid([refusedField(ctx, 'name', 'arrayMax', LABELS.name, { max: STAFF.departments })]);
  }
  const problem = before?.parentId === parentId ? null : placeProblem(all, id ?? null, parentId);
  if (problem === 'choice') throw invalid([refusedField(ctx, 'parentId', 'choice', LABELS.parentId)]);
  if (problem === 'tooDeep') {
    throw invalid([{ field: 'parentId', rule: 'max', message: ctx.t(WORDS.tooDeep, { n: STAFF.departmentDepth }) }]);
  }
  const key = id ?? ctx.ids.next();
  const next = await writeDepartment(ctx.db, key, { name, parent_id: parentId }, writerOf(ctx)).catch(
    (error: unknown) => {
      throw violatedConstraint(error) === 'department_name' ? refuse(40903, { field: LABELS.name }) : error;
    },
  );
  ctx.audit({
    objectId: key,
    objectNo: name,
    ...(before && { before: { name: before.name, parentId: before.parentId } }),
    after: { name, parentId },
  });
  return answer(ctx, key, name, next, ctx.t(WORDS.saved, { name }));
}

/**
 * Deletes an empty department.
 *
 * @throws Refusal 40401 (unknown id), 40901 (changed meanwhile), 42202 (people in the department, or departments below it)
 */
export async function removeDepartment(ctx: ActorContext, { id, version }: Wanted) {
  await holdDepartments(ctx.db);
  const all = await departments(ctx.db);
  const before = requireDepartment(all, id ?? 0);
  if (before.version !== version) throw conflict(before);
  if (Number(before.staffCount ?? 0) > 0 || all.some(({ parentId }) => parentId === before.id)) throw refuse(42202);
  const { name, parentId } = before;
  const columns = { name, parent_id: parentId, deleted_at: ctx.clock.now() };
  const next = await writeDepartment(ctx.db, before.id, columns, writerOf(ctx));
  ctx.audit({ objectId: before.id, objectNo: name, before: { name, parentId }, after: null });
  return answer(ctx, before.id, name, next, ctx.t(WORDS.removed, { name }), true);
}

function requireDepartment(all: readonly DepartmentRecord[], id: number): DepartmentRecord {
  const found = all.find((department) => department.id === id);
  if (!found) throw refuse(40401);
  return found;
}

const conflict = (current: DepartmentRecord) => refuse(40901, {}, { current });

function answer(ctx: ActorContext, id: number, no: string, version: number, message: string, isGone = false) {
  const stateText = ctx.t(isGone ? WORDS.gone : WORDS.state);
  return { id, no, state: isGone ? 'removed' : 'inUse', stateText, version, message };
}
