export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
