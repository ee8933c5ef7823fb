import { z } from 'zod';
import { AMOUNT } from '../../../contract/endpoint';
import type { ActorContext } from '../http/context';
import { seesAmounts } from './access';

/** Hides sums and balances from users without the field permission "amount" (DOMAIN §9, decision 27). */

type Hide = (value: unknown) => unknown;
type Schema = z.core.$ZodType;

/** Cache of the hiding function per schema. `null` means that the schema has no sums. */
const known = new WeakMap<Schema, Hide | null>();

/** Returns the data with `null` instead of the schema's sums. A caller who may see amounts receives the unchanged data. */
export const visibleAmounts = <T>(ctx: Pick<ActorContext, 'actor'>, schema: Schema, data: T): T =>
  seesAmounts(ctx) ? data : (hideAmounts(schema, data) as T);

/** Returns a copy of the data in which `null` replaces every `sumFen()` of the schema. Data without sums is not copied. */
export function hideAmounts(schema: Schema, data: unknown): unknown {
  const hide = hiderOf(schema);
  return hide ? hide(data) : data;
}

function hiderOf(schema: Schema): Hide | null {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const hide = z.globalRegistry.get(schema)?.fieldRule === AMOUNT ? () => null : insideOf(schema);
  known.set(schema, hide);
  return hide;
}

function insideOf(schema: Schema): Hide | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectHider(def.shape);
    case 'array':
      return each(def.element, (hide, value) => (value as unknown[]).map(hide));
    case 'record':
      return each(def.valueType, (hide, value) =>
        Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, hide(part)])),
      );
    case 'nullable':
    case 'optional':
    case 'default':
      return each(def.innerType, (hide, value) => hide(value));
    default:
      return null;
  }
}

function each(inner: Schema, apply: (hide: Hide, value: unknown) => unknown): Hide | null {
  const hide = hiderOf(inner);
  return hide && ((value) => (value === null || value === undefined ? value : apply(hide, value)));
}

function objectHider(shape: Readonly<Record<string, Schema>>): Hide | null {
  const parts = Object.entries(shape).flatMap(([key, part]) => {
    const hide = hiderOf(part);
    return hide ? [[key, hide] as const] : [];
  });
  if (parts.length === 0) return null;
  return (value) => {
    const shown: Record<string, unknown> = { ...(value as object) };
    for (const [key, hide] of parts) if (key in shown) shown[key] = hide(shown[key]);
    return shown;
  };
}
