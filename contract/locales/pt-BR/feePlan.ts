import type { Texts } from '../types';
import type { feePlan as source } from '../zh-CN/feePlan';
import { words } from './words';

export const feePlan: Texts<typeof source> = {
  keyword: words.search,
  keywordHint: words.planName,
  name: words.planName,
  state: words.state,
  isDefault: 'Padrão',
  ruleText: 'Regras',
  platformRateBp: 'Taxa básica',
  basicHelp: 'Cobrada onde nenhuma regra de tarifa de serviço técnico se aplica',
  platformFixedFen: 'Valor básico',
  teamCount: 'Estações',
  effectiveFrom: words.takesEffect,
  effectiveTo: words.inForceUntil,
  updatedAt: words.updatedAtMasculine,
  add: 'Adicionar plano',
  edit: words.edit,
  editTitle: words.editName,
  save: words.save,
  isOn: words.isEnabledMasculine,
  isOnHelp: 'Quando desativado, suas estações usam o plano padrão',
  rulesHelp: 'Só regras publicadas com âmbito “Por planos de tarifas”; no máximo uma por tarifa, parte e serviço',
  inUse: '{n, plural, one {# estação usa} other {# estações usam}} este plano; outra pessoa precisa aprovar a mudança.',
  remove: words.delete,
  removeText: 'Excluir o plano {names}?',
  empty: 'Um plano é um conjunto de regras publicadas que as estações assinam.',
};
