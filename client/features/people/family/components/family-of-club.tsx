import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useFamilyActions } from '#client/features/people/family/api/family.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { AskErasure } from './ask-erasure.tsx';
import { ConsentQuestion } from './consent-question.tsx';
import classes from './family.module.css';

interface FamilyOfClubProps {
  people: [FamilyPerson, ...FamilyPerson[]];
  /** How many pictures the family gave by which somebody is found, once that is known. */
  countPictures: (id: string) => number | undefined;
  /** What stands under a question and belongs to *My photos*, which a page puts here. */
  renderUnder: (person: FamilyPerson, consent: FamilyPerson['consents'][number]) => ReactNode;
}

/** The family in one club: each person with the answers. */
export function FamilyOfClub({ people, countPictures, renderUnder }: FamilyOfClubProps) {
  const { t } = useTranslation();
  const [first] = people;
  return (
    <Section title={first.club_name} text={t('family.questions_text')} stacked>
      <ul className={classes.people} data-foot-in-use>
        {people.map((person) => (
          <li key={person.id} id={person.id} className={classes.person}>
            <h3 className={classes.name}>
              {person.relation === 'self' ? t('family.me', { name: person.name }) : person.name}
            </h3>
            <ul className={classes.questions}>
              {person.consents.map((consent) => (
                <ConsentQuestion
                  key={consent.purpose}
                  person={person}
                  consent={consent}
                  pictures={consent.purpose === 'find' ? countPictures(person.id) : 0}
                >
                  {renderUnder(person, consent)}
                </ConsentQuestion>
              ))}
            </ul>
            <Group gap="sm">
              <LeaveButton person={person} />
              <AskErasure person={person} />
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LeaveButton({ person: { guardianship_id, name } }: { person: FamilyPerson }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { leave } = useFamilyActions();
  const failToLeave = useErrorToast(t('failed.guardians'));
  if (guardianship_id === null) return null;
  const ask = async () => {
    const yes = await confirm({
      title: t('family.leave_title', { name }),
      body: t('family.leave_body', { name }),
      confirm: t('family.leave_confirm'),
      danger: true,
    });
    if (!yes) return;
    await leave
      .mutateAsync({ id: guardianship_id })
      .then(() => toast.success(t('family.left', { name })), failToLeave);
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={t('family.leave_named', { name })}
      onClick={() => void ask()}
    >
      {t('family.leave')}
    </Button>
  );
}
