import { PRODUCT_LIST } from '@contract/insure.fields';
import { INSURE_SUM_KEYS, INSURE_SUMS } from '@contract/insure.states';
import { RULE } from '@contract/rule-ids';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { type Action, post } from '@/ui/actions/types';
import { Facts } from '@/ui/DetailDrawer';
import { ListPage } from '@/ui/ListPage';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { listOf } from '@/ui/resource/list';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { KEPT, type ProductRow } from './links';

const ProductForm = lazy(() => import('./ProductForm').then((module) => ({ default: module.ProductForm })));

const LIST = listOf('safety.Insure/getProducts', PRODUCT_LIST);
const nameOf = (row: ProductRow) => row.name;
const SWITCHES: readonly Action<ProductRow>[] = (['switchOn', 'switchOff'] as const).map((key) => ({
  key,
  label: `insureProduct.${key}`,
  danger: key === 'switchOff',
  confirm: { text: (names, _rows, t) => t(`insureProduct.${key}Text`, { names }) },
  call: post('safety.Insure/switchProduct', ({ id, version }: ProductRow) => ({ id, version, on: key === 'switchOn' })),
}));

/** Lists the insurance products (保险方案). */
export function Products() {
  const { can } = usePlatform();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const actions = useMemo(
    (): readonly Action<ProductRow>[] => [
      { key: 'editProduct', label: 'insureProduct.edit', hotkey: 'e', run: ({ id }) => setEdited(id) },
      ...SWITCHES,
    ],
    [],
  );
  const create = can(RULE['safety.insure.create']) ? (
    <PageAction primary hotkey="n" label="insureProduct.create" run={() => setEdited('new')} />
  ) : null;
  return (
    <>
      <ListPage<'safety.Insure/getProducts'>
        {...LIST}
        name="insureProducts"
        title="insure.tabProducts"
        inside={KEPT}
        actions={actions}
        rowName={nameOf}
        primary={create}
        empty={{ text: 'insureProduct.empty', action: create }}
        detail={(context) => <ProductDrawer context={context} />}
      />
      {edited === null ? null : (
        <Suspense fallback={null}>
          <ProductForm key={edited} id={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Shows a product in a drawer. */
function ProductDrawer({ context }: { readonly context: DetailContext<ProductRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="safety.Insure/getProduct"
      context={context}
      inside={KEPT}
      name={(product) => product.name}
      title={(product) => product.name}
      beside={(product) => product.stateText}
      content={(product) => (
        <Facts
          items={[
            { key: 'insurer', label: t('insureProduct.insurer'), value: product.insurer },
            { key: 'planCode', label: t('insureProduct.planCode'), value: product.planCode },
            { key: 'agreementNo', label: t('insureProduct.agreementNo'), value: product.agreementNo },
            { key: 'cover', label: t('insureProduct.coverText'), value: product.coverText },
            { key: 'premium', label: t('insureProduct.premiumFen'), value: <Money fen={product.premiumFen} sign /> },
            { key: 'age', label: t('insureProduct.ageText'), value: `${product.minAge}–${product.maxAge}` },
            {
              key: 'teams',
              label: t('insureProduct.teamText'),
              value: product.teamNames.join(t('list.separator')) || product.teamText,
            },
            ...INSURE_SUM_KEYS.map((key) => ({
              key,
              label: t(INSURE_SUMS[key]),
              value: <Money fen={product.sums[key]} sign />,
            })),
          ]}
        />
      )}
    />
  );
}
