import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router-dom';
import { SuggestionList } from '#client/features/search/suggestion-list.tsx';
import { useSuggestions } from '#client/features/search/suggestions.ts';
import { useFollowing } from '#client/ui/followed.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Icon } from '#client/ui/icon.tsx';
import styles from './search-form.module.css';

const NONE = -1;

/** Pages whose `title` is what was searched for; that of a product page is a number. */
const LISTINGS: readonly string[] = ['/search', '/products', '/category-products'];

/** Searches by a plain GET form, which works without scripts; with them it suggests while one types (rule C6). */
export function SearchForm() {
  const { pathname, search, key } = useLocation();
  const searched = LISTINGS.includes(pathname) ? (new URLSearchParams(search).get('title') ?? '') : '';
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const navigate = useNavigate();
  const listId = useId();
  const isHydrated = useHydrated();
  const { suggestions, isAnswered } = useSuggestions(isOpen ? typed : '');
  const isShown = isOpen && (suggestions.length > 0 || isAnswered);
  const chosen = isShown ? suggestions[active] : undefined;

  const close = () => {
    setOpen(false);
    setActive(NONE);
  };
  const write = (text: string) => {
    if (input.current) input.current.value = text;
  };
  // Shows what was searched for, also after going back, and nothing old elsewhere.
  const show = (text: string) => {
    write(text);
    setOpen(false);
  };
  const seen = useFollowing(input, searched, show, key);
  const submit = () => {
    seen.current = input.current?.value ?? '';
    close();
  };
  const go = (href: string) => {
    close();
    write(searched);
    input.current?.blur();
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      go(chosen.href);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (!isOpen) setOpen(true);
      else {
        const next = turned(active, step, suggestions.length);
        setActive(next);
        document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
      }
    }
  };

  return (
    <search>
      <Form className={styles.form} action="/search" method="get" onSubmit={submit}>
        <input
          ref={input}
          className={styles.input}
          type="search"
          name="title"
          defaultValue={searched}
          placeholder="Product name or number"
          aria-label="Search by product name or number"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          {...(isHydrated && {
            role: 'combobox',
            'aria-expanded': isShown,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
          })}
          aria-activedescendant={chosen && `${listId}-${active}`}
          onChange={event => {
            setTyped(event.target.value);
            setOpen(true);
            setActive(NONE);
          }}
          onFocus={event => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <button className={styles.submit} type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
        <SuggestionList
          id={listId}
          isShown={isShown}
          suggestions={suggestions}
          active={active}
          onPoint={setActive}
          onChoose={suggestion => go(suggestion.href)}
        />
      </Form>
    </search>
  );
}

/** Up and down go round; past either end nothing is chosen, and what was typed stands again. */
export function turned(at: number, step: 1 | -1, length: number): number {
  const next = at + step;
  if (next < NONE) return length - 1;
  return next >= length ? NONE : next;
}
