import { logged, refusals } from '../platform/text-declarations.ts'

export const scimLog = logged({
  'scim.token-made': { label: 'SCIM token created', did: 'created a new token for the directory <0/>' },
  'scim.token-refused': {
    label: 'SCIM token refused',
    did: 'refused a SCIM token of the directory <0/>',
  },
  'scim.token-reduced': {
    label: 'SCIM token reduced',
    did: 'let a SCIM token of the directory <0/> act without roles',
  },
  'scim.tokens-named': {
    label: 'SCIM tokens approved',
    did: 'chose which SCIM tokens of the directory <0/> can act with the approval',
  },
  'scim.held': {
    label: 'Suspensions held for approval',
    did: 'held suspensions requested by the directory <0/> for approval',
  },
  'scim.let-through': {
    label: 'Suspensions approved',
    did: 'approved suspensions requested by the directory <0/>',
  },
})

export const scimRefusals = refusals({
  'not-replayable': {
    status: 409,
    says: "This request was too large to be recorded in full, so it can't be replayed",
  },
})
