import { useTranslation } from 'react-i18next';
import { GuardianRequests } from '#client/features/people/family/components/guardian-requests.tsx';
import { WhoseButtons } from '#client/features/people/family/components/whose-buttons.tsx';
import { IconPhotoHeart } from '#client/icons/photo-heart.ts';
import type { GuardianRequest } from '#server/contract/schemas/family.ts';
import classes from '../dashboard-page.module.css';

interface WhosePhotosProps {
  asked: GuardianRequest[];
  onLater: () => void;
}

/** Asks a member whose photos to look for, or first what a club asks. */
export function WhosePhotos({ asked, onLater }: WhosePhotosProps) {
  const { t } = useTranslation();
  if (asked.length > 0) return <GuardianRequests asked={asked} />;
  return (
    <section className={classes.first} aria-labelledby="whose-photos">
      <IconPhotoHeart size={24} stroke={1.6} className={classes.sign} />
      <div className={classes.words}>
        <h2 id="whose-photos" className={classes.lead}>
          {t('family.whose.title')}
        </h2>
        <p className={classes.why}>{t('family.whose.text')}</p>
      </div>
      <WhoseButtons question="whose" onLater={onLater} />
    </section>
  );
}
