import { Button } from '#client/ui/button.tsx';

/** Why something could not be read, with the way to try again. */
export function Unread({ why, again }: { why: string; again: () => unknown }) {
  return (
    <p role="alert">
      {`${why} `}
      <Button size="small" onClick={() => again()}>
        Try again
      </Button>
    </p>
  );
}
