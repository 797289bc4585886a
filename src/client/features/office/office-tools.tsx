import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { notify } from '#client/features/notices/notices.ts';
import { listed } from '#client/features/office/keys.ts';
import type { Command, Early } from '#client/features/office/palette-options.ts';
import type { RecordKind } from '#client/features/office/record-links.ts';
import { useKeys } from '#client/features/office/use-keys.ts';
import { optionalPart } from '#client/optional-part.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SITE_NOTICES } from '#shared/messages.ts';
import styles from './office-tools.module.css';

const onMissing = ({ onClose }: { onClose: () => void }) => {
  onClose();
  notify(SITE_NOTICES.missingPart);
};
const Palette = optionalPart(
  () => import('#client/features/office/palette.tsx'),
  module => module.Palette,
  { onMissing },
);
const KeysDialog = optionalPart(
  () => import('#client/features/office/keys-dialog.tsx'),
  module => module.KeysDialog,
  { onMissing },
);

type Tool = 'palette' | 'keys';

interface Props {
  commands: readonly Command[];
  withPages: ReadonlySet<RecordKind>;
}

/** The palette, by its button or Ctrl-K from anywhere, and the keys that every page of the office has. */
export function OfficeTools({ commands, withPages }: Props) {
  const [opened, setOpened] = useState<{ tool: Tool; at: string } | null>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  const { location: coming } = useNavigation();
  const open = (tool: Tool) => setOpened({ tool, at: coming?.key ?? keyOfAddress() });
  const close = () => setOpened(null);

  const early = useTypedEarly(opened?.tool === 'palette');

  // Stays open when the page arrives that it was opened for.
  useEffect(() => setOpened(now => (now?.at === key ? now : null)), [key]);
  const onCtrlK = useEffectEvent((event: KeyboardEvent) => {
    const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isOurs || event.key.toLowerCase() !== 'k' || event.isComposing) return;
    // The browser's own Ctrl-K would lead away from an open dialog.
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) open('palette');
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onCtrlK(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  useKeys(
    'Go to',
    commands.flatMap(({ keys, text, act }) =>
      keys ? { keys, text, run: () => (typeof act === 'string' ? navigate(act) : act()) } : [],
    ),
  );
  const keysCommand = { text: 'Keyboard shortcuts', keys: '?', act: () => open('keys') };
  useKeys('Everywhere', [
    { keys: '/', text: 'Search this list', run: searchList, isThere: () => listSearch() !== null },
    { keys: '?', text: 'Show these keys', run: keysCommand.act },
    listed('Ctrl-K', 'Search for anything'),
  ]);

  return (
    <>
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('palette')}
      >
        <Icon name="search" size={18} />
        <span className={styles.word}>Search</span>
        <kbd className={styles.keys}>{useIsMac() ? '⌘K' : 'Ctrl-K'}</kbd>
      </button>
      {opened?.tool === 'palette' && (
        <Palette commands={[...commands, keysCommand]} withPages={withPages} early={early} onClose={close} />
      )}
      {opened?.tool === 'keys' && <KeysDialog onClose={close} />}
    </>
  );
}

/** Answers React Router's key of the location in the address, whose page may still be on its way. */
const keyOfAddress = (): string => window.history.state?.key ?? 'default';

/** Keeps what is typed before the palette has come, and whether Enter was pressed: whoever opens it types on. */
function useTypedEarly(isOpen: boolean): () => Early {
  const early = useRef<Early>({ text: '', isSent: false });
  useEffect(() => {
    if (!isOpen) return;
    early.current = { text: '', isSent: false };
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      const isKept = !ctrlKey && !metaKey && !altKey && !isComposing && (key === 'Enter' || key.length === 1);
      if (!isKept || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      event.stopPropagation();
      const { text } = early.current;
      early.current = key === 'Enter' ? { text, isSent: true } : { text: text + key, isSent: false };
    };
    document.addEventListener('keydown', keep, true);
    return () => document.removeEventListener('keydown', keep, true);
  }, [isOpen]);
  return () => early.current;
}

const listSearch = () => document.querySelector<HTMLInputElement>('#content input[type="search"]');

function searchList(): boolean {
  const field = listSearch();
  field?.focus();
  field?.select();
  return field !== null;
}

const never = () => () => undefined;

/** Known to the browser alone. */
const useIsMac = () =>
  useSyncExternalStore(
    never,
    () => navigator.platform.startsWith('Mac'),
    () => false,
  );
