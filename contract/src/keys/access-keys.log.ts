import { logged } from '../ground/log.ts'

export const accessKeysLog = logged({
  'reader-app.registered': { label: 'Reader program registered', did: 'registered the reader program <0/>' },
  'reader-app.refused': {
    use: true,
    label: 'Reader program refused',
    did: 'asked as the reader program <0/>',
    failed: 'was refused as the reader program <0/>',
  },
  'reader-app.revoked': { label: 'Reader program revoked', did: 'revoked the reader program <0/>' },
})
