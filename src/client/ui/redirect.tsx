import { createContext, useContext } from 'react';
import { Navigate } from 'react-router-dom';

/** Takes the address that a page leads on to, where the page is rendered to be sent; in the browser there is none. */
export const LeadOnContext = createContext<((to: string) => void) | null>(null);

/**
 * Leads on to another address of the shop in place of this one: in the browser by the router, and by the answer's status
 * where the server renders the page, as nothing navigates there.
 */
export function Redirect({ to }: { to: string }) {
  const leadOn = useContext(LeadOnContext);
  if (!leadOn) return <Navigate to={to} replace />;
  leadOn(to);
  return null;
}
