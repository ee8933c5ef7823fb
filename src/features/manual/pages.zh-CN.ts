import configuration from '../../../docs/manual/zh-CN/configuration.md';
import enquiries from '../../../docs/manual/zh-CN/enquiries.md';
import exports from '../../../docs/manual/zh-CN/exports.md';
import finance from '../../../docs/manual/zh-CN/finance.md';
import foodLoss from '../../../docs/manual/zh-CN/food-loss.md';
import franchise from '../../../docs/manual/zh-CN/franchise.md';
import gettingAround from '../../../docs/manual/zh-CN/getting-around.md';
import information from '../../../docs/manual/zh-CN/information.md';
import riderFundAudit from '../../../docs/manual/zh-CN/rider-fund-audit.md';
import riders from '../../../docs/manual/zh-CN/riders.md';
import rights from '../../../docs/manual/zh-CN/rights.md';
import siteSafety from '../../../docs/manual/zh-CN/site-safety.md';
import siteSettings from '../../../docs/manual/zh-CN/site-settings.md';
import stations from '../../../docs/manual/zh-CN/stations.md';
import users from '../../../docs/manual/zh-CN/users.md';
import workbench from '../../../docs/manual/zh-CN/workbench.md';

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
