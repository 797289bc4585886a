import { Form, useSearchParams } from 'react-router-dom';
import { Icon } from '#client/ui/icon.tsx';
import styles from './search-form.module.css';

/** A plain GET form, which works before and without scripts. */
export function SearchForm() {
  const [params] = useSearchParams();
  const searched = params.get('title') ?? '';
  return (
    <search>
      <Form className={styles.form} action="/search" method="get">
        <input
          // A new search brings a new field, so that it shows what was searched for.
          key={searched}
          className={styles.input}
          type="search"
          name="title"
          defaultValue={searched}
          placeholder="Product name or number"
          aria-label="Search by product name or number"
          autoComplete="off"
          maxLength={200}
        />
        <button className={styles.submit} type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
      </Form>
    </search>
  );
}
