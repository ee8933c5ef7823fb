import type { Texts } from '../types';
import type { feePlan as source } from '../zh-CN/feePlan';

export const feePlan: Texts<typeof source> = {
  keyword: 'Buscar',
  keywordHint: 'Nome do plano',
  name: 'Nome do plano',
  state: 'Estado',
  isDefault: 'Padrão',
  ruleText: 'Regras',
  platformRateBp: 'Taxa básica',
  basicHelp: 'Cobrada onde nenhuma regra técnica se aplica',
  platformFixedFen: 'Valor básico',
  teamCount: 'Estações',
  effectiveFrom: 'Entra em vigor',
  effectiveTo: 'Em vigor até',
  updatedAt: 'Atualizado em',
  add: 'Adicionar plano',
  edit: 'Editar',
  editTitle: 'Editar {name}',
  save: 'Salvar',
  isOn: 'Ativado',
  isOnHelp: 'Quando desativado, suas estações usam o plano padrão',
  rulesHelp: 'Regras publicadas com âmbito “por planos de tarifas”; uma por tarifa, parte e serviço',
  inUse: '{n} estações usam este plano; outra pessoa precisa concordar com a mudança.',
  remove: 'Excluir',
  removeText: 'Excluir o plano {names}?',
  empty: 'Um plano é um conjunto de regras publicadas que as estações assinam.',
};
