import type { Ref } from 'react';
import { ItemField, type ItemHandle } from '#client/features/office/item-field.tsx';
import type { Item, ItemOwner } from '#client/features/office/item-lookup.ts';
import { Panel } from '#client/features/office/record-page.tsx';
import { type LineFigures, StaffLines } from '#client/features/office/staff-lines.tsx';
import { type Done, Sold } from '#client/routes/admin/create-order/comes-to.tsx';
import type { NewLine } from '#client/routes/admin/create-order/new-lines.ts';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { multiplyMoney } from '#shared/rules/money.ts';
import type { StaffFigures as Figures } from '#shared/schemas/create-order.ts';

interface Props {
  /** The field of the next customer is another one. */
  round: number;
  /** Was sold last, and is said until the next is scanned. */
  done: Done | null;
  owner: ItemOwner;
  lines: readonly NewLine[];
  errors: FieldErrors;
  figures: Figures | null;
  handle: Ref<ItemHandle>;
  onAdd: (items: Item[]) => void;
  onChange: (change: (before: readonly NewLine[]) => readonly NewLine[]) => void;
}

export function ItemsPanel({ round, done, owner, lines, errors, figures, handle, onAdd, onChange }: Props) {
  return (
    <Panel title="Items">
      {done && <Sold {...done} />}
      <ItemField key={round} {...{ owner, onAdd, handle }} />
      <StaffLines
        lines={lines}
        figuresOf={line => figuresOf(lines, line, figures)}
        errors={errors}
        onChange={(line, typed) =>
          onChange(before => before.map(one => (one.key === line ? { ...one, ...typed } : one)))
        }
        onRemove={line => onChange(before => before.filter(one => one.key !== line))}
      />
    </Panel>
  );
}

function figuresOf(lines: readonly NewLine[], key: string, figures: Figures | null): LineFigures {
  const line = lines.find(one => one.key === key);
  const told = figures?.cart.find(({ variantId }) => variantId === line?.variantId);
  const beside = figures?.prices.find(({ variantId }) => variantId === line?.variantId);
  if (!told || !beside) return { ours: null, price: null, amount: null, cost: null };
  const note = told.short !== null ? `only ${told.short} in stock` : '';
  return {
    ...{ ours: beside.ours, price: told.price, cost: beside.cost, note },
    amount: multiplyMoney(told.price, told.quantity),
  };
}
