import { notify } from '#client/features/notices/notices.ts';
import { closeSecondStep, useAskedStep } from '#client/features/session/second-step.ts';
import { optionalPart } from '#client/optional-part.tsx';
import { SITE_NOTICES } from '#shared/messages.ts';

const SecondStepDialog = optionalPart(
  () => import('#client/features/session/second-step-dialog.tsx'),
  module => module.SecondStepDialog,
  {
    onMissing: ({ onClose }) => {
      onClose();
      notify(SITE_NOTICES.missingPart);
    },
  },
);

/** Asks for the second step of any sign-in. Its own part: hardly any visitor has one. */
export function SecondStepHost() {
  const asked = useAskedStep();
  if (!asked) return null;
  return <SecondStepDialog asked={asked} onClose={closeSecondStep} />;
}
