import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { openModals } from './open-modals.ts';

interface Options {
  open: boolean;
  /** The dialog is gone, by whatever way: a button, Esc, the backdrop, a swipe. */
  onClose: () => void;
  /** Asked before Esc, its cross or the backdrop closes it; false: it stays. */
  mayLeave?: (() => boolean) | undefined;
  /** How it leaves, from where it stands; skipped for those who want less motion. */
  leaving: Keyframe[];
}

const LEAVING_MS = 160;

/**
 * A native modal dialog: the page behind it is inert, Esc and a click on the backdrop close it, and focus goes back
 * to where it came from. The name that it begins with takes the focus, so that no phone opens its keyboard; where
 * something in it has `data-first`, that does.
 */
export function useModal({ open, onClose, mayLeave, leaving }: Options) {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useRef<HTMLHeadingElement>(null);
  const pressedBackdrop = useRef(false);

  // Before it is taken out of the page: one that is gone gives no focus back.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!open || !current) return;
    openModals.add(current);
    current.showModal();
    const first = current.querySelector<HTMLElement>('[data-first]') ?? name.current;
    first?.focus({ preventScroll: true });
    // Its effect may run twice in development; what is open can't be opened again.
    return () => {
      openModals.remove(current);
      current.close();
    };
  }, [open]);

  const leave = async () => {
    const { current } = dialog;
    if (!current?.open || mayLeave?.() === false) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const way = isStill
      ? null
      : current.animate(leaving, { duration: LEAVING_MS, easing: 'ease-in', fill: 'forwards' });
    await way?.finished;
    current.close();
    // Else it would still stand outside the window when it opens again.
    way?.cancel();
  };

  return {
    dialog: dialog as RefObject<HTMLDialogElement>,
    name,
    leave,
    handlers: {
      onClose: (event: SyntheticEvent) => {
        if (event.target === dialog.current && !dialog.current.open) onClose();
      },
      onCancel: (event: SyntheticEvent) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave();
      },
      // People who select a text and let go outside do not mean to close.
      onPointerDown: (event: PointerEvent) => {
        pressedBackdrop.current = event.target === dialog.current;
      },
      onClick: (event: MouseEvent) => {
        if (event.target === dialog.current && pressedBackdrop.current) leave();
      },
    },
  };
}
