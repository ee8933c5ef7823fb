import type { KeyboardEvent, RefObject } from 'react';
import { closePalette } from '@/app/commands/overlay';
import { useT } from '@/app/i18n/i18n';
import { MenuIcon } from '../menuIcons';
import { LONGEST } from './hooks';
import styles from './index.css';

interface FieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly typed: string;
  /** Id of the list, or `undefined` if there are no options. */
  readonly listId: string | undefined;
  /** Id of the active option. */
  readonly optionId: string | undefined;
  readonly onType: (typed: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Renders the palette's input field and its close button. The field keeps the focus and references the active option by id. */
export function Field({ input, label, typed, listId, optionId, onType, onKeyDown }: FieldProps) {
  const t = useT();
  return (
    <div className={styles.field}>
      <MenuIcon name="search" />
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={optionId}
        aria-autocomplete="list"
        placeholder={label}
        value={typed}
        maxLength={LONGEST}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        tabIndex={-1}
        className={styles.escape}
        data-key="Esc"
        aria-label={t('common.close')}
        onClick={() => closePalette()}
      />
    </div>
  );
}
