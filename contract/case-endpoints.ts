import { z } from 'zod';
import type { CaseStep, CaseType } from './case';
import { type Access, actionData, id, type WriteEndpoint, write } from './endpoint';
import type { ErrorCode } from './errors';

/** This file derives the endpoints of documents from their case type (contract/case.ts). */

type Versioned<T> = T extends { readonly versioned: false } ? object : { version: z.ZodInt };
type StepInput<T, F extends z.ZodRawShape> = z.ZodObject<{ id: z.ZodNumber } & Versioned<T> & F>;

/**
 * Builds the endpoint of one step. The case type defines its access, risk, audit, input and errors.
 *
 * @param spec.fields input fields besides the document and its version
 */
export function stepEndpoint<
  S extends string,
  A extends string,
  T extends Readonly<Record<A, CaseStep<S>>>,
  K extends A,
  const F extends z.ZodRawShape = Record<never, never>,
>(
  type: CaseType<S, A, T>,
  action: K,
  spec: { readonly summary: string; readonly fields?: F },
): WriteEndpoint<StepInput<T[K], F>, typeof actionData> {
  const step: CaseStep<S> = type.steps[action];
  const isVersioned = step.versioned !== false;
  const access: Access = step.rule === undefined ? 'signedIn' : { rule: step.rule };
  const input = z.object({ id: id(), ...(isVersioned && { version: z.int() }), ...spec.fields });
  return write({
    summary: spec.summary,
    access,
    risk: step.risk,
    idempotent: step.risk === 'second' || step.risk === 'fourEyes',
    versioned: isVersioned,
    audit: {
      module: type.module,
      action: step.address?.split('/').at(-1) ?? action,
      object: type.key,
      text: step.recordText ?? step.text,
      ...(type.money && { money: true }),
    },
    input: input as unknown as StepInput<T[K], F>,
    data: actionData,
    errors: errorsOf(type, step),
  });
}

function errorsOf(type: Pick<CaseType, 'foreignCode' | 'expiredCode' | 'waiting'>, step: CaseStep): ErrorCode[] {
  const codes: ErrorCode[] = [40302, 40401, 42201, ...(step.errors ?? [])];
  if (step.from.some((state) => type.waiting.includes(state))) codes.push(type.expiredCode);
  if (step.risk === 'second') codes.push(40303);
  if (step.by === 'notMaker') codes.push(40305);
  if (step.by === 'maker') codes.push(type.foreignCode);
  if (step.versioned !== false) codes.push(40901);
  if (step.ownerAboveFen !== undefined) codes.push(42245);
  return [...new Set(codes)].sort((one, other) => one - other);
}
