import type { ComponentProps } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'action'>;

/**
 * A form that scripts send. Until they have loaded, sending it does nothing (`dialog` without a dialog around it):
 * what was typed neither gets into an address nor is lost, and where
 * there are none it says why. Its fields are judged by our rules, not by the browser's.
 */
export function Form({ children, ...props }: FormProps) {
  return (
    <form method="dialog" noValidate {...props}>
      {children}
      <noscript>
        <p>This form needs JavaScript. Please turn it on, or call us.</p>
      </noscript>
    </form>
  );
}
