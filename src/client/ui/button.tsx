import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface Look {
  look?: 'primary' | 'outline' | 'quiet' | 'icon';
  size?: 'small' | 'large';
  wide?: boolean;
}

function classes({ look = 'outline', size, wide }: Look, more?: string): string {
  return [styles[look], size && styles[size], wide && styles.wide, more].filter(Boolean).join(' ');
}

export function Button({
  look,
  size,
  wide,
  className,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'>) {
  return <button type={type} className={classes({ look, size, wide }, className)} {...rest} />;
}

export function ButtonLink({ look, size, wide, className, ...rest }: Look & LinkProps) {
  return <Link className={classes({ look, size, wide }, className)} {...rest} />;
}
