import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { IconButton } from '../IconButton';
import { type ColumnChoice, moved, orderedColumns, readChoice } from '../ListPage/columns';
import type { Column } from '../ListPage/types';
import { Popover } from '../Popover';
import styles from './index.css';

/**
 * Renders the settings of a list's columns: order, visibility and density. One button resets only the widths, another resets all
 * settings. Every change applies immediately.
 */
export function ColumnSettings({
  columns,
  choice,
  onChange,
}: {
  readonly columns: readonly Column<never>[];
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
}) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        icon={<SettingOutlined aria-hidden />}
        aria-label={t('list.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor ? (
        <Popover anchor={anchor} align="end" onClose={() => setAnchor(null)}>
          <Panel columns={columns} choice={choice} onChange={onChange} title={t('list.columns')} />
        </Popover>
      ) : null}
    </>
  );
}

function Panel({
  columns,
  choice,
  onChange,
  title,
}: {
  readonly columns: readonly Column<never>[];
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
  readonly title: string;
}) {
  const t = useT();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus(), []);
  const ordered = orderedColumns(columns, choice);
  return (
    <div ref={panel} role="dialog" aria-label={title} className={styles.panel}>
      <ul className={styles.list}>
        {ordered.map((column, index) => (
          <ColumnRow
            key={column.key}
            column={column}
            isFirst={index === 0 || ordered[index - 1]?.opens === true}
            isLast={index === ordered.length - 1}
            isShown={column.opens === true || !choice.hidden.includes(column.key)}
            onShow={(on) => onChange({ ...choice, hidden: withHidden(choice.hidden, column.key, !on) })}
            onMove={(by) => onChange({ ...choice, order: moved(columns, choice, column.key, by) })}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        <label className={styles.name}>
          <input
            type="checkbox"
            checked={choice.dense}
            onChange={(event) => onChange({ ...choice, dense: event.target.checked })}
          />
          {t('list.dense')}
        </label>
        {Object.keys(choice.widths).length > 0 ? (
          <Button size="small" onClick={() => onChange({ ...choice, widths: {} })}>
            {t('list.widths')}
          </Button>
        ) : null}
        <Button size="small" onClick={() => onChange(readChoice(columns, undefined))}>
          {t('list.defaults')}
        </Button>
      </div>
    </div>
  );
}

const withHidden = (hidden: readonly string[], key: string, isHidden: boolean): readonly string[] =>
  isHidden ? [...hidden, key] : hidden.filter((one) => one !== key);

interface ColumnRowProps {
  /** The column of this row. The column that opens the record is always the first column and cannot be hidden. */
  readonly column: Column<never>;
  /** `true` for the column that opens the record and for the first movable column: neither can move up. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isShown: boolean;
  readonly onShow: (on: boolean) => void;
  readonly onMove: (by: -1 | 1) => void;
}

/**
 * Renders one column with a checkbox for its visibility and buttons that move it. The column that opens the record cannot be hidden or
 * moved.
 */
function ColumnRow({ column, isFirst, isLast, isShown, onShow, onMove }: ColumnRowProps) {
  const t = useT();
  const label = t(column.title);
  return (
    <li className={styles.row}>
      <label className={styles.name}>
        <input
          type="checkbox"
          checked={isShown}
          disabled={column.opens === true}
          onChange={(event) => onShow(event.target.checked)}
        />
        {label}
      </label>
      {column.opens ? null : (
        <span>
          <IconButton label={t('list.moveUp', { name: label })} disabled={isFirst} onClick={() => onMove(-1)}>
            <ArrowUpOutlined aria-hidden />
          </IconButton>
          <IconButton label={t('list.moveDown', { name: label })} disabled={isLast} onClick={() => onMove(1)}>
            <ArrowDownOutlined aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  );
}
