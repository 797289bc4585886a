import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ListingAddress, listingSearch, readListing } from '#client/features/catalog/listing-address.ts';

/** Lists what a GET form of the listing sends along, besides its own fields, so that the rest of the address stays. */
export function keptFields(address: ListingAddress): [name: string, value: string][] {
  return [...new URLSearchParams(listingSearch(address))];
}

/** Sends such a form as a change of page, in the short form of an address. */
export function useListingForm(path: string) {
  const navigate = useNavigate();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    navigate(path + listingSearch(readListing(new URLSearchParams(fields))), { preventScrollReset: true });
  };
}
