/** The reader's time zone, by which days begin and end in the charts. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
