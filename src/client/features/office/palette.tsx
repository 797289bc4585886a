import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PaletteList } from '#client/features/office/palette-list.tsx';
import {
  type Command,
  type Early,
  idOf,
  type Option,
  optionsOf,
} from '#client/features/office/palette-options.ts';
import type { RecordKind } from '#client/features/office/record-links.ts';
import { useSettled } from '#client/features/search/suggestions.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import styles from './palette.module.css';

interface Props {
  commands: readonly Command[];
  /** Kinds of records that have a page to open. */
  withPages: ReadonlySet<RecordKind>;
  /** Tells what was typed before it came. */
  early: () => Early;
  onClose: () => void;
}

/** Finds orders, people, companies and products as one types, and does what the office can do. */
export function Palette({ commands, withPages, early, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { found, isAnswered, error, again } = useFound(typed);
  const groups = optionsOf(typed.trim(), commands, found, withPages);
  const options = groups.flatMap(group => group.options);
  const active = options.find(({ key }) => key === chosen) ?? options[0];
  // Enter before the answer is there means the first of it, not of what is shown until then.
  const [isWaitedFor, setWaitedFor] = useState(false);

  // A dialog gives the focus to its name first. The field itself has what was typed until now, as the next key adds to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!input.current) return;
    input.current.focus();
    const { text, isSent } = early();
    input.current.value = text;
    setTyped(text);
    setWaitedFor(isSent);
  }, []);

  const act = ({ act: what }: Command, isNewTab = false) => {
    if (typeof what === 'string' && isNewTab) {
      window.open(what, '_blank');
      return;
    }
    onClose();
    if (typeof what === 'string') navigate(what);
    else what();
  };
  const first = options[0];
  useEffect(() => {
    if (!isWaitedFor || !isAnswered) return;
    setWaitedFor(false);
    if (first) act(first);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = beside(options, active, event.key === 'ArrowDown' ? 1 : -1);
      setChosen(next?.key ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const isCertain = isAnswered || chosen !== null || active?.key.startsWith('command ');
      if (!isCertain) setWaitedFor(true);
      else if (active) act(active, event.ctrlKey || event.metaKey);
    }
  };

  return (
    <Dialog open onClose={onClose} title="Search the back office" quiet>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          ref={input}
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Order, person, company, product or command"
          placeholder="Number, name, PO, email or amount"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(listId, active)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={120}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosen(null);
            setWaitedFor(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {error && <LoadError message={error} onRetry={again} />}
      <PaletteList
        id={listId}
        groups={groups}
        active={active}
        state={stateOf(typed.trim(), isAnswered, options.length)}
        onPoint={({ key }) => setChosen(key)}
        onChoose={(option, event: MouseEvent) => act(option, event.ctrlKey || event.metaKey)}
      />
    </Dialog>
  );
}

/** Found for what is typed, once the typing pauses; the last that was found stays until the next is there. */
function useFound(typed: string) {
  const text = typed.trim();
  const asked = useSettled(text);
  const isOn = asked !== '';
  const { data, error, isPlaceholderData, refetch } = trpc.office.find.useQuery(
    { text: asked },
    { enabled: isOn, placeholderData: keepPreviousData, retry: false, staleTime: 0 },
  );
  const isOfNow = asked === text;
  return {
    found: (isOn && data) || null,
    isAnswered: !isOn ? text === '' : isOfNow && data !== undefined && !isPlaceholderData,
    error: isOn && isOfNow && error ? refusal(error).message : null,
    again: () => void refetch(),
  };
}

/** Said to whoever can't see the list; nothing while it is not the answer to what is typed. */
function stateOf(text: string, isAnswered: boolean, count: number): string {
  if (text === '' || !isAnswered) return '';
  if (count === 0) return `Nothing found for “${text}”`;
  return count === 1 ? '1 result' : `${count} results`;
}

/** Goes round at both ends. */
const beside = (options: readonly Option[], from: Option | undefined, step: 1 | -1) =>
  options.at((options.findIndex(({ key }) => key === from?.key) + step) % options.length);
