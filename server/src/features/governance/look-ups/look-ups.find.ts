export { findUsers } from './look-ups.store.ts'
