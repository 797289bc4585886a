import layout from '#client/features/office/fields.module.css';
import { ReturnForm } from '#client/features/orders/return-form.tsx';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import { RETURN_NOTICES } from '#shared/messages.ts';

const WORDS = {
  ...{ name: 'Begin a return', send: 'Begin the return', no: 'Cancel' },
  nothing: 'Please enter how many of each item come back.',
  ...{ sent: RETURN_NOTICES.created, failed: RETURN_NOTICES.createFailed },
};

/** Begins the return that a customer asks for at the counter or on the phone. */
export function BeginReturn({ order, onClose, onBegun }: DeedProps & { onBegun: (made: string) => void }) {
  const { data, error, refetch } = trpc.returns.returnable.useQuery({ id: order._id }, { staleTime: 0 });
  return (
    <KeptDialog open onClose={onClose} title={`Return of order ${order.orderNumber}`}>
      {error && !data && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !data && <p role="status">Loading…</p>}
      {data?.length === 0 && <p>Nothing of it can be sent back any more.</p>}
      {data && data.length > 0 && (
        <div className={layout.stack}>
          {order.email && <p className="muted">{`${order.email} gets an email that it was asked for.`}</p>}
          <ReturnForm
            orderId={order._id}
            returnable={data}
            words={WORDS}
            onDone={made => {
              onClose();
              onBegun(made._id);
            }}
            onClose={onClose}
          />
        </div>
      )}
    </KeptDialog>
  );
}
