import { logged, refusals } from '../ground/words.ts'

export const administratorsLog = logged({
  'administrator.created': { label: 'Administrator named', did: 'named as administrator <0/>' },
  'administrator.updated': { label: 'Administrator changed', did: 'changed the role of <0/>' },
  'administrator.removed': { label: 'Administrator removed', did: 'took the role from <0/>' },
  'administrator.offered': { label: 'Role offered', did: 'offered a role to <0/>' },
  'administrator.withdrawn': { label: 'Role offer withdrawn', did: 'withdrew the role offered to <0/>' },
  'administrator.accepted': { label: 'Role accepted', did: 'accepted a role' },
  'administrator.declined': { label: 'Role declined', did: 'declined a role' },
  'owner-change.asked': { label: 'Owner change asked', did: 'offered the workspace to <0/>' },
  'owner-change.accepted': { label: 'Owner changed', did: 'became the owner of the workspace' },
  'owner-change.declined': { label: 'Owner change declined', did: 'declined to become the owner' },
  'owner-change.withdrawn': { label: 'Owner change withdrawn', did: 'withdrew the offer to <0/>' },
  'owner-change.decided': { label: 'Owner changed by a super administrator', did: 'gave the workspace to <0/>' },
})

export const administratorsRefusals = refusals({
  'last-owner': { status: 409, says: 'A workspace needs an owner. Name another owner first' },
  'beyond-own': { status: 403, says: 'You cannot give more than you may do yourself' },
  'own-role': { status: 409, says: 'You cannot change your own role. Ask another administrator' },
  'already-administrator': {
    status: 409,
    says: 'This user is an administrator already',
    constraint: 'administrators_pkey',
  },
  'own-passkey': {
    status: 409,
    says: 'Confirm with a passkey that you created yourself. Keys that other people set up for you are not enough',
  },
  'offer-over': { status: 409, says: 'This offer was withdrawn, answered, or has ended' },
})
