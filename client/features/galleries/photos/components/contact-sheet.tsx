import { PrintSheet } from '#client/components/ui/layout/print-sheet.tsx';
import classes from './contact-sheet.module.css';

interface ContactSheetProps {
  title: string;
  /** One line under the title. */
  facts: string;
  photos: { id: string; filename: string; thumbnail_urls: { medium: string } }[];
  onDone: () => void;
}

/** A contact sheet to print: all photos of a gallery, small, with file names. */
export function ContactSheet({ title, facts, photos, onDone }: ContactSheetProps) {
  return (
    <PrintSheet paper="A4" onDone={onDone}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.facts}>{facts}</p>
      <ul className={classes.photos}>
        {photos.map((photo) => (
          <li key={photo.id} className={classes.photo}>
            <img src={photo.thumbnail_urls.medium} alt="" className={classes.picture} />
            <span className={classes.name}>{photo.filename}</span>
          </li>
        ))}
      </ul>
    </PrintSheet>
  );
}
