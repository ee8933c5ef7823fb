import { text } from './text';
import { WORD } from './words';

/** Names of the fields in the station wizard (DOMAIN §3.3). The browser imports this file, so it must not import libraries. */
export const TEAM_FIELDS = {
  name: text('站点名称', 'Station name', 'Nome da estação', '站點名稱'),
  code: WORD.stationCode,
  teamType: text('站点类型', 'Station type', 'Tipo de estação', '站點類型'),
  franchiseeId: WORD.franchisee,
  provinceCode: WORD.province,
  cityCode: WORD.city,
  districtCode: WORD.district,
  address: text('详细地址', 'Address', 'Endereço', '詳細地址'),
  addressDetail: text('门牌号', 'Address detail', 'Complemento', '門牌號'),
  center: WORD.centre,
  serviceTypes: WORD.services,
  logo: text('站点标志', 'Logo', 'Logotipo', '站點標誌'),
  images: text('站点图片', 'Images', 'Imagens', '站點圖片'),
  areaMode: text('区域类型', 'Area type', 'Tipo de área', '區域類型'),
  hexSizeKm: WORD.hexagonSize,
  polygon: WORD.serviceArea,
  weekHours: WORD.businessHours,
  holidays: text('节假日安排', 'Holidays', 'Feriados', '節假日安排'),
  bookDays: WORD.daysToBookAhead,
  slotMin: text('预约时段', 'Booking slot', 'Intervalo de agendamento', '預約時段'),
  promiseMin: WORD.promisedDeliveryTime,
  maxDistanceM: text('最大配送距离', 'Maximum distance', 'Distância máxima', '最大配送距離'),
  maxWeightG: text('最大配送重量', 'Maximum weight', 'Peso máximo', '最大配送重量'),
  settlementMode: WORD.settlementMode,
  feePlanId: WORD.feePlan,
  platformRateBp: text('平台费率', 'Platform rate', 'Taxa da plataforma', '平台費率'),
  platformFixedFen: text('平台固定费用', 'Platform fixed fee', 'Tarifa fixa da plataforma', '平台固定費用'),
  riderShareBp: WORD.riderShare,
  settleCycle: WORD.settlementCycle,
  depositFen: WORD.reserve,
  depositWarnFen: WORD.reserveWarningLine,
  creditLimitFen: WORD.creditLimit,
  contactName: WORD.contact,
  contactTel: WORD.contactPhone,
  emergencyTel: text('紧急联系电话', 'Emergency phone', 'Telefone de emergência', '緊急聯絡電話'),
  email: WORD.email,
  licenceNo: WORD.creditCode,
  licenceFile: text('营业执照', 'Business licence', 'Alvará comercial', '營業執照'),
  legalName: WORD.legalRepresentative,
  adminAccount: text('管理员账号', 'Administrator account', 'Conta do administrador', '管理員帳號'),
  adminName: text('管理员姓名', 'Administrator name', 'Nome do administrador', '管理員姓名'),
  adminTel: text('管理员手机号', 'Administrator phone', 'Telefone do administrador', '管理員手機號碼'),
  adminIdentityId: text('管理员身份', 'Administrator identity', 'Identidade do administrador', '管理員身分'),
  notifyBySms: text('短信通知', 'Notify by SMS', 'Avisar por SMS', '簡訊通知'),
} as const;

export type TeamField = keyof typeof TEAM_FIELDS;

/**
 * Fields of the fee terms. After a station has opened, a change of these fields takes effect at a later time. Only a change of
 * `creditLimitFen` takes effect immediately (DOMAIN §3.3).
 */
export const TEAM_FEE_FIELDS = [
  'settlementMode',
  'feePlanId',
  'platformRateBp',
  'platformFixedFen',
  'riderShareBp',
  'settleCycle',
  'depositFen',
  'depositWarnFen',
  'creditLimitFen',
] as const satisfies readonly TeamField[];
export type TeamFeeField = (typeof TEAM_FEE_FIELDS)[number];

/** Station types (站点类型). */
export const TEAM_TYPE_TEXT = {
  self: WORD.companyOwned,
  franchise: WORD.franchiseStation,
  partner: WORD.partner,
} as const;

/** Business states that customers see. */
export const BUSINESS_STATE_TEXT = {
  inHours: text('营业时间内', 'In hours', 'Em horário', '營業時間內'),
  outOfHours: text('非营业时间', 'Out of hours', 'Fora de horário', '非營業時間'),
  manuallyClosed: text('手动关闭', 'Closed manually', 'Fechada manualmente', '手動關閉'),
  notOperating: text('未营业', 'Not operating', 'Sem operação', '未營業'),
} as const;
export type BusinessState = keyof typeof BUSINESS_STATE_TEXT;
