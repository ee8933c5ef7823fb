import { erase, type FilterValue, type ListSchema, type Param, param } from './listState';
import type { Column, Filter, ListView } from './types';

/** Builds the query-string schema from a list's declaration. */
export function schemaOf(
  filters: readonly Filter[],
  columns: readonly Column<never>[],
  views: readonly Pick<ListView, 'key'>[],
): ListSchema {
  const params: Record<string, Param<FilterValue>> = {};
  for (const filter of filters) {
    switch (filter.kind) {
      case 'text':
        params[filter.key] = erase(param.text());
        break;
      case 'one':
        params[filter.key] = erase(param.one(filter.options.map((option) => option.value)));
        break;
      case 'many':
        params[filter.key] = erase(param.many(filter.options.map((option) => option.value)));
        break;
      case 'options':
        params[filter.key] = erase(param.ids());
        break;
      case 'region':
        params[filter.key] = erase(param.codes());
        break;
      case 'flag':
        params[filter.key] = erase(param.flag());
        break;
      case 'days':
        params[`${filter.key}From`] = erase(param.day());
        params[`${filter.key}To`] = erase(param.day());
        break;
      case 'amounts':
      case 'counts':
        params[`${filter.key}Min`] = erase(param.fen());
        params[`${filter.key}Max`] = erase(param.fen());
        break;
      default:
        filter satisfies never;
    }
  }
  return {
    filters: params,
    sortable: columns.flatMap((column) => (column.sort === true ? [column.key] : column.sort ? [column.sort] : [])),
    views: views.map((view) => view.key),
    columns: columns.map((column) => column.key),
  };
}
