/** Nouns whose answers change with a device. */
export const touchedByDevices = ['devices', 'computers', 'device-groups'] as const
