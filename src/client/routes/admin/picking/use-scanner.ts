import { useEffect, useEffectEvent } from 'react';
import { createScanReader } from '#client/routes/admin/picking/scan-reader.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Hears what a scanner types, wherever the focus is. A field that it was typed into gets back what stood in it. */
export function useScanner(onCode: (code: string) => void): void {
  const hear = useEffectEvent(onCode);
  useEffect(() => {
    const reader = createScanReader();
    let field: { element: Field; value: string } | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const heard = reader.press(event);
      if (heard?.is === 'letter' && heard.isFirst) field = fieldOf(event.target);
      if (heard?.is !== 'code') return;
      // Enter would press the button that has the focus, or send a form.
      event.preventDefault();
      event.stopPropagation();
      if (field) putBack(field.element, field.value);
      field = null;
      hear(heard.code);
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, []);
}

const fieldOf = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    ? { element: target, value: target.value }
    : null;

/** Sets a field as typing would: the property of the element itself is React's own. */
function putBack(element: Field, value: string): void {
  const of = element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(of.prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
