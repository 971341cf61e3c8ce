export { newKeysToMail, type PartnerFigures, reportFigures } from './news.store.ts'
