import { t as tNow, useT } from '@/app/i18n/i18n';
import { typedVariables, useTemplate } from '@/features/serviceNotice';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import type { FormValues } from '@/ui/EntityForm/store';

interface Message {
  readonly id: number;
  readonly variables: Record<string, string>;
}

const TEST: Action<Message> = {
  key: 'testSend',
  label: 'serviceNotice.testSend',
  instant: true,
  call: post('user.Notice/testSend', ({ id, variables }: Message) => ({ templateId: id, variables })),
};

/** Renders the button that sends the message with the current input to the user's own phone. */
export function TestSend({ id, values }: { readonly id: string; readonly values: FormValues }) {
  const t = useT();
  const { query, template } = useTemplate(values.templateId);
  const { start, element } = useActions<Message>(() => tNow('serviceNotice.testSend'));
  const variables = typedVariables(values);
  const isFilled = template?.variableNames.every((name) => variables[name]) ?? false;
  return (
    <>
      <Button
        id={id}
        disabled={!isFilled}
        onClick={() => template && start(TEST, { id: template.id, variables })}
        {...(!isFilled && {
          title: t(query.isError && !query.data ? 'list.loadFailed' : 'serviceNotice.variablesHelp'),
        })}
      >
        {t('serviceNotice.testSend')}
      </Button>
      {element}
    </>
  );
}
