import { REGION_DEPTH } from '@contract/limits';
import { lazy, Suspense, useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { LoadFailed } from '../LoadFailed';
import { pathTo, useRegions } from './regions';

const RegionCascader = lazy(() =>
  import('./RegionCascader').then((module) => ({
    default: module.RegionCascader,
  })),
);

interface Common {
  readonly id?: string;
  /** Accessible name when no visible label references the picker. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  /** Number of levels: 1 is provinces, 2 adds cities, 3 adds districts. */
  readonly depth?: 1 | 2 | 3;
  /** Allows the user to choose a whole province or city. With `multiple` this is always allowed. */
  readonly anyLevel?: boolean;
}
interface OneProps extends Common {
  readonly multiple?: false;
  /** Code of the chosen region, of any level. */
  readonly value: string | null | undefined;
  /**
   * Called with the chosen code and its path, province first. After the user clears the picker, the arguments are `null` and an
   * empty path.
   */
  readonly onChange: (code: string | null, path: readonly string[]) => void;
}
interface ManyProps extends Common {
  readonly multiple: true;
  readonly value: readonly string[] | null | undefined;
  readonly onChange: (codes: string[]) => void;
}
export type RegionPickerProps = OneProps | ManyProps;

/**
 * Renders a picker for province, city, district (SPEC §3). The lists of regions are loaded once per session. Typing searches all
 * levels. The names of a chosen code appear as soon as the lists are loaded; until then the picker shows the code.
 */
export function RegionPicker(props: RegionPickerProps) {
  const t = useT();
  const { tree, loading, onRetry } = useRegions(props.depth ?? REGION_DEPTH);
  const { value } = props;
  const paths = useMemo(() => {
    const codes = typeof value === 'string' ? [value] : (value ?? []);
    if (tree.length === 0) return codes.filter(Boolean).map((code) => [code]);
    return codes.map((code) => pathTo(tree, code)).filter((path) => path.length > 0);
  }, [tree, value]);
  const placeholder = props.placeholder ?? t('area.regionChoose');
  return (
    <Suspense fallback={<input className="ant-input" disabled placeholder={placeholder} aria-label={placeholder} />}>
      <RegionCascader
        id={props.id}
        label={props.label}
        describedBy={props.describedBy}
        tree={tree}
        loading={loading}
        disabled={props.disabled ?? false}
        invalid={props.invalid ?? false}
        placeholder={placeholder}
        nothing={t(loading ? 'list.loading' : onRetry ? 'list.loadFailed' : 'area.regionNone')}
        anyLevel={props.anyLevel ?? false}
        multiple={props.multiple ?? false}
        value={paths}
        onChange={(next) => {
          if (props.multiple) props.onChange(next.flatMap((path) => path.at(-1) ?? []));
          else props.onChange(next[0]?.at(-1) ?? null, next[0] ?? []);
        }}
      />
      {onRetry ? (
        <div role="alert">
          <LoadFailed onRetry={onRetry} loading={loading} />
        </div>
      ) : null}
    </Suspense>
  );
}
