import { NOTICE_TEMPLATE } from '@contract/serviceNotice.fields';
import { useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { INSIDE } from './address';
import { Message } from './Message';
import type { TemplateRow } from './templateList';

/** Shows a template's details in a drawer. */
export function TemplateDrawer({ context }: { readonly context: DetailContext<TemplateRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="user.Notice/getTemplate"
      context={context}
      inside={INSIDE}
      name={(template) => template.name}
      title={(template) => template.name}
      beside={(template) => cellOf(NOTICE_TEMPLATE, 'status', template, t)}
      visible={2}
      content={(template) => (
        <>
          <Facts items={facts(NOTICE_TEMPLATE, template, t)} />
          <Message content={template} />
        </>
      )}
    />
  );
}
