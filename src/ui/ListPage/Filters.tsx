import { CloseOutlined, FilterOutlined } from '@ant-design/icons';
import { writeDays } from '@contract/dates';
import type { Locale } from '@contract/text';
import { memo, type ReactNode, useState } from 'react';
import { type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { useMedia } from '@/app/media';
import { useOptions } from '@/app/request/useData';
import { Button } from '../Button';
import { fromHundredths } from '../EntityForm/amounts';
import { optionText } from '../EntityForm/optionText';
import { IconButton } from '../IconButton';
import { FilterControl } from './FilterControl';
import styles from './filters.css';
import { asList, boundsOf, isBounds, rangeOf } from './filterValues';
import type { FilterValue, FilterValues } from './listState';
import type { Filter } from './types';

/** Filter slots of the first row. In a window of 1440 pixels the fifth slot has the button for the other filters. */
const FIRST_ROW = 4;
/** Returns the number of slots that a filter needs. A filter with two fields needs two slots. */
const placesOf = ({ kind }: Filter): number => (kind === 'days' || isBounds(kind) ? 2 : 1);

/** Returns how many filters fit in the first row. */
function countFirst(filters: readonly Filter[]): number {
  let taken = 0;
  const over = filters.findIndex((filter) => {
    taken += placesOf(filter);
    return taken > FIRST_ROW;
  });
  return over < 0 ? filters.length : over;
}

export interface FiltersProps {
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly onChange: (patch: Readonly<Record<string, FilterValue | undefined>>) => void;
  readonly onClear: () => void;
  /** Hides all filters behind one button, so that the first record is near the top of a narrow window. */
  readonly folded?: boolean;
  /** The sort control, used when rows are shown as cards, because cards have no table heads. */
  readonly sorting?: ReactNode;
}

/** Returns the names of a filter's query parameters. */
function keysOf(filter: Filter): readonly string[] {
  if (filter.kind === 'days') return [`${filter.key}From`, `${filter.key}To`];
  return isBounds(filter.kind) ? [`${filter.key}Min`, `${filter.key}Max`] : [filter.key];
}

/** Renders the first filters of a list in one row. A button shows the others. Hidden filters that are active appear as tags. */
function FiltersView({ filters, values, onChange, onClear, folded = false, sorting = null }: FiltersProps) {
  const t = useT();
  const [expanded, setExpanded] = useState(false);
  const first = folded ? 0 : countFirst(filters);
  const shown = expanded ? filters : filters.slice(0, first);
  const isSet = (filter: Filter) => keysOf(filter).some((key) => values[key] !== undefined);
  const isPrinting = useMedia('print');
  // A printed page hides the controls and shows all active filters as tags.
  const tagged = isPrinting ? filters.filter(isSet) : expanded ? [] : filters.slice(first).filter(isSet);
  const reset = filters.some(isSet) ? (
    <button type="button" className={styles.plain} onClick={onClear}>
      {t('common.reset')}
    </button>
  ) : null;
  return (
    <search className={styles.box}>
      {folded ? (
        <div className={styles.buttons}>
          <Button icon={<FilterOutlined aria-hidden />} aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
            {t(filters.length > 0 ? 'list.filters' : 'list.sortBy')}
          </Button>
          {reset}
        </div>
      ) : null}
      {folded && !expanded ? null : (
        <div className={styles.grid}>
          {shown.map((filter) => (
            <FilterControl key={filter.key} filter={filter} values={values} onChange={onChange} />
          ))}
          {sorting}
          {folded ? null : (
            <div className={styles.buttons}>
              {filters.length > first ? (
                <button
                  type="button"
                  className={styles.plain}
                  aria-expanded={expanded}
                  onClick={() => setExpanded(!expanded)}
                >
                  {t(expanded ? 'list.fewerFilters' : 'list.moreFilters')}
                </button>
              ) : null}
              {reset}
            </div>
          )}
        </div>
      )}
      {tagged.length > 0 ? (
        <ul className={styles.tags} aria-label={t('list.setFilters')}>
          {tagged.map((filter) => (
            <li key={filter.key}>
              <Tag
                filter={filter}
                values={values}
                onRemove={() => onChange(Object.fromEntries(keysOf(filter).map((key) => [key, undefined])))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  );
}

/** Renders the filters of a list. Memoized: the same props cause no new rendering. */
export const Filters = memo(FiltersView);

/** Formats a filter's value as the text of its tag. @param named returns the name of an option id */
function words(
  filter: Filter,
  values: FilterValues,
  t: Translate,
  locale: Locale,
  named: (value: number) => string,
): string {
  const value = values[filter.key];
  switch (filter.kind) {
    case 'one':
    case 'many': {
      const list = Array.isArray(value) ? value : [value];
      return list
        .map((item) => {
          const found = filter.options.find((option) => option.value === item);
          return found ? optionText(found, t) : String(item);
        })
        .join(t('list.separator'));
    }
    case 'flag':
      return t(value === true ? 'list.yes' : 'list.no');
    case 'days': {
      const { from, to } = rangeOf(values, filter.key);
      return writeDays(from ?? '', to ?? '', locale);
    }
    case 'amounts': {
      const { min, max } = boundsOf(values, filter.key);
      return `${min === null ? '' : fromHundredths(min)} – ${max === null ? '' : fromHundredths(max)}`;
    }
    case 'counts': {
      const { min, max } = boundsOf(values, filter.key);
      return `${min ?? ''} – ${max ?? ''}`;
    }
    case 'options':
      return asList<number>(value).map(named).join(t('list.separator'));
    case 'region':
      return t('list.chosen', { n: asList(value).length });
    default:
      return String(value ?? '');
  }
}

function Tag({
  filter,
  values,
  onRemove,
}: {
  readonly filter: Filter;
  readonly values: FilterValues;
  readonly onRemove: () => void;
}) {
  const t = useT();
  const label = t(filter.label);
  const { options } = useOptions(filter.kind === 'options' ? filter.source : 'teams', filter.kind === 'options');
  const locale = useLocale();
  const text = words(
    filter,
    values,
    t,
    locale,
    (id) => options.find((option) => option.value === id)?.label ?? String(id),
  );
  return (
    <span className={styles.tag}>
      {label}
      {t('list.colon')}
      {text}
      <IconButton label={`${t('list.clear')} ${label}`} onClick={onRemove}>
        <CloseOutlined aria-hidden />
      </IconButton>
    </span>
  );
}
