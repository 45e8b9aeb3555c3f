import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useLatestFound } from '#client/features/faces/my-photos/api/my-photos.ts';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import page from '../dashboard-page.module.css';
import classes from './my-photos.module.css';

/** The latest photos of the viewer and the viewer's children. */
export function MyPhotos({ members }: { members: ShownMember[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes.mine} aria-labelledby="dashboard-my-photos">
      <div className={page.heading}>
        <h2 id="dashboard-my-photos" className={page.title}>
          {t('my_photos.title')}
        </h2>
        <AnchorLink to="/my-photos">{t('common.show_all')}</AnchorLink>
      </div>
      <ul className={classes.members}>
        {members.map((member) => (
          <OfMember key={member.id} member={member} />
        ))}
      </ul>
    </section>
  );
}

function OfMember({ member }: { member: ShownMember }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useLatestFound(member.id);
  const { new_photos: added = 0, total = 0, photos = [] } = data ?? {};
  const name = member.is_self ? t('my_photos.me') : member.shown_name;
  const count =
    added > 0
      ? t('my_photos.new', { count: added, n: number(added) })
      : t('galleries.photos', { count: total, n: number(total) });
  return (
    <li>
      <Link to="/my-photos" search={{ tab: member.id }} className={classes.member}>
        <span className={classes.name}>{name}</span>
        <span className={classes.count} data-new={added > 0 || undefined}>
          {data ? count : '\u00a0'}
        </span>
        {(!data || total > 0) && (
          <span className={classes.photos} aria-hidden="true">
            {photos.map(({ id, thumbnail_urls }) => (
              <img key={id} src={thumbnail_urls.small} alt="" loading="lazy" decoding="async" />
            ))}
          </span>
        )}
      </Link>
    </li>
  );
}
