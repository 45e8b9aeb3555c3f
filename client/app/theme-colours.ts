/**
 * All colours of the interface. theme.ts turns them into Mantine colours and CSS variables;
 * tests/client/contrast.test.ts checks the pairs below against WCAG AA in both themes.
 */
export type Scale = readonly [string, string, string, string, string, string, string, string, string, string];

export const cobalt: Scale = [
  '#eef3ff',
  '#dbe5ff',
  '#b5c8ff',
  '#8aa7ff',
  '#6486fb',
  '#4468f2',
  '#2a50e0',
  '#1f42c4',
  '#19369f',
  '#142b7d',
];

/** The signal colour: only on photos and for "selected" or "live", with ink-coloured text. */
export const lime: Scale = [
  '#f9ffe2',
  '#f1fdc2',
  '#e4f98b',
  '#d7f55c',
  '#c8f135',
  '#b4dd1f',
  '#93b814',
  '#70900f',
  '#52690e',
  '#3a4a0f',
];

/** Greys of the light theme, from light to dark. */
export const paper: Scale = [
  '#f5f7fa',
  '#eceff4',
  '#dfe4ec',
  '#ccd3df',
  '#a9b3c4',
  '#7c8799',
  '#566175',
  '#3d4759',
  '#232c3f',
  '#0b1330',
];

/** Navy shades of the dark theme, from text to background, in the order of Mantine's "dark". */
export const navy: Scale = [
  '#e8edf8',
  '#c3cde2',
  '#a6b2cd',
  '#7c8aab',
  '#3a4870',
  '#283458',
  '#182344',
  '#0a1022',
  '#070c1b',
  '#040814',
];

export const green: Scale = [
  '#e8f8ef',
  '#cdeedb',
  '#9fdcb9',
  '#6dc894',
  '#3fb174',
  '#23985c',
  '#147f49',
  '#0e6a3c',
  '#0b5330',
  '#083d23',
];

export const amber: Scale = [
  '#fff6e3',
  '#ffe9bf',
  '#ffd588',
  '#ffc04f',
  '#f7a823',
  '#d98a0b',
  '#a96703',
  '#875203',
  '#683f04',
  '#4a2d04',
];

export const red: Scale = [
  '#fff0ef',
  '#ffdcda',
  '#ffb5b1',
  '#ff8a85',
  '#f7625d',
  '#e5403d',
  '#c92a2a',
  '#a82020',
  '#861a1a',
  '#631313',
];

export interface Surface {
  ground: string;
  surface: string;
  raised: string;
  sunken: string;
  hairline: string;
  control: string;
  ink: string;
  quiet: string;
  link: string;
  tint: string;
  fill: string;
  onFill: string;
  good: string;
  waiting: string;
  bad: string;
  /** The ground of messages about failures. */
  badTint: string;
}

export const light: Surface = {
  ground: paper[0],
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: paper[1],
  hairline: paper[2],
  control: '#7f899b',
  ink: paper[9],
  quiet: '#515c70',
  link: cobalt[7],
  tint: cobalt[0],
  fill: cobalt[6],
  onFill: '#ffffff',
  good: green[7],
  waiting: amber[7],
  bad: red[6],
  badTint: red[0],
};

export const dark: Surface = {
  ground: navy[7],
  surface: '#111a35',
  raised: navy[6],
  sunken: '#0d1530',
  hairline: '#25315a',
  control: '#6b7aa3',
  ink: navy[0],
  quiet: navy[2],
  link: '#9db5ff',
  tint: '#1a2856',
  fill: '#3f63ee',
  onFill: '#ffffff',
  good: green[3],
  waiting: amber[3],
  bad: '#ff9c97',
  badTint: '#331627',
};

export const onSignal = paper[9];
