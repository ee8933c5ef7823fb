import { useMemo, useState } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { MomentInput } from '@/ui/DayInput';
import { EmptyState } from '@/ui/EmptyState';
import { FieldValue } from '@/ui/EntityForm/FieldValue';
import { same } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { Pages } from '@/ui/Pages';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RadioGroup } from '@/ui/RadioGroup';
import { Select } from '@/ui/Select';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import {
  type HistoryEntry,
  type Setting,
  type SettingCalls,
  type SettingVersion,
  useHistory,
  useSetting,
  useVersion,
} from './calls';
import { type FieldOverrides, formGroups, toForm } from './fields';
import styles from './index.css';
import { restoreAction } from './restore';

const PAGE = 20;
const MODES = ['changes', 'compare', 'moment'] as const;
type Mode = (typeof MODES)[number];

export interface SettingHistoryProps {
  readonly calls: SettingCalls;
  readonly group: string;
  readonly title: string;
  readonly overrides?: FieldOverrides | undefined;
  readonly onClose: () => void;
  /** Called after a restore. The caller then opens the form again. */
  readonly onRestored: () => void;
}

/** Shows the history of a settings group: the changes of each version, a comparison of two versions, or the settings at a moment. */
export function SettingHistory(props: SettingHistoryProps) {
  const t = useT();
  const query = useSetting(props.calls, props.group);
  const [mode, setMode] = useState<Mode>('changes');
  return (
    <Drawer open title={t('setting.historyOf', { group: props.title })} size={560} onClose={props.onClose}>
      <RadioGroup
        label={t('setting.historyShow')}
        value={mode}
        onChange={setMode}
        options={MODES.map((value) => ({ value, label: t(`setting.show_${value}`) }))}
      />
      <div className={styles.mode}>
        <QueryBoundary query={query} minHeight={240}>
          {(setting) => {
            const view = { ...props, setting };
            if (mode === 'compare') return <Compare {...view} />;
            return mode === 'moment' ? <AsOf {...view} /> : <Changes {...view} />;
          }}
        </QueryBoundary>
      </div>
    </Drawer>
  );
}

interface ViewProps extends SettingHistoryProps {
  /** The current settings of the group. */
  readonly setting: Setting;
}

function useFormFields({ setting, overrides }: ViewProps): readonly Field[] {
  const t = useT();
  return useMemo(
    () =>
      formGroups(setting.form, { t, hasSecret: [], callerIp: '', maySecrets: false }, overrides).flatMap(
        ({ fields }) => fields,
      ),
    [setting.form, overrides, t],
  );
}

/** Shows the button that restores a version. It is hidden for the current version and for users without permission. */
function Restore({ calls, setting, version, onRestored }: ViewProps & { readonly version: number }) {
  const t = useT();
  const { start, element } = useActions(({ id }: { readonly id: number }) => t('setting.version', { n: id }));
  if (!setting.mayEdit || version === setting.version) return null;
  return (
    <>
      <Button
        size="small"
        aria-label={t('setting.restoreNamed', { n: version })}
        onClick={() => start(restoreAction(calls, setting, onRestored), { id: version })}
      >
        {t('setting.restore')}
      </Button>
      {element}
    </>
  );
}

/** Lists the versions with their changes, newest first. */
function Changes(props: ViewProps) {
  const { calls, group } = props;
  const t = useT();
  const [page, setPage] = useState(1);
  const query = useHistory(calls, group, page, PAGE);
  return (
    <QueryBoundary
      query={query}
      minHeight={240}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={t('setting.historyEmpty')} />}
    >
      {({ list, total }) => (
        <>
          <ol className={styles.versions}>
            {list.map((entry, at) => (
              <li key={entry.id}>
                <Entry {...props} entry={entry} before={list[at + 1] ?? null} />
              </li>
            ))}
          </ol>
          <Pages page={page} more={page * PAGE < total} onPage={setPage} />
        </>
      )}
    </QueryBoundary>
  );
}

interface EntryProps extends ViewProps {
  readonly entry: HistoryEntry;
  /** The previous version, or `null` if this page of the list does not contain it. */
  readonly before: HistoryEntry | null;
}

function Entry({ entry, before, ...view }: EntryProps) {
  const t = useT();
  const { form } = view.setting;
  const within = new Map(form.sections.flatMap(({ fields }) => fields.map((field) => [field.name, field.within])));
  const now = toForm(form, entry.values);
  const was = before ? toForm(form, before.values) : null;
  const isNamed = (name: string) => entry.changed.includes(name) || entry.changed.includes(within.get(name) ?? name);
  const changed = useFormFields(view).filter(
    (field) => isNamed(field.name) && (field.secret || was === null || !same(now[field.name], was[field.name])),
  );
  return (
    <article>
      <h3 className={styles.version}>
        {t('setting.version', { n: entry.version })}
        <span>
          {entry.byName} · <TimeText at={entry.at} />
          {entry.restoredFrom === null ? '' : ` · ${t('setting.restoredFrom', { n: entry.restoredFrom })}`}
        </span>
        <Restore {...view} version={entry.version} />
      </h3>
      {changed.length === 0 ? (
        <p className={styles.state}>{t('setting.nothingChanged')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[t('form.field'), t('setting.before'), t('setting.after')]}
          rows={changed.map((field) => ({
            key: field.name,
            cells: [
              t(field.label),
              field.secret || !was ? '—' : <FieldValue key="before" field={field} value={was[field.name]} />,
              field.secret ? (
                t('setting.secretReplaced')
              ) : (
                <FieldValue key="after" field={field} value={now[field.name]} />
              ),
            ],
          }))}
        />
      )}
    </article>
  );
}

/** Returns a function that describes whether a secret was stored in a version. */
function useSecretText() {
  const t = useT();
  return ({ hasSecret }: SettingVersion, name: string): string => {
    if (hasSecret === null) return t('setting.secretUnknown');
    return t(hasSecret.includes(name) ? 'setting.secretSet' : 'setting.secretNotSet');
  };
}

const versionText = (version: number, t: Translate): string =>
  version === 0 ? t('setting.initial') : t('setting.version', { n: version });

/** Compares two versions side by side. At first, these are the two newest versions. */
function Compare(view: ViewProps) {
  const { calls, group, setting } = view;
  const t = useT();
  const [left, setLeft] = useState(Math.max(0, setting.version - 1));
  const [right, setRight] = useState(setting.version);
  const [first, second] = [useVersion(calls, group, { version: left }), useVersion(calls, group, { version: right })];
  const options = Array.from({ length: setting.version + 1 }, (_, back) => {
    const value = setting.version - back;
    return { value, label: versionText(value, t) };
  });
  const pick = (label: string, value: number, onPick: (value: number) => void) => (
    <Select label={label} prefix={label} value={value} options={options} onChange={(next) => onPick(next ?? value)} />
  );
  if (setting.version === 0) return <EmptyState text={t('setting.historyEmpty')} />;
  return (
    <>
      <div className={styles.picks}>
        {pick(t('setting.first'), left, setLeft)}
        {pick(t('setting.second'), right, setRight)}
      </div>
      <QueryBoundary query={first} minHeight={160}>
        {(a) => (
          <QueryBoundary query={second} minHeight={160}>
            {(b) => <Differences {...view} a={a} b={b} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </>
  );
}

function Differences({ a, b, ...view }: ViewProps & { readonly a: SettingVersion; readonly b: SettingVersion }) {
  const t = useT();
  const secretText = useSecretText();
  const { form } = view.setting;
  const [left, right] = [toForm(form, a.values), toForm(form, b.values)];
  const fields = useFormFields(view);
  const cells = (field: Field) =>
    field.secret
      ? [secretText(a, field.name), secretText(b, field.name)]
      : [
          <FieldValue key="left" field={field} value={left[field.name]} />,
          <FieldValue key="right" field={field} value={right[field.name]} />,
        ];
  const differing = fields.filter((field) =>
    field.secret ? secretText(a, field.name) !== secretText(b, field.name) : !same(left[field.name], right[field.name]),
  );
  return (
    <>
      {differing.length === 0 ? (
        <p className={styles.state}>{t('setting.noDifference')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[t('form.field'), ...[a, b].map(({ version }) => versionText(version, t))]}
          rows={differing.map((field) => ({ key: field.name, cells: [t(field.label), ...cells(field)] }))}
        />
      )}
      {fields.some(({ secret }) => secret) ? <p className={styles.state}>{t('setting.secretsCompared')}</p> : null}
    </>
  );
}

/** Shows the settings that were in effect at a moment. */
function AsOf(view: ViewProps) {
  const t = useT();
  const secretText = useSecretText();
  const fields = useFormFields(view);
  const [at, setAt] = useState<string | null>(null);
  const query = useVersion(view.calls, view.group, at === null ? null : { at });
  return (
    <>
      <div className={styles.picks}>
        <MomentInput label={t('setting.asOf')} value={at} onChange={setAt} />
      </div>
      {at === null ? (
        <p className={styles.state}>{t('setting.asOfHelp')}</p>
      ) : (
        <QueryBoundary query={query} minHeight={240}>
          {(then) => {
            const values = toForm(view.setting.form, then.values);
            return (
              <article>
                <h3 className={styles.version}>
                  {versionText(then.version, t)}
                  {then.at === null ? null : (
                    <span>
                      {then.byName} · <TimeText at={then.at} mode="full" />
                    </span>
                  )}
                  <Restore {...view} version={then.version} />
                </h3>
                <SmallTable
                  isNamed
                  heads={[t('form.field'), t('setting.value')]}
                  rows={fields.map((shown) => ({
                    key: shown.name,
                    cells: [
                      t(shown.label),
                      shown.secret ? (
                        secretText(then, shown.name)
                      ) : (
                        <FieldValue key="value" field={shown} value={values[shown.name]} />
                      ),
                    ],
                  }))}
                />
              </article>
            );
          }}
        </QueryBoundary>
      )}
    </>
  );
}
