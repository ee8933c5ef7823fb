import type { dashboardEndpoints } from '../../../contract/dashboard';
import type { DataOf } from '../../../contract/endpoint';
import type { RuleId } from '../../../contract/permissions';
import { type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { staffOptions } from '../account';
import { secondState } from '../factor';
import { isSettingSaved, readSetting } from '../site';
import { hasOwnIdentities, hasStations, operatingTeams } from './store';

/** First steps of a new installation and of a new user. Whether a step is done is read from the data of the platform or the user. */

type Db = ActorContext['db'];

/** Checks whether the settings with the platform's name and company were saved. */
export const isNamed = (db: Db): Promise<boolean> => isSettingSaved(db, 'identity');

/** Checks whether the head office has more than one account that is not disabled. */
export const hasColleagues = async (db: Db): Promise<boolean> => (await staffOptions(db)).length > 1;

type Step = DataOf<(typeof dashboardEndpoints)['dashboard.Index/getFirstSteps']>['list'][number];

interface StepSpec {
  readonly code: string;
  readonly text: Text;
  /** Permission that the step requires. */
  readonly rule: RuleId;
  /** Permission for the page on which the user does the step. */
  readonly page: RuleId;
  readonly link: string;
  readonly isDone: (ctx: ActorContext) => Promise<boolean>;
}

const STEPS: readonly StepSpec[] = [
  {
    code: 'name',
    text: text(
      '设置平台名称和公司',
      'Name the platform and the company',
      'Dê nome à plataforma e à empresa',
      '設定平台名稱和公司',
    ),
    rule: 4502,
    page: 45,
    link: '/site/index?tab=identity',
    isDone: ({ db }) => isNamed(db),
  },
  {
    code: 'logo',
    text: text('上传标识', 'Upload the logo', 'Envie o logotipo', '上傳標誌'),
    rule: 4502,
    page: 45,
    link: '/site/index?tab=identity',
    isDone: async ({ db }) => (await readSetting(db, 'identity')).logoLight !== null,
  },
  {
    code: 'defaults',
    text: text(
      '设置结算周期和新站点的默认值',
      'Set the settlement cycle and the defaults of new stations',
      'Defina o ciclo de liquidação e o padrão das novas estações',
      '設定結算週期和新站點的預設值',
    ),
    rule: 4502,
    page: 45,
    link: '/site/index?tab=teamDefaults',
    isDone: ({ db }) => isSettingSaved(db, 'teamDefaults'),
  },
  {
    code: 'sms',
    text: text(
      '填写短信服务，或用模拟器试发',
      'Enter the SMS provider, or try the simulator',
      'Informe o provedor de SMS ou teste o simulador',
      '填寫簡訊服務，或用模擬器試發',
    ),
    rule: 4502,
    page: 45,
    link: '/site/index?tab=sms',
    isDone: ({ db }) => isSettingSaved(db, 'sms'),
  },
  {
    code: 'station',
    text: text(
      '新增第一个站点：服务区域、营业时间和费用',
      'Add the first station: area, hours and fees',
      'Adicione a primeira estação: área, horário e tarifas',
      '新增第一個站點：服務區域、營業時間和費用',
    ),
    rule: 1101,
    page: 12,
    link: '/teamList/addTeam',
    isDone: ({ db }) => hasStations(db),
  },
  {
    code: 'business',
    text: text('开始营业', 'Start business at a station', 'Inicie a operação de uma estação', '開始營業'),
    rule: 1106,
    page: 11,
    link: '/teamList/index?status=preparing',
    isDone: async ({ db }) => (await operatingTeams(db, null)).length > 0,
  },
  {
    code: 'identity',
    text: text(
      '新增适合您团队的身份',
      'Create the identities that your team needs',
      'Crie as identidades da sua equipe',
      '新增適合您團隊的身分',
    ),
    rule: 8101,
    page: 81,
    link: '/rightsManagement/identity',
    isDone: ({ db }) => hasOwnIdentities(db),
  },
  {
    code: 'staff',
    text: text('邀请同事', 'Invite colleagues', 'Convide colegas', '邀請同事'),
    rule: 8201,
    page: 82,
    link: '/rightsManagement/staff?form=new',
    isDone: ({ db }) => hasColleagues(db),
  },
  {
    code: 'second',
    text: text(
      '为自己的账号绑定二次验证方式',
      'Bind a second verification to your own account',
      'Vincule uma segunda verificação à sua conta',
      '為自己的帳號綁定二次驗證方式',
    ),
    rule: 3,
    page: 3,
    link: '/dashboard/accountInfo?tab=security',
    isDone: async ({ db, actor }) => (await secondState(db, actor.accountId)).factors.length > 0,
  },
];

/** Lists the steps that the caller may do, with their state, in the order in which they should be done. */
export async function firstSteps(ctx: ActorContext): Promise<Step[]> {
  const open = STEPS.filter(({ rule, page }) => ctx.can(rule) && ctx.can(page));
  const list: Step[] = [];
  // Check the steps one after another, because all of them share the connection of the request.
  for (const { code, text: label, link, isDone } of open) {
    list.push({ code, text: ctx.t(label), link, done: await isDone(ctx) });
  }
  return list;
}
