import { createHistory } from '@@/core/history';
import { history } from '@umijs/max';
import { formAddress } from './formAddress';

beforeAll(() => void createHistory({ type: 'memory' }));

test('the address of a closed form keeps the other parameters, and has no question mark without any', () => {
  history.replace('/information?page=2');
  expect(formAddress('new')).toBe('/information?page=2&form=new');
  expect(formAddress({ edit: 5 })).toBe('/information?page=2&form=edit-5');
  history.replace('/information?page=2&form=new');
  expect(formAddress(null)).toBe('/information?page=2');
  history.replace('/information?form=new&teams=3');
  expect(formAddress(null, ['teams'])).toBe('/information');
});
