import { APP_VERSIONS } from '@contract/appVersion.fields';
import { useT } from '@/app/i18n/i18n';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { QRCode } from '@/ui/library/QRCode';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { INSIDE, type VersionRow } from './versionList';

/** Shows a version in a drawer: its details and, while it is published, the QR code of its download. */
export function VersionDrawer({ context }: { readonly context: DetailContext<VersionRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="config.App/getVersion"
      context={context}
      inside={INSIDE}
      name={(row) => row.versionName}
      title={(row) => row.versionName}
      beside={(row) => cellOf(APP_VERSIONS, 'state', row, t)}
      visible={2}
      content={(row) => (
        <>
          {row.state === 'published' ? (
            <figure aria-label={t('appVersion.qr')}>
              <QRCode value={row.downloadUrl} type="svg" aria-label={t('appVersion.qr')} />
              <figcaption>
                {t('appVersion.qrText', { name: row.versionName })} <CopyText text={row.downloadUrl} />
              </figcaption>
            </figure>
          ) : null}
          <Facts
            items={[
              ...facts(APP_VERSIONS, row, t),
              { key: 'packageName', label: t('appVersion.packageName'), value: row.form.packageName },
              { key: 'address', label: t('appVersion.address'), value: row.form.address },
            ]}
          />
        </>
      )}
    />
  );
}
