export { beginSync, type SyncAsk } from './sync-start.ts'
