import { STAFF } from './limits';

/**
 * This file handles the tree of departments (DOMAIN §3.11) for server and browser. It imports no library, because the browser loads it
 * at run time.
 */

/** A department as a node of the tree. */
export interface Node {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
}

/** Sorts parents before their children and adds the depth of each. A department whose parent is missing counts as a root. */
export function inTreeOrder<N extends Node>(nodes: readonly N[]): (N & { readonly depth: number })[] {
  const known = new Set(nodes.map(({ id }) => id));
  const below = byParent(nodes, known);
  const walk = (parent: number, depth: number): (N & { readonly depth: number })[] =>
    (below.get(parent) ?? []).flatMap((node) => [{ ...node, depth }, ...walk(node.id, depth + 1)]);
  return walk(0, 0);
}

function byParent<N extends Node>(nodes: readonly N[], known: ReadonlySet<number>): Map<number, N[]> {
  const below = new Map<number, N[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : 0;
    below.set(parent, [...(below.get(parent) ?? []), node]);
  }
  return below;
}

/** Returns the given ids of departments, and the ids of all their descendants. */
export function withBelow(nodes: readonly Node[], ids: readonly number[]): number[] {
  const found = new Set(ids);
  for (const node of inTreeOrder(nodes)) if (node.parentId !== null && found.has(node.parentId)) found.add(node.id);
  return [...found];
}

/** Returns the path of every department: `Finance / Payments`. */
export function departmentPaths(nodes: readonly Node[]): Map<number, string> {
  const paths = new Map<number, string>();
  for (const node of inTreeOrder(nodes)) {
    const above = node.parentId === null ? undefined : paths.get(node.parentId);
    paths.set(node.id, above === undefined ? node.name : `${above} / ${node.name}`);
  }
  return paths;
}

/**
 * Returns the reason why a department cannot be placed below another department.
 *
 * @param id `null` for a new department
 * @returns `choice` if the parent is missing, or is the department itself or one of its descendants. `tooDeep` if the tree would exceed
 * `STAFF.departmentDepth`. `null` if the place is allowed
 */
export function placeProblem(
  nodes: readonly Node[],
  id: number | null,
  parentId: number | null,
): 'choice' | 'tooDeep' | null {
  if (parentId === null) return null;
  const ordered = inTreeOrder(nodes);
  const parent = ordered.find((node) => node.id === parentId);
  if (!parent) return 'choice';
  const moved = id === null ? [] : withBelow(nodes, [id]);
  if (moved.includes(parentId)) return 'choice';
  const own = ordered.filter((node) => moved.includes(node.id)).map(({ depth }) => depth);
  const height = own.length === 0 ? 1 : Math.max(...own) - Math.min(...own) + 1;
  return parent.depth + 1 + height > STAFF.departmentDepth ? 'tooDeep' : null;
}
