import type { FieldError } from '../../../../contract/endpoint';
import { type Locale, type Text, text } from '../../../../contract/text';
import { WORD } from '../../../../contract/words';
import { refusedField } from '../../http/validation';
import { type PlatformCheck, runCheck } from '../checks';
import { CANCEL_CODES, type DoudianAdapter } from './adapter';

/** Values of the hour-to-reach page (DOMAIN §3.10 configHourToReach). An empty or absent value means "not set". */
export type HourValues = Readonly<Record<string, unknown>>;

const LABELS = {
  appType: WORD.applicationType,
  appKey: WORD.applicationKey,
  appSecret: WORD.applicationSecret,
  serviceId: WORD.serviceId,
  distributionCode: WORD.capacityProviderCode,
  pushSecret: WORD.messagePushSecret,
  acceptTimeoutSec: WORD.acceptTimeOut,
  riderPhoneType: text('骑手号码类型', 'Rider phone type', 'Tipo de telefone do entregador', '騎手號碼類型'),
  cancelCodeMap: WORD.cancelReasonMap,
  shops: WORD.authorisedShops,
} satisfies Readonly<Record<string, Text>>;
type HourField = keyof typeof LABELS;
type Rule = Parameters<typeof refusedField>[2];

const ACCEPT_TIMEOUT = { min: 30, max: 600 } as const;
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const PATTERNS: Partial<Record<HourField, RegExp>> = {
  appKey: /^\d{1,32}$/,
  serviceId: /^\d{1,20}$/,
  distributionCode: /^[A-Za-z0-9_-]{1,64}$/,
};
const CHOICES: Partial<Record<HourField, readonly unknown[]>> = {
  appType: ['self', 'tool'],
  riderPhoneType: [0, 1],
};

function shopRules(shops: unknown): readonly Rule[] {
  const ids = Array.isArray(shops)
    ? shops.map((shop) => String((shop as { shopId?: unknown } | null)?.shopId ?? ''))
    : [];
  const rules: Rule[] = [];
  if (ids.some((id) => !/^\d{1,20}$/.test(id))) rules.push('pattern');
  if (new Set(ids).size !== ids.length) rules.push('repeated');
  return rules;
}

/**
 * Finds errors in the hour-to-reach settings.
 *
 * @param values keyed by the field names of DOMAIN §3.10; for an unchanged secret, pass the stored secret
 */
export function checkHourConfig(values: HourValues, locale: Locale): readonly FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: HourField, rule: Rule, params = {}) =>
    errors.push(refusedField({ locale }, field, rule, LABELS[field], params));
  const needed: HourField[] = [
    'appType',
    'appKey',
    'appSecret',
    ...(values.appType === 'tool' ? ['serviceId' as const] : []),
  ];
  for (const field of needed) {
    if (!isSet(values[field])) refuse(field, CHOICES[field] ? 'requiredSelect' : 'required');
  }
  for (const [field, pattern] of Object.entries(PATTERNS) as [HourField, RegExp][]) {
    if (isSet(values[field]) && !pattern.test(String(values[field]))) refuse(field, 'pattern');
  }
  for (const [field, choices] of Object.entries(CHOICES) as [HourField, readonly unknown[]][]) {
    if (isSet(values[field]) && !choices.includes(values[field])) refuse(field, 'choice');
  }
  const timeout = values.acceptTimeoutSec;
  const isInRange =
    Number.isInteger(timeout) && Number(timeout) >= ACCEPT_TIMEOUT.min && Number(timeout) <= ACCEPT_TIMEOUT.max;
  if (isSet(timeout) && !isInRange) refuse('acceptTimeoutSec', 'range', ACCEPT_TIMEOUT);
  const map = isSet(values.cancelCodeMap) ? values.cancelCodeMap : {};
  const codes = typeof map === 'object' && map !== null && !Array.isArray(map) ? Object.values(map) : [null];
  if (codes.some((code) => CANCEL_CODES[Number(code)] === undefined)) refuse('cancelCodeMap', 'choice');
  for (const rule of shopRules(values.shops)) refuse('shops', rule);
  return errors;
}

/** Finds values with an unusual format. The platform does not document these formats, so a mismatch is only a warning (DOMAIN §3.10). */
export function warnHourConfig(values: HourValues, locale: Locale): readonly FieldError[] {
  const observed: readonly [HourField, RegExp][] = [
    ['appKey', /^\d{19}$/],
    ['appSecret', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ];
  return observed
    .filter(([field, shape]) => isSet(values[field]) && !shape.test(String(values[field])))
    .map(([field]) => refusedField({ locale }, field, 'pattern', LABELS[field]));
}

const shopCheck = (shop: string) =>
  text(`店铺 ${shop} 的授权`, `Authorisation of shop ${shop}`, `Autorização da loja ${shop}`, `店鋪 ${shop} 的授權`);
const storeCheck = (shop: string) =>
  text(`店铺 ${shop} 的门店`, `Stores of shop ${shop}`, `Unidades da loja ${shop}`, `店鋪 ${shop} 的門市`);
const NO_SHOP = WORD.authorisedShops;

/**
 * Runs "Test connection" of hour-to-reach. For each shop, the test gets a token and reads the list of stores. It changes nothing at the
 * platform.
 *
 * @param shops each shop's id, and a function that returns a valid access token of the shop
 */
export async function testDoudian(
  adapter: DoudianAdapter,
  shops: readonly { readonly shopId: string; readonly token: () => Promise<string> }[],
): Promise<readonly PlatformCheck[]> {
  if (shops.length === 0) return [{ name: NO_SHOP, ok: false, detail: '0' }];
  const checks: PlatformCheck[] = [];
  for (const { shopId, token } of shops) {
    let accessToken = '';
    const authorised = await runCheck(shopCheck(shopId), async () => {
      accessToken = await token();
      return shopId;
    });
    checks.push(authorised);
    if (!authorised.ok) continue;
    checks.push(await runCheck(storeCheck(shopId), async () => String((await adapter.stores(accessToken)).length)));
  }
  return checks;
}
