// Written by `npm run lists` from the files beside it; not edited by hand.
import { account } from './account';
import { accounts } from './accounts';
import { area } from './area';
import { dashboard } from './dashboard';
import { figures } from './figures';
import { form } from './form';
import { identity } from './identity';
import { list } from './list';
import { menu } from './menu';
import { notice } from './notice';
import { operation } from './operation';
import { record } from './record';
import { shell } from './shell';
import { site } from './site';
import { staff } from './staff';
import { team } from './team';
import { wizard } from './wizard';

/** Everything behind the sign-in; the other languages are typed by it. */
export const consoleTexts = {
  account,
  accounts,
  area,
  dashboard,
  figures,
  form,
  identity,
  list,
  menu,
  notice,
  operation,
  record,
  shell,
  site,
  staff,
  team,
  wizard,
};
