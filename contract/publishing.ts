import type { RuleId } from './permissions';
import { type Text, text } from './text';
import { WORD } from './words';

type PublishingState = 'draft' | 'scheduled' | 'published' | 'withdrawn' | 'expired';

/**
 * Builds the lifecycle transitions of an article or announcement: publication, scheduling and its cancellation, withdrawal and expiry.
 *
 * @param rule id of the permission to publish
 * @param publish states from which the text can be published immediately
 * @param schedule states from which the text can be scheduled
 * @param expire label of the transition to `expired`
 */
export const publishingSteps = ({
  rule,
  publish,
  schedule,
  expire,
}: {
  readonly rule: RuleId;
  readonly publish: readonly PublishingState[];
  readonly schedule: readonly PublishingState[];
  readonly expire: Text;
}) => {
  const byStaff = { by: 'staff', rule, risk: 'confirm' } as const;
  const bySystem = { by: 'system', risk: 'none' } as const;
  return [
    {
      ...byStaff,
      action: 'publish',
      from: publish,
      to: 'published',
      text: WORD.publish,
    },
    {
      ...byStaff,
      action: 'schedule',
      from: schedule,
      to: 'scheduled',
      text: text('定时发布', 'Schedule', 'Agendar', '定時發布'),
    },
    {
      ...byStaff,
      action: 'cancelSchedule',
      from: ['scheduled'],
      to: 'draft',
      text: text('取消定时', 'Cancel schedule', 'Cancelar agendamento', '取消定時'),
    },
    {
      ...byStaff,
      action: 'withdraw',
      from: ['published'],
      to: 'withdrawn',
      text: WORD.withdraw,
    },
    {
      ...bySystem,
      action: 'publishDue',
      from: ['scheduled'],
      to: 'published',
      text: text('到时发布', 'Published on schedule', 'Publicado no horário', '到時發布'),
    },
    { ...bySystem, action: 'expire', from: ['published'], to: 'expired', text: expire },
  ] as const;
};
