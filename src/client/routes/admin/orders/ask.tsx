import type { ReactNode } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Without it there is nothing to be done but to close. */
  yes?: string;
  no: string;
  onYes?: () => unknown;
  children: ReactNode;
}

/** Asks before an order, or several, are moved on. */
export function Ask({ title, open, onClose, yes, no, onYes, children }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p>{children}</p>
      <Choices no={no} onClose={onClose}>
        {yes && (
          <Button
            look="primary"
            onClick={() => {
              onClose();
              onYes?.();
            }}
          >
            {yes}
          </Button>
        )}
      </Choices>
    </Dialog>
  );
}
