import { IconPhotoHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { WhoseButtons } from '#client/features/family/components/whose-buttons.tsx';
import classes from '../dashboard-page.module.css';

/** Asks a member whose photos to look for. */
export function WhosePhotos({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={classes.first} aria-labelledby="whose-photos">
      <IconPhotoHeart size={24} stroke={1.6} aria-hidden="true" className={classes.sign} />
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
