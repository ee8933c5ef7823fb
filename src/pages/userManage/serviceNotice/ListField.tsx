import { type NoticePerson, SERVICE_NOTICE } from '@contract/serviceNotice.states';
import { useContext, useRef, useState } from 'react';
import { base64Of } from '@/app/base64';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { FieldWork } from '@/ui/EntityForm/fieldWork';
import type { Control } from '@/ui/EntityForm/types';
import styles from './index.css';

export interface ReadList {
  readonly listId: number;
  readonly personType: NoticePerson;
  readonly text: string;
}
const MOST_BYTES = (SERVICE_NOTICE.listCharacters / 4) * 3;

interface ListProps {
  readonly control: Control;
  /** Kind of people that the file lists. */
  readonly personType: NoticePerson;
}

/**
 * Accepts a file with phone numbers, or with the numbers of users, riders or merchants. The server reads the file immediately. It returns
 * the list's id and how many recipients were found, repeated or unknown.
 */
export function ListField({ control, personType }: ListProps) {
  const t = useT();
  const begin = useContext(FieldWork);
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  const read = control.value as ReadList | null;
  const list = read?.personType === personType ? read : null;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    if (file.size > MOST_BYTES) {
      setProblem(t('serviceNotice.listHelp'));
      return;
    }
    setReading(true);
    const end = begin?.();
    const content = await base64Of(file);
    const result = await mutate('user.Notice/uploadList', () => ({
      personType,
      name: file.name.slice(0, 100),
      content,
    }));
    setReading(false);
    end?.();
    if (result.kind === 'done') {
      const { listId, ...counts } = result.data;
      control.onChange({ listId, personType, text: `${file.name} · ${t('serviceNotice.listRead', counts)}` });
    } else if (result.kind === 'fields') setProblem(result.errors[0]?.message ?? result.msg);
    else if ('msg' in result) setProblem(result.msg);
  };
  return (
    <div className={styles.file}>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept=".xlsx,.csv"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button id={control.id} disabled={control.disabled} loading={isReading} onClick={() => input.current?.click()}>
        {t('serviceNotice.chooseFile')}
      </Button>
      <span role="status">{problem || list?.text}</span>
    </div>
  );
}
