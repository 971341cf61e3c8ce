export { beginSync, type SyncAsk } from './begin.ts'
