type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    knurlPressed?: Set<HTMLButtonElement | HTMLInputElement>;
    knurlTyped?: Set<Field>;
  }
}

/**
 * Stands inline in the page, since its scripts come later: remembers which buttons and boxes were pressed, and which fields
 * were typed into, before they do anything. Links and forms need no script to be followed or sent.
 */
export const REMEMBER_ACTS = `knurlPressed=new Set;knurlTyped=new Set;addEventListener('click',e=>{let b=e.target.closest('button[type=button],[type=checkbox],[type=radio]');b&&self.knurlPressed?.add(b)},true);addEventListener('input',e=>self.knurlTyped?.add(e.target),true)`;

/**
 * From now on React takes note of what is pressed and typed. To be called when it begins to hydrate; the returned tells it
 * of what was typed, and presses what was remembered, each button once: whoever presses again because nothing happened does
 * not want it twice.
 */
export function takeActs(): () => void {
  const pressed = [...(window.knurlPressed ?? [])];
  const typed = [...(window.knurlTyped ?? [])].flatMap(field =>
    isBox(field) ? [] : { field, text: field.value },
  );
  delete window.knurlPressed;
  delete window.knurlTyped;
  return () => {
    for (const { field, text } of typed) if (field.isConnected) tellOf(field, text);
    for (const control of pressed) {
      if (!control.isConnected) continue;
      if (control instanceof HTMLInputElement) {
        // The browser has ticked it, which React knows nothing of: back to how it came, and once more.
        if (control.checked === control.defaultChecked) continue;
        control.checked = control.defaultChecked;
      }
      control.click();
    }
  };
}

const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/**
 * Has React hear of a field's text, which it may have undone, or be typed on by now. It takes the text that it finds for the
 * one that it wrote itself, so that it is told another first.
 */
function tellOf(field: Field, early: string): void {
  const isChoice = field instanceof HTMLSelectElement;
  const text = isChoice || field.value === '' ? early : field.value;
  if (!isChoice) field.value = text === '' ? field.defaultValue : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
}
