/** What a member can achieve, by the figure of the dashboard that counts towards it. */
export const achievements = ['clubs_joined', 'events_attended', 'photos_shared'] as const;
export type Achievement = (typeof achievements)[number];

/** The first club, event or photo is the achievement. */
export const reachedAchievements = (figures: Record<Achievement, number>): Achievement[] =>
  achievements.filter((achievement) => figures[achievement] > 0);
