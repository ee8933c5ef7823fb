import { MoreOutlined } from '@ant-design/icons';
import { memo, useState } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { Menu } from '../Menu';
import styles from './index.css';
import { RowCommands } from './RowCommands';
import { type Action, type ActionRow, actionsOf } from './types';
import type { ActionRunner } from './useActions';

interface RowActionsProps<R extends ActionRow> {
  readonly row: R;
  readonly name: string;
  readonly actions: readonly Action<R>[];
  readonly start: ActionRunner<R>['start'];
  /** Maximum number of visible actions. The menu "more" contains the other actions, and always the destructive actions. */
  readonly visible?: number;
  /** Shows buttons instead of links, and also adds the actions to the palette and the hotkeys. Used in a drawer. */
  readonly buttons?: boolean;
}

/**
 * Returns the button properties for an action that the record blocks: disabled, with the reason. Returns no properties for other
 * actions.
 */
export function reasonOf<R extends ActionRow>(action: Action<R>, row: R, t: Translate) {
  const why = action.blocked?.(row, t);
  return why === undefined ? {} : { 'aria-disabled': true, title: why };
}

function RowActionsView<R extends ActionRow>({
  row,
  name,
  actions,
  start,
  visible = 2,
  buttons = false,
}: RowActionsProps<R>) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = actionsOf(actions, row);
  const harmless = offered.filter((action) => !action.danger);
  const open = harmless.slice(0, visible);
  const rest = offered.filter((action) => !open.includes(action));
  return (
    <span className={styles.actions}>
      {buttons ? <RowCommands row={row} name={name} actions={actions} start={start} /> : null}
      {open.map((action, index) =>
        buttons ? (
          <Button
            key={action.key}
            icon={action.icon}
            type={index === 0 ? 'primary' : 'default'}
            {...reasonOf(action, row, t)}
            onClick={() => start(action, row)}
          >
            {t(action.label)}
          </Button>
        ) : (
          <button
            key={action.key}
            type="button"
            className={styles.link}
            aria-label={`${t(action.label)} ${name}`}
            {...reasonOf(action, row, t)}
            onClick={() => start(action, row)}
          >
            {t(action.label)}
          </button>
        ),
      )}
      {rest.length > 0 ? (
        <button
          type="button"
          className={styles.more}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-label={`${t('common.more')} ${name}`}
          onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
        >
          <MoreOutlined aria-hidden />
        </button>
      ) : null}
      {anchor ? (
        <Menu
          anchor={anchor}
          label={`${t('common.more')} ${name}`}
          onClose={() => setAnchor(null)}
          items={rest.map((action) => ({
            key: action.key,
            label: t(action.label),
            icon: action.icon,
            danger: action.danger ?? false,
            blocked: action.blocked?.(row, t),
            onPick: () => start(action, row),
          }))}
        />
      ) : null}
    </span>
  );
}

/** Renders the actions that the server allows for the row (`actions`). */
export const RowActions = memo(RowActionsView) as typeof RowActionsView;
