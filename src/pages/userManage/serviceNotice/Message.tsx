import type { Data } from '@contract/index';
import { useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';

type Content = Data<'user.Notice/getTask'>['content'];

/** Shows the content of a message: our own texts, or the fields of a platform template. */
export function Message({ content }: { readonly content: Content }) {
  const t = useT();
  const named = ['signName', 'title', 'body', 'upstreamId', 'jumpPath'] as const;
  return (
    <Facts
      title={t('serviceNotice.content')}
      items={[
        ...named.flatMap((key) => {
          const value = content[key];
          return value === null ? [] : [{ key, label: t(`noticeTemplate.${key}`), value }];
        }),
        ...content.fields.map(({ key, label, value }) => ({ key, label, value })),
      ]}
    />
  );
}
