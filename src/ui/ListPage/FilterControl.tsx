import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
import { optionText } from '../EntityForm/optionText';
import { IconButton } from '../IconButton';
import { RangePicker } from '../RangePicker';
import { Select } from '../Select';
import { Bounds } from './Bounds';
import styles from './filters.css';
import { asList, boundsOf, rangeOf } from './filterValues';
import type { FilterValue, FilterValues } from './listState';
import type { Filter } from './types';

const RegionPicker = lazy(() => import('../RegionPicker').then((module) => ({ default: module.RegionPicker })));

/** Renders the control of one filter. */
export function FilterControl({
  filter,
  values,
  onChange,
}: {
  readonly filter: Filter;
  readonly values: FilterValues;
  readonly onChange: (patch: Readonly<Record<string, FilterValue | undefined>>) => void;
}) {
  const t = useT();
  const label = t(filter.label);
  const value = values[filter.key];
  const set = (next: FilterValue | undefined) => onChange({ [filter.key]: next });
  switch (filter.kind) {
    case 'text':
      return (
        <TextFilter
          label={label}
          placeholder={filter.placeholder ? t(filter.placeholder) : label}
          value={String(value ?? '')}
          onCommit={(text) => set(text || undefined)}
        />
      );
    case 'one':
    case 'many':
      return <ChoiceFilter filter={filter} value={value} onChange={set} />;
    case 'flag':
      return <FlagFilter label={label} value={value} onChange={set} />;
    case 'options':
      return <OptionsFilter filter={filter} value={asList<number>(value)} onChange={set} />;
    case 'region':
      return (
        <Suspense fallback={<div className={styles.bone} />}>
          <RegionPicker
            multiple
            anyLevel
            label={label}
            placeholder={label}
            value={asList<string>(value)}
            onChange={(codes) => set(codes.length > 0 ? codes : undefined)}
          />
        </Suspense>
      );
    case 'days':
      return (
        <div className={styles.range}>
          <RangePicker
            isOpen
            isFilter
            label={label}
            value={rangeOf(values, filter.key)}
            onChange={({ from, to }) =>
              onChange({ [`${filter.key}From`]: from ?? undefined, [`${filter.key}To`]: to ?? undefined })
            }
          />
        </div>
      );
    case 'amounts':
    case 'counts':
      return (
        <Bounds
          label={label}
          of={filter.kind}
          {...boundsOf(values, filter.key)}
          onChange={({ min, max }) =>
            onChange({ [`${filter.key}Min`]: min ?? undefined, [`${filter.key}Max`]: max ?? undefined })
          }
        />
      );
    default:
      return filter satisfies never;
  }
}

/** Renders a filter with named options, single or multiple. */
function ChoiceFilter({
  filter,
  value,
  onChange,
}: {
  readonly filter: Extract<Filter, { kind: 'one' | 'many' }>;
  readonly value: FilterValue | undefined;
  readonly onChange: (next: FilterValue | undefined) => void;
}) {
  const t = useT();
  const label = t(filter.label);
  const options = filter.options.map((option) => ({ value: option.value, label: optionText(option, t) }));
  return filter.kind === 'many' ? (
    <Select<string>
      multiple
      label={label}
      placeholder={label}
      prefix={label}
      options={options}
      clearable
      value={asList<string>(value)}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  ) : (
    <Select<string>
      label={label}
      placeholder={label}
      prefix={label}
      options={options}
      clearable
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

function FlagFilter({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: FilterValue | undefined;
  readonly onChange: (next: FilterValue | undefined) => void;
}) {
  const t = useT();
  return (
    <Select
      label={label}
      placeholder={label}
      prefix={label}
      clearable
      options={[
        { value: 'true', label: t('list.yes') },
        { value: 'false', label: t('list.no') },
      ]}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : next === 'true')}
    />
  );
}

/** Renders a text filter. It is applied on Enter or when the field loses the focus. Typing renders only this field. */
function TextFilter({
  label,
  placeholder,
  value,
  onCommit,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onCommit: (text: string) => void;
}) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = (text: string) => {
    if (text.trim() !== value) onCommit(text.trim());
  };
  return (
    <div className={styles.text}>
      <SearchOutlined aria-hidden className={styles.icon} />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        title={typed === '' ? placeholder : undefined}
        maxLength={64}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => commit(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(typed);
        }}
      />
      {typed === '' ? null : (
        <IconButton
          label={`${t('list.clear')} ${label}`}
          onClick={() => {
            setTyped('');
            commit('');
          }}
        >
          <CloseOutlined aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function OptionsFilter({
  filter,
  value,
  onChange,
}: {
  readonly filter: Extract<Filter, { kind: 'options' }>;
  readonly value: readonly number[];
  readonly onChange: (next: FilterValue | undefined) => void;
}) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { options, ...state } = useOptions(filter.source, opened || value.length > 0);
  const label = t(filter.label);
  return (
    <Select<number>
      multiple
      search
      clearable
      label={label}
      placeholder={label}
      prefix={label}
      // Records can still have an option that is disabled for new records, so the filter must offer it.
      options={options.map((option) => ({ ...option, disabled: false }))}
      {...state}
      value={value}
      onOpen={() => setOpened(true)}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}
