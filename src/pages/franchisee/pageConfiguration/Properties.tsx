import { DeleteOutlined } from '@ant-design/icons';
import { FIXED_KEYS } from '@contract/franchiseForm';
import { NEEDED } from '@contract/franchisePage.content';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { BlockProperties } from './BlockProperties';
import { type ContentChange, type Selection, setBlock, setField, without } from './content';
import { FieldProperties } from './FieldProperties';
import styles from './index.css';
import type { PropertiesProps } from './properties.types';
import { SettingsProperties } from './SettingsProperties';

interface PanelProps extends PropertiesProps {
  readonly selection: Selection;
  readonly onChange: (change: ContentChange) => void;
  readonly onRemoved: () => void;
}

/** Edits the properties of the selected block or field, or of the whole page. */
export function Properties(props: PanelProps) {
  const { content, selection, readOnly, onChange, onRemoved } = props;
  const t = useT();
  const { part, at } = selection;
  const block = part === 'block' ? content.blocks[at] : undefined;
  const field = part === 'field' ? content.fields[at] : undefined;
  const mayRemove = (block && !NEEDED.includes(block.kind)) || (field && !(field.key in FIXED_KEYS));
  return (
    <section className={styles.properties} aria-label={t('franchisePage.properties')}>
      <h2>{t(part === 'settings' ? 'franchisePage.settings' : 'franchisePage.properties')}</h2>
      {block ? (
        <BlockProperties
          key={block.key}
          {...props}
          block={block}
          change={(change) => onChange((now) => setBlock(now, block.key, change))}
        />
      ) : null}
      {field ? (
        <FieldProperties {...props} field={field} change={(change) => onChange(setField(content, at, change))} />
      ) : null}
      {part === 'settings' ? <SettingsProperties {...props} /> : null}
      {mayRemove && !readOnly ? (
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => {
            onRemoved();
            onChange(
              block
                ? { ...content, blocks: without(content.blocks, at) }
                : { ...content, fields: without(content.fields, at) },
            );
          }}
        >
          {t(block ? 'franchisePage.removeBlock' : 'franchisePage.removeField')}
        </Button>
      ) : null}
    </section>
  );
}
