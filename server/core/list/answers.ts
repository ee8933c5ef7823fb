import { type Field, type Resource, valueLabel } from '../../../contract/resource';
import type { ResourceRow } from '../../../contract/resource.schema';
import type { ActorContext } from '../http/context';
import { labelText } from '../texts';

type TextKey<R extends Resource> = {
  [K in keyof R['fields'] & string]: R['fields'][K] extends { readonly values: unknown; readonly bare?: never }
    ? `${K}Text`
    : never;
}[keyof R['fields'] & string];
type Row<R extends Resource> = ResourceRow<R>;
/** Properties that the record lacks, and values that replace properties of the record. */
type Own<R extends Resource, Record> = Partial<Row<R>> & Pick<Row<R>, Exclude<keyof Row<R>, keyof Record | TextKey<R>>>;
/** A stored record. Its fields of the kind `moment` may be `Date` objects. */
type Stored<R extends Resource> = { readonly [K in keyof Row<R>]?: Row<R>[K] | Date | null };

/** Returns the text of a choice's value. An undeclared value is returned as stored, and the text of `null` or `undefined` is empty. */
export function valueText(
  { t }: Pick<ActorContext, 't'>,
  resource: Resource,
  field: string,
  value: string | null | undefined,
): string {
  if (value === null || value === undefined) return '';
  const label = valueLabel(resource, field, value);
  return label === null ? value : t(labelText(label));
}

/**
 * Builds the answer of a record. Fields are copied, moments become ISO 8601, and each field with declared values gets a text in the
 * caller's language unless the field is declared `bare`.
 *
 * @param own properties that the record lacks, and values that replace properties of the record
 */
export function answerRow<R extends Resource, Record extends Stored<R>>(
  ctx: Pick<ActorContext, 't'>,
  resource: R,
  record: Record,
  own: Own<R, Record>,
): Row<R> {
  const answer: { [key: string]: unknown } = {};
  const stored = record as Readonly<{ [key: string]: unknown }>;
  for (const [key, field] of Object.entries<Field>(resource.fields)) {
    const value = stored[key];
    if (value !== undefined) answer[key] = value instanceof Date ? value.toISOString() : value;
    if (field.values && !field.bare) answer[`${key}Text`] = valueText(ctx, resource, key, value as string | null);
  }
  return Object.assign(answer, own) as Row<R>;
}
