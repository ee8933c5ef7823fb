import type { Kysely } from 'kysely';
import { MESSAGE_TYPE, SMS_TYPE } from '../../../contract/limits';
import { SITE, type SiteSettings } from '../../../contract/site.settings';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { mapPort } from '../../core/platforms/map';
import type { MapPort, SecretBox, SmsPort } from '../../core/platforms/ports';
import { sendAliyunSms } from '../../core/platforms/sms-aliyun';
import { currentSetting, readSecret } from '../setting';

/** Cache time of the map settings. It is short, so that every process applies a change within seconds. */
const FRESH_MS = 5_000;
const { applyStatus: STATUS_SCENE, ...SCENES } = SMS_TYPE;
const TEMPLATES = { ...SCENES, ...MESSAGE_TYPE };

/**
 * Selects the outside systems by the tenant's settings: the map service if a server key is stored, and the chosen SMS provider.
 * Otherwise selects the simulators.
 */
export function configuredPorts(
  db: Kysely<Database>,
  secrets: SecretBox,
  clock: Clock,
  smsSimulator: SmsPort,
): { map: MapPort; sms: SmsPort } {
  let map = mapPort({ serverKey: null });
  let mapAt = Number.NEGATIVE_INFINITY;
  const currentMap = async (): Promise<MapPort> => {
    const now = clock.now().getTime();
    if (now - mapAt >= FRESH_MS) {
      map = mapPort({ serverKey: await readSecret(db, secrets, SITE.groups.map, 'mapServerKey') });
      mapAt = now;
    }
    return map;
  };
  const isSmsSimulated = async () => (await currentSetting(db, SITE.groups.sms)).values.provider === 'simulator';
  const template = (sms: SiteSettings['sms'], scene: number): string => {
    if (scene === 0) return sms.templates.notice;
    if (scene === STATUS_SCENE) return sms.templates.apply;
    const name = (Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[]).find((key) => TEMPLATES[key] === scene);
    return name ? sms.templates[name] : '';
  };
  return {
    map: {
      get simulated() {
        return map.simulated;
      },
      search: async (keyword, cityCode) => (await currentMap()).search(keyword, cityCode),
      districtBorder: async (code) => (await currentMap()).districtBorder(code),
      test: async () => (await currentMap()).test(),
    },
    sms: {
      isSimulated: isSmsSimulated,
      // Alibaba Cloud does not recognize a repeated message number and sends the message again. Only the simulator recognizes the number.
      repeats: isSmsSimulated,
      async send(message) {
        const { values } = await currentSetting(db, SITE.groups.sms);
        const accessKeySecret = await readSecret(db, secrets, SITE.groups.sms, 'accessKeySecret');
        const code = message.approved?.code ?? template(values, message.scene);
        // Without an access key or an approved template, the provider refuses the message. So the simulator's outbox gets the message.
        if (values.provider === 'simulator' || !accessKeySecret || !code) return smsSimulator.send(message);
        await sendAliyunSms(
          {
            accessKeyId: values.accessKeyId,
            accessKeySecret,
            signName: message.approved?.signName ?? values.signName,
          },
          { tel: message.tel, template: code, params: message.params ?? {}, at: clock.now() },
        );
      },
      quotaLeft: () => smsSimulator.quotaLeft(),
    },
  };
}
