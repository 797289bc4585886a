import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { CATALOGUE } from '#server/listing/facet-counts.ts';
import type { TagType } from '#shared/enumerations.ts';

export interface FacetValue {
  key: number;
  name: string;
  value: string;
  hex: string | null;
  hex2: string | null;
  /** Other names that staff give it. */
  aliases: string[];
}

/** The names that a listing's address speaks of, with the small keys that the search tables hold. */
export interface Vocabulary {
  /** By key. */
  facets: Map<number, FacetValue>;
  /** Filter groups in their order: those that staff made, then options by name; values as staff order them. */
  groups: { name: string; values: FacetValue[] }[];
  /** Names by key. */
  vendors: Map<number, string>;
  vendorKeys(names: readonly string[]): number[];
  tagKeys(types: readonly TagType[], names: readonly string[]): number[];
  /** Returns the keys of these names, within these categories if any are given. */
  subcategoryKeys(names: readonly string[], categories: readonly string[]): number[];
  /** Keys of a group's values; unknown names have none. */
  facetKeys(group: string, values: readonly string[]): number[];
  /** Other names that this shop has for a thing, by what people ask for. */
  synonyms: Record<string, string[]>;
}

interface Stored {
  tags: { key: number; name: string; type: TagType; category: string | null }[];
  vendors: { key: number; name: string }[];
  facets: { key: number; name: string; value: string }[];
  filters: {
    name: string;
    filters: { label: string; options: string[]; hex: string | null; hex2: string | null }[];
  }[];
  synonyms: Vocabulary['synonyms'];
}

export function readVocabulary(db: Db, cache: Cache): Promise<Vocabulary> {
  return cache.get(CATALOGUE, 'vocabulary', () => loadVocabulary(db));
}

async function loadVocabulary(db: Db): Promise<Vocabulary> {
  const [stored] = rows<Stored>(
    await db.execute(sql`
      select
        (select coalesce(json_agg(json_build_object(
          'key', g.key, 'name', g.name, 'type', g.type, 'category', c.name)), '[]')
          from tags g left join tags c on c.id = g.category) as tags,
        (select coalesce(json_agg(json_build_object('key', key, 'name', name)), '[]') from vendors) as vendors,
        (select coalesce(json_agg(json_build_object('key', key, 'name', name, 'value', value)), '[]')
          from facet_values) as facets,
        (select coalesce(json_agg(json_build_object('name', t.name, 'filters', (
            select coalesce(json_agg(json_build_object('label', f.label, 'options', f.options, 'hex', f.hex, 'hex2', f.hex2)
              order by f.position, f.label), '[]')
            from filter_values f where f.template = t.id)) order by t."order", t.name), '[]')
          from filter_templates t) as filters,
        coalesce((select synonyms from site_settings), '{}') as synonyms`),
  );
  return describe(stored ?? { tags: [], vendors: [], facets: [], filters: [], synonyms: {} });
}

function describe({ tags, vendors, facets, filters, synonyms }: Stored): Vocabulary {
  const groups = groupFacets(facets, filters);
  const values = groups.flatMap(group => group.values);
  const byGroup = new Map(groups.map(group => [folded(group.name), group.values]));
  const vendorByName = new Map(vendors.map(vendor => [folded(vendor.name), vendor.key]));
  return {
    groups,
    synonyms,
    facets: new Map(values.map(value => [value.key, value])),
    vendors: new Map(vendors.map(vendor => [vendor.key, vendor.name])),
    vendorKeys: names => names.flatMap(name => vendorByName.get(folded(name)) ?? []),
    tagKeys: (types, names) => {
      const wanted = new Set(names.map(folded));
      return tags.filter(tag => types.includes(tag.type) && wanted.has(folded(tag.name))).map(tag => tag.key);
    },
    subcategoryKeys: (names, categories) => {
      const [wanted, within] = [new Set(names.map(folded)), new Set(categories.map(folded))];
      return tags
        .filter(tag => tag.type === 'Subcategory' && wanted.has(folded(tag.name)))
        .filter(tag => within.size === 0 || within.has(folded(tag.category ?? '')))
        .map(tag => tag.key);
    },
    facetKeys: (group, names) => {
      const wanted = new Set(names.map(folded));
      const known = byGroup.get(folded(group)) ?? [];
      return known.filter(facet => wanted.has(folded(facet.value))).map(facet => facet.key);
    },
  };
}

/** The group of this name, however it is capitalised. */
export const groupNamed = ({ groups }: Vocabulary, name: string): Vocabulary['groups'][number] | undefined =>
  groups.find(one => folded(one.name) === folded(name));

/** Keys of all values of the group of this name. */
export const groupKeys = (vocabulary: Vocabulary, name: string): number[] =>
  groupNamed(vocabulary, name)?.values.map(value => value.key) ?? [];

/** Addresses are written by people too: names count without regard to case. */
const folded = (name: string): string => name.trim().toLowerCase();

const inOrder = new Intl.Collator('en', { numeric: true });

function groupFacets(facets: Stored['facets'], filters: Stored['filters']): Vocabulary['groups'] {
  const names = [...new Set(facets.map(facet => facet.name))];
  const rank = new Map(filters.map((filter, index) => [folded(filter.name), index]));
  const rankOf = (name: string) => rank.get(folded(name)) ?? filters.length;
  names.sort((a, b) => rankOf(a) - rankOf(b) || inOrder.compare(a, b));
  return names.map(name => {
    const labels = filters[rankOf(name)]?.filters ?? [];
    const place = new Map(labels.map((label, index) => [folded(label.label), index]));
    const placeOf = (value: string) => place.get(folded(value)) ?? labels.length;
    const values = facets
      .filter(facet => facet.name === name)
      .map(facet => {
        const label = labels[placeOf(facet.value)];
        return {
          ...facet,
          hex: label?.hex ?? null,
          hex2: label?.hex2 ?? null,
          aliases: label?.options ?? [],
        };
      })
      .sort((a, b) => placeOf(a.value) - placeOf(b.value) || inOrder.compare(a.value, b.value));
    return { name, values };
  });
}
