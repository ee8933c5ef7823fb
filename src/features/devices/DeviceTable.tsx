import type { Data } from '@contract/index';
import { type Label, useT } from '@/app/i18n/i18n';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';

type Device = Data<'user.User/getDevices'>['list'][number];

/**
 * Lists the devices from which a person signed in, in the given order.
 *
 * @param shared header of the column with the number of other users of the device
 */
export function DeviceTable({ devices, shared }: { readonly devices: readonly Device[]; readonly shared: Label }) {
  const t = useT();
  return (
    <SmallTable
      isNamed
      label={t('user.tabDevices')}
      heads={[
        ...([t('user.device'), t('user.appVersion'), t('user.firstAt'), t('user.lastAt')] as const),
        ...([t('user.lastIp'), t('user.logins'), t(shared)] as const),
      ]}
      figuresFrom={5}
      rows={devices.map((device) => ({
        key: device.deviceKey,
        cells: [
          `${device.model} · ${device.platform}`,
          device.appVersion,
          <TimeText key="first" at={device.firstAt} mode="full" />,
          <TimeText key="last" at={device.lastAt} mode="full" />,
          device.lastIp,
          device.logins,
          device.sharedWith,
        ],
      }))}
    />
  );
}
