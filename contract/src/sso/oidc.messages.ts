import { logged } from '../platform/text-declarations.ts'

export const oidcLog = logged({
  'consent.given': { use: true, label: 'Application consent given', did: 'gave <0/> access to their profile' },
  'consent.withdrawn': {
    use: true,
    label: 'Application consent withdrawn',
    did: 'withdrew access of <0/> to their profile',
  },
  'oidc.keys-renewed': { label: 'Single sign-on keys renewed', did: 'renewed the single sign-on keys' },
})
