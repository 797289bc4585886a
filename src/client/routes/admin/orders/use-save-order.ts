import { useState } from 'react';
import { notify, useFailureNotice } from '#client/features/notices/notices.ts';
import { saveUntouched } from '#client/features/office/save-untouched.ts';
import { useFirstWrong } from '#client/features/office/use-first-wrong.ts';
import { refusal } from '#client/refusal.ts';
import {
  changesOf,
  fieldsOf,
  issuesByField,
  type OrderDraft,
} from '#client/routes/admin/orders/order-fields.ts';
import { trpc } from '#client/trpc.ts';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { NextStatus } from '#shared/office-lists.ts';
import type { Order } from '#shared/schemas/orders.ts';

interface Move {
  status?: NextStatus;
  allPicked?: true;
  evenOverLimit?: true;
}

/** A move that waits for an answer: what was picked, or whether the company may owe that much. */
interface Asked {
  about: 'not_counted' | 'over_limit';
  status: NextStatus;
}

/** Saves the draft of an order, with a move or without one. */
export function useSaveOrder(order: Order, draft: OrderDraft) {
  const { client, orders } = trpc.useUtils();
  const failure = useFailureNotice();
  const [isSaving, setSaving] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [wrong, setWrong] = useState(0);
  useFirstWrong(wrong);
  const [refused, setRefused] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { _id } = order;

  const save = async (move: Move = {}) => {
    if (isSaving) return;
    setSaving(true);
    setErrors({});
    failure.end();
    const sent = draft.typed;
    const changes = changesOf(draft);
    try {
      const saved = await saveUntouched(order, {
        send: ({ version }) => client.orders.adminPatch.mutate({ _id, version, ...changes, ...move }),
        reread: () => orders.record.fetch({ id: _id }, { staleTime: 0 }),
        fieldsOf,
      });
      draft.begin(fieldsOf(saved), sent);
      notify(ORDER_NOTICES.updated);
      await orders.invalidate();
    } catch (error) {
      const { reason, issues } = refusal(error);
      const { status } = move;
      if ((reason === 'not_counted' || reason === 'over_limit') && status)
        setAsked({ about: reason, status });
      else if (reason === 'invalid') {
        setErrors(fieldErrors(issuesByField(issues, changes)));
        setWrong(before => before + 1);
      } else failure.tell(error, ORDER_NOTICES.updateFailed);
      // The draft is put onto what is there now, and shows what somebody else changed.
      if (reason === 'stale' || reason === 'order_state') await orders.record.invalidate({ id: _id });
      if (reason === 'stale') setRefused(before => before + 1);
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, errors, refused, asked, forgetAsked: () => setAsked(null) };
}

export type SaveOrder = ReturnType<typeof useSaveOrder>;
