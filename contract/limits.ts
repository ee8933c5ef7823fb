/**
 * This file declares lengths, ranges and business constants (SPEC §9, DOMAIN). It imports no library, because the browser loads it at
 * run time.
 */

/** Name of the cookie that contains the session token (SPEC §9). */
export const SESSION_COOKIE = 'multistation-token';
export const SESSION_DAYS = { remembered: 7, plain: 1 } as const;
export const REQUEST_TIMEOUT_MS = 30_000;
/** Timeout in milliseconds for the upload of a large file. It is enough for 100 MB at 1 Mbit/s. */
export const UPLOAD_TIMEOUT_MS = 900_000;
/** Timeouts in milliseconds by URL path, for slow calls. SPEC §7 prescribes the timeout for code actions of the Alipay mini program. */
export const LONG_TIMEOUTS: ReadonlyMap<string, number> = new Map([
  ['/api/config.AlipayMini/operateCode', 180_000],
  ['/api/safety.Site/uploadVideo', UPLOAD_TIMEOUT_MS],
  ['/api/foodLoss.Report/uploadVideo', UPLOAD_TIMEOUT_MS],
  ['/api/foodLoss.Intake/addVideo', UPLOAD_TIMEOUT_MS],
  // This call is slow, because an insurer's statement of one month for 100,000 riders has 3,000,000 lines.
  ['/api/safety.Insure/uploadStatement', 180_000],
]);
/**
 * Milliseconds before the page's timeout. At this time the server answers an unfinished action on mini-program code with code 110 (DOMAIN
 * §6.1). `long` applies to calls in {@link LONG_TIMEOUTS}, and `plain` to all other calls.
 */
export const ANSWER_EARLY_MS = { plain: 5_000, long: 10_000 } as const;
export const LOGIN_EXPIRED_MESSAGE_MS = 2_000;
export const LOGIN_SUCCESS_MESSAGE_MS = 1_000;
export const LOCALE_STORAGE_KEY = 'umi_locale';
export const SUCCESS_CODES = [100, 110] as const;
/** Values of `sms_type` (DOMAIN §6.2). The value 4 selects the sign-in by phone verification (SPEC §9). */
export const SMS_TYPE = {
  bind: 1,
  reset: 2,
  oldPhone: 3,
  login: 4,
  second: 5,
  payout: 6,
  apply: 8,
  /** Code with which applicants open their applications. The message uses the template of `apply`. */
  applyStatus: 9,
} as const;
/** Kinds of text messages without a code. Pages cannot request them. `SMS_TYPE` has the kinds with a code. */
export const MESSAGE_TYPE = { resetLink: 7 } as const;
/** Header of calls that no user action triggers. Such calls check the idle limit but do not extend it. */
export const UNATTENDED_HEADER = 'X-Unattended';
export const CANCELLED_MESSAGE = 'Operation canceled by the user.';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const LIST_LIMITS = {
  keyword: 64,
  filterValues: 200,
  bulk: 200,
  /** Maximum number of records that one call can change by a filter. */
  bulkByFilter: 5_000,
  /** Number of the last row that paging can show. For further rows users need a filter or an export (DOMAIN §0.2). */
  deepestRow: 10_000,
  /** The server counts up to this number. The page shows higher counts as "10,000+". */
  countCap: 10_000,
  rangeDays: 92,
  defaultRangeDays: 30,
} as const;

export const SESSION_LIMITS = {
  /** Minutes without the user's activity, after which a session ends. Calls with `UNATTENDED_HEADER` do not count as activity. */
  idleMinutes: 30,
  captchaSeconds: 120,
  codeSeconds: 300,
  codeTries: 5,
  resendSeconds: 60,
  failWindowMinutes: 15,
  /** Maximum number of wrong passwords from one IP address in 15 minutes. The server refuses further attempts with 42901. */
  failPerAddress: 20,
  loginPerAddressPerMinute: 10,
  verifyTicketMinutes: 10,
  /** Minutes until a link to set a new password expires. */
  resetLinkMinutes: 30,
} as const;
export const RATE_LIMITS = { requestsPerSecond: 20, writesPerSecond: 5 } as const;
/**
 * Limit for searches by a whole phone number that find nothing, per account and hour. The limit applies to users who see masked phones.
 * When it is reached, the server refuses all their searches by a whole phone number for `refusedSeconds` (DOMAIN §9, decision 28).
 */
export const PHONE_SEARCH = { misses: 30, windowSeconds: 3_600, refusedSeconds: 3_600 } as const;
/** Office hours in minutes since midnight, in the platform's time zone. Operation records at other times count as out of hours. */
export const OFFICE_MINUTES = { from: 8 * 60, to: 20 * 60 } as const;
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9-]{8,64}$/;
export const IDEMPOTENCY_HOURS = 24;

export const ACCOUNT = { min: 4, max: 32, pattern: /^[A-Za-z0-9_.@-]{4,32}$/ } as const;
/** Limits for a user's preferences: number of keys, and bytes of each value. */
export const PREFERENCES = { keys: 200, bytes: 32 * 1024 } as const;
export const PASSWORD = { min: 8, max: 32, remembered: 3 } as const;
/** Limits for accounts of stations and franchisees (DOMAIN §3.2 accountManage). Texts are in characters, `teams` is a maximum number. */
export const MANAGED_ACCOUNT = {
  account: /^[a-z][a-z0-9_]{3,31}$/,
  name: { min: 2, max: 20 },
  teams: 20,
  reason: { min: 2, max: 100 },
} as const;
/** Limits for the user's own account (DOMAIN §3.2). Texts are in characters. `loginLogDays` limits the days in one query. */
export const PROFILE = {
  nickname: { min: 2, max: 20 },
  email: { max: 64, pattern: /^[^\s@"<>(),:;\\[\]]+@[^\s@.]+(\.[^\s@.]+)+$/ },
  profile: { max: 200 },
  address: { max: 100 },
  loginLogDays: 180,
} as const;
/** Matches a time of day, `HH:mm`. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** Matches a time of day, or `24:00` as the end of a day. */
export const CLOCK_TIME_OR_END = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
export const MOBILE = /^1[3-9]\d{9}$/;
export const LANDLINE = /^0\d{2,3}-?\d{7,8}$/;
/** Matches customer service numbers, which have no area code. */
export const SERVICE_TEL = /^(400|800)-?\d{3}-?\d{4}$/;
export const E164 = /^\+[1-9]\d{6,14}$/;

export const AREA = { minPoints: 3, maxPoints: 200, minKm2: 0.01, maxKm2: 5_000, borderPoints: 200 } as const;
/**
 * The 12-point hexagon: six corners and the midpoints of the edges. Its size is the distance from the centre to a corner (SPEC §3,
 * §9; DOMAIN §9.2).
 */
export const HEXAGON = { points: 12, defaultKm: 5, minKm: 0.5, maxKm: 50, stepKm: 0.5 } as const;
export const RANDOM_ID_LENGTH = 4;
export const REGION_DEPTH = 3;

/** Limits for headquarters staff (DOMAIN §3.11). Texts are in characters. `identities` and `extraTeams` are numbers of items per person. */
export const STAFF = {
  name: { min: 2, max: 20 },
  email: { max: 64 },
  post: { max: 20 },
  remark: { max: 100 },
  reason: { max: 100 },
  identities: { min: 1, max: 3 },
  extraTeams: 20,
  importRows: 500,
  /** Maximum Base64 characters of the import file. 500 rows need about 70,000 characters. */
  importCharacters: 700_000,
  /** Days that an account must have been disabled before it can be deleted. */
  removeAfterDays: 30,
  department: { min: 2, max: 20 },
  departments: 200,
  departmentDepth: 4,
} as const;

/** Limits for invoice and payee data (DOMAIN §3.5). Texts are in characters. `bankAccount` is the pattern of an account number. */
export const INVOICE = {
  subjectName: { min: 2, max: 60 },
  bankName: { max: 60 },
  bankAccount: /^\d{8,30}$/,
  address: { max: 100 },
  receiverEmail: { max: 64 },
} as const;

/**
 * Limits for the wizard `/teamList/addTeam` (DOMAIN §3.3). Texts are in characters. Suffixes give the other units: Min minutes, M metres, G
 * grams, Bp basis points, Fen, Days.
 */
export const TEAM = {
  name: { min: 2, max: 30 },
  code: /^[A-Z0-9]{4,12}$/,
  address: { min: 5, max: 100 },
  addressDetail: { max: 50 },
  images: 6,
  rangesPerDay: 4,
  holidays: 60,
  bookDays: { min: 0, max: 7 },
  slotMin: [15, 30, 60],
  promiseMin: { min: 10, max: 180 },
  maxDistanceM: { min: 500, max: 100_000 },
  maxWeightG: { min: 100, max: 100_000 },
  platformRateBp: { min: 0, max: 5_000 },
  platformFixedFen: { min: 0, max: 1_000 },
  riderShareBp: { min: 0, max: 10_000 },
  creditLimitFen: { min: 0, max: 1_000_000 },
  depositFen: { min: 0, max: 9_999_999_999 },
  contactName: { min: 2, max: 20 },
  email: { max: 64 },
  legalName: { min: 2, max: 20 },
  adminAccount: /^[a-z][a-z0-9_]{3,31}$/,
  adminName: { min: 2, max: 20 },
  reason: { min: 2, max: 50 },
  resumeDays: 30,
  riderNotice: 200,
  steps: 6,
} as const;

/**
 * Limits for the parameters of the switches on `/teamList/teamOperation` (DOMAIN §3.3). Suffixes give the units: M metres, Sec seconds, Min
 * minutes, Fen, Hours.
 */
export const SWITCH_LIMITS = {
  radiusM: { min: 500, max: 10_000 },
  maxCarry: { min: 1, max: 15 },
  grabDelaySec: { min: 0, max: 120 },
  crossTeams: 20,
  addMin: { min: 5, max: 60 },
  surchargeFen: { min: 0, max: 2_000 },
  subsidyFen: { min: 0, max: 1_000 },
  nightFeeFen: { min: 0, max: 2_000 },
  quota: { min: 0, max: 999 },
  untilHours: 12,
} as const;

/** Limits for identities (DOMAIN §3.11). Texts are in characters. `scopeIds` and `addresses` are maximum numbers of items. */
export const IDENTITY = {
  name: { min: 2, max: 20 },
  description: { max: 100 },
  scopeIds: 500,
  addresses: 50,
  /** Maximum number of people in a search result (`peopleShown`), and of names in the explanation of a refusal (`grantersShown`). */
  peopleShown: 20,
  grantersShown: 5,
  /**
   * Limits for requests for a permission. `askReason` is in characters. After `askAgainHours` hours the same permission can be requested
   * again. `asksPerHour` is the maximum number of requests per account and hour.
   */
  askReason: { max: 200 },
  askAgainHours: 24,
  asksPerHour: 10,
} as const;

/**
 * Limits for showing masked data (DOMAIN §0.1). `reason` is in characters. `perHour` is the maximum number of times per person and hour.
 * `shownSeconds` is the time for which the value is visible.
 */
export const REVEAL = { reason: { min: 5, max: 200 }, perHour: 30, shownSeconds: 60 } as const;

export const FILES = {
  imageBytes: 5 * 1024 * 1024,
  logoBytes: 2 * 1024 * 1024,
  pdfBytes: 20 * 1024 * 1024,
  videoBytes: 100 * 1024 * 1024,
  /** Maximum size. A voice message of 20 minutes at 128 kbit/s fits. */
  voiceBytes: 20 * 1024 * 1024,
  statementBytes: 20 * 1024 * 1024,
  /** Required size in pixels of the background picture of the sign-in page (DOMAIN §3.10). */
  background: { width: 1920, height: 1080 },
  /** Maximum sizes in an audit of a mini program: each picture, and the attachment for the auditors (DOMAIN §3.10). */
  auditPhotoBytes: 4 * 1024 * 1024,
  zipBytes: 10 * 1024 * 1024,
  /** Maximum size of pictures in texts and banners, after the browser has scaled them down (DOMAIN §3.12). */
  contentBytes: 2 * 1024 * 1024,
  /** Maximum width in pixels. The browser scales wider pictures down before the upload. */
  contentWidth: 1_600,
  iconBytes: 200 * 1024,
} as const;
/** Limits for saved views: characters of the name and of the query, and number of views of one list. */
export const VIEWS = { name: 30, query: 2_000, perList: 50 } as const;
export const QUICK_LINKS = 8;

/** Preference key under which appearance and language are stored. */
export const LOOK_PREFERENCE = 'look';

/** Matches the registration id of a device at the push provider. */
export const PUSH_DEVICE = /^[0-9a-zA-Z]{10,40}$/;

/** Limits for signed requests of other servers (docs/orders.md). */
export const INTAKE = {
  /** Maximum number of events in one request. */
  batch: 1_000,
  /** Maximum difference between the request's timestamp and our clock. */
  windowSeconds: 300,
  /** Maximum requests per client and second. */
  requestsPerSecond: 50,
} as const;

/** Limits for calls by outside platforms (DOMAIN §6.8 "Inbound"). */
export const CALLBACK = {
  /** Maximum difference between a signed timestamp and our clock. */
  windowSeconds: 300,
  /** Maximum requests per IP address and second. Platforms send bursts of 200. */
  requestsPerSecond: 1_000,
  bodyBytes: 256 * 1_024,
  /** Seconds before each retry of a failed handler. If the last retry also fails, the event gets the state `failed`. */
  repeatSeconds: [10, 30, 120, 600, 1_800],
  /** Days for which handled events are stored. Platforms do not repeat an event later, so the server recognises each repetition. */
  keptDays: 180,
} as const;

/** Limits for exports (DOMAIN §3.14). */
export const EXPORT = {
  mostRows: { csv: 5_000_000, xlsx: 200_000 },
  /** Maximum number of waiting and running tasks per account. */
  atOnce: 3,
  /**
   * Seconds after the creation of a task during which the server refuses an identical task of the same account (42374). A failed or
   * cancelled task does not block a new task. The refusal contains the id and number of the existing task.
   */
  sameSeconds: 60,
  /** Days after which the file of a task is deleted. */
  keptDays: 7,
  /** Days from the creation of a task until the ended task is deleted. Notices that link to the task are kept for the same time. */
  tasksKeptDays: 180,
  linkSeconds: 300,
  zipFiles: 10,
  columns: 60,
  filterCharacters: 4_000,
  /** Number of retries after the first failure. */
  retries: 2,
} as const;

/** Matches an AES-128 key in base64, for Alipay's content encryption. Of the last character's six bits only two are significant. */
export const AES_128_KEY = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

/** Maximum amount of one withdrawal in fen (DOMAIN §3.5). */
export const WITHDRAW_MOST_FEN = 50_000_000;
