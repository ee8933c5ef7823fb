import configuration from '../../../docs/manual/pt-BR/configuration.md';
import enquiries from '../../../docs/manual/pt-BR/enquiries.md';
import exports from '../../../docs/manual/pt-BR/exports.md';
import finance from '../../../docs/manual/pt-BR/finance.md';
import foodLoss from '../../../docs/manual/pt-BR/food-loss.md';
import franchise from '../../../docs/manual/pt-BR/franchise.md';
import gettingAround from '../../../docs/manual/pt-BR/getting-around.md';
import information from '../../../docs/manual/pt-BR/information.md';
import riderFundAudit from '../../../docs/manual/pt-BR/rider-fund-audit.md';
import riders from '../../../docs/manual/pt-BR/riders.md';
import rights from '../../../docs/manual/pt-BR/rights.md';
import siteSafety from '../../../docs/manual/pt-BR/site-safety.md';
import siteSettings from '../../../docs/manual/pt-BR/site-settings.md';
import stations from '../../../docs/manual/pt-BR/stations.md';
import users from '../../../docs/manual/pt-BR/users.md';
import workbench from '../../../docs/manual/pt-BR/workbench.md';

export const pages: readonly string[] = [
  gettingAround,
  workbench,
  stations,
  users,
  finance,
  franchise,
  siteSettings,
  configuration,
  riders,
  siteSafety,
  foodLoss,
  riderFundAudit,
  enquiries,
  information,
  rights,
  exports,
];
