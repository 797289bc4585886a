import { useState } from 'react';
import { ApprovalDialog } from '#client/features/approvals/approval-dialog.tsx';
import { ApprovalRow } from '#client/features/approvals/approval-row.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import rows from '#client/ui/rows.module.css';
import type { Approval } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/users.ts';

interface Props {
  user: User;
  approvals: readonly Approval[];
}

/** Orders above a Member's limit that are not decided yet, with what their Primary, or their buyer, can do. */
export function OpenApprovals({ user, approvals }: Props) {
  const [looking, setLooking] = useState<string | null>(null);
  return (
    <>
      <ul className={rows.rows}>
        {approvals.map(one => (
          <ApprovalRow
            key={one._id}
            approval={one}
            user={user}
            look={one.state === 'waiting' ? () => setLooking(one._id) : null}
          />
        ))}
      </ul>
      <Dialog
        open={looking !== null}
        onClose={() => setLooking(null)}
        title="Approve this order?"
        size="large"
      >
        {looking && <ApprovalDialog _id={looking} done={() => setLooking(null)} />}
      </Dialog>
    </>
  );
}
