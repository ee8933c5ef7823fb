import type { Data } from '@contract/index';
import { useId, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { type Label, useT } from '@/app/i18n/i18n';
import { toast } from '@/ui/feedback';
import { ScrollBox } from '@/ui/ScrollBox';
import styles from './index.css';

type Choices = Data<'dashboard.Account/getNotify'>;
type Row = Choices['list'][number];
type Cell = Row['cells'][number];
type Channel = Choices['channels'][number];

/** Labels that explain the state of a channel, for example that no provider is configured. A ready channel has no label (`null`). */
const STATES: Readonly<Record<Choices['channels'][number]['state'], Label | null>> = {
  ready: null,
  simulated: 'account.notifySimulated',
  empty: 'account.notifyEmpty',
  unbound: 'account.notifyUnbound',
  missing: 'account.notConfigured',
};

interface MatrixProps {
  readonly choices: Choices;
  readonly reload: () => Promise<unknown>;
}

/** Edits the notification settings by event and channel. Each click is saved immediately. */
export function NotifyMatrix({ choices, reload }: MatrixProps) {
  const t = useT();
  const idPrefix = useId();
  const { pressed, press } = usePresses(reload);
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
                  choices.channels.map((channel) => (
                    <Choice
                      key={channel.channel}
                      row={row}
                      channel={channel}
                      helpId={helpId}
                      pressed={pressed[`${row.event} ${channel.channel}`]}
                      onPress={press}
                    />
                  ))
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

/** Manages the clicks: saves each click, and then loads the stored settings again. */
function usePresses(reload: () => Promise<unknown>) {
  const t = useT();
  /** Clicked values that are still being saved. The key is the event and the channel, separated by a space. */
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
  return { pressed, press };
}

interface ChoiceProps {
  readonly row: Row;
  readonly channel: Channel;
  readonly helpId: string;
  /** The clicked value while it is being saved. */
  readonly pressed: boolean | undefined;
  readonly onPress: (row: Row, cell: Cell, on: boolean) => void;
}

/** Shows a checkbox for one event and channel, or a text if the channel is not used for the event. A fixed checkbox is disabled. */
function Choice({ row, channel: { channel, text, state }, helpId, pressed, onPress }: ChoiceProps) {
  const t = useT();
  const cell = row.cells.find((one) => one.channel === channel);
  if (!cell?.used) {
    return (
      <td className={styles.unused}>
        {cell
          ? t('account.notifyUnused')
          : STATES[state] === null || state === 'simulated'
            ? t('account.notifySame')
            : '—'}
      </td>
    );
  }
  return (
    <td>
      <label className={styles.cell}>
        <input
          type="checkbox"
          aria-label={`${row.eventText} · ${text}`}
          aria-describedby={helpId}
          checked={pressed ?? cell.on}
          disabled={cell.fixed}
          onChange={(event) => onPress(row, cell, event.target.checked)}
        />
        {cell.fixed ? <small>{t('account.notifyFixed')}</small> : null}
      </label>
    </td>
  );
}
