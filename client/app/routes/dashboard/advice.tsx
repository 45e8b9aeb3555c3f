import { useLocalStorage } from '@mantine/hooks';
import { FirstStepsCard } from '#client/features/administration/dashboard/components/first-steps-card.tsx';
import type { FirstStepsState } from '#client/features/administration/dashboard/components/use-first-steps-card.ts';
import { useUser } from '#client/lib/session.ts';
import type { GuardianRequest } from '#server/contract/schemas/family.ts';
import { PasskeyAdvice } from './passkey-advice.tsx';
import { SecondFactorAdvice } from './second-factor-advice.tsx';
import { WhosePhotos } from './whose-photos.tsx';

interface AdviceProps {
  asked: GuardianRequest[];
  firstSteps: FirstStepsState;
  asksWhose: boolean;
  onLater: () => void;
  offersPasskey: boolean;
}

/** One question or piece of advice at a time, what others wait for first. */
export function Advice({ asked, firstSteps, asksWhose, onLater, offersPasskey }: AdviceProps) {
  const { second_factor_advice: secondFactor } = useUser();
  const [hidden, hide] = useLocalStorage({
    key: 'second_factor_advice_hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const whose = <WhosePhotos asked={asked} onLater={onLater} />;
  if (asked.length > 0) return whose;
  const protect = secondFactor && (
    <SecondFactorAdvice neededFrom={secondFactor.needed_from} onHide={() => hide(true)} />
  );
  if (secondFactor?.needed_from) return protect;
  if (firstSteps.pending) return null;
  if (firstSteps.progress) return <FirstStepsCard progress={firstSteps.progress} onHide={firstSteps.hide} />;
  if (!hidden && protect) return protect;
  if (asksWhose) return whose;
  return offersPasskey && <PasskeyAdvice />;
}
