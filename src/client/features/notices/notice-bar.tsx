import { useSyncExternalStore } from 'react';
import type { Colour } from '#client/features/notices/notice-board.ts';
import { board } from '#client/features/notices/notices.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import styles from './notice-bar.module.css';

const ICONS: Record<Colour, IconName> = { red: 'alert', green: 'check', blue: 'info', white: 'info' };

const none = () => null;

/** The banner. The regions are always there, so that what appears in them is read out. */
export function NoticeBar() {
  const notice = useSyncExternalStore(board.subscribe, board.shown, none);
  const shown = notice && (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at it only keeps it from going
    <div
      className={`${styles.notice} ${styles[notice.colour]}`}
      key={notice.id}
      onPointerEnter={board.hold}
      onPointerLeave={board.release}
      onFocus={board.hold}
      onBlur={board.release}
    >
      <Icon name={ICONS[notice.colour]} />
      <span>{notice.text}</span>
      <Button look="icon" aria-label="Dismiss" onClick={board.dismiss}>
        <Icon name="close" size={18} />
      </Button>
    </div>
  );
  const isRed = notice?.colour === 'red';
  return (
    <div className={`${styles.region} no-print`}>
      <div role="alert">{isRed && shown}</div>
      <div role="status">{!isRed && shown}</div>
    </div>
  );
}
