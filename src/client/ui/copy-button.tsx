import { useState } from 'react';
import styles from './copy-button.module.css';
import { Icon } from './icon.tsx';

const SAID_MS = 1500;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without leave or without https there is no clipboard; the text stands beside the button.
      return;
    }
    setCopied(true);
    setTimeout(setCopied, SAID_MS, false);
  };
  return (
    <button type="button" className={styles.copy} aria-label={isCopied ? 'Copied' : label} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
    </button>
  );
}
