import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { Link } from '@umijs/max';
import { useId, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { type Label, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { toast } from '@/ui/feedback';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { ScrollBox } from '@/ui/ScrollBox';
import styles from './index.css';
import { OfficialAccount } from './OfficialAccount';

type Choices = Data<'dashboard.Account/getNotify'>;
type Row = Choices['list'][number];
type Cell = Row['cells'][number];

const GET = 'dashboard.Account/getNotify';
const RULES_PAGE = '/dashboard/noticeManage?tab=rules';

/** What is said of a channel that does not simply work. */
const STATES: Readonly<Record<Choices['channels'][number]['state'], Label | null>> = {
  ready: null,
  simulated: 'account.notifySimulated',
  empty: 'account.notifyEmpty',
  unbound: 'account.notifyUnbound',
  missing: 'account.notConfigured',
};

/** New-message notification (新消息通知): what the person wants to be told of, event by channel. Saved at once. */
export function Notify() {
  const t = useT();
  const { can } = usePlatform();
  const query = useData(GET, {}, { staleTime: 0 });
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>{t('account.notifyIntro')}</p>
      <OfficialAccount />
      <QueryBoundary query={query} minHeight={240}>
        {(choices) => <Matrix choices={choices} reload={() => query.refetch()} />}
      </QueryBoundary>
      {can(RULE['dashboard.notice.edit']) ? (
        <p className={styles.below}>
          <Link to={RULES_PAGE}>{t('account.notifyRules')}</Link>
        </p>
      ) : null}
    </div>
  );
}

function Matrix({ choices, reload }: { readonly choices: Choices; readonly reload: () => Promise<unknown> }) {
  const t = useT();
  const idPrefix = useId();
  /** What was pressed and is not answered yet, by `event channel`. */
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({});
  const press = async (row: Row, { channel }: Cell, on: boolean) => {
    const key = `${row.event} ${channel}`;
    if (key in pressed) return;
    setPressed((now) => ({ ...now, [key]: on }));
    const end = await mutate('dashboard.Account/saveNotify', () => ({ event: row.event, channel, on }));
    if (end.kind === 'done') {
      toast.success(t(on ? 'account.notifyOn' : 'account.notifyOff', { event: row.eventText }));
    } else if (end.kind === 'refused') {
      toast.error(end.msg || t('common.networkError'));
    }
    await reload();
    setPressed(({ [key]: _answered, ...rest }) => rest);
  };
  return (
    <ScrollBox label={t('account.tabNotify')}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('account.notifyEvent')}</th>
            {choices.channels.map(({ channel, text, state }) => {
              const note = STATES[state];
              return (
                <th key={channel} scope="col">
                  {text}
                  {note ? <small>{t(note)}</small> : null}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {choices.list.map((row) => {
            const helpId = `${idPrefix}${row.event}`;
            return (
              <tr key={row.event}>
                <th scope="row">
                  {row.eventText}
                  <small id={helpId}>{row.help}</small>
                </th>
                {row.receives ? (
                  choices.channels.map(({ channel, text, state }) => {
                    const cell = row.cells.find((one) => one.channel === channel);
                    if (!cell?.used) {
                      return (
                        <td key={channel} className={styles.unused}>
                          {cell
                            ? t('account.notifyUnused')
                            : STATES[state] === null || state === 'simulated'
                              ? t('account.notifySame')
                              : '—'}
                        </td>
                      );
                    }
                    return (
                      <td key={channel}>
                        <label className={styles.cell}>
                          <input
                            type="checkbox"
                            aria-label={`${row.eventText} · ${text}`}
                            aria-describedby={helpId}
                            checked={pressed[`${row.event} ${channel}`] ?? cell.on}
                            disabled={cell.fixed}
                            onChange={(event) => press(row, cell, event.target.checked)}
                          />
                          {cell.fixed ? <small>{t('account.notifyFixed')}</small> : null}
                        </label>
                      </td>
                    );
                  })
                ) : (
                  <td colSpan={choices.channels.length} className={styles.unused}>
                    {t('account.notifyNotYou')}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}
