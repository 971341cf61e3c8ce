import { logged } from '../ground/log.ts'

export const accessKeysLog = logged({
  'reader-app.registered': { label: 'Reader program registered', did: 'registered the reader program <0/>' },
  'reader-app.revoked': { label: 'Reader program revoked', did: 'revoked the reader program <0/>' },
})
