import { REVEAL } from '@contract/limits';
import { useMemo } from 'react';
import { trimmed } from '@/ui/EntityForm/store';
import { ActionDialog } from '../actions/ActionDialog';
import { type Action, post } from '../actions/types';
import type { Revealed, UnmaskProps } from './types';

interface RevealDialogProps extends Pick<UnmaskProps, 'objectType' | 'id' | 'field' | 'answer' | 'name'> {
  readonly onClose: () => void;
  readonly onShown: (revealed: Revealed) => void;
}

const nothing = () => undefined;

/** Asks for the reason to reveal a masked value. Only `onShown` gets the value, and the value is not cached. */
export function RevealDialog({ objectType, id, field, answer, name, onClose, onShown }: RevealDialogProps) {
  const action = useMemo<Action<{ readonly id: number }>>(
    () => ({
      key: 'reveal',
      label: 'list.reveal',
      quiet: true,
      confirm: { text: (_names, _rows, t) => t('list.revealRecorded', { n: REVEAL.shownSeconds }) },
      fields: () => [
        { kind: 'textarea', name: 'reason', label: 'list.revealReason', required: true, rows: 3, ...REVEAL.reason },
      ],
      initial: () => ({ reason: '' }),
      call: post('common.Sensitive/unmask', (_row, values) => ({
        objectType,
        id,
        field,
        ...(answer !== undefined && { answer }),
        reason: trimmed(values, 'reason'),
      })),
    }),
    [objectType, id, field, answer],
  );
  const rows = useMemo(() => [{ id }], [id]);
  return (
    <ActionDialog
      action={action}
      rows={rows}
      bulk={false}
      rowName={() => name}
      onClose={onClose}
      onReload={nothing}
      onBulk={nothing}
      onDone={(data) => onShown(data as Revealed)}
    />
  );
}
