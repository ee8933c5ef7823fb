import { Cascader } from 'antd';
import type { ReactNode } from 'react';
import type { RegionOption } from '@/utils/region-tree';

export interface RegionCascaderProps {
  readonly id: string | undefined;
  readonly label: string | undefined;
  readonly describedBy: string | undefined;
  readonly tree: readonly RegionOption[];
  readonly loading: boolean;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly placeholder: string;
  readonly nothing: ReactNode;
  readonly anyLevel: boolean;
  /** Paths of codes, province first. */
  readonly value: readonly (readonly string[])[];
  readonly multiple: boolean;
  readonly onChange: (paths: string[][]) => void;
}

const holds = (keyword: string, path: readonly { label?: unknown }[]): boolean =>
  path.some((option) => String(option.label).toLowerCase().includes(keyword.trim().toLowerCase()));

/** antd's Cascader over the region tree; loaded when a region is first chosen. */
export function RegionCascader(props: RegionCascaderProps) {
  const { id, label, describedBy, tree, loading, disabled, invalid, placeholder, nothing, anyLevel, multiple } = props;
  const shared = {
    id,
    // antd reads options only; its types ask for a list it might change.
    options: tree as RegionOption[],
    loading,
    disabled,
    placeholder,
    status: invalid ? ('error' as const) : undefined,
    showSearch: { filter: holds, limit: 50 },
    notFoundContent: nothing,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    style: { width: '100%' },
  };
  const value = props.value.map((path) => [...path]);
  if (multiple) {
    return (
      <Cascader<RegionOption, 'value', true>
        {...shared}
        multiple
        value={value}
        onChange={(paths) => props.onChange(paths.map((path) => path.map(String)))}
      />
    );
  }
  return (
    <Cascader<RegionOption>
      {...shared}
      changeOnSelect={anyLevel}
      value={value[0] ?? []}
      onChange={(path) => props.onChange(path && path.length > 0 ? [path.map(String)] : [])}
    />
  );
}
