import type { ComponentProps } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'action'>;

/**
 * A form that scripts send. Until they have loaded, sending it does nothing (`dialog` without a dialog around it):
 * what was typed neither gets into an address nor is lost. Its fields are judged by our rules, not by the browser's.
 */
export function Form(props: FormProps) {
  return <form method="dialog" noValidate {...props} />;
}
