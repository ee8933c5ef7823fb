import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { SWITCH_KEYS, SWITCHES, type SwitchKey } from '@contract/switches';
import { teamLifecycle } from '@contract/team.states';
import { Link } from '@umijs/max';
import { useMemo } from 'react';
import { usePlatform } from '@/app/platform';
import { useActions } from '@/ui/actions/useActions';
import { CutText } from '@/ui/CutText';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf, SummaryCard } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { SwitchButton } from './SwitchButton';
import { BULK_ACTIONS, type MatrixRow, SWITCH_ACTIONS, type SwitchSubject } from './switches';

const STATES = [
  'operating',
  'preparing',
  'paused',
  'frozen',
  'closed',
] as const satisfies readonly MatrixRow['status'][];

const FILTERS: readonly FilterOf<'team.Operation/getMatrix'>[] = [
  { kind: 'text', key: 'keyword', label: 'team.keyword', placeholder: 'team.keywordHint' },
  {
    kind: 'one',
    key: 'key',
    label: 'operation.switch',
    options: SWITCH_KEYS.map((key) => ({ value: key, label: SWITCHES[key].text })),
  },
  { kind: 'flag', key: 'on', label: 'operation.isOn' },
  {
    kind: 'many',
    key: 'status',
    label: 'team.status',
    options: STATES.map((state) => ({ value: state, label: teamLifecycle.states[state].text })),
  },
  { kind: 'options', key: 'teamIds', label: 'operation.station', source: 'teams' },
];

/** Returns cards that count stations by switch position, and stations without a rider. A click on a switch card filters the list. */
function summaryCards(summary: Data<'team.Operation/getMatrix'>['summary']): readonly SummaryCard[] {
  const card = (key: string, label: SummaryCard['label'], value: number, of: SwitchKey, on: boolean) => ({
    key,
    label,
    value,
    filter: { key: of, on },
  });
  return [
    card('busy', 'operation.busy', summary.busy, 'busyMode', true),
    card('badWeather', 'operation.badWeather', summary.badWeather, 'badWeather', true),
    card('closedByHand', 'operation.closedByHand', summary.closedByHand, 'acceptOrders', false),
    {
      key: 'withoutRider',
      label: 'operation.withoutRider',
      value: summary.withoutRider,
      help: 'operation.withoutRiderHelp',
    },
  ];
}

const nameOf = (row: { readonly name: string }) => row.name;
const NO_ACTIONS: readonly never[] = [];

/** Lists stations with their switches. A cell sets its switch; the bulk bar sets one switch for several stations. */
export function Matrix() {
  const { can } = usePlatform();
  const runner = useActions<SwitchSubject>(nameOf);
  const { start } = runner;
  const columns = useMemo<readonly Column<MatrixRow>[]>(
    () => [
      {
        key: 'name',
        title: 'operation.station',
        sort: true,
        opens: true,
        width: 160,
        render: (row) => (
          <Link to={`/teamList/teamOperation?id=${row.id}`}>
            <CutText text={row.name} />
          </Link>
        ),
      },
      {
        key: 'status',
        title: 'team.status',
        render: (row) => <StatusTag tone={teamLifecycle.states[row.status].tone} text={row.statusText} />,
      },
      { key: 'riders', title: 'operation.ridersOnline', align: 'end', render: (row) => row.ridersOnline },
      { key: 'orders', title: 'operation.ordersRunning', align: 'end', render: (row) => row.ordersRunning },
      ...SWITCH_KEYS.map(
        (key): Column<MatrixRow> => ({
          key,
          title: SWITCHES[key].text,
          render: (row) => {
            const state = row.switches.find((item) => item.key === key);
            return state ? (
              <SwitchButton
                state={state}
                team={row.name}
                onPress={() => start(SWITCH_ACTIONS[key], { id: row.id, name: row.name, state, proposed: !state.on })}
              />
            ) : (
              '—'
            );
          },
        }),
      ),
    ],
    [start],
  );
  return (
    <>
      <ListPage<'team.Operation/getMatrix'>
        address="team.Operation/getMatrix"
        name="operation"
        title="operation.title"
        filters={FILTERS}
        columns={columns}
        cards={4}
        summary={summaryCards}
        actions={can(RULE['team.operation.bulkSwitch']) ? BULK_ACTIONS : NO_ACTIONS}
        rowName={nameOf}
        empty={{ text: 'operation.empty' }}
      />
      {runner.element}
    </>
  );
}
