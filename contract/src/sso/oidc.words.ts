import { logged } from '../ground/words.ts'

export const oidcLog = logged({
  'consent.given': { use: true, label: 'Application allowed', did: 'let <0/> know who they are' },
  'consent.withdrawn': { use: true, label: 'Application no longer allowed', did: 'took back what <0/> may know' },
  'oidc.keys-renewed': { label: 'Keys of single sign-on renewed', did: 'renewed the keys of single sign-on' },
})
