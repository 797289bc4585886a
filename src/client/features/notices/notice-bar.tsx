import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import type { Colour, Notice } from '#client/features/notices/notice-board.ts';
import { board } from '#client/features/notices/notices.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { useOpenModals } from '#client/ui/open-modals.ts';
import styles from './notice-bar.module.css';

const ICONS: Record<Colour, IconName> = { red: 'alert', green: 'check', blue: 'info', white: 'info' };

const none = () => null;

/** The banner; above whatever dialog is open, where the page behind is neither seen nor read out. */
export function NoticeBar() {
  const notice = useSyncExternalStore(board.subscribe, board.shown, none);
  const modals = useOpenModals();
  const top = modals.at(-1);
  return (
    <>
      <Regions notice={top ? null : notice} />
      {modals.map((dialog, index) =>
        createPortal(
          <Regions notice={dialog === top ? notice : null} />,
          dialog.querySelector('[data-notices]') ?? dialog,
          String(index),
        ),
      )}
    </>
  );
}

/** Always there, so that what appears in them is read out. */
function Regions({ notice }: { notice: Notice | null }) {
  const isRed = notice?.colour === 'red';
  const shown = notice && <Shown notice={notice} key={notice.id} />;
  return (
    <div className={`${styles.region} no-print`}>
      <div role="alert">{isRed && shown}</div>
      <div role="status">{!isRed && shown}</div>
    </div>
  );
}

function Shown({ notice: { colour, text, links } }: { notice: Notice }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at it only keeps it from going
    <div
      className={`${styles.notice} ${styles[colour]}`}
      onPointerEnter={board.hold}
      onPointerLeave={board.release}
      onFocus={board.hold}
      onBlur={board.release}
    >
      <Icon name={ICONS[colour]} />
      <div>
        <p>{text}</p>
        {links.length > 0 && (
          <p className={styles.links}>
            {links.map(link => (
              <Link key={link.to} to={link.to} onClick={board.dismiss}>
                {link.text}
              </Link>
            ))}
          </p>
        )}
      </div>
      <Button look="icon" aria-label="Dismiss" onClick={board.dismiss}>
        <Icon name="close" size={18} />
      </Button>
    </div>
  );
}
