import { listed } from '#client/features/office/keys.ts';
import { useKeys } from '#client/features/office/use-keys.ts';

const FIELD =
  '#content :is(input, select, textarea):not([type="hidden"], [type="search"], [readonly], [disabled])';

const linkFor = (key: string) => document.querySelector<HTMLElement>(`#content [aria-keyshortcuts="${key}"]`);
const firstField = () => document.querySelector<HTMLElement>(FIELD);

/** Follows the link of the page that names this key; `false`: there is none, or a row of a table has the focus. */
function follow(key: string): boolean {
  const link = document.activeElement?.closest('tbody') ? null : linkFor(key);
  link?.click();
  return link !== null;
}

function toFirstField(): boolean {
  const field = firstField();
  field?.focus();
  return field !== null;
}

/** The keys of a record: to those beside it, by the links that name `j` and `k`, and into its first field. */
export function useRecordKeys(): void {
  useKeys('This page', [
    { keys: 'j', text: 'Next of the list', run: () => follow('j'), isThere: () => linkFor('j') !== null },
    { keys: 'k', text: 'Previous of the list', run: () => follow('k'), isThere: () => linkFor('k') !== null },
    {
      keys: 'e',
      text: 'Edit: to the first field',
      run: toFirstField,
      isThere: () => firstField() !== null,
    },
  ]);
}

/** Lists the key by which a record is saved that is edited on its page; its bar takes it. */
export function useSaveKeys(): void {
  useKeys('This page', [listed('Ctrl-S', 'Save what is changed')]);
}
