import { useState } from 'react';
import { Link } from 'react-router-dom';
import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import { trpc } from '#client/trpc.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Menu } from '#client/ui/menu.tsx';
import styles from './category-menu.module.css';

/** Beside Shop now on wide screens: the categories with theirs, read when it is first opened or pointed at. */
export function CategoryMenu() {
  const [isWanted, setWanted] = useState(false);
  const { data, isError } = trpc.tags.categories.useQuery({}, { enabled: isWanted });
  const want = () => setWanted(true);
  return (
    <div className={styles.root} onPointerEnter={want}>
      <Menu
        label="Show the categories"
        buttonClassName={styles.button}
        button={<Icon name="chevronDown" size={18} />}
        onOpen={want}
      >
        <nav className={styles.panel} aria-label="Categories">
          <ul className={styles.columns} aria-busy={!data && !isError}>
            {data?.map(({ category, subcategories }) => (
              <li key={category._id}>
                <Link className={styles.category} to={categoryHref(category.name)}>
                  {category.name}
                </Link>
                <ul>
                  {subcategories.map(({ _id, name }) => (
                    <li key={_id}>
                      <Link to={subcategoryHref(category.name, name)}>{name}</Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          <p className={styles.foot}>
            <Link to="/categories">All categories</Link>
            <Link to="/products">All products</Link>
          </p>
        </nav>
      </Menu>
    </div>
  );
}
