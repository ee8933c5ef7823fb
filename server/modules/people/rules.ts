import { type Text, text } from '../../../contract/text';

/** States of a rider (DOMAIN §3.8). */
export const RIDER_STATES = {
  applying: text('待审核', 'Pending review', 'Aguardando revisão', '待審核'),
  refused: text('已拒绝', 'Refused', 'Recusado', '已拒絕'),
  probation: text('试用', 'On probation', 'Em experiência', '試用'),
  active: text('正常', 'Active', 'Ativo', '正常'),
  suspended: text('停用', 'Suspended', 'Suspenso', '停用'),
  offboarded: text('离职', 'Off-boarded', 'Desligado', '離職'),
} as const satisfies Record<string, Text>;

/** Riders in these states may carry orders ("able to work", DOMAIN §3.2). */
export const WORKING_STATES = ['probation', 'active'] as const;
/** Riders in these states still belong to their station. */
export const BELONGING_STATES = ['applying', 'probation', 'active', 'suspended'] as const;

/** A rider whose app was heard within this time is online (DOMAIN §3.2). */
const HEARTBEAT_MS = 120_000;

/** Heartbeats after this moment mean "online" at `now`. */
export function onlineSince(now: Date): Date {
  return new Date(now.getTime() - HEARTBEAT_MS);
}
