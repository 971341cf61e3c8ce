import { logged, refusals } from '../platform/text-declarations.ts'

export const accessKeysLog = logged({
  'reader-app.registered': { label: 'Reader program registered', did: 'registered the reader program <0/>' },
  'reader-app.refused': {
    use: true,
    label: 'Reader program refused',
    did: 'connected as the reader program <0/>',
    failed: 'was refused as the reader program <0/>',
  },
  'reader-app.revoked': { label: 'Reader program revoked', did: 'revoked the reader program <0/>' },
})

export const accessKeysRefusals = refusals({
  'reader-refused': {
    status: 401,
    says: 'This program is not registered or was revoked. Register it with an API key of type “Clients”',
    constraint: 'tap_sessions_app',
  },
})
