import type { KeyboardEvent } from 'react';
import { TextField } from '#client/ui/field.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (name: string) => void;
  placeholder?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Asks for a saved cart's name, when it is new or renamed. */
export function CartNameField({ onChange, ...field }: Props) {
  return (
    <TextField
      name="orderName"
      maxLength={120}
      autoComplete="off"
      onChange={event => onChange(event.target.value)}
      {...field}
    />
  );
}
