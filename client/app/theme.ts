import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import {
  amber,
  cobalt,
  dark,
  green,
  light,
  lime,
  navy,
  onSignal,
  paper,
  red,
  type Surface,
} from './theme-colours.ts';

const tuple = (scale: readonly string[]) => scale as unknown as MantineColorsTuple;

const sans = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";
const condensed = "'Barlow Condensed', 'Arial Narrow', system-ui, sans-serif";

export const theme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 6, dark: 5 },
  colors: {
    cobalt: tuple(cobalt),
    lime: tuple(lime),
    gray: tuple(paper),
    dark: tuple(navy),
    green: tuple(green),
    yellow: tuple(amber),
    red: tuple(red),
  },
  black: light.ink,
  white: '#ffffff',
  fontFamily: sans,
  headings: {
    fontFamily: condensed,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '2.25rem', lineHeight: '1.05' },
      h2: { fontSize: '1.5rem', lineHeight: '1.15' },
      h3: { fontSize: '1.25rem', lineHeight: '1.2' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.3' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '80em' },
  components: {
    Button: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3, maxRows: 10 } },
    Select: { defaultProps: { size: 'md', maxDropdownHeight: 240, comboboxProps: { shadow: 'md' } } },
    MultiSelect: { defaultProps: { size: 'md', maxDropdownHeight: 240 } },
    NumberInput: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, radius: 'sm' } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { duration: 120 },
        // The focus starts at the first menu item.
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.55 },
        transitionProps: { transition: 'pop', duration: 150 },
      },
    },
    Skeleton: { defaultProps: { radius: 'md' } },
  },
});

const surfaceVariables = (s: Surface) => ({
  '--cl-ground': s.ground,
  '--cl-surface': s.surface,
  '--cl-raised': s.raised,
  '--cl-sunken': s.sunken,
  '--cl-hairline': s.hairline,
  '--cl-control': s.control,
  '--cl-ink': s.ink,
  '--cl-quiet': s.quiet,
  '--cl-link': s.link,
  '--cl-tint': s.tint,
  '--cl-fill': s.fill,
  '--cl-good': s.good,
  '--cl-waiting': s.waiting,
  '--cl-bad': s.bad,
  '--mantine-color-body': s.ground,
  '--mantine-color-text': s.ink,
  '--mantine-color-dimmed': s.quiet,
  '--mantine-color-placeholder': s.quiet,
  '--mantine-color-anchor': s.link,
  '--mantine-color-error': s.bad,
  '--mantine-color-default': s.surface,
  '--mantine-color-default-hover': s.sunken,
  '--mantine-color-default-color': s.ink,
  '--mantine-color-default-border': s.control,
  '--mantine-color-cobalt-filled': s.fill,
  '--mantine-primary-color-filled': s.fill,
  '--mantine-color-cobalt-light': s.tint,
  '--mantine-color-cobalt-light-color': s.link,
  '--mantine-primary-color-light-color': s.link,
  '--mantine-color-cobalt-text': s.link,
  '--mantine-color-red-text': s.bad,
  // Mantine's menus use shade 6 in both themes, which has too little contrast on navy.
  '--mantine-color-red-6': s.bad,
  '--mantine-color-red-light': s.badTint,
  '--mantine-color-red-light-color': s.bad,
  '--mantine-color-gray-text': s.quiet,
  '--mantine-color-gray-light-color': s.quiet,
  '--mantine-color-disabled': s.sunken,
  '--mantine-color-disabled-color': s.quiet,
  '--mantine-color-disabled-border': s.hairline,
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--cl-condensed': condensed,
    '--cl-signal': lime[4],
    '--cl-on-signal': onSignal,
    '--cl-ease': 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  },
  light: { ...surfaceVariables(light), '--cl-shadow': '0 8px 28px rgb(11 19 48 / 0.16)' },
  dark: { ...surfaceVariables(dark), '--cl-shadow': '0 10px 32px rgb(0 4 16 / 0.6)' },
});
