import type { Data } from '@contract/index';
import type { MessageKey, Translate } from '@/app/i18n/i18n';

type Change = Data<'rights.Record/getList'>['list'][number]['changes'][number];

/** A field in the reader's language: as the server names it, as the page of the site settings does, or by its own name. */
export function fieldName({ label, path }: Pick<Change, 'label' | 'path'>, t: Translate): string {
  if (label !== null) return label;
  const name = path.split('.').at(-1) ?? path;
  const key = `site.${name}` as MessageKey;
  const known = t(key);
  return known === key ? path : known;
}
