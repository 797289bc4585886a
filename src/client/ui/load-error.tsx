import { Button } from '#client/ui/button.tsx';

/** Why something could not be read, with the way to try again. */
export function LoadError({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  return (
    <p role="alert">
      {`${message} `}
      <Button size="small" onClick={() => onRetry()}>
        Try again
      </Button>
    </p>
  );
}
