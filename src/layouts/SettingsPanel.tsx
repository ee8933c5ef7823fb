import { DrawerForm, ProFormRadio, ProFormSwitch } from '@ant-design/pro-components';
import { text } from '@contract/text';
import { WORD } from '@contract/words';
import { useState } from 'react';
import { type Label, useDirection, useT } from '@/app/i18n/i18n';
import type { SettingsState } from '@/models/state';
import { Button } from '@/ui/Button';
import { Library } from '@/ui/library/Library';
import styles from './settings.css';

/* These texts are not in the catalogues. Only development builds contain this file, and its texts must not enlarge production builds. */
const TITLE = text('页面设置', 'Layout settings', 'Configurações de layout', '頁面設定');
const STYLE = text('页面风格', 'Page style', 'Estilo da página', '頁面風格');
const COLOUR = WORD.themeColour;
const NAVIGATION = text('导航模式', 'Navigation mode', 'Modo de navegação', '導覽模式');
const WIDTH = text('内容宽度', 'Content width', 'Largura do conteúdo', '內容寬度');

type Choices = readonly { readonly value: string; readonly label: Label }[];

const STYLES: Choices = [
  { value: 'light', label: 'shell.light' },
  { value: 'realDark', label: 'shell.dark' },
];
const COLOURS: Choices = [
  { value: '#fadb14', label: text('黄色', 'Yellow', 'Amarelo', '黃色') },
  { value: '#1677ff', label: text('蓝色', 'Blue', 'Azul', '藍色') },
  { value: '#13c2c2', label: text('青色', 'Cyan', 'Ciano', '青色') },
  { value: '#52c41a', label: text('绿色', 'Green', 'Verde', '綠色') },
  { value: '#f5222d', label: text('红色', 'Red', 'Vermelho', '紅色') },
  { value: '#722ed1', label: text('紫色', 'Purple', 'Roxo', '紫色') },
];
const LAYOUTS: Choices = [
  { value: 'mix', label: text('混合菜单', 'Mixed menu', 'Menu misto', '混合選單') },
  { value: 'side', label: text('侧边菜单', 'Side menu', 'Menu lateral', '側邊選單') },
  { value: 'top', label: text('顶部菜单', 'Top menu', 'Menu superior', '頂部選單') },
];
const WIDTHS: Choices = [
  { value: 'Fluid', label: text('流式', 'Fluid', 'Fluida', '流式') },
  { value: 'Fixed', label: text('定宽', 'Fixed', 'Fixa', '定寬') },
];
const SWITCHES = [
  { name: 'fixedHeader', label: text('固定页头', 'Fixed header', 'Cabeçalho fixo', '固定頁首') },
  { name: 'fixSiderbar', label: text('固定侧栏', 'Fixed sidebar', 'Barra lateral fixa', '固定側欄') },
  {
    name: 'autoHideHeader',
    label: text('下滑时隐藏页头', 'Hide header on scroll', 'Ocultar cabeçalho ao rolar', '捲動時隱藏頁首'),
  },
  { name: 'colorWeak', label: 'shell.colorWeak' },
] as const;

/** Edits the layout and appearance settings of SPEC §2, for example page style and navigation mode. Development builds only. */
export default function SettingsPanel({
  settings,
  onChange,
}: {
  readonly settings: SettingsState;
  readonly onChange: (changed: Partial<SettingsState>) => void;
}) {
  const t = useT();
  const placement = useDirection() === 'rtl' ? 'left' : 'right';
  const present = { ...settings, navTheme: settings.scheme === 'dark' ? ('realDark' as const) : ('light' as const) };
  // The user menu can also change these settings. The panel reads them when it opens and does not follow later changes.
  const [opened, setOpened] = useState(present);

  function change({ navTheme: style, ...others }: Partial<SettingsState>) {
    const scheme = style && ({ navTheme: style, scheme: style === 'realDark' ? 'dark' : 'light' } as const);
    onChange({ ...others, ...scheme });
  }

  const choice = (name: keyof SettingsState, label: Label, choices: Choices) => (
    <ProFormRadio.Group
      name={name}
      label={t(label)}
      options={choices.map((one) => ({ value: one.value, label: t(one.label) }))}
    />
  );
  return (
    <Library>
      <DrawerForm<SettingsState>
        title={t(TITLE)}
        width={320}
        onOpenChange={(isOpen) => isOpen && setOpened(present)}
        drawerProps={{ placement, destroyOnHidden: true }}
        submitter={false}
        initialValues={opened}
        onValuesChange={change}
        trigger={<Button className={styles.open ?? ''}>{t(TITLE)}</Button>}
      >
        {choice('navTheme', STYLE, STYLES)}
        {choice('colorPrimary', COLOUR, COLOURS)}
        {choice('layout', NAVIGATION, LAYOUTS)}
        {choice('contentWidth', WIDTH, WIDTHS)}
        {SWITCHES.map(({ name, label }) => (
          <ProFormSwitch key={name} name={name} label={t(label)} />
        ))}
      </DrawerForm>
    </Library>
  );
}
