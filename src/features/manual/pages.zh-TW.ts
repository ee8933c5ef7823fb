import configuration from '../../../docs/manual/zh-TW/configuration.md';
import enquiries from '../../../docs/manual/zh-TW/enquiries.md';
import exports from '../../../docs/manual/zh-TW/exports.md';
import finance from '../../../docs/manual/zh-TW/finance.md';
import foodLoss from '../../../docs/manual/zh-TW/food-loss.md';
import franchise from '../../../docs/manual/zh-TW/franchise.md';
import gettingAround from '../../../docs/manual/zh-TW/getting-around.md';
import information from '../../../docs/manual/zh-TW/information.md';
import riderFundAudit from '../../../docs/manual/zh-TW/rider-fund-audit.md';
import riders from '../../../docs/manual/zh-TW/riders.md';
import rights from '../../../docs/manual/zh-TW/rights.md';
import siteSafety from '../../../docs/manual/zh-TW/site-safety.md';
import siteSettings from '../../../docs/manual/zh-TW/site-settings.md';
import stations from '../../../docs/manual/zh-TW/stations.md';
import users from '../../../docs/manual/zh-TW/users.md';
import workbench from '../../../docs/manual/zh-TW/workbench.md';

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
