import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  LOSS,
  LOSS_REASON_TEXT,
  LOSS_REMEDY_TEXT,
  LOSS_SPEAKER_TEXT,
  type LossReason,
  type LossRemedy,
  type LossSpeaker,
} from '@contract/foodLoss.states';
import type { Text } from '@contract/text';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { EntityForm } from '@/ui/EntityForm';
import type { Control, Fault, FieldGroup, OptionSpec } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { Input } from '@/ui/library/Input';
import { caseFiles } from './caseFields';
import styles from './index.css';

/** A lost item as typed. The loss is in yuan. */
interface TypedItem {
  readonly name: string;
  readonly quantity: string;
  readonly loss: string;
}
interface Values extends Record<string, unknown> {
  orderNo: string;
  reporterType: LossSpeaker | null;
  reason: LossReason | null;
  items: readonly TypedItem[];
  claimFen: number | null;
  description: string;
  photos: readonly number[];
  wantedRemedy: LossRemedy | null;
}

const WIDTH = 560;
const NEW_ITEM: TypedItem = { name: '', quantity: '1', loss: '' };
const EMPTY: Values = {
  orderNo: '',
  reporterType: null,
  reason: null,
  items: [NEW_ITEM],
  claimFen: null,
  description: '',
  photos: [],
  wantedRemedy: null,
};
const options = (texts: Readonly<Record<string, Text>>): readonly OptionSpec[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

const fenOf = (typed: string): number =>
  /^\d{1,6}(\.\d{1,2})?$/.test(typed.trim()) ? Math.round(Number(typed) * 100) : Number.NaN;
const readItems = (items: readonly TypedItem[]) =>
  items.map(({ name, quantity, loss }) => ({ name: name.trim(), quantity: Number(quantity), lossFen: fenOf(loss) }));

function itemFault(value: unknown): Fault | null {
  const isRight = readItems(value as readonly TypedItem[]).every(
    ({ name, quantity, lossFen }) =>
      name !== '' &&
      name.length <= LOSS.itemName.max &&
      Number.isInteger(quantity) &&
      quantity >= LOSS.quantity.min &&
      quantity <= LOSS.quantity.max &&
      Number.isInteger(lossFen),
  );
  return isRight ? null : { rule: 'pattern' };
}

/** Edits the lost items: name, quantity, and loss in yuan. */
function Items({ control }: { readonly control: Control }) {
  const t = useT();
  const items = control.value as readonly TypedItem[];
  const set = (at: number, patch: Partial<TypedItem>) =>
    control.onChange(items.map((item, index) => (index === at ? { ...item, ...patch } : item)));
  return (
    <div>
      {items.map((item, index) => {
        const text = (key: keyof TypedItem, label: string, suffix?: string) => (
          <Input
            value={item[key]}
            aria-label={label}
            placeholder={label}
            disabled={control.disabled}
            autoComplete="off"
            {...(suffix && { suffix })}
            onChange={(event) => set(index, { [key]: event.target.value })}
          />
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their order never changes
          <div key={index} className={styles.item}>
            {text('name', t('foodLoss.itemName'))}
            {text('quantity', t('foodLoss.quantity'))}
            {text('loss', t('foodLoss.itemLoss'), t('list.yuan'))}
            <Button
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('foodLoss.removeItem')}
              disabled={control.disabled || items.length === 1}
              onClick={() => control.onChange(items.filter((_item, at) => at !== index))}
            />
          </div>
        );
      })}
      <Button
        id={control.id}
        icon={<PlusOutlined aria-hidden />}
        disabled={control.disabled || items.length >= LOSS.items}
        onClick={() => control.onChange([...items, NEW_ITEM])}
      >
        {t('foodLoss.addItem')}
      </Button>
    </div>
  );
}

const GROUPS: readonly FieldGroup<Values>[] = [
  {
    key: 'report',
    help: 'foodLoss.createText',
    fields: [
      { kind: 'text', name: 'orderNo', label: 'foodLoss.orderNo', required: true, upper: true, ...LOSS.orderNo },
      {
        kind: 'choice',
        name: 'reporterType',
        label: 'foodLoss.reporter',
        required: true,
        options: options(LOSS_SPEAKER_TEXT),
      },
      { kind: 'choice', name: 'reason', label: 'foodLoss.reason', required: true, options: options(LOSS_REASON_TEXT) },
      {
        kind: 'custom',
        name: 'items',
        label: 'foodLoss.items',
        required: true,
        check: itemFault,
        render: (control) => <Items control={control} />,
      },
      {
        kind: 'money',
        name: 'claimFen',
        label: 'foodLoss.claimFen',
        required: true,
        minFen: LOSS.claimFen.min,
        maxFen: LOSS.claimFen.max,
      },
      {
        kind: 'textarea',
        name: 'description',
        label: 'foodLoss.description',
        rows: 3,
        required: true,
        ...LOSS.description,
      },
      caseFiles('photos', 'foodLoss.photos', true) as FieldGroup<Values>['fields'][number],
      {
        kind: 'choice',
        name: 'wantedRemedy',
        label: 'foodLoss.wantedRemedy',
        required: true,
        options: options(LOSS_REMEDY_TEXT),
      },
    ],
  },
];

/** Shows the form that reports a food loss of an order. */
export function ReportForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Drawer open size={`min(${WIDTH}px, 100vw)`} title={t('foodLoss.create')} onClose={onClose}>
      <EntityForm<'foodLoss.Report/create', Values>
        formKey="foodLoss.new"
        title={t('foodLoss.create')}
        initial={EMPTY}
        groups={GROUPS}
        address="foodLoss.Report/create"
        toInput={({ values }) => ({
          orderNo: values.orderNo.trim(),
          reporterType: values.reporterType as LossSpeaker,
          reason: values.reason as LossReason,
          items: readItems(values.items),
          claimFen: Number(values.claimFen),
          description: values.description.trim(),
          photos: [...values.photos],
          wantedRemedy: values.wantedRemedy as LossRemedy,
        })}
        submit="foodLoss.create"
        onDone={onClose}
      />
    </Drawer>
  );
}
