import { type ReactNode, useMemo } from 'react';
import type { RegionOption } from '@/app/regionTree';
import { Cascader } from '../library/Cascader';

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

interface CascadeOption {
  label: string;
  value: string;
  children?: CascadeOption[];
}

/** Converts the regions to antd's mutable option type. */
function toOptions(tree: readonly RegionOption[]): CascadeOption[] {
  return tree.map(({ label, value, children }) =>
    children ? { label, value, children: toOptions(children) } : { label, value },
  );
}

const holds = (keyword: string, path: readonly { label?: ReactNode }[]): boolean =>
  path.some((option) => String(option.label).toLowerCase().includes(keyword.trim().toLowerCase()));

/** Renders antd's Cascader with the region tree. The code is loaded when a region picker is first rendered. */
export function RegionCascader(props: RegionCascaderProps) {
  const { id, label, describedBy, tree, loading, disabled, invalid, placeholder, nothing, anyLevel, multiple } = props;
  const options = useMemo(() => toOptions(tree), [tree]);
  const shared = {
    id,
    options,
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
  if (multiple)
    return <Cascader {...shared} multiple value={value} onChange={(paths) => props.onChange(toPaths(paths))} />;
  return (
    <Cascader
      {...shared}
      multiple={false}
      changeOnSelect={anyLevel}
      value={value[0] ?? []}
      // antd passes `undefined` when the user clears the cascader.
      onChange={(path) => props.onChange(path && path.length > 0 ? toPaths([path]) : [])}
    />
  );
}

const toPaths = (paths: readonly (readonly unknown[])[]): string[][] => paths.map((path) => path.map(String));
