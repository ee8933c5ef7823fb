import { monthsText, writeDay } from '@contract/dates';
import type { Data } from '@contract/index';
import { RECORD } from '@contract/record.fields';
import { Link } from '@umijs/max';
import { type MessageKey, type Translate, useLocale } from '@/app/i18n/i18n';
import { cellOf } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';
import styles from './index.css';

export type RecordRow = Data<'rights.Record/getList'>['list'][number];
type Change = RecordRow['changes'][number];
interface Shown {
  readonly row: RecordRow;
  readonly t: Translate;
}

/** Returns a field's label in the user's language: the label from the server, the label in the site settings form, or else the path. */
export function fieldName({ label, path }: Pick<Change, 'label' | 'path'>, t: Translate): string {
  if (label !== null) return label;
  const name = path.split('.').at(-1) ?? path;
  const key = `site.${name}` as MessageKey;
  const known = t(key);
  return known === key ? path : known;
}

/** Formats a change as `Name: Old → New`. */
export const changeText = (change: Change, t: Translate): string =>
  `${fieldName(change, t)}${t('list.colon')}${change.before ?? '—'} → ${change.after ?? '—'}`;

/** Returns a text that names the archived months and how to make them readable. The text is empty if there are no such months. */
export function archivedText(archived: Data<'rights.Record/getList'>['summary']['archived'], t: Translate): string {
  const [month] = archived;
  return month
    ? t('record.archived', { months: archived.map(monthsText).join(t('list.separator')), month: month.last })
    : '';
}

/** Shows the result of a call as a word, with the message of a refusal. The drawer also shows the code. */
export function Result({ row, t }: Shown) {
  return (
    <span title={row.resultText}>
      {cellOf(RECORD, 'result', { result: row.result }, t)}
      {row.result === 'success' ? null : (
        <small className={`${styles.beside} ${styles.sentence}`}>{row.resultText}</small>
      )}
    </span>
  );
}

/** Shows the object of a record. The object's name is a link if the user may open the object's page. */
export function ObjectText({ row, t }: Shown) {
  const locale = useLocale();
  const name = writeDay(row.objectNo ?? (row.objectId === null ? '' : String(row.objectId)), locale);
  return (
    <span className={styles.object}>
      {row.objectTypeText}{' '}
      {row.objectPath ? (
        <Link to={row.objectPath} aria-label={t('record.open', { object: `${row.objectTypeText} ${name}` })}>
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}

function Marks({ row, t }: Shown) {
  const marks: readonly MessageKey[] = [
    ...(row.money ? (['record.isMoney'] as const) : []),
    ...(row.reveals ? (['record.isReveal'] as const) : []),
    ...(row.outOfHours ? (['record.outOfHours'] as const) : []),
  ];
  if (marks.length === 0) return '—';
  return (
    <span className={styles.marks}>
      {marks.map((mark) => (
        <small key={mark}>{t(mark)}</small>
      ))}
    </span>
  );
}

function Changes({ row, t }: Shown) {
  const { changes, changeCount } = row;
  if (changeCount === 0) return '—';
  return (
    <span className={styles.changes} title={changes.map((change) => changeText(change, t)).join('\n')}>
      {changes.map((change) => fieldName(change, t)).join(t('list.separator'))}
      {changeCount > changes.length ? ` ${t('record.andMore', { n: changeCount })}` : null}
    </span>
  );
}

/** Builds the list as the API contract declares it (DOMAIN §3.11), except some cells. The server names modules and actions. */
export const listWith = ({ modules, actions }: Data<'rights.Record/getChoices'>) =>
  listOf('rights.Record/getList', RECORD, {
    columns: {
      account: ({ account, accountName }) => (
        <span>
          {accountName}
          {account && account !== accountName ? <small className={styles.beside}>{account}</small> : null}
        </span>
      ),
      identityText: { key: 'identity' },
      object: (row, t) => <ObjectText row={row} t={t} />,
      result: (row, t) => <Result row={row} t={t} />,
      marks: (row, t) => <Marks row={row} t={t} />,
      changes: (row, t) => <Changes row={row} t={t} />,
      ip: (row, t) => (
        <span>
          {cellOf(RECORD, 'ip', row, t)}
          {row.ipPlace ? <small className={styles.beside}>{row.ipPlace}</small> : null}
        </span>
      ),
      costMs: { key: 'cost' },
    },
    filters: { module: { options: modules }, action: { options: actions } },
  });
