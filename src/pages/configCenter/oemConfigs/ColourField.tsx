import { COLOUR, contrastToWhite } from '@contract/colour';
import { useLocale, useT } from '@/app/i18n/i18n';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import { formatFigure } from '@/ui/Money/format';
import styles from './index.css';

/** Edits a colour by text or picker and shows its contrast to white. The server refuses a contrast below 3:1. */
export function ColourField({ control }: { readonly control: Control }) {
  const t = useT();
  const locale = useLocale();
  const { id, disabled, invalid, describedBy, onChange } = control;
  const value = String(control.value ?? '');
  const isColour = COLOUR.test(value);
  return (
    <div className={styles.colour}>
      <input
        type="color"
        value={isColour ? value.toLowerCase() : '#ffffff'}
        disabled={disabled}
        aria-label={t('setting.pickColour')}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        id={id}
        value={value}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        maxLength={7}
        dir="ltr"
        spellCheck={false}
        aria-label={t('setting.themeColour')}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      {isColour ? (
        <span role="status">
          {t('setting.contrast', { n: formatFigure(Math.floor(contrastToWhite(value) * 100) / 100, 'rating', locale) })}
        </span>
      ) : null}
    </div>
  );
}
