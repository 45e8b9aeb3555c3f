import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useGalleries } from '#client/features/galleries/galleries/api/list-galleries.ts';
import { GalleryCard } from '#client/features/galleries/galleries/components/gallery-card.tsx';
import classes from '../dashboard-page.module.css';
import { latestGalleriesInput } from './latest-galleries-input.ts';

export const useLatestGalleries = () => useGalleries(latestGalleriesInput);

export function LatestGalleries() {
  const { t } = useTranslation();
  const { data, error } = useLatestGalleries();
  return (
    <section>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('dashboard.latest_galleries')}</h2>
        <AnchorLink to="/gallery">{t('dashboard.all_galleries')}</AnchorLink>
      </div>
      {data?.galleries.length === 0 && <p className={classes.none}>{t('dashboard.no_galleries')}</p>}
      {error && !data && <p className={classes.none}>{t('common.load_failed')}</p>}
      <ul className={classes.covers}>
        {data?.galleries.map((gallery) => (
          <GalleryCard key={gallery.id} gallery={gallery} />
        ))}
        {!data &&
          !error &&
          Array.from({ length: latestGalleriesInput.limit }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Skeleton key={index} h={260} component="li" />
          ))}
      </ul>
    </section>
  );
}
