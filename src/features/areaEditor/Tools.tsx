import { DeleteOutlined, EditOutlined, HighlightOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { Segmented } from '@/ui/library/Segmented';
import { type Area, withPoints } from './area';
import type { Tool } from './drawing';
import { type History, redo, step, undo } from './history';
import styles from './index.css';

interface ToolsProps {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly history: History<Area>;
  readonly onHistory: (history: History<Area>) => void;
}

/** Shows the toolbar above the map: pointer tools, undo, redo, and a button that clears the area. */
export function Tools({ tool, onTool, history, onHistory }: ToolsProps) {
  const t = useT();
  const area = history.present;
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('area.tools')}>
      <Segmented<Tool>
        value={tool}
        onChange={onTool}
        options={[
          { value: 'edit', label: t('area.toolEdit'), icon: <EditOutlined aria-hidden /> },
          { value: 'draw', label: t('area.toolDraw'), icon: <HighlightOutlined aria-hidden /> },
          { value: 'erase', label: t('area.toolErase'), icon: <DeleteOutlined aria-hidden /> },
        ]}
      />
      <Button
        icon={<UndoOutlined aria-hidden />}
        disabled={history.past.length === 0}
        onClick={() => onHistory(undo(history))}
      >
        {t('area.undo')}
      </Button>
      <Button
        icon={<RedoOutlined aria-hidden />}
        disabled={history.future.length === 0}
        onClick={() => onHistory(redo(history))}
      >
        {t('area.redo')}
      </Button>
      <Button disabled={area.points.length === 0} onClick={() => onHistory(step(history, withPoints(area, [])))}>
        {t('area.clear')}
      </Button>
    </div>
  );
}
