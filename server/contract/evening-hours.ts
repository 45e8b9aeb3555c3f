/** When evening is, by the server's clock: from when the daily mails are sent and phones are told, and until when phones are. */
const eveningHours = { from: 19, until: 22 } as const;

export const hasEveningBegun = (now: Date): boolean => now.getHours() >= eveningHours.from;
export const isEvening = (now: Date): boolean => hasEveningBegun(now) && now.getHours() < eveningHours.until;
