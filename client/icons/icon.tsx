import type { ComponentProps, ComponentType } from 'react';

interface IconProps extends Omit<ComponentProps<'svg'>, 'stroke'> {
  /** Of both sides: pixels, or a length of CSS. */
  size?: number | string;
  /** Width of the lines, where the icon is 24 wide. */
  stroke?: number;
}

export type Icon = ComponentType<IconProps>;

const lines = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * An icon of one path on a square of 24; without a label, beside words, it says nothing more. `npm run docs` writes the files beside this one: for each that is imported, and none
 * else. Each is a module of its own, so that a page downloads only its own.
 */
export function icon(name: string, path: string, look: 'outline' | 'filled' = 'outline'): Icon {
  return ({ size = 24, stroke = 2, className = '', ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: whoever shows it alone gives it a role and a label
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      {...(look === 'filled' ? { fill: 'currentColor', stroke: 'none' } : { ...lines, strokeWidth: stroke })}
      aria-hidden={rest['aria-label'] ? undefined : 'true'}
      className={`tabler-icon tabler-icon-${name} ${className}`}
      {...rest}
    >
      <path d={path} />
    </svg>
  );
}
