import { PeopleStrip } from '#client/features/faces/gallery-people/components/people-strip.tsx';
import { useVisitorPeople } from '#client/features/sharing/opened-share-link/api/opened-link.ts';

interface VisitorPeopleProps {
  token: string;
  unlock: string;
  chosenId: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** The people of a shared gallery, where the link shows them; without names. */
export default function VisitorPeople({ token, unlock, chosenId, onChoose }: VisitorPeopleProps) {
  const { data, error } = useVisitorPeople(token, unlock);
  if (data?.people.length === 0) return null;
  return (
    <PeopleStrip
      people={data?.people.map((person) => ({ ...person, name: '', shown_name: '' }))}
      failed={error !== null}
      chosenId={chosenId}
      onChoose={onChoose}
      processing={false}
    />
  );
}
