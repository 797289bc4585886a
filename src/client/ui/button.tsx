import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface Look {
  /** 'danger': for what can't be undone, where it is asked about. */
  look?: 'primary' | 'outline' | 'quiet' | 'danger' | 'icon';
  size?: 'small' | 'large';
  wide?: boolean;
}

function classes({ look = 'outline', size, wide }: Look, more?: string): string {
  return [styles[look], size && styles[size], wide && styles.wide, more].filter(Boolean).join(' ');
}

type Click = NonNullable<ComponentProps<'button'>['onClick']>;

/**
 * Makes a button do nothing, and say so, while its work is under way or there is none for it. A `disabled` one would
 * also drop the focus, and whoever goes by keyboard would start over at the top of the page.
 */
export const unlessIdle = (idle: boolean, onClick?: Click) =>
  idle ? { 'aria-disabled': true, onClick: refuse } : { onClick };

// A click on a form's button would send it, as Enter in one of its fields does through it.
const refuse: Click = event => event.preventDefault();

export function Button({
  look,
  size,
  wide,
  className,
  type = 'button',
  busy = false,
  unable = false,
  onClick,
  ...rest
}: Look & ComponentProps<'button'> & { busy?: boolean; unable?: boolean }) {
  const looks = classes({ look, size, wide }, className);
  return <button type={type} className={looks} {...unlessIdle(busy || unable, onClick)} {...rest} />;
}

export function ButtonLink({ look, size, wide, className, ...rest }: Look & LinkProps) {
  return <Link className={classes({ look, size, wide }, className)} {...rest} />;
}
