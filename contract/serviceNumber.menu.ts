import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares limits for the menu and the replies of an official account (微信服务号, DOMAIN §3.10). It also declares the events of the
 * account's template messages. It imports no library, because the browser loads it.
 */

/** Maximum number of entries: at the first level, and below each first-level entry. */
export const MENU_MOST = [3, 5] as const;
/** Maximum length of a name at the two levels, in {@link menuNameUnits}. The limits allow four and eight Chinese characters. */
export const MENU_NAME_UNITS = [8, 16] as const;
/**
 * Maximum lengths of menu values: the address of a page, the keyword of a reply, and the page of a mini program. The platform counts bytes,
 * but the schemas count characters.
 */
export const MENU_LONGEST = { url: 1024, key: 128, page: 256 } as const;

export const MENU_TYPES = ['view', 'click', 'miniprogram'] as const;
export type MenuType = (typeof MENU_TYPES)[number];

/** Measures a menu name in the same way as the platform. An ASCII character counts as 1, any other character as 2. */
export function menuNameUnits(name: string): number {
  return [...name].reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) > 0x7f ? 2 : 1), 0);
}

export const REPLY_MATCHES = ['full', 'contains'] as const;
/**
 * Limits of replies: number of keywords, and lengths in characters. 600 characters have at most 1,800 bytes, and the platform allows 2,048
 * bytes.
 */
export const REPLY = { keywords: 100, keyword: 30, text: 600 } as const;

/** Events to which the settings can assign a template message of the official account. So far only `staffTodo` sends messages. */
export const TEMPLATE_SCENES = {
  orderAccepted: text('骑手已接单', 'Order accepted', 'Pedido aceito', '騎手已接單'),
  orderPicked: text('骑手已取货', 'Order picked up', 'Pedido retirado', '騎手已取貨'),
  orderDelivered: text('订单已送达', 'Order delivered', 'Pedido entregue', '訂單已送達'),
  orderCancelled: WORD.orderCancelled,
  refunded: text('退款已到账', 'Refund paid', 'Reembolso pago', '退款已到帳'),
  staffTodo: text('员工待办', 'Staff to-do', 'Pendência da equipe', '員工待辦'),
} satisfies Record<string, Text>;
