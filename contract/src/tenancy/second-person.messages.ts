import { logged, refusals } from '../platform/text-declarations.ts'

export const secondPersonLog = logged({
  'second-person.requested': {
    label: 'Second super administrator requested',
    did: 'asked a second super administrator to confirm for <0/>',
  },
  'second-person.confirmed': {
    label: 'Confirmed by a second super administrator',
    did: 'confirmed as the second super administrator for <0/>',
  },
  'second-person.withdrawn': {
    label: 'Request to a second super administrator withdrawn',
    did: 'withdrew what waited for a second super administrator for <0/>',
  },
})

export const secondPersonRefusals = refusals({
  'second-person': { status: 403, says: 'Another super administrator must confirm this' },
  'second-person-new': {
    status: 403,
    says: 'A super administrator who was appointed less than 24 hours ago cannot confirm this',
  },
  'second-person-waits': { status: 409, says: 'This already waits for a second super administrator' },
  'request-over': { status: 409, says: 'This request has expired, or its super administrator was removed' },
})
