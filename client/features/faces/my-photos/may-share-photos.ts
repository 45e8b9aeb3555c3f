import type { ShownMember } from './shown-names.ts';

/** Whether a link to the photos of somebody can be made: the club allows it, and nobody of the family refused. */
export const maySharePhotos = ({ may_share, outside }: ShownMember): boolean => may_share && outside !== 'no';
