import { lazy, Suspense } from 'react';
import { closeSecondStep, useAskedStep } from '#client/features/session/second-step.ts';
import { loadPart } from '#client/load-part.ts';

const SecondStepDialog = lazy(async () => {
  const part = await loadPart(() => import('#client/features/session/second-step-dialog.tsx'));
  return { default: part.SecondStepDialog };
});

/** Asks for the second step of any sign-in. Its own part: hardly any visitor has one. */
export function SecondStepHost() {
  const asked = useAskedStep();
  if (!asked) return null;
  return (
    <Suspense>
      <SecondStepDialog asked={asked} onClose={closeSecondStep} />
    </Suspense>
  );
}
