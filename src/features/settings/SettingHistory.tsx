import { useMemo, useState } from 'react';
import { useSay } from '@/app/i18n/translate';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { MomentInput } from '@/ui/DayInput';
import { EmptyState } from '@/ui/EmptyState';
import { FieldValue } from '@/ui/EntityForm/FieldValue';
import { same } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { Region } from '@/ui/QueryBoundary';
import { Segments } from '@/ui/RadioGroup';
import { Choice } from '@/ui/Select';
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
  /** After a version was restored: the form opens again. */
  readonly onRestored: () => void;
}

/** The versions of a group: what each changed, any two beside each other, and the settings as of a moment. */
export function SettingHistory(props: SettingHistoryProps) {
  const say = useSay();
  const query = useSetting(props.calls, props.group);
  const [mode, setMode] = useState<Mode>('changes');
  return (
    <Drawer open title={say('setting.historyOf', { group: props.title })} size={560} onClose={props.onClose}>
      <Segments
        label={say('setting.historyShow')}
        value={mode}
        onChange={setMode}
        options={MODES.map((value) => ({ value, label: say(`setting.show_${value}`) }))}
      />
      <div className={styles.mode}>
        <Region query={query} minHeight={240}>
          {(setting) => {
            const view = { ...props, setting };
            if (mode === 'compare') return <Compare {...view} />;
            return mode === 'moment' ? <AsOf {...view} /> : <Changes {...view} />;
          }}
        </Region>
      </div>
    </Drawer>
  );
}

interface ViewProps extends SettingHistoryProps {
  /** The group as it is now. */
  readonly setting: Setting;
}

function useFormFields({ setting, overrides }: ViewProps): readonly Field[] {
  const say = useSay();
  return useMemo(
    () =>
      formGroups(setting.form, { say, hasSecret: [], callerIp: '', maySecrets: false }, overrides).flatMap(
        ({ fields }) => fields,
      ),
    [setting.form, overrides, say],
  );
}

/** The button that brings a version back; nothing for the one in force and for who may not. */
function Restore({ calls, setting, version, onRestored }: ViewProps & { readonly version: number }) {
  const say = useSay();
  const { start, element } = useActions(({ id }: { readonly id: number }) => say('setting.version', { n: id }));
  if (!setting.mayEdit || version === setting.version) return null;
  return (
    <>
      <Button
        size="small"
        aria-label={say('setting.restoreNamed', { n: version })}
        onClick={() => start(restoreAction(calls, setting, onRestored), { id: version })}
      >
        {say('setting.restore')}
      </Button>
      {element}
    </>
  );
}

/** Every version, newest first, with what it changed. */
function Changes(props: ViewProps) {
  const { calls, group } = props;
  const say = useSay();
  const [page, setPage] = useState(1);
  const query = useHistory(calls, group, page, PAGE);
  return (
    <Region
      query={query}
      minHeight={240}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={say('setting.historyEmpty')} />}
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
          {total > PAGE ? (
            <div className={styles.pages}>
              <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                {say('setting.newer')}
              </Button>
              <Button disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
                {say('setting.older')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Region>
  );
}

interface EntryProps extends ViewProps {
  readonly entry: HistoryEntry;
  /** The version before, where the page has it. */
  readonly before: HistoryEntry | null;
}

function Entry({ entry, before, ...view }: EntryProps) {
  const say = useSay();
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
        {say('setting.version', { n: entry.version })}
        <span>
          {entry.byName} · <TimeText at={entry.at} />
          {entry.restoredFrom === null ? '' : ` · ${say('setting.restoredFrom', { n: entry.restoredFrom })}`}
        </span>
        <Restore {...view} version={entry.version} />
      </h3>
      {changed.length === 0 ? (
        <p className={styles.state}>{say('setting.nothingChanged')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[say('form.field'), say('setting.before'), say('setting.after')]}
          rows={changed.map((field) => ({
            key: field.name,
            cells: [
              say(field.label),
              field.secret || !was ? '—' : <FieldValue key="before" field={field} value={was[field.name]} />,
              field.secret ? (
                say('setting.secretReplaced')
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

/** Of a secret nobody is told more than whether one was stored. */
function useSecretText() {
  const say = useSay();
  return ({ hasSecret }: SettingVersion, name: string): string => {
    if (hasSecret === null) return say('setting.secretUnknown');
    return say(hasSecret.includes(name) ? 'setting.secretSet' : 'setting.secretNotSet');
  };
}

/** Two versions beside each other; the newest and the one before it at first. */
function Compare(view: ViewProps) {
  const { calls, group, setting } = view;
  const say = useSay();
  const [left, setLeft] = useState(Math.max(0, setting.version - 1));
  const [right, setRight] = useState(setting.version);
  const [first, second] = [useVersion(calls, group, { version: left }), useVersion(calls, group, { version: right })];
  const options = Array.from({ length: setting.version + 1 }, (_, back) => {
    const value = setting.version - back;
    return { value, label: value === 0 ? say('setting.initial') : say('setting.version', { n: value }) };
  });
  const pick = (label: string, value: number, onPick: (value: number) => void) => (
    <Choice label={label} prefix={label} value={value} options={options} onChange={(next) => onPick(next ?? value)} />
  );
  if (setting.version === 0) return <EmptyState text={say('setting.historyEmpty')} />;
  return (
    <>
      <div className={styles.picks}>
        {pick(say('setting.first'), left, setLeft)}
        {pick(say('setting.second'), right, setRight)}
      </div>
      <Region query={first} minHeight={160}>
        {(a) => (
          <Region query={second} minHeight={160}>
            {(b) => <Differences {...view} a={a} b={b} />}
          </Region>
        )}
      </Region>
    </>
  );
}

function Differences({ a, b, ...view }: ViewProps & { readonly a: SettingVersion; readonly b: SettingVersion }) {
  const say = useSay();
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
        <p className={styles.state}>{say('setting.noDifference')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[say('form.field'), ...[a, b].map(({ version }) => say('setting.version', { n: version }))]}
          rows={differing.map((field) => ({ key: field.name, cells: [say(field.label), ...cells(field)] }))}
        />
      )}
      {fields.some(({ secret }) => secret) ? <p className={styles.state}>{say('setting.secretsCompared')}</p> : null}
    </>
  );
}

/** The settings that were in force at a moment. */
function AsOf(view: ViewProps) {
  const say = useSay();
  const secretText = useSecretText();
  const fields = useFormFields(view);
  const [at, setAt] = useState<string | null>(null);
  const query = useVersion(view.calls, view.group, at === null ? null : { at });
  return (
    <>
      <div className={styles.picks}>
        <MomentInput label={say('setting.asOf')} value={at} onChange={setAt} />
      </div>
      {at === null ? (
        <p className={styles.state}>{say('setting.asOfHelp')}</p>
      ) : (
        <Region query={query} minHeight={240}>
          {(then) => {
            const values = toForm(view.setting.form, then.values);
            return (
              <article>
                <h3 className={styles.version}>
                  {then.version === 0 ? say('setting.initial') : say('setting.version', { n: then.version })}
                  {then.at === null ? null : (
                    <span>
                      {then.byName} · <TimeText at={then.at} mode="full" />
                    </span>
                  )}
                  <Restore {...view} version={then.version} />
                </h3>
                <SmallTable
                  isNamed
                  heads={[say('form.field'), say('setting.value')]}
                  rows={fields.map((shown) => ({
                    key: shown.name,
                    cells: [
                      say(shown.label),
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
        </Region>
      )}
    </>
  );
}
