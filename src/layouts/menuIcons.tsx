import type { IconName } from '../../config/iconNames';

/* Small line drawings in the text colour. An icon library would be larger than the whole menu. */
const PATHS: Readonly<Record<IconName, string>> = {
  alert: 'M8 2.5 14.5 13.5H1.5ZM8 6.5v3.5M8 11.7v.1',
  audit: 'M3 2h7l3 3v9H3ZM5.5 9l1.8 1.8L10.8 7',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1.5 1.5h-11ZM6.7 14h2.6',
  bike: 'M4 8.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM12 8.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM4 11l2.5-5h4L12 11M6.5 6 8.5 11M9.5 3.5h1.5v2.5',
  brand: 'M8 1.8 9.8 5.6 14 6.2 11 9.1 11.7 13.3 8 11.3 4.3 13.3 5 9.1 2 6.2 6.2 5.6Z',
  calendar: 'M2 3.5h12v10.5H2ZM2 6.5h12M5 2v3M11 2v3M5 9.5h2M9 9.5h2',
  card: 'M1.5 3.5h13v9h-13ZM1.5 6.5h13M4 10h3',
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 4.5V8l2.5 1.5',
  cluster: 'M6 2h4v3H6ZM1.5 11h4v3h-4ZM10.5 11h4v3h-4ZM8 5v3M3.5 11V8h9v3',
  dashboard: 'M2 12a6 6 0 1 1 12 0M8 12l3-4M4 12h.1M12 12h.1',
  export: 'M8 10V2M5 5l3-3 3 3M3 9v5h10V9',
  grid: 'M2 2h5v5H2ZM9 2h5v5H9ZM2 9h5v5H2ZM9 9h5v5H9Z',
  home: 'M2 8l6-5.5L14 8M4 7v6.5h8V7',
  idcard: 'M1.5 3h13v10h-13ZM4 10.5a2 2 0 0 1 4 0M6 7.5v.1M10 6.5h2.5M10 9.5h2.5',
  inbox: 'M2 9.5 4 3h8l2 6.5V13H2ZM2 9.5h3.5l1 1.5h3l1-1.5H14',
  key: 'M5.5 7a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM8 8l6-6M11.5 4.5 13.5 6.5M5.5 10.4v.2',
  layout: 'M2 2.5h12v11H2ZM2 6h12M6 6v7.5',
  list: 'M5.5 4h8.5M5.5 8h8.5M5.5 12h8.5M2 4h.1M2 8h.1M2 12h.1',
  lock: 'M3.5 7h9v7h-9ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2M8 10v1.5',
  message: 'M2 3h12v8H8l-3.5 3v-3H2ZM5 6h6M5 8.5h4',
  money: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM5.5 4.5 8 8l2.5-3.5M8 8v4M5.8 8.5h4.4M5.8 10.5h4.4',
  percent: 'M12.5 3.5 3.5 12.5M4.8 2.8a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM11.2 9.2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  phone: 'M4.5 1.5h7v13h-7ZM7.2 12.5h1.6',
  plus: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 5v6M5 8h6',
  read: 'M8 4C6.5 2.8 4.5 2.5 2 2.5v10c2.5 0 4.5.3 6 1.5M8 4c1.5-1.2 3.5-1.5 6-1.5v10c-2.5 0-4.5.3-6 1.5M8 4v10',
  receipt: 'M3 1.8h10v12.4l-1.7-1.2-1.6 1.2L8 13l-1.7 1.2L4.7 13 3 14.2ZM5.5 5h5M5.5 8h5',
  records: 'M3 2h10v12H3ZM5.5 5h5M5.5 8h5M5.5 11h3',
  safety: 'M8 1.5 13.5 3.5V8c0 3.5-2.5 5.5-5.5 6.5C5 13.5 2.5 11.5 2.5 8V3.5ZM5.5 8l1.8 1.8L10.5 6.5',
  scales: 'M8 2v12M4.5 14h7M3 4.5 8 3.5l5 1M3 4.5 1.2 9a2 2 0 0 0 3.6 0ZM13 4.5 11.2 9a2 2 0 0 0 3.6 0Z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14',
  setting:
    'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4',
  shop: 'M2 6l1-3.5h10L14 6M2 6a2 2 0 0 0 4 0 2 2 0 0 0 4 0 2 2 0 0 0 4 0M3 8v6h10V8M6.5 14v-3.5h3V14',
  sound: 'M2 6v4h3l4 3.5v-11L5 6ZM11.5 5.5a3.5 3.5 0 0 1 0 5',
  switches:
    'M5 2.8h6a2.2 2.2 0 0 1 0 4.4H5a2.2 2.2 0 0 1 0-4.4ZM5 8.8h6a2.2 2.2 0 0 1 0 4.4H5a2.2 2.2 0 0 1 0-4.4ZM10.8 5h.2M5 11h.2',
  team: 'M6 3a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 6 3ZM2 13a4 4 0 0 1 8 0M11 3.5a2 2 0 0 1 0 3.7M11.5 9.3A4 4 0 0 1 14 13',
  tool: 'M9.5 6.5 3 13M13.5 4.5a3.2 3.2 0 0 1-4.3 3.8 3.2 3.2 0 0 1-1-5L10 5l1.5-.5L12 3l-1.8-1a3.2 3.2 0 0 1 3.3 2.5Z',
  umbrella: 'M8 2a6 6 0 0 1 6 6H2a6 6 0 0 1 6-6ZM8 1.2V2M8 8v4.5a1.5 1.5 0 0 1-3 0',
  user: 'M8 2.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM2.5 14a5.5 5.5 0 0 1 11 0',
  users:
    'M8 3a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 8 3ZM4 13a4 4 0 0 1 8 0M3.4 4.5a1.8 1.8 0 0 0 0 3M12.6 4.5a1.8 1.8 0 0 1 0 3M1 12a3 3 0 0 1 1.5-2.5M15 12a3 3 0 0 0-1.5-2.5',
  video: 'M1.5 3.5h9v9h-9ZM10.5 7l4-2.5v7l-4-2.5',
  wallet: 'M2 4.5 11 2.5v2M2 4.5h12v9H2ZM14 7.5h-4a1.5 1.5 0 0 0 0 3h4',
  withdraw: 'M3 6V2.5h10V6M1.5 6h13M8 6.5V14M5 11l3 3 3-3',
};

export function MenuIcon({ name }: { readonly name: IconName }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
