import { Picture } from '#client/features/catalog/picture.tsx';
import type { Suggestion } from '#client/features/search/suggestions.ts';
import { Icon } from '#client/ui/icon.tsx';
import { priceText } from '#client/ui/price.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import { SEARCH_TEXTS } from '#shared/messages.ts';
import styles from './search-form.module.css';

interface Props {
  id: string;
  isShown: boolean;
  suggestions: readonly Suggestion[];
  active: number;
  onPoint: (index: number) => void;
  onChoose: (suggestion: Suggestion) => void;
}

const GROUPS = [
  { kind: 'category', name: 'Categories' },
  { kind: 'product', name: 'Products' },
  { kind: 'all', name: 'Results' },
] as const;

/** The list below the search field; the field keeps the focus. */
export function SuggestionList({ id, isShown, suggestions, active, onPoint, onChoose }: Props) {
  const isEmpty = suggestions.length === 0;
  const said = isEmpty
    ? SEARCH_TEXTS.noMatch
    : `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`;
  return (
    <>
      <p className="visually-hidden" role="status">
        {isShown && said}
      </p>
      {isShown && isEmpty && <p className={`${styles.list} ${styles.none}`}>{SEARCH_TEXTS.noMatch}</p>}
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className={styles.list}
        hidden={!isShown || isEmpty}
        // Pressing must not take the focus from the field, which would close the list.
        onMouseDown={event => event.preventDefault()}
      >
        {GROUPS.map(({ kind, name }) => {
          const first = suggestions.findIndex(suggestion => suggestion.kind === kind);
          if (first === -1) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, for which there is no element
            <div key={kind} role="group" aria-label={name}>
              {suggestions
                .filter(suggestion => suggestion.kind === kind)
                .map((suggestion, offset) => (
                  <Option
                    key={suggestion.href}
                    id={`${id}-${first + offset}`}
                    suggestion={suggestion}
                    isActive={first + offset === active}
                    onPoint={() => onPoint(first + offset)}
                    onChoose={() => onChoose(suggestion)}
                  />
                ))}
            </div>
          );
        })}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  suggestion: Suggestion;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, suggestion, isActive, onPoint, onChoose }: OptionProps) {
  const { kind, title, note, image, price } = suggestion;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {kind === 'all' ? (
        <span className={styles.sign}>
          <Icon name="search" size={20} />
        </span>
      ) : (
        <Picture path={image} alt="" sizes="44px" />
      )}
      <span className={styles.title}>
        <Unbroken text={title} />
      </span>
      <span className={styles.number}>
        {note}
        {price && (
          <>
            {' '}
            <span className={styles.price}>{priceText(price)}</span>
          </>
        )}
      </span>
    </div>
  );
}
