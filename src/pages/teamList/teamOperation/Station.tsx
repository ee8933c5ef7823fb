import { ArrowLeftOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { TEAM } from '@contract/limits';
import { RULE } from '@contract/rule-ids';
import { SWITCHES } from '@contract/switches';
import { teamLifecycle } from '@contract/team.states';
import type { Locale } from '@contract/text';
import { history, Link } from '@umijs/max';
import { useMemo, useRef, useState } from 'react';
import { type Label, type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData, useOptions } from '@/app/request/useData';
import { useActions } from '@/ui/actions/useActions';
import { useAsked } from '@/ui/actions/useAsked';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Figure } from '@/ui/Figure';
import { formatAmount, formatFigure } from '@/ui/Money/format';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Select } from '@/ui/Select';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { SwitchButton } from './SwitchButton';
import { SWITCH_ACTIONS, type SwitchState, type SwitchSubject } from './switches';

type One = Data<'team.Operation/getOne'>;

const nameOf = (subject: SwitchSubject) => subject.name;
const LOGS = [20, 50, 100] as const;

/** Shows one station: its current state, its switches, a notice to its riders, and its changes (DOMAIN §3.3). */
export function Station({ id }: { readonly id: number }) {
  const t = useT();
  const query = useData('team.Operation/getOne', { id });
  const one = query.data;
  return (
    <>
      <PageHeader
        title={one ? { 'zh-CN': one.name, 'en-US': one.name, 'pt-BR': one.name, 'zh-TW': one.name } : 'operation.title'}
        beside={one ? <StatusTag tone={teamLifecycle.states[one.status].tone} text={one.statusText} /> : null}
        asOf={one?.asOf}
        extra={
          <>
            <StationChoice id={id} />
            <Link to="/teamList/teamOperation" className={styles.back}>
              <ArrowLeftOutlined aria-hidden /> {t('operation.allStations')}
            </Link>
          </>
        }
      />
      <QueryBoundary query={query} minHeight={480}>
        {(data) => <Body one={data} />}
      </QueryBoundary>
    </>
  );
}

function StationChoice({ id }: { readonly id: number }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { options, ...state } = useOptions('teams', opened);
  return (
    <span className={styles.station}>
      <Select<number>
        label={t('operation.otherStation')}
        placeholder={t('operation.otherStation')}
        search
        options={options.filter((option) => option.value !== id)}
        {...state}
        value={null}
        onOpen={() => setOpened(true)}
        onChange={(next) => next !== null && history.push(`/teamList/teamOperation?id=${next}`)}
      />
    </span>
  );
}

/**
 * Returns the station as the only subject of the switch actions. Its `state` is the first switch as a placeholder: only the station's id
 * matters here.
 */
function subjectsOf({ id, name, switches: [state] }: One): readonly SwitchSubject[] {
  return state ? [{ id, name, state, proposed: false }] : [];
}

function Body({ one }: { readonly one: One }) {
  const t = useT();
  const { can } = usePlatform();
  const runner = useActions<SwitchSubject>(nameOf);
  useAsked(
    Object.values(SWITCH_ACTIONS),
    // The subject contains only the first switch. The callback therefore finds the switch of the requested action.
    useMemo(() => subjectsOf(one), [one]),
    (action, { id, name }) => {
      const state = one.switches.find(({ key }) => key === action.key);
      if (state) runner.start(action, { id, name, state, proposed: !state.on });
    },
  );
  const change = (state: SwitchState, proposed: boolean) =>
    runner.start(SWITCH_ACTIONS[state.key], { id: one.id, name: one.name, state, proposed });
  const { capacity } = one;
  return (
    <>
      {one.hints.length > 0 ? (
        <ul className={styles.hints}>
          {one.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      ) : null}
      <dl className={styles.capacity}>
        <Capacity label={t('operation.ridersOnline')} value={one.ridersOnline} />
        <Capacity label={t('operation.ordersRunning')} value={one.ordersRunning} />
        <Capacity label={t('operation.ordersToday')} value={capacity.ordersToday} />
        <Capacity label={t('operation.ordersUnassigned')} value={capacity.ordersUnassigned} />
        <Capacity
          label={t('operation.ordersPerRider')}
          value={capacity.ordersPerRider}
          decimal
          help="operation.ordersPerRiderHelp"
        />
        <Capacity
          label={t('operation.averageWait')}
          value={capacity.averageWaitMin}
          decimal
          help="operation.averageWaitHelp"
        />
      </dl>
      <h2 className={styles.heading}>{t('operation.switches')}</h2>
      <ul className={styles.cards}>
        {one.switches.map((state) => (
          <li key={state.key} className={`${styles.card} ${state.on ? styles.cardOn : ''}`}>
            <SwitchCard
              state={state}
              team={one.name}
              editable={can(RULE['team.operation.switch']) && state.blocked === null}
              onPress={() => change(state, !state.on)}
              onEdit={() => change(state, state.on)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.columns}>
        {can(RULE['team.operation.switch']) ? <RiderNotice teamId={one.id} /> : null}
        <Logs teamId={one.id} />
      </div>
      {runner.element}
    </>
  );
}

function Capacity({
  label,
  value,
  decimal = false,
  help,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly decimal?: boolean;
  readonly help?: Label;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Figure value={value} kind={decimal ? 'decimal' : 'count'} {...(help ? { help } : {})} />
      </dd>
    </div>
  );
}

const MODES = { code: 'operation.modeCode', photo: 'operation.modePhoto', both: 'operation.modeBoth' } as const;

/** Formats the current parameters of a switch with their units. */
function paramTexts(params: SwitchState['params'], t: Translate, locale: Locale): readonly string[] {
  const { radiusM, maxCarry, grabDelaySec, teamIds, addMin, surchargeFen, subsidyFen, nightFeeFen, quota, mode } =
    params;
  const part = (label: Label, value: number | undefined, unit?: Label) =>
    value === undefined ? [] : [`${t(label)} ${formatFigure(value, 'count', locale)}${unit ? ` ${t(unit)}` : ''}`];
  const yuan = (label: Label, fen: number | undefined) =>
    fen === undefined ? [] : [`${t(label)} ${formatAmount(fen, locale)}`];
  return [
    ...part('operation.radius', radiusM, 'operation.metre'),
    ...part('operation.maxCarry', maxCarry, 'operation.order'),
    ...part('operation.grabDelay', grabDelaySec, 'operation.second'),
    ...part('operation.neighbours', teamIds?.length),
    ...part('operation.addMin', addMin, 'operation.minute'),
    ...yuan('operation.surcharge', surchargeFen),
    ...yuan('operation.subsidy', subsidyFen),
    ...yuan('operation.nightFee', nightFeeFen),
    ...part('operation.quota', quota, 'operation.person'),
    ...(mode ? [t(MODES[mode])] : []),
  ];
}

function SwitchCard({
  state,
  team,
  editable,
  onPress,
  onEdit,
}: {
  readonly state: SwitchState;
  readonly team: string;
  readonly editable: boolean;
  readonly onPress: () => void;
  readonly onEdit: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const spec = SWITCHES[state.key];
  const params = state.on ? paramTexts(state.params, t, locale) : [];
  return (
    <>
      <div className={styles.cardHead}>
        <strong>{t(spec.text)}</strong>
        <SwitchButton state={state} team={team} onPress={onPress} />
      </div>
      <p className={styles.effect}>{t(spec.effect)}</p>
      {params.length > 0 ? <p className={styles.params}>{params.join(' · ')}</p> : null}
      {state.until ? (
        <p className={styles.params}>
          {t(state.on ? 'operation.until' : 'operation.resumeAt')}: <TimeText at={state.until} mode="full" />
        </p>
      ) : null}
      {state.reason ? (
        <p className={styles.params}>
          {t('operation.reason')}: {state.reason}
        </p>
      ) : null}
      {state.blocked ? <p className={styles.params}>{state.blocked}</p> : null}
      <div className={styles.cardFoot}>
        <span>
          {state.changedAt ? (
            <>
              {state.changedByName} · <TimeText at={state.changedAt} />
            </>
          ) : (
            t('operation.neverChanged')
          )}
        </span>
        {editable && state.on && (spec.params.length > 0 || spec.until === 'whileOn') ? (
          <button
            type="button"
            className={styles.link}
            aria-label={`${t('operation.settings')} ${t(spec.text)}`}
            onClick={onEdit}
          >
            {t('operation.settings')}
          </button>
        ) : null}
      </div>
    </>
  );
}

interface NoticeValues extends Readonly<Record<string, unknown>> {
  readonly content: string;
}
const NOTICE: NoticeValues = { content: '' };
const NOTICE_GROUPS: readonly FieldGroup<NoticeValues>[] = [
  {
    key: 'notice',
    fields: [
      {
        kind: 'textarea',
        name: 'content',
        label: 'operation.noticeContent',
        help: 'operation.noticeHelp',
        required: true,
        max: TEAM.riderNotice,
      },
    ],
  },
];

function RiderNotice({ teamId }: { readonly teamId: number }) {
  const t = useT();
  const form = useRef<FormHandle<NoticeValues>>(null);
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t('operation.notice')}</h2>
      <EntityForm<'team.Operation/sendRiderNotice', NoticeValues>
        formKey={`operation.notice.${teamId}`}
        title={t('operation.notice')}
        initial={NOTICE}
        groups={NOTICE_GROUPS}
        address="team.Operation/sendRiderNotice"
        toInput={({ values }) => ({ teamId, content: values.content.trim() })}
        submit={() => t('operation.noticeSend')}
        success={(data) => t('operation.noticeSent', { n: data.receivers })}
        onDone={() => form.current?.reset(NOTICE)}
        handle={form}
      />
    </section>
  );
}

function Logs({ teamId }: { readonly teamId: number }) {
  const t = useT();
  const [step, setStep] = useState(0);
  const limit = LOGS[step] ?? LOGS[0];
  const input = useMemo(() => ({ teamIds: String(teamId), limit }), [teamId, limit]);
  const query = useData('team.Operation/getLogs', input, { keepPrevious: true });
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t('operation.history')}</h2>
      <QueryBoundary
        query={query}
        isEmpty={(data) => data.list.length === 0}
        empty={<EmptyState text={t('operation.noHistory')} />}
      >
        {(data) => (
          <>
            <ol className={styles.logs}>
              {data.list.map((line) => (
                <li key={line.id}>
                  <strong>{line.keyText}</strong> {line.oldText} → {line.newText}
                  <p>
                    {line.byName} · <TimeText at={line.at} />
                    {line.reason ? ` · ${line.reason}` : ''}
                  </p>
                </li>
              ))}
            </ol>
            {data.total > data.list.length && step < LOGS.length - 1 ? (
              <Button onClick={() => setStep(step + 1)}>{t('operation.showMore')}</Button>
            ) : null}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
