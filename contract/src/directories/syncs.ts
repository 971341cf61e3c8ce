/** How a run came about. */
export const syncStarters = ['person', 'schedule', 'workflow'] as const
export type SyncStarter = (typeof syncStarters)[number]
