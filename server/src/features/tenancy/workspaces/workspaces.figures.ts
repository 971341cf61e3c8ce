export { refreshFigures } from './all.store.ts'
